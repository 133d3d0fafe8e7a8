"""Open, partly hidden and hidden play: who may know what, who is told, and what comes into sight.

Open play shows every model. In hidden play a party sees of the enemy what its elements detect at the moment.
In partly hidden play the attacker is open; the defender's troops are placed on the board when they are
detected or fire, and those that move unseen are numbered tokens. Hidden mines, stock, prepared fire and
charges, reinforcements, the air pool and what a dummy is are known to their owner alone in every mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Order, Seat, Side, rule
from planspiel.systems.wiener2022 import pictures, sight
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    SIDES,
    Barrier,
    Element,
    Ghost,
    Known,
    Position,
    at,
    enemy_of,
    put,
    seats_of,
)
from planspiel.systems.wiener2022.tokens import keep_tokens

__all__ = [
    "FLYING",
    "BarrierSeen",
    "BarrierUnseen",
    "DummyExposed",
    "LostSight",
    "Mode",
    "Shown",
    "Spotted",
    "Unshown",
    "WorkSeen",
    "as_it_looks",
    "as_they_look",
    "audience",
    "find",
    "is_concealed",
    "is_open",
    "look",
    "mode_of",
    "seems_able",
    "sees",
    "tell",
    "who_sees_all",
    "would_see",
]

Mode = Literal["open", "partly", "hidden"]
FLYING = ("granted", "tied")
"""Aircraft of the pool are known to the enemy only while they are in the air."""


def mode_of(known: Known) -> str:
    """`open`, `partly` or `hidden`."""
    return str(known.options["mode"])


@rule("WPR-aufklaerung-1")
def is_open(known: Known) -> bool:
    """Standard play is open: both parties see all models."""
    return known.options["mode"] == "open"


def is_concealed(pack: Pack, known: Known, side: Side) -> bool:
    """Whether the enemy sees only those elements of a side that he has found."""
    match known.options["mode"]:
        case "open":
            return False
        case "partly":
            return side != pack.scenarios[known.scenario].attacker
        case _:
            return True


# -- who sees and who is told ------------------------------------------------------------------------------


def as_it_looks(element: Element, papers: bool) -> Element:
    """An enemy element on the table: a dummy looks real, and nobody reads the other's papers."""
    if papers:
        element = replace(
            element,
            model=element.guise or element.model,
            guise="",
            label="",
            zone="",
            ammunition=-1,
            fuel=-1,
            ready=True,
            alerted=0,
        )
    return element


@rule("WPR-schein-1")
def as_they_look(state: Position, side: Side) -> Position:
    """In open play: the table as the enemy takes it, where dummies are real and all have ammunition.

    Whether somebody is asked for a counter-move is read off this: otherwise that nobody is would tell.
    """
    if not is_open(state):
        return state
    dummies = [one for one in _dummies(state) if one.side == side]
    empty = [one for one in state.elements.values() if not one.ammunition and one.side == side]
    if not dummies and not empty:
        return state
    seeming = state.fork()
    for one in empty:
        put(seeming, replace(one, ammunition=-1))
    for one in dummies:
        put(seeming, replace(one, model=one.guise, guise=""))
    return seeming


def seems_able(known: Known, options: Sequence[Order]) -> bool:
    """Whether somebody is asked who cannot answer: then it is a dummy of his that seems able to."""
    return is_open(known) and not options


def would_see(pack: Pack, state: Position, sides: tuple[Side, ...], element: Element) -> bool:
    """Whether somebody of these sides detects an element, perhaps imagined in another field."""
    if element.aboard and sight.is_inside(pack, state, element):
        return False
    target = sight.body(state, element) if element.aboard else element
    return any(eyes.detect(state, target) for eyes in sight.eyes_of(pack, state, sides))


def sees(pack: Pack, state: Position, sides: tuple[Side, ...], name: str) -> bool:
    """Whether players of these sides see one element of the position."""
    element = state.elements[name]
    if element.side in sides or element.mission in FLYING:
        return True
    if element.fate in ("due", "reserve"):
        return False
    if not is_concealed(pack, state, element.side) or state.shown.get(name, "-") == element.field:
        return True
    return element.fate == "board" and would_see(pack, state, sides, element)


def audience(game: Game[Position], about: Iterable[str]) -> tuple[Seat, ...] | None:
    """Who may know of something about these elements: all, or their owners and whoever sees one of them."""
    if is_open(game.state):
        return None
    names = tuple(about)
    return tuple(seat for seat in game.seats if _sees_any(game, game.state, seat, names))


def who_sees_all(game: Game[Position], about: Iterable[str]) -> tuple[Seat, ...] | None:
    """Who may know of something that brings all these elements together."""
    if is_open(game.state):
        return None
    names = tuple(about)
    return tuple(seat for seat in game.seats if len(_seen_of(game, seat, names)) == len(names))


def _sees_any(game: Game[Position], state: Position, seat: Seat, names: tuple[str, ...]) -> bool:
    return any(sees(game.pack, state, state.seats[seat], name) for name in names)


@rule("WPR-verdeckt-5")
def tell(
    game: Game[Position],
    event: Event[Position],
    about: Iterable[str],
    twin: Event[Position] | None = None,
    *,
    new: str = "",
    witnesses: tuple[Seat, ...] | None = None,
) -> None:
    """Let something happen; it is told to all who see one of these elements afterwards, or saw it perish.

    Whoever loses sight of it by this learns that by `look`, and not where it has gone. Who has moved looks
    about at once. Whoever is told of a `new` element remembers that one too. With `witnesses` nobody else is
    told: the event names somebody whom others do not see.
    """
    if is_open(game.state):
        game.happens(event)
        return
    names = tuple(about)
    seen = {seat: _seen_of(game, seat, names) for seat in game.seats}
    stood = {name: game.state.elements[name].field for name in names}
    after = game.state.fork()
    event.apply(after)
    told = tuple(
        seat
        for seat in game.seats
        if (witnesses is None or seat in witnesses)
        and (
            _sees_any(game, after, seat, names)
            or any(after.elements[name].fate != "board" for name in seen[seat])
        )
    )
    game.happens(event, None if len(told) == len(game.seats) else told, twin)
    sight.keep_what_is_seen(after, game.state)
    _follow(game, (*names, new) if new else names, told)
    if any(after.elements[name].field != field for name, field in stood.items()):
        look(game)


def _seen_of(game: Game[Position], seat: Seat, names: tuple[str, ...]) -> list[str]:
    sides = game.state.seats[seat]
    return [name for name in names if sees(game.pack, game.state, sides, name)]


def _follow(game: Game[Position], names: tuple[str, ...], told: tuple[Seat, ...]) -> None:
    """Whoever was told of an element remembers where it was, or it is placed on the board.

    He may not see it any more, as when somebody jumps off a vehicle into the dark.
    """
    for name in names:
        element = game.state.elements[name]
        side = enemy_of(element.side)
        if element.fate != "board" or not is_concealed(game.pack, game.state, element.side):
            continue
        is_told = not element.aboard and any(seat in told for seat in seats_of(game.state, side))
        if not is_told and not sees(game.pack, game.state, (side,), name):
            continue
        if mode_of(game.state) == "hidden":
            _notice(game, side, name)
        elif game.state.shown.get(name) != element.field:
            game.happens(Shown(name, element.field, cite="WPR-verdeckt-2"))


# -- what comes into sight ---------------------------------------------------------------------------------


class Spotted(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is spotted in {field}."
    reveals: ClassVar[bool] = True
    side: Side
    element: str
    model: str
    field: str

    def apply(self, state: Position) -> None:
        _remember(state, self.side, self.element, self.model, self.field)


class Followed(Event[Position], frozen=True):
    """Bookkeeping: an element in sight has moved."""

    side: Side
    element: str
    model: str
    field: str

    def apply(self, state: Position) -> None:
        _remember(state, self.side, self.element, self.model, self.field)


def _remember(state: Position, side: Side, element: str, model: str, field: str) -> None:
    state.ghosts[f"{side}/{element}"] = Ghost(side, element, model, field, state.turn, state.half, seen=True)


class LostSight(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is out of sight; it was last seen in {field}."
    side: Side
    element: str
    field: str

    def apply(self, state: Position) -> None:
        name = f"{self.side}/{self.element}"
        state.ghosts[name] = replace(state.ghosts[name], turn=state.turn, half=state.half, seen=False)


class Shown(Event[Position], frozen=True):
    """Partly hidden play: an element of the defender is placed on the board."""

    said: ClassVar[str] = "{element} is placed on the board in {field}."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        state.shown[self.element] = self.field


class Unshown(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is taken off the board again."
    element: str

    def apply(self, state: Position) -> None:
        del state.shown[self.element]


class DummyExposed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} in {field} is a dummy."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], fate="lost", field=""))


class WorkSeen(Event[Position], frozen=True):
    """From now on both sides know of it; who dug it does not learn that."""

    said: ClassVar[str] = "There is a field position in {field}."
    reveals: ClassVar[bool] = True
    field: str

    def apply(self, state: Position) -> None:
        state.earthworks[self.field] = replace(state.earthworks[self.field], seen=True)


class BarrierUnseen(Event[Position], frozen=True):
    """Bookkeeping that nobody is told: a barrier is built out of the enemy's sight."""

    barrier: str

    def apply(self, state: Position) -> None:
        state.unseen_barriers = (*state.unseen_barriers, self.barrier)


class BarrierSeen(Event[Position], frozen=True):
    """The enemy of its side knows of a barrier from now on."""

    said: ClassVar[str] = "There is a barrier in {field}."
    reveals: ClassVar[bool] = True
    barrier: str
    field: str

    def apply(self, state: Position) -> None:
        state.unseen_barriers = tuple(name for name in state.unseen_barriers if name != self.barrier)


def look(game: Game[Position]) -> None:
    """After every step and activity: expose dummies, and tell each side who and what came into sight."""
    _expose_dummies(game)
    if is_open(game.state):
        return
    pictures.renew(game)
    for side in SIDES:
        if is_concealed(game.pack, game.state, enemy_of(side)):
            if mode_of(game.state) == "partly":
                _place_on_the_board(game, enemy_of(side))
                keep_tokens(game, enemy_of(side))
            else:
                _look_for(game, side)
    _look_for_works(game)
    _look_for_barriers(game)


@rule("WPR-minen-1")
def _look_for_barriers(game: Game[Position]) -> None:
    """What was built in play lies open to whoever looks into its field."""
    for barrier in map(game.state.barriers.__getitem__, game.state.unseen_barriers):
        if pictures.looks_at(game.pack, game.state, enemy_of(barrier.side), barrier.field):
            find(game, barrier, enemy_of(barrier.side))


def find(game: Game[Position], barrier: Barrier, by: Side) -> None:
    """A barrier that was built out of the enemy's sight is no longer unseen. Its owner does not learn of it,
    even if he clears it away himself."""
    event = BarrierSeen(barrier.id, barrier.field, cite="WPR-minen-1")
    game.happens(event, seats_of(game.state, by) if by != barrier.side else ())


@rule("WPR-verdeckt-1")
def _look_for_works(game: Game[Position]) -> None:
    """A finished position is found with whoever is seen in it, or by entering it."""
    for field, work in tuple(game.state.earthworks.items()):
        if work.side is None or work.seen or work.turns < game.pack.tables.work.dig_in_turns:
            continue
        enemy = (enemy_of(work.side),)
        if any(sees(game.pack, game.state, enemy, one.id) for one in at(game.state, field)):
            game.happens(WorkSeen(field, cite="WPR-verdeckt-1"), seats_of(game.state, enemy_of(work.side)))


@rule("WPR-schein-1")
def _expose_dummies(game: Game[Position]) -> None:
    """A dummy is recognised by whoever stands in its field."""
    for element in _dummies(game.state):
        if any(other.side != element.side for other in at(game.state, element.field)):
            game.happens(DummyExposed(element.id, element.field, cite="WPR-schein-1"))


def _dummies(state: Position) -> list[Element]:
    elements = (state.elements[name] for name in state.dummies)
    return [element for element in elements if element.guise and element.fate == "board"]


def _look_for(game: Game[Position], side: Side) -> None:
    state = game.state
    seen = sight.detected(game.pack, state, side)
    for name in sorted(seen):
        _notice(game, side, name)
    for ghost in tuple(state.ghosts.values()):
        if ghost.side == side and ghost.seen and ghost.element not in seen:
            event = LostSight(side, ghost.element, ghost.field, cite="WPR-verdeckt-1")
            game.happens(event, seats_of(state, side))


def _notice(game: Game[Position], side: Side, name: str) -> None:
    """A side sees an enemy element: for the first time, or in another field than before."""
    element = as_it_looks(game.state.elements[name], papers=True)
    ghost = game.state.ghosts.get(f"{side}/{name}")
    told = seats_of(game.state, side)
    if ghost is None or not ghost.seen:
        game.happens(Spotted(side, name, element.model, element.field, cite="WPR-verdeckt-1"), told)
    elif ghost.field != element.field:
        game.happens(Followed(side, name, element.model, element.field), told)


@rule("WPR-verdeckt-2")
def _place_on_the_board(game: Game[Position], defender: Side) -> None:
    """Whoever is detected or fires is placed on the board; whoever moves on unseen is taken off again."""
    state = game.state
    seen = sight.detected(game.pack, state, enemy_of(defender))
    for element in tuple(state.elements.values()):
        if element.side != defender or element.fate != "board":
            continue
        there = state.shown.get(element.id)
        if element.id in seen or (element.fired_in == state.half and not element.aboard):
            if there != element.field:
                game.happens(Shown(element.id, element.field, cite="WPR-verdeckt-2"))
        elif there is not None and there != element.field:
            game.happens(Unshown(element.id, cite="WPR-verdeckt-2"))
