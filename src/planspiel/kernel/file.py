"""A game as a file: its log and the secret of its dice. Whoever reads one runs the log again."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from planspiel.kernel.log import Setup

__all__ = ["GameFile"]


class GameFile(Struct, frozen=True, tag_field="planspiel", tag="game"):
    """What every such file says of its game. A reader passes over what a table adds for itself."""

    game: Annotated[str, Meta(max_length=32)]
    system: Annotated[str, Meta(max_length=64)]
    setup: Setup
    dice: Literal["keyed", "typed"]
    dice_name: Annotated[str, Meta(max_length=64)]
    secret: bytes
    lines: list[Raw]
    format: Annotated[int, Meta(ge=1, le=1)] = 1
