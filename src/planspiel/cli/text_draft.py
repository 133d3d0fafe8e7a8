"""Answers that are put together piece by piece, in a terminal: choose a thing, then its part, then seal."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import Struct

from planspiel.cli.text_board import Board
from planspiel.cli.text_words import say
from planspiel.kernel import Assembly, Illegal, Order, Part

__all__ = ["Draft", "DraftStep"]

LISTED = 1000
"""What one thing may be given is listed up to this number."""


class DraftStep(Struct, frozen=True):
    """A line of the list: look at a thing, give it something, take that back, go back, or seal."""

    verb: str
    piece: str = ""
    part: Part | None = None


class Draft:
    """What has been given so far. Nobody else sees it, and nothing is kept of it until it is sealed."""

    def __init__(self, question: Assembly[Any, Any, Any], view: Any, board: Board) -> None:
        self.question, self.view, self.board = question, view, board
        self.given: dict[str, Part] = {}
        self.piece = ""

    def lines(self) -> tuple[list[DraftStep], list[str]]:
        """What may be chosen now, each with its words."""
        found = list(self._parts() if self.piece else self._pieces())
        return [step for step, _ in found], [words for _, words in found]

    def _pieces(self) -> list[tuple[DraftStep, str]]:
        language = self.board.language
        found = [
            (DraftStep("look", piece), f"{self._named(piece)}: {self._has(piece)}")
            for piece in self.question.pieces(self.view)
        ]
        seal = say(language, "seal", n=len(self.given), all=len(found))
        return [*found, (DraftStep("seal"), seal)]

    def _parts(self) -> list[tuple[DraftStep, str]]:
        language = self.board.language
        others = {piece: part for piece, part in self.given.items() if piece != self.piece}
        parts = islice(self.question.parts(self.view, self.piece, others), LISTED)
        found = [(DraftStep("give", self.piece, part), self.board.part(part, self.view)) for part in parts]
        if self.piece in self.given:
            found.append((DraftStep("withdraw", self.piece), say(language, "withdraw")))
        return [*found, (DraftStep("back"), say(language, "other_unit"))]

    def _named(self, piece: str) -> str:
        kind, _, name = piece.partition(":")
        return self.board.named(name or kind, self.view)

    def _has(self, piece: str) -> str:
        part = self.given.get(piece)
        return say(self.board.language, "no_order") if part is None else self.board.part(part, self.view)

    def take(self, step: DraftStep) -> Order | None:
        """Carry a line out; sealing gives the whole answer. `Illegal` if it may not be given so."""
        if step.verb == "seal":
            whole: Order = self.question.whole(self.view, self.given)
            return whole
        if step.verb == "give" and step.part is not None:
            self._check(step.piece, step.part)
            self.given[step.piece] = step.part
        elif step.verb == "withdraw":
            self.given.pop(step.piece, None)
        self.piece = step.piece if step.verb == "look" else ""
        return None

    def _check(self, piece: str, part: Part) -> None:
        others = {name: other for name, other in self.given.items() if name != piece}
        try:
            self.question.check_whole(self.view, {**others, piece: part})
        except Illegal:
            self.piece = ""
            raise
