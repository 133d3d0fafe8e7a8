"""Scatter (Verstreuung) of bombs at night and of paratroops: a ten-sided die moves the drop by one field.

On 10 the point is not found; the aircraft may try another one at least two fields away, where it scatters
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from planspiel.boards.square import DIRECTIONS
from planspiel.kernel import (
    Choice,
    Event,
    Game,
    Illegal,
    Order,
    Question,
    Rng,
    Script,
    Side,
    react_each,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.aim import own_troops_refusal
from planspiel.systems.wiener2022.air_tasks import COMPASS
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Known, Position, seat_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["CHOICES", "ChooseSubstitute", "Scattered", "SubstitutePoint", "night_goal_refusal", "scatter"]

What = Literal["bomb", "drop"]
FAR_ENOUGH = 2
"""Fields between a point and its substitute, and between bombs at night and own troops."""

CHOICES = {
    "jumpers_scatter": Choice(
        True,
        "Paratroops scatter by day too (the other reading: only at night)",
        "Fallschirmjäger werden auch bei Tag verstreut (andere Lesart: nur bei Nacht)",
        "WPR-verstreuung-1",
    ),
}


class SubstitutePoint(Order, frozen=True):
    """Where the aircraft tries next."""

    field: str


class Scattered(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} drops over {field}."
    element: str
    field: str


class PointNotFound(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} does not find {field}."
    element: str
    field: str


@rule("WPR-nacht-luft-2", "WPR-luftangriffe-9")
def night_goal_refusal(pack: Pack, known: Known, side: Side, field: str) -> Illegal | None:
    """Aimed bombs at night need flares over the field, and own troops at least two fields away.

    Missions are flown before artillery fires, so what the own side has lit now are its flares.
    """
    light = known.light.get(field)
    if light is None or light.side != side:
        return Illegal("{field} is not lit by own flares.", "WPR-nacht-luft-2", field=field)
    near = sight.nearby(pack.theatre(known.scenario), field, FAR_ENOUGH - 1)
    if any(own_troops_refusal(known, side, one) for one in near):
        return Illegal("Own troops are too near to {field}.", "WPR-nacht-luft-2", field=field)
    return None


class ChooseSubstitute(Question[WienerView, SubstitutePoint], frozen=True):
    prompt: ClassVar[str] = "{element} does not find {field}: which other point does it try?"
    cite: ClassVar[str] = "WPR-nacht-luft-4"
    element: str
    field: str
    what: What

    def options(self, view: WienerView) -> Iterator[SubstitutePoint]:
        fields = view.light if self.what == "bomb" else view.pack.theatre(view.scenario).board.labels
        for field in sorted(fields):
            if self._refusal(view, field) is None:
                yield SubstitutePoint(field)

    def check(self, view: WienerView, order: SubstitutePoint) -> None:
        refusal = self._refusal(view, order.field)
        if refusal is not None:
            raise refusal

    def sample(self, view: WienerView, rng: Rng) -> SubstitutePoint:
        return rng.choice(list(self.options(view)))

    def _refusal(self, view: WienerView, field: str) -> Illegal | None:
        board = view.pack.theatre(view.scenario).board
        if field not in board or board.distance(self.field, field) < FAR_ENOUGH:
            return Illegal("Another point is at least two fields away.", self.cite)
        if self.what == "drop":
            return None
        return night_goal_refusal(view.pack, view, view.elements[self.element].side, field)


@rule("WPR-nacht-luft-3", "WPR-nacht-luft-4", "WPR-nacht-luft-5")
def scatter(game: Game[Position], name: str, field: str, what: What) -> Script[str | None]:
    """Where the drop comes down, perhaps off the board; None if no point was found: back with the load."""
    here = yield from _thrown(game, name, field)
    if here is not None:
        return here
    question = ChooseSubstitute(name, field, what)
    seat = seat_of(game.state, game.state.elements[name].side)
    if next(question.options(game.view(seat)), None) is None:
        return None
    claim = yield from react_each({seat: question})
    if claim is None:
        return None
    found = yield from _thrown(game, name, claim[1].field)
    return found


def _thrown(game: Game[Position], name: str, field: str) -> Script[str | None]:
    (face,) = yield from roll(
        "1d10", "scatter of {element} over {field}", "WPR-nacht-luft-3", name, element=name, field=field
    )
    result = game.pack.tables.air.scattered(face)
    if result == "lost":
        game.happens(PointNotFound(name, field, cite="WPR-nacht-luft-4"))
        return None
    here = field if result == "hit" else _beside(field, result)
    game.happens(Scattered(name, here, cite="WPR-nacht-luft-3"))
    return here


def _beside(field: str, result: str) -> str:
    x, _, y = field.partition(",")
    dx, dy = DIRECTIONS[COMPASS[result]]
    return f"{int(x) + dx},{int(y) + dy}"
