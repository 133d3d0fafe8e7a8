"""7.1 and 9.1.1 The march: hex by hex, with mines, reactions and close combat on the way.

A path is a plan. Whenever the mover has seen something happen he may go on, choose another way, or halt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Rng, Script, ask, rule
from planspiel.systems.blitzkrieg1940 import (
    close_combat,
    command,
    mines,
    movement,
    reaction_windows,
    retreat,
    victory,
    works,
)
from planspiel.systems.blitzkrieg1940.routes import Routes
from planspiel.systems.blitzkrieg1940.state import (
    Attacker,
    March,
    Plan,
    Position,
    is_enemy_at,
    put,
    seat_of,
    seats_of,
    show,
    tread,
    units_at,
)
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "GoOn",
    "Halt",
    "MarchBegan",
    "MarchEnded",
    "MembersDropped",
    "Move",
    "RoutePlanned",
    "UnitsMoved",
    "begin",
    "march",
    "next_hex",
    "random_move",
]


# -- orders and events ---------------------------------------------------------------------------------


class Move(Order, frozen=True):
    """Units that move together, hex by hex, without the hex they are in.

    `column` declares road movement wherever the path follows a road. `half` uses half the points at most,
    because the units want to fire as well.
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    column: bool = False
    half: bool = False


class Halt(Order, frozen=True):
    """End the move, or the action, here."""


class MarchBegan(Event[Position], frozen=True):
    """Bookkeeping: units set out with so many half points each."""

    march: March

    def apply(self, state: Position) -> None:
        state.march = self.march


class RoutePlanned(Event[Position], frozen=True):
    """Bookkeeping, for the mover alone: how his march is to go on."""

    plan: Plan

    def apply(self, state: Position) -> None:
        state.plan = self.plan


class UnitsMoved(Event[Position], frozen=True):
    """Units entered a hex, with what they carry; `march` is what they have left."""

    said: ClassVar[str] = "{leader} moves to {hex}."
    leader: str
    units: tuple[str, ...]
    hex: str
    march: March
    column: bool = False

    def apply(self, state: Position) -> None:
        state.march = self.march
        show(state, *self.units)
        tread(state, self.hex)
        for name in self.units:
            put(state, replace(state.units[name], hex=self.hex, fate="map", moved=True, column=self.column))


class MembersDropped(Event[Position], frozen=True):
    """Bookkeeping: some units of a stack go no farther."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        assert state.march is not None
        march = state.march
        rest = tuple(name for name in march.units if name not in self.units)
        state.march = march.of(rest)


class MarchEnded(Event[Position], frozen=True):
    """Bookkeeping: the move is over; what was not spent is lost."""

    def apply(self, state: Position) -> None:
        state.march = state.plan = None


# -- going on ------------------------------------------------------------------------------------------


class GoOn(Question[BlitzkriegView, Move | Halt], frozen=True):
    """Something has happened on the way: go on as planned, another way, with fewer units, or halt."""

    prompt: ClassVar[str] = "{leader} is in {at}: go on?"
    cite: ClassVar[str] = "BLK-6.3.1-E"
    leader: str
    at: str
    rest: tuple[str, ...] = ()
    column: bool = False

    def options(self, view: BlitzkriegView) -> Iterator[Move | Halt]:
        if self._may_halt(view):
            yield Halt()
        yield from self._moves(view)

    def _moves(self, view: BlitzkriegView) -> Iterator[Move]:
        planned = next(self._as_planned(view), None)
        if planned is not None:
            yield planned
        march = _of(view)
        for units in _parties(march):
            if _dropping_refusal(view, march, units) is None:
                for column in (False, True):
                    for path in Routes(view.pack, view, march.of(units), column).paths():
                        move = Move(units, path, column, march.by_half)
                        if move != planned:
                            yield move

    def _as_planned(self, view: BlitzkriegView) -> Iterator[Move]:
        march = _of(view)
        if not self.rest:
            return
        outlook = movement.Outlook(view.pack, view, march)
        if outlook.path_refusal(march, self.rest, self.column) is None:
            yield Move(march.units, self.rest, self.column, march.by_half)

    def _may_halt(self, view: BlitzkriegView) -> bool:
        """Only where a move may end; but whoever has no way on stays where he is."""
        refusal = movement.Outlook(view.pack, view, _of(view)).end_refusal(self.at)
        return refusal is None or next(self._moves(view), None) is None

    def check(self, view: BlitzkriegView, order: Move | Halt) -> None:
        march = _of(view)
        if isinstance(order, Halt):
            if not self._may_halt(view):
                refusal = movement.Outlook(view.pack, view, march).end_refusal(self.at)
                assert refusal is not None
                raise refusal
            return
        if not order.units or any(name not in march.units for name in order.units):
            raise Illegal("Only units of this march can go on.", "BLK-7.1-G2")
        if order.half != march.by_half:
            raise Illegal("Whether the units fire as well was said when they set out.", "BLK-6.1-C")
        refusal = _dropping_refusal(view, march, order.units)
        if refusal is None:
            party = march.of(order.units)
            refusal = movement.Outlook(view.pack, view, party).path_refusal(party, order.path, order.column)
        if refusal is not None:
            raise refusal

    def explain(self, view: BlitzkriegView, thing: str) -> Illegal | None:
        kind, _, hex_ = thing.partition(":")
        march = _of(view)
        if kind == "unit" and hex_ not in march.units:
            return Illegal("Only units of this march can go on.", "BLK-7.1-G2")
        if kind != "hex" or hex_ == self.at:
            return None
        return _unreachable(view, march, hex_)

    def sample(self, view: BlitzkriegView, rng: Rng) -> Move | Halt:
        planned = next(self._as_planned(view), None)
        if planned is not None and rng.randrange(4):
            return planned
        if rng.randrange(2) and movement.Outlook(view.pack, view, _of(view)).end_refusal(self.at) is None:
            return Halt()
        march = _of(view)
        units = rng.choice(_parties(march))
        move = None
        if _dropping_refusal(view, march, units) is None:
            move = random_move(view, march.of(units), rng)
        return move or rng.choice(list(self.options(view)))


def random_move(view: BlitzkriegView, march: March, rng: Rng) -> Move | None:
    """Some way to some goal, across country or in column; None if none was found at once."""
    column = not rng.randrange(3)
    routes = Routes(view.pack, view, march, column)
    goals = routes.goals()
    for _ in range(4):
        path = routes.path(rng.choice(goals)) if goals else None
        if path is not None:
            return Move(march.units, path, column, march.by_half)
    return None


def _of(view: BlitzkriegView) -> March:
    assert view.march is not None
    return view.march


def _parties(march: March) -> list[tuple[str, ...]]:
    """All together, or each alone."""
    return [march.units, *((name,) for name in march.units)] if len(march.units) > 1 else [march.units]


@rule("BLK-7.1-G2")
def _dropping_refusal(view: BlitzkriegView, march: March, units: Sequence[str]) -> Illegal | None:
    """Members that stay behind end their move in the hex where they are, so they must be allowed to."""
    dropped = tuple(name for name in march.units if name not in units)
    if not dropped:
        return None
    return movement.Outlook(view.pack, view, march.of(dropped)).end_refusal(view.units[dropped[0]].hex)


def _unreachable(view: BlitzkriegView, march: March, hex_: str) -> Illegal | None:
    """Why a march cannot reach a hex; None if it can."""
    if hex_ not in view.pack.theatre(view.scenario).board:
        return Illegal("There is no hex {hex} on this map.", "BLK-7.1-A", hex=hex_)
    if any(Routes(view.pack, view, march, column).path(hex_) for column in (False, True)):
        return None
    refusal = movement.Outlook(view.pack, view, march).end_refusal(hex_)
    return refusal or Illegal("The movement points do not reach {hex}.", "BLK-7.1-A", hex=hex_)


# -- the march -----------------------------------------------------------------------------------------


def march(game: Game[Position], order: Move) -> Script[None]:
    """A whole march at a stretch."""
    begin(game, order)
    while game.state.march is not None:
        yield from next_hex(game)


@rule("BLK-6.1-A", "BLK-7.1-B", "BLK-7.1-F")
def begin(game: Game[Position], order: Move) -> None:
    """Units move along a path and pay for each hex they enter; they may spend less than they have."""
    party = movement.with_passengers(game.state, order.units)
    begun = movement.set_out(game.pack, game.state, order.units, order.half)
    game.happens(MarchBegan(begun, cite="BLK-7.1-C"))
    _intend(game, Plan(party, order.path, order.column))


def next_hex(game: Game[Position]) -> Script[None]:
    """What happens in the hex that was entered; then the next one is entered, or the march ends.

    The next step comes last: whoever may react in a hex need not know where the march goes from there.
    """
    state = game.state
    assert state.march is not None
    happened = (yield from _in_hex(game)) if state.march.entered else False
    while going := _marching(game):
        assert state.plan is not None
        rest, column = state.plan.rest(state.march), state.plan.column
        if happened or (not rest and _could_part(game)):
            question = GoOn(going[0], state.units[going[0]].hex, rest, column)
            answer = yield from ask(seat_of(state, state.units[going[0]].side), question)
            if isinstance(answer, Halt):
                break
            yield from _drop(game, [name for name in going if name not in answer.units])
            rest, column = answer.path, answer.column
            _intend(game, Plan(state.plan.party, rest, column, state.march.entered))
        if not rest:
            break
        if _enter(game, rest[0], column):
            return
        _intend(game, Plan(state.plan.party, rest[1:], column, state.march.entered))
        happened = True
    yield from _drop(game, _marching(game))
    game.happens(MarchEnded(cite="BLK-7.1-C"))


def _intend(game: Game[Position], plan: Plan) -> None:
    side = game.state.units[plan.party[0]].side
    game.happens(RoutePlanned(plan, cite="BLK-7.1-A"), seats_of(game.state, side))


def _marching(game: Game[Position]) -> tuple[str, ...]:
    return game.state.march.units if game.state.march is not None else ()


def _could_part(game: Game[Position]) -> bool:
    """Whether a stack has come to where some of its members can go on and others cannot."""
    march = game.state.march
    assert march is not None
    if len(march.units) == 1:
        return False
    can = [_can_go_on(game, march.of((name,))) for name in march.units]
    return any(can) and not all(can)


def _can_go_on(game: Game[Position], march: March) -> bool:
    return next(Routes(game.pack, game.state, march, False).paths(), None) is not None


def _drop(game: Game[Position], names: Sequence[str]) -> Script[None]:
    """Units end their move where they are; if that breaks the stacking limit they must go on (6.3.3)."""
    if names:
        game.happens(MembersDropped(tuple(names), cite="BLK-7.1-G2"))
    for name in names:
        if game.state.units[name].fate == "map":
            yield from retreat.clear_stack(game, name)


def _enter(game: Game[Position], to: str, column: bool) -> bool:
    """Pay for a hex and enter it; False if that proves impossible."""
    state = game.state
    march = state.march
    assert march is not None
    here = state.units[march.units[0]].hex
    outlook = movement.Outlook(game.pack, state, march)
    farther = outlook.after_step(march, (here, to), column)
    if isinstance(farther, str):
        return False
    attack = outlook.is_held(to)
    _advance(game, farther, to, column, attack)
    if not attack:
        for unit in units_at(state, to):
            if unit.side != outlook.side:
                command.overrun_hq(game, unit.id, "BLK-3.2-G2")
    mines.find(game, to)
    return True


def _in_hex(game: Game[Position]) -> Script[bool]:
    """In the hex just entered: close combat, or mines and reactions. True if the mover saw it happen."""
    state = game.state
    march = state.march
    assert march is not None
    first = state.units[march.units[0]]
    if is_enemy_at(state, first.hex, first.side):
        yield from _attack(game, march.came_from, first.hex)
        return True
    shaken = [name for name in march.units if state.units[name].neutralised]
    blown = yield from _cross_mines(game, first.hex, shaken)
    reacted = yield from reaction_windows.after_entering(game, march.units)
    yield from _lose_members(game, shaken)
    return blown or reacted


def _advance(game: Game[Position], farther: March, to: str, column: bool, attack: bool) -> None:
    """The units leave one hex for the next. Column lasts as long as the road is used (7.2.1)."""
    here = farther.came_from
    theatre = game.pack.theatre(game.state.scenario)
    on_road = _is_in_column(column, movement.is_road(theatre, here, to))
    units = movement.with_passengers(game.state, farther.units)
    cite = "BLK-9.1.1-A" if attack else "BLK-7.1-A" if here else "BLK-12.2-FR-G2"
    game.happens(UnitsMoved(units[0], units, to, farther, on_road, cite=cite))
    if here:
        works.works_check(game, here)
    if not attack:
        works.works_check(game, to)
        for name in units:
            victory.take_control(game, game.state.units[name])


@rule("BLK-7.2-A", "BLK-7.2.1-A", "BLK-7.2.1-C", "BLK-7.2.2-B")
def _is_in_column(declared: bool, by_road: bool) -> bool:
    """Road movement needs the declaration, and where the road is left the column ends."""
    return declared and by_road


@rule("BLK-10.1-G5")
def _cross_mines(game: Game[Position], hex_: str, shaken: Sequence[str]) -> Script[bool]:
    """Each unit of a stack is attacked in turn, until the field is used up."""
    blown = False
    for name in _marching(game):
        if hex_ in game.state.mines and game.state.units[name].fate == "map":
            blown = True
            yield from mines.mine_attack(game, name, depletion=True)
    if blown:
        yield from _lose_members(game, shaken)
    return blown


def _lose_members(game: Game[Position], shaken: Sequence[str]) -> Script[None]:
    """Whoever was neutralised or eliminated on the way has stopped.

    An HQ that set out neutralised (`shaken`) goes on with its half allowance (8.4).
    """
    units = game.state.units
    lost = [n for n in _marching(game) if units[n].fate != "map" or units[n].neutralised]
    yield from _drop(game, [n for n in lost if n not in shaken or units[n].fate != "map"])


# -- 9.1.1 Close combat on the way ---------------------------------------------------------------------


@rule("BLK-9.1.1-A", "BLK-9.1.1-G2")
def _attack(game: Game[Position], here: str, to: str) -> Script[None]:
    """A stack that enters an enemy-occupied hex fights one combat together; winners may go on by 9.2."""
    yield from _mines_before_combat(game, here, to)
    attackers = tuple(Attacker(name, here) for name in _marching(game))
    if not attackers:
        return
    going_on = yield from close_combat.assault(game, to, attackers)
    yield from _after_combat(
        game, [a.unit for a in attackers if game.state.units[a.unit].hex == to], going_on
    )


@rule("BLK-6.1-E", "BLK-6.1-G3", "BLK-6.3.3-G3")
def _after_combat(game: Game[Position], holding: Sequence[str], going_on: Sequence[str]) -> Script[None]:
    """Only now can others react to the attack; only winners by 9.2 may go on, into further combats too."""
    yield from _drop(game, [name for name in _marching(game) if name not in going_on])
    if holding:
        yield from reaction_windows.after_entering(game, holding)
        yield from _lose_members(game, ())


@rule("BLK-10.1-H", "BLK-10.1-G6")
def _mines_before_combat(game: Game[Position], here: str, to: str) -> Script[None]:
    """Mines under the defenders attack each attacker first. Who is neutralised by them falls back."""
    for name in _marching(game):
        if to in game.state.mines:
            yield from mines.mine_attack(game, name, depletion=True)
        unit = game.state.units[name]
        if unit.fate != "map" or unit.neutralised:
            game.happens(MembersDropped((name,), cite="BLK-10.1-G6"))
        if unit.fate == "map" and unit.neutralised:
            yield from close_combat.fall_back(game, name, here, "BLK-10.1-G6")
