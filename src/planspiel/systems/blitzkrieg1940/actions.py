"""5.2, 6.1 and 6.2 Actions of the activated units: move, fire, both by halves, load, call for fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Question, Rng, Script, ask, resume_point, rule
from planspiel.systems.blitzkrieg1940 import entry, fire, indirect, movement, reaction_windows, transport
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.march import Halt, Move, begin, march, next_hex, random_move
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.routes import Routes
from planspiel.systems.blitzkrieg1940.state import Known, March, Position, Unit, passenger_of, put, seat_of
from planspiel.systems.blitzkrieg1940.transport import Load, Unload
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "ActionEnded",
    "ChooseAction",
    "EndActivation",
    "FinishAction",
    "Fire",
    "Inspect",
    "SegmentClosed",
    "actor_refusal",
    "actors",
    "mover_refusal",
    "segment",
]


# -- orders and events ---------------------------------------------------------------------------------


class Fire(Order, frozen=True):
    """Direct fire at one unit; with `then_move` at reduced strength, to move with half the points after."""

    unit: str
    target: str
    passenger: str = ""
    """The company whose fire is combined with its carrier's."""
    then_move: bool = False


class Inspect(Order, frozen=True):
    """Look into an enemy stack before naming a target."""

    unit: str
    hex: str


class EndActivation(Order, frozen=True):
    """Nothing more is to be done in this activation."""


class ActionEnded(Event[Position], frozen=True):
    """Bookkeeping: units have acted. A column ends with the move."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            put(state, replace(state.units[name], acted=True, column=False))


class SegmentClosed(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} has finished its actions."
    side: str


Deed = Move | Fire | Inspect | Load | Unload | CallFire | EndActivation


# -- who may act ---------------------------------------------------------------------------------------


@rule("BLK-5-A", "BLK-6.1-H", "BLK-10.3-C")
def actor_refusal(known: Known, name: str) -> Illegal | None:
    """Why a unit cannot act now: only units of an activated formation may, each once."""
    unit, activation = known.units.get(name), known.activation
    if unit is None or activation is None or unit.formation not in activation.formations:
        return Illegal("{unit} does not belong to an activated formation.", "BLK-5-A", unit=name)
    if unit.acted:
        return _acted(name)
    if known.formations[unit.formation].demoralised:
        refusal = _demoralised(known, unit.formation)
        if refusal is not None:
            return refusal
    if unit.fate != "map" and not entry.is_ready_to_enter(known, unit):
        return Illegal("{unit} is not on the map.", "BLK-6.1-H", unit=name)
    return None


@rule("BLK-5.2-C", "BLK-5.2-G1")
def _acted(name: str) -> Illegal:
    """A unit completes its action before the next one acts, and does not act again."""
    return Illegal("{unit} has already acted.", "BLK-5.2-G1", unit=name)


@rule("BLK-8.5.1-A")
def _demoralised(known: Known, formation: str) -> Illegal | None:
    """Demoralised in its own activation.

    The book bars it from being activated, but it has been: so it goes on. By option no further unit acts.
    """
    if known.options["demoralised_stop_acting"]:
        return Illegal("{formation} is demoralised.", "BLK-8.5.1-A", formation=formation)
    return None


def actors(known: Known) -> Iterator[Unit]:
    """The units that have still to act."""
    activation = known.activation
    if activation is None:
        return
    for unit in known.units.values():
        if unit.acted or unit.formation not in activation.formations:
            continue
        if actor_refusal(known, unit.id) is None:
            yield unit


def mover_refusal(known: Known, unit: Unit) -> Illegal | None:
    """Why a unit that may act does not move. The company on a carrier moves with it, in the same action."""
    aboard = passenger_of(known, unit.id)
    for one in (unit, aboard) if aboard is not None else (unit,):
        if one.neutralised and not one.is_hq:
            return _only_fire(one)
    if unit.carrier:
        reason = "{unit} rides on {carrier}, which moves it."
        return Illegal(reason, "BLK-6.1-G4", unit=unit.id, carrier=unit.carrier)
    return _acted(aboard.id) if aboard is not None and aboard.acted else None


@rule("BLK-8.4-A", "BLK-8.4-E", "BLK-6.1-G")
def _only_fire(unit: Unit) -> Illegal:
    """It has tried to rally when the formation was activated; what is left to it is fire."""
    return Illegal("{unit} is neutralised and cannot move.", "BLK-8.4-A", unit=unit.id)


@rule("BLK-7.1-F", "BLK-7.1-G2")
def _party_refusal(pack: Pack, known: Known, names: Sequence[str]) -> Illegal | None:
    """Units move singly or as a stack of three at most; HQs join without being counted."""
    if not names or len(dict.fromkeys(names)) != len(names):
        return Illegal("A move names its units, each once.", "BLK-7.1-F")
    for name in names:
        refusal = actor_refusal(known, name) or mover_refusal(known, known.units[name])
        if refusal is not None:
            return refusal
    units = [known.units[name] for name in movement.with_passengers(known, names)]
    if any(unit.hex != units[0].hex for unit in units):
        return Illegal("Only units of one hex move as a stack.", "BLK-7.1-F")
    if sum(not unit.is_hq for unit in units) > pack.limits.stack:
        return Illegal("A stack that moves has at most {most} units.", "BLK-7.1-F", most=pack.limits.stack)
    return None


def _move_refusal(pack: Pack, known: Known, order: Move) -> Illegal | None:
    refusal = _party_refusal(pack, known, order.units)
    if refusal is not None:
        return refusal
    begun = movement.set_out(pack, known, order.units, order.half)
    return movement.Outlook(pack, known, begun).path_refusal(begun, order.path, order.column)


@rule("BLK-6.1-B")
def _fire_refusal(pack: Pack, known: Known, order: Fire) -> Illegal | None:
    """Full strength for a unit that does not move; reduced for one that moves afterwards."""
    refusal = actor_refusal(known, order.unit)
    if refusal is None and order.passenger:
        refusal = actor_refusal(known, order.passenger)
    if refusal is None and order.then_move:
        refusal = mover_refusal(known, known.units[order.unit])
    return refusal or fire.shot_refusal(pack, known, _shot(order, moved=order.then_move))


def _shot(order: Fire, *, moved: bool) -> Shot:
    return Shot(order.unit, order.target, "direct", moved, order.passenger)


def _firers(order: Fire) -> tuple[str, ...]:
    return (order.unit, order.passenger) if order.passenger else (order.unit,)


def _shots(pack: Pack, known: Known, unit: Unit, *, moved: bool) -> Iterator[Fire]:
    if unit.fate == "map":
        for shot in fire.shots(pack, known, unit, "direct", moved=moved):
            yield Fire(shot.firer, shot.target, shot.passenger)


def _moves(pack: Pack, known: Known, begun: March) -> Iterator[Move]:
    """One cheapest path to each goal across country, and one in column where a road helps."""
    for column in (False, True):
        for path in Routes(pack, known, begun, column).paths():
            yield Move(begun.units, path, column, begun.by_half)


# -- the choice of an action ---------------------------------------------------------------------------


class ChooseAction(Question[BlitzkriegView, Deed], frozen=True):
    prompt: ClassVar[str] = "Choose a unit and its action, or end the activation."
    cite: ClassVar[str] = "BLK-5.2-B"

    def options(self, view: BlitzkriegView) -> Iterator[Deed]:
        yield EndActivation()
        yield from indirect.fire_missions(view.pack, view)
        units = list(actors(view))
        for unit in units:
            yield from _fires(view, unit)
            yield from transport.loads(view.pack, view, unit)
            yield from _inspections(view, unit)
        for party in _parties(view, units):
            yield from _moves(view.pack, view, movement.set_out(view.pack, view, party, half=False))
            if not all(view.units[name].is_hq for name in party):
                yield from _moves(view.pack, view, movement.set_out(view.pack, view, party, half=True))

    def check(self, view: BlitzkriegView, order: Deed) -> None:
        refusal = _deed_refusal(view, order)
        if refusal is not None:
            raise refusal

    def explain(self, view: BlitzkriegView, thing: str) -> Illegal | None:
        kind, _, name = thing.partition(":")
        return actor_refusal(view, name) if kind == "unit" else None

    def odds(self, view: BlitzkriegView, order: Deed) -> Odds | None:
        if isinstance(order, Fire):
            return fire.odds_of(view.pack, view, _shot(order, moved=order.then_move))
        if isinstance(order, CallFire):
            return indirect.mission_odds(view.pack, view, order)
        return None

    def sample(self, view: BlitzkriegView, rng: Rng) -> Deed:
        """A random unit, then a random thing it can do: without listing what all the others could."""
        units = list(actors(view))
        if not units or not rng.randrange(12):
            return indirect.random_mission(view.pack, view, rng) or EndActivation()
        unit = rng.choice(units)
        if rng.randrange(2):
            return _random_deed(view, unit, rng) or _random_march(view, unit, rng) or EndActivation()
        return _random_march(view, unit, rng) or _random_deed(view, unit, rng) or EndActivation()


def _random_deed(view: BlitzkriegView, unit: Unit, rng: Rng) -> Deed | None:
    """Something that a unit can do where it stands."""
    deeds = [*_fires(view, unit), *transport.loads(view.pack, view, unit), *_inspections(view, unit)]
    return rng.choice(deeds) if deeds else None


def _random_march(view: BlitzkriegView, unit: Unit, rng: Rng) -> Move | None:
    """Mostly a move with all points of the unit."""
    if mover_refusal(view, unit) is not None:
        return None
    half = not unit.is_hq and not rng.randrange(4)
    return random_move(view, movement.set_out(view.pack, view, (unit.id,), half), rng)


def _fires(view: BlitzkriegView, unit: Unit) -> Iterator[Fire]:
    """The shots of a unit that stays, and those of one that moves afterwards."""
    for then_move in (False, True) if mover_refusal(view, unit) is None else (False,):
        for order in _shots(view.pack, view, unit, moved=then_move):
            if not order.passenger or actor_refusal(view, order.passenger) is None:
                yield replace(order, then_move=then_move)


def _inspections(view: BlitzkriegView, unit: Unit) -> Iterator[Inspect]:
    if not view.options["stack_secrecy"] or unit.is_hq or unit.fate != "map":
        return
    for hex_ in dict.fromkeys(u.hex for u in view.units.values() if u.hex and u.side != unit.side):
        if _inspect_refusal(view, Inspect(unit.id, hex_)) is None:
            yield Inspect(unit.id, hex_)


def _inspect_refusal(view: BlitzkriegView, order: Inspect) -> Illegal | None:
    refusal = actor_refusal(view, order.unit)
    if refusal is not None or not view.options["stack_secrecy"]:
        return refusal or Illegal("All stacks lie open.", "BLK-8.1.1-G1")
    if order.hex in view.inspected:
        return Illegal("The stack in {hex} lies open already.", "BLK-8.1.1-C", hex=order.hex)
    return fire.inspect_refusal(view.pack, view, view.units[order.unit], order.hex)


def _parties(view: BlitzkriegView, units: Sequence[Unit]) -> Iterator[tuple[str, ...]]:
    """Each unit alone, and what stands together as a stack."""
    stacks: dict[str, list[str]] = {}
    for unit in units:
        if mover_refusal(view, unit) is None:
            stacks.setdefault(unit.hex, []).append(unit.id)
            yield (unit.id,)
    for party in stacks.values():
        if len(party) > 1 and _party_refusal(view.pack, view, party) is None:
            yield tuple(party)


def _deed_refusal(view: BlitzkriegView, order: Deed) -> Illegal | None:
    pack = view.pack
    match order:
        case Move():
            return _move_refusal(pack, view, order)
        case Fire():
            return _fire_refusal(pack, view, order)
        case Inspect():
            return _inspect_refusal(view, order)
        case Load():
            return actor_refusal(view, order.carrier) or transport.load_refusal(pack, view, order)
        case Unload():
            return actor_refusal(view, order.carrier) or transport.unload_refusal(pack, view, order)
        case CallFire():
            return indirect.mission_refusal(pack, view, order)
        case EndActivation():
            return None


# -- the second half of an action ----------------------------------------------------------------------


class FinishAction(Question[BlitzkriegView, Move | Fire | Halt], frozen=True):
    """Units that have moved, fired or loaded may do the other half of their action."""

    prompt: ClassVar[str] = "Do these units do anything else?"
    cite: ClassVar[str] = "BLK-6.1-C"
    units: tuple[str, ...]
    may_move: bool = False
    may_fire: bool = False
    moved: bool = False
    done: tuple[str, ...] = ()
    """Units that have done the other half already."""

    def options(self, view: BlitzkriegView) -> Iterator[Move | Fire | Halt]:
        yield Halt()
        yield from self.deeds(view.pack, view)

    def deeds(self, pack: Pack, known: Known) -> Iterator[Move | Fire]:
        for name in self.units:
            unit = known.units[name]
            yield from self._shots_of(pack, known, unit)
            if self.may_move and mover_refusal(known, unit) is None:
                yield from _moves(pack, known, movement.set_out(pack, known, (name,), half=True))

    def _shots_of(self, pack: Pack, known: Known, unit: Unit) -> Iterator[Fire]:
        if self.may_fire:
            for shot in _shots(pack, known, unit, moved=self.moved):
                if shot.passenger not in self.done:
                    yield shot

    def sample(self, view: BlitzkriegView, rng: Rng) -> Move | Fire | Halt:
        """A random unit, then a random shot or move of it, or nothing."""
        unit = view.units[rng.choice(self.units)]
        shots = list(self._shots_of(view.pack, view, unit))
        if shots and rng.randrange(2):
            return rng.choice(shots)
        if self.may_move and rng.randrange(6) and mover_refusal(view, unit) is None:
            begun = movement.set_out(view.pack, view, (unit.id,), half=True)
            return random_move(view, begun, rng) or Halt()
        return Halt()

    def check(self, view: BlitzkriegView, order: Move | Fire | Halt) -> None:
        refusal = None if isinstance(order, Halt) else self._refusal(view, order)
        if refusal is not None:
            raise refusal

    def _refusal(self, view: BlitzkriegView, order: Move | Fire) -> Illegal | None:
        names = order.units if isinstance(order, Move) else (order.unit,)
        if not names or any(name not in self.units for name in names):
            return Illegal("Another unit has still to finish its action.", "BLK-5.2-G1")
        if isinstance(order, Fire):
            if not self.may_fire or order.then_move:
                return Illegal("The units have fired; they can only move now.", "BLK-6.1-C")
            if order.passenger in self.done:
                return _acted(order.passenger)
            return fire.shot_refusal(view.pack, view, _shot(order, moved=self.moved))
        if not self.may_move or not order.half:
            return Illegal("A move beside fire or loading uses half the movement points.", "BLK-6.1-C")
        return _move_refusal(view.pack, view, order)

    def odds(self, view: BlitzkriegView, order: Move | Fire | Halt) -> Odds | None:
        if isinstance(order, Fire):
            return fire.odds_of(view.pack, view, _shot(order, moved=self.moved))
        return None


@rule("BLK-6.1-C", "BLK-6.1-G2")
def _finish(game: Game[Position], question: FinishAction) -> Script[None]:
    """The other half is judged anew: who was neutralised in between cannot move and fires with a handicap."""
    left, done = question.units, question.done
    while True:
        left = tuple(name for name in left if name not in done and game.state.units[name].fate == "map")
        asked = replace(question, units=left, done=done)
        if next(asked.deeds(game.pack, game.state), None) is None:
            return
        side = game.state.units[left[0]].side
        answer = yield from ask(seat_of(game.state, side), asked)
        if isinstance(answer, Halt):
            return
        if isinstance(answer, Move):
            done = (*done, *answer.units)
            yield from march(game, answer)
        else:
            done = (*done, *_firers(answer))
            yield from _shoot(game, _shot(answer, moved=question.moved))


# -- the segment ---------------------------------------------------------------------------------------


@rule("BLK-5.2-B", "BLK-5.2-D", "BLK-2-I")
def segment(game: Game[Position]) -> Script[None]:
    """The active player takes his units' actions in any order until he declares the end."""
    while game.state.march is not None or _is_anything_left(game.state):
        yield from resume_point()
        if game.state.march is not None:
            yield from _march_on(game, game.state.march)
            continue
        activation = game.state.activation
        assert activation is not None
        order = yield from ask(seat_of(game.state, activation.side), ChooseAction())
        if isinstance(order, EndActivation):
            game.happens(SegmentClosed(activation.side, cite="BLK-5.2-E"))
            return
        yield from _act(game, order)


def _is_anything_left(state: Position) -> bool:
    activation = state.activation
    if activation is None:
        return False
    return bool(activation.salvoes.counts) or next(actors(state), None) is not None


def _act(game: Game[Position], order: Deed) -> Script[None]:
    match order:
        case Move():
            begin(game, order)
        case Fire():
            yield from _fire(game, order)
        case Inspect():
            fire.inspect(game, game.state.units[order.unit], order.hex)
        case Load():
            transport.load(game, order)
            yield from _after_loading(game, (order.carrier,))
        case Unload():
            company = transport.unload(game, order)
            yield from _after_loading(game, (order.carrier, company))
        case CallFire():
            yield from indirect.call_fire(game, order)
        case EndActivation():
            return


def _march_on(game: Game[Position], going: March) -> Script[None]:
    """A move with all points, or with half of them and fire at reduced strength, one hex farther."""
    assert game.state.plan is not None
    units = game.state.plan.party
    yield from next_hex(game)
    if game.state.march is not None:
        return
    if going.by_half:
        yield from _finish(game, FinishAction(units, may_fire=True, moved=True))
    _end_action(game, units)


def _fire(game: Game[Position], order: Fire) -> Script[None]:
    """Fire at full strength, or at reduced strength and a move with half the points."""
    units = _firers(order)
    if order.then_move:
        units = movement.with_passengers(game.state, units)
    yield from _shoot(game, _shot(order, moved=order.then_move))
    if order.then_move:
        yield from _finish(game, FinishAction((order.unit,), may_move=True))
    _end_action(game, units)


def _shoot(game: Game[Position], shot: Shot) -> Script[None]:
    yield from fire.shoot(game, shot)
    yield from reaction_windows.after_fire(game, shot.firer, (shot.target,))


@rule("BLK-6.1-F", "BLK-6.1-G4")
def _after_loading(game: Game[Position], units: tuple[str, ...]) -> Script[None]:
    """Carrier and company have used their action; each may still move with half its points, or fire."""
    pair = movement.with_passengers(game.state, units)
    yield from _finish(game, FinishAction(units, may_move=True, may_fire=True))
    _end_action(game, pair)


@rule("BLK-7.2.1-G1")
def _end_action(game: Game[Position], units: Sequence[str]) -> None:
    """Column lasts until the whole action is over, so that fire on the road suffers from it."""
    game.happens(ActionEnded(tuple(units), cite="BLK-5.2-C"))


SCRIPTS = {"segment": segment}
