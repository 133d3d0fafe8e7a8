"""The position: units, formations, markers, and what is going on at the moment.

Records are frozen, tables are plain dicts. `Known` is what rules read: the true position when an order is
carried out, a seat's view when an order is judged. Both have the same tables, so one function serves both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from planspiel.kernel import Public, Seat, Secret, Side, State, known_to

__all__ = [
    "FRENCH",
    "GERMAN",
    "SIDES",
    "Activation",
    "Attacker",
    "Calibre",
    "Combat",
    "Conduct",
    "Formation",
    "Known",
    "March",
    "Marker",
    "MarkerKind",
    "MarkerPlace",
    "Plan",
    "Position",
    "Salvoes",
    "Standing",
    "Unit",
    "Works",
    "companies",
    "enemy_of",
    "hq_of",
    "is_enemy_at",
    "members",
    "passenger_of",
    "places",
    "put",
    "seat_of",
    "seats_of",
    "show",
    "stack",
    "tread",
    "units_at",
]

FRENCH: Final = Side("french")
GERMAN: Final = Side("german")
SIDES: Final = (FRENCH, GERMAN)

Fate = Literal["due", "map", "track", "left", "dead"]
"""Still to come, on the map, overrun and on the turn track (an HQ), out of the game, eliminated."""
Calibre = Literal["light", "medium", "heavy"]
MarkerKind = Literal["formation", "artillery", "stuka", "repeat", "general"]
MarkerPlace = Literal[
    "due",
    "opening",
    "cup",
    "drawn",
    "hand",
    "armed",
    "banked",
    "used",
    "skipped",
    "cancelled",
    "carried",
    "gone",
]


class Unit(Struct, frozen=True, omit_defaults=True):
    """A company, or an HQ (`is_hq`), which has no steps and no weapons."""

    id: str
    side: Side
    formation: str
    """The formation whose marker activates it; an independent unit's adopted one."""
    counter: str = ""
    """Its counter in the pack; empty for an HQ."""
    is_hq: bool = False
    is_independent: bool = False
    fate: Fate = "due"
    hex: str = ""
    due: int = 0
    """The first turn in which it may enter or return."""
    steps: int = 2
    neutralised: bool = False
    out_of_command: bool = False
    opp_used: bool = False
    acted: bool = False
    moved: bool = False
    """It has moved in this game turn (9.1.1)."""
    countered: bool = False
    """It has tried counter fire in this enemy activation."""
    column: bool = False
    carrier: str = ""
    """The carrier it rides on."""


class Formation(Struct, frozen=True, omit_defaults=True):
    id: str
    side: Side
    exhausted: bool = False
    demoralised: bool = False
    steps: int = 0
    """Steps of its companies at full strength, adopted independents included (8.5)."""
    lost: int = 0
    own_used: bool = False
    repeat_used: bool = False
    """Its HQ shows the activated side (3.2)."""
    skipped: bool = False
    activations: int = 0
    gone: bool = False


class Salvoes(Struct, frozen=True, omit_defaults=True):
    """Off-map fire: salvoes by calibre, and Stuka strikes."""

    light: int = 0
    medium: int = 0
    heavy: int = 0
    stuka: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """What there is of each kind, where there is any."""
        all_kinds = {"light": self.light, "medium": self.medium, "heavy": self.heavy, "stuka": self.stuka}
        return {kind: count for kind, count in all_kinds.items() if count > 0}

    def of(self, kind: str) -> int:
        return self.counts.get(kind, 0)

    def without(self, kind: str) -> Salvoes:
        """One salvo of this kind has been fired."""
        return Salvoes(**{**self.counts, kind: self.of(kind) - 1})


class Marker(Struct, frozen=True, omit_defaults=True):
    """An activation marker and where it lies. `load` are the salvoes or strikes it is worth."""

    id: str
    side: Side
    kind: MarkerKind
    formation: str = ""
    load: Salvoes = Salvoes()
    place: MarkerPlace = "due"
    due: int = 0
    extra: bool = False
    """Taken by a general marker: never in the cup, gone at the end of the turn (5.5)."""


class Works(Struct, frozen=True, omit_defaults=True):
    """Defensive works; once `manned`, they go when no infantry is left in them (10.2)."""

    side: Side
    manned: bool = False


class Activation(Struct, frozen=True, omit_defaults=True):
    """The operation segment that is running: which formations act, and what fire is left to call."""

    side: Side
    formations: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    by_repeat: bool = False
    salvoes: Salvoes = Salvoes()
    """What is left to call."""
    struck: tuple[str, ...] = ()
    """Hexes already fired at by these salvoes: no more without having been declared (8.6.2)."""


class March(Struct, frozen=True, omit_defaults=True):
    """A move that is going on: who, what each has left in half points, how far."""

    units: tuple[str, ...]
    left: tuple[int, ...]
    """In the order of the units."""
    start: str = ""
    """Where it began; empty off the map, as is the next."""
    came_from: str = ""
    entered: int = 0
    by_half: bool = False
    """Only half the movement points may be used: the other half of the action is fire or loading."""

    def of(self, units: tuple[str, ...]) -> March:
        """The march of only some of its units."""
        return replace(self, units=units, left=tuple(self.left_of(unit) for unit in units))

    def left_of(self, unit: str) -> int:
        """Half points that a unit has left."""
        return self.left[self.units.index(unit)]


class Plan(Struct, frozen=True, omit_defaults=True):
    """How a march is to go on, as its player ordered it."""

    party: tuple[str, ...]
    """All who set out, with those they carry: their action ends with the march."""
    path: tuple[str, ...]
    column: bool = False
    entered: int = 0
    """How many hexes the march had entered when this was ordered."""

    def rest(self, march: March) -> tuple[str, ...]:
        """The hexes still to be entered."""
        return self.path[march.entered - self.entered :]


class Attacker(Struct, frozen=True):
    unit: str
    came_from: str


class Combat(Struct, frozen=True, omit_defaults=True):
    """A close combat that is going on."""

    hex: str
    attackers: tuple[Attacker, ...]
    defenders: tuple[str, ...]
    round: int = 1
    neutralised_before: tuple[str, ...] = ()
    """Defenders that were neutralised when it began (9.1.5)."""
    in_column: tuple[str, ...] = ()
    soft: bool = False
    """All defenders were infantry, machine guns, motorcycles or anti-tank guns (9.2)."""


class Conduct(Struct, frozen=True, omit_defaults=True):
    """What a unit does when the enemy moves or fires."""

    fire: Literal["ask", "hold", "fire"] = "ask"
    within: int = 8
    """Fire only at targets at most so many hexes away."""
    retreat: Literal["ask", "stay"] = "ask"


class Standing(Conduct, frozen=True, omit_defaults=True):
    """Standing orders as a player gives and sees them: for all units, and for some of them others."""

    units: dict[str, Conduct] = field(default_factory=dict)

    def of(self, unit: str) -> Conduct:
        return self.units.get(unit, self)

    @property
    def is_to_be_asked(self) -> bool:
        """Whether everything is left to the player."""
        return all(one.fire == "ask" and one.retreat == "ask" for one in (self, *self.units.values()))


class Position(State, kw_only=True, dict=True):
    scenario: Annotated[str, Public]
    options: Annotated[dict[str, bool | int | str], Public] = field(default_factory=dict)
    seats: Annotated[dict[Seat, tuple[Side, ...]], Public] = field(default_factory=dict)
    standing: Annotated[dict[Seat, Conduct], Secret] = field(default_factory=dict)
    conduct: Annotated[dict[str, Conduct], Secret] = field(default_factory=dict)
    """Standing orders of single units, which go before those of their player."""
    units: Annotated[dict[str, Unit], known_to("owner, with stack secrecy")] = field(default_factory=dict)
    formations: Annotated[dict[str, Formation], Public] = field(default_factory=dict)
    markers: Annotated[dict[str, Marker], Public] = field(default_factory=dict)
    works: Annotated[dict[str, Works], known_to("owner, whether manned, with stack secrecy")] = field(
        default_factory=dict
    )
    mines: Annotated[dict[str, Side], known_to("owner, with mine secrecy")] = field(default_factory=dict)
    control: Annotated[dict[str, Side], Public] = field(default_factory=dict)
    found_mines: Annotated[tuple[str, ...], Public] = ()
    """Minefields that both sides know of, with mine secrecy."""
    trodden: Annotated[tuple[str, ...], Public] = ()
    """Hexes that units have entered, with mine secrecy: a minefield there would have been found."""
    inspected: Annotated[tuple[str, ...], Public] = ()
    """Hexes whose stack has been looked through in this activation, with stack secrecy."""
    shown: Annotated[tuple[str, ...], Public] = ()
    """Units whose place both sides know, with stack secrecy: once seen they stay known, for all moves are."""
    passed: Annotated[str, Public] = ""
    """The side that has just declined a marker; `both` ends the operations phase (5.6)."""
    activation: Annotated[Activation | None, Public] = None
    march: Annotated[March | None, Public] = None
    plan: Annotated[Plan | None, Secret] = None
    """Of the march: only its player knows where it goes."""
    combat: Annotated[Combat | None, Public] = None

    @property
    def by_hex(self) -> dict[str, Sequence[Unit]]:
        """Who stands where: follows from the units, and `put` keeps it up to date.

        Not to be listed hex by hex: in which order hexes stand here depends on how the game went.
        """
        found: dict[str, Sequence[Unit]] | None = self.__dict__.get("by_hex")
        if found is None:
            found = vars(self)["by_hex"] = places(self.units)
        return found


class Known(Protocol):
    """What a rule may read: the position, or what a seat knows of it."""

    @property
    def scenario(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def options(self) -> Mapping[str, bool | int | str]: ...
    @property
    def units(self) -> Mapping[str, Unit]: ...
    @property
    def by_hex(self) -> Mapping[str, Sequence[Unit]]: ...
    @property
    def formations(self) -> Mapping[str, Formation]: ...
    @property
    def markers(self) -> Mapping[str, Marker]: ...
    @property
    def works(self) -> Mapping[str, Works]: ...
    @property
    def mines(self) -> Mapping[str, Side]: ...
    @property
    def control(self) -> Mapping[str, Side]: ...
    @property
    def activation(self) -> Activation | None: ...
    @property
    def march(self) -> March | None: ...
    @property
    def combat(self) -> Combat | None: ...


def enemy_of(side: Side) -> Side:
    return GERMAN if side == FRENCH else FRENCH


def places(units: Mapping[str, Unit]) -> dict[str, Sequence[Unit]]:
    """The units in each hex, in id order; under the empty hex those off the map."""
    found: dict[str, list[Unit]] = {}
    for unit in units.values():
        found.setdefault(unit.hex, []).append(unit)
    return dict(found)


def put(state: Position, unit: Unit) -> None:
    """Lay a changed unit on the table. Every event that changes a unit does it with this."""
    before = state.units[unit.id]
    state.units[unit.id] = unit
    there = state.__dict__.get("by_hex")
    if there is not None:  # lists are made anew, because views share them
        there[before.hex] = [other for other in there[before.hex] if other.id != unit.id]
        there[unit.hex] = sorted((*there.get(unit.hex, ()), unit), key=lambda other: other.id)


def units_at(known: Known, hex_: str) -> Sequence[Unit]:
    """Everything in a hex, HQs and passengers included, in id order."""
    return known.by_hex.get(hex_, ())


def stack(known: Known, hex_: str, side: Side) -> list[Unit]:
    """The companies of a side in a hex: what the stacking limit counts (7.3)."""
    return [unit for unit in units_at(known, hex_) if unit.side == side and not unit.is_hq]


def is_enemy_at(known: Known, hex_: str, side: Side) -> bool:
    """Whether an enemy company stands in a hex; a lone HQ does not hold one (3.2)."""
    for unit in units_at(known, hex_):  # noqa: SIM110 - twice as fast as any(), and asked very often
        if unit.side != side and not unit.is_hq:
            return True
    return False


def members(known: Known, formation: str) -> Iterator[Unit]:
    """HQ and companies that a formation's marker activates, adopted independents included."""
    return (unit for unit in known.units.values() if unit.formation == formation)


def companies(known: Known, formation: str) -> Iterator[Unit]:
    """A formation's companies that are on the map or still to come."""
    return (u for u in members(known, formation) if not u.is_hq and u.fate in ("map", "due"))


def hq_of(known: Known, formation: str) -> Unit | None:
    """The HQ of a formation, wherever it is; some single companies have none."""
    return known.units.get(f"{formation}/hq")


def seat_of(state: Position, side: Side) -> Seat:
    """The player who decides for a side."""
    return next(seat for seat, sides in state.seats.items() if side in sides)


def seats_of(state: Position, side: Side) -> tuple[Seat, ...]:
    """The players who command a side: the audience of what the enemy may not see."""
    return tuple(seat for seat, sides in state.seats.items() if side in sides)


def show(state: Position, *units: str) -> None:
    """Units let the enemy see them: to be called by events, matters with stack secrecy only."""
    if state.options.get("stack_secrecy"):
        state.shown = tuple(dict.fromkeys([*state.shown, *units]))


def tread(state: Position, hex_: str) -> None:
    """A unit has entered a hex: to be called by events, matters with mine secrecy only."""
    if state.options.get("mine_secrecy") and hex_ not in state.trodden:
        state.trodden = (*state.trodden, hex_)


def passenger_of(known: Known, carrier: str) -> Unit | None:
    """The company that rides on a carrier (12.1)."""
    return next((u for u in units_at(known, known.units[carrier].hex) if u.carrier == carrier), None)
