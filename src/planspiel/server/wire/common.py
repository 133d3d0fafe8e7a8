"""The kinds of values that messages and bodies share, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

__all__ = [
    "Id",
    "Language",
    "Name",
    "Pace",
    "Request",
    "RulesChoice",
    "SeatName",
    "Submission",
    "Token",
    "Word",
]

Language = Literal["en", "de"]
Name = Annotated[str, Meta(max_length=80)]
Word = Annotated[str, Meta(max_length=200)]
SeatName = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(min_length=16, max_length=100)]
Submission = Annotated[str, Meta(min_length=1, max_length=64, description="Chosen by the client.")]
Id = Annotated[int, Meta(ge=0, le=2**31)]
Pace = Literal["none", "live", "day", "three-days"]
RulesChoice = Literal["go-back", "end"]
Request = Literal["draw", "take-back"]
