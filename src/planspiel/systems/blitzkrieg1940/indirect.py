"""8.6 Indirect fire: artillery that an HQ observes, Stukas that need no observer, and fire on one hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, get_args

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Modifiers, Odds, Order, Rng, Script, Side, Text, roll, rule
from planspiel.systems.blitzkrieg1940 import fire, movement, reaction_windows, results, sight
from planspiel.systems.blitzkrieg1940.fire import Aim
from planspiel.systems.blitzkrieg1940.pack import Calibre, Pack
from planspiel.systems.blitzkrieg1940.state import Activation, Known, Position, Unit, units_at

__all__ = [
    "CallFire",
    "SalvoLost",
    "SalvoSpent",
    "Transmitted",
    "call_fire",
    "fire_missions",
    "mission_odds",
    "mission_refusal",
    "observers",
    "random_mission",
]

STUKA = "stuka"
CALIBRES: tuple[str, ...] = (*get_args(Calibre), STUKA)


class CallFire(Order, frozen=True):
    """Salvoes or strikes on a hex. More than one is concentrated fire, declared before any is resolved."""

    hex: str
    salvoes: tuple[str, ...]
    """Calibres, or `stuka` for each strike, in the order in which they are resolved."""
    observer: str = ""
    """The HQ that directs the artillery."""


class SalvoSpent(Event[Position], frozen=True):
    """A salvo or strike of the activation is used up, and its hex may not be aimed at again."""

    said: ClassVar[str] = "{marker} fires on {hex}."
    calibre: str
    hex: str
    marker: str = ""

    def apply(self, state: Position) -> None:
        activation = state.activation
        assert activation is not None
        struck = activation.struck if self.hex in activation.struck else (*activation.struck, self.hex)
        state.activation = replace(
            activation, salvoes=activation.salvoes.without(self.calibre), struck=struck
        )


class Transmitted(Event[Position], frozen=True):
    said: ClassVar[str] = "{observer} sends the coordinates of {hex}."
    observer: str
    hex: str


class SalvoLost(Event[Position], frozen=True):
    said: ClassVar[str] = "A salvo on {hex} is lost."
    hex: str


# -- what may be fired ---------------------------------------------------------------------------------


@rule("BLK-8.6-B", "BLK-8.6.1-D")
def mission_refusal(pack: Pack, known: Known, order: CallFire) -> Illegal | None:
    """Why this fire may not be called; None if it may. Only the salvoes of a drawn marker can be fired."""
    activation = known.activation
    if activation is None or not order.salvoes:
        return Illegal("No artillery or Stuka marker is in play.", "BLK-8.6.1-A")
    for calibre, wanted in Counter(order.salvoes).items():
        left = activation.salvoes.of(calibre)
        if wanted > left:
            reason = "{wanted} salvoes of a kind were called, {left} are left."
            return Illegal(reason, "BLK-8.6.1-D", wanted=wanted, left=left)
    return _wrong_hex(pack, known, order.hex, activation.side) or _wrong_observer(pack, known, order)


@rule("BLK-8.6-G1", "BLK-8.6.2-G1")
def _wrong_hex(pack: Pack, known: Known, hex_: str, side: Side) -> Illegal | None:
    """The hex must hold an enemy, and further fire on it must have been declared with the first."""
    if hex_ not in pack.theatre(known.scenario).board:
        return Illegal("There is no hex {hex}.", "BLK-8.6.1-B", hex=hex_)
    if not any(unit.side != side for unit in units_at(known, hex_)):
        return Illegal("There is no enemy in {hex}.", "BLK-8.6-G1", hex=hex_)
    assert known.activation is not None
    if hex_ in known.activation.struck:
        return Illegal(
            "{hex} was hit already: all fire on it is declared with the first salvo.",
            "BLK-8.6.2-G1",
            hex=hex_,
        )
    return None


@rule("BLK-8.6.1-A", "BLK-8.6.1-I")
def _wrong_observer(pack: Pack, known: Known, order: CallFire) -> Illegal | None:
    """Artillery needs an own HQ that sees the target hex; Stukas strike any unit on the map."""
    if all(calibre == STUKA for calibre in order.salvoes):
        return None
    if not order.observer:
        return Illegal("Artillery needs an HQ as observer.", "BLK-8.6.1-A")
    if order.observer not in observers(pack, known, order.hex):
        reason = "{unit} is no HQ with a line of sight to {hex}."
        return Illegal(reason, "BLK-8.6.1-I", unit=order.observer, hex=order.hex)
    return None


@rule("BLK-8.6.1-G3")
def observers(pack: Pack, known: Known, hex_: str) -> list[str]:
    """The HQs of the active side that can direct fire on a hex, the surest first."""
    assert known.activation is not None
    side = known.activation.side
    enemies = [unit for unit in units_at(known, hex_) if unit.side != side]
    return _observing(pack, known, _hqs(known, side), hex_, enemies)


def _hqs(known: Known, side: Side) -> list[Unit]:
    return [u for u in known.units.values() if u.is_hq and u.side == side and u.fate == "map"]


def _observing(pack: Pack, known: Known, hqs: list[Unit], hex_: str, enemies: list[Unit]) -> list[str]:
    """Which of these HQs see one of the enemies in a hex; by option a free line to the hex is enough."""
    theatre = pack.theatre(known.scenario)
    near = [hq for hq in hqs if theatre.board.distance(hq.hex, hex_) <= pack.limits.sight]
    if known.options["observer_needs_target"]:
        found = [hq for hq in near if any(sight.can_see(pack, known, hq.hex, unit) for unit in enemies)]
    else:
        found = [hq for hq in near if sight.line_of_sight(theatre, hq.hex, hex_).is_open]
    found.sort(key=lambda hq: (not _is_adjacent(pack, known, hq, hex_), hq.neutralised))
    return [hq.id for hq in found]


def _is_adjacent(pack: Pack, known: Known, hq: Unit, hex_: str) -> bool:
    return pack.theatre(known.scenario).board.distance(hq.hex, hex_) <= 1


def fire_missions(pack: Pack, known: Known) -> Iterator[CallFire]:
    """Each salvo that is left on each hex it may fall on, and all that are left together."""
    activation = known.activation
    if activation is None or not activation.salvoes.counts:
        return
    hqs = _hqs(known, activation.side)
    for hex_, enemies in _enemies_by_hex(known, activation).items():
        yield from _missions_on(pack, known, hqs, hex_, enemies)


def random_mission(pack: Pack, known: Known, rng: Rng) -> CallFire | None:
    """Some fire on the first hex, in random order, that can be fired at."""
    activation = known.activation
    if activation is None or not activation.salvoes.counts:
        return None
    hqs = _hqs(known, activation.side)
    hexes = list(_enemies_by_hex(known, activation).items())
    rng.shuffle(hexes)
    for hex_, enemies in hexes:
        missions = list(_missions_on(pack, known, hqs, hex_, enemies))
        if missions:
            return rng.choice(missions)
    return None


def _missions_on(
    pack: Pack, known: Known, hqs: list[Unit], hex_: str, enemies: list[Unit]
) -> Iterator[CallFire]:
    assert known.activation is not None
    left = known.activation.salvoes.counts
    guns = tuple(calibre for calibre in left if calibre != STUKA)
    if STUKA in left:
        yield CallFire(hex_, (STUKA,))
        if left[STUKA] > 1:
            yield CallFire(hex_, (STUKA,) * left[STUKA])
    seen = _observing(pack, known, hqs, hex_, enemies) if guns else []
    if seen:
        for calibre in guns:
            yield CallFire(hex_, (calibre,), seen[0])
        if sum(left[calibre] for calibre in guns) > 1:
            everything = tuple(calibre for calibre in guns for _ in range(left[calibre]))
            yield CallFire(hex_, everything, seen[0])


def _enemies_by_hex(known: Known, activation: Activation) -> dict[str, list[Unit]]:
    """The enemies in each hex that was not fired at yet."""
    found: dict[str, list[Unit]] = {}
    for unit in known.units.values():
        if unit.side != activation.side and unit.fate == "map" and unit.hex not in activation.struck:
            found.setdefault(unit.hex, []).append(unit)
    return found


# -- what it does --------------------------------------------------------------------------------------


@rule("BLK-8.6.1-G1")
def column_of(pack: Pack, known: Known, calibre: str) -> int:
    """The column of a calibre; by option light and heavy artillery stand nearer to the proven medium 5."""
    if calibre == STUKA:
        return _stuka_column(pack)
    if known.options["artillery_columns"] == "4 and 6" and calibre != "medium":
        return 4 if calibre == "light" else 6
    column: int = pack.charts.artillery_column(calibre)  # type: ignore[arg-type]
    return column


@rule("BLK-8.6.1-F")
def _stuka_column(pack: Pack) -> int:
    return pack.stuka_column


@rule("BLK-8.6.1-C", "BLK-8.6.1-G4", "BLK-7.2.1-G2")
def aim_salvo(pack: Pack, known: Known, calibre: str, target: Unit) -> Aim:
    """The column, minus armour, with what the target's state and ground do: no range, no column status."""
    mods = Modifiers()
    if movement.is_dispersed(pack, known, target):
        mods.add(pack.fire.dispersed_target, "target dispersed", "BLK-7.2.2-C")
    fire.add_cover(mods, pack, known, target)
    fire.add_works(mods, pack, known, target)
    return Aim(column_of(pack, known, calibre), fire.armour_of(pack, target), mods.lines)


def mission_odds(pack: Pack, known: Known, order: CallFire) -> Odds:
    """What the first salvo may do to the first enemy in the hex once it falls, and the column of each."""
    calibre, targets = order.salvoes[0], _targets(known, order.hex)
    aims = [aim_salvo(pack, known, calibre, unit) for unit in targets]
    assert known.activation is not None
    first = next(n for n, unit in enumerate(targets) if unit.side != known.activation.side)
    odds = fire.odds_of_aim(pack, aims[first], targets[first], "BLK-8.6.1-E")
    columns = tuple(
        Text("{unit}: column {column}", {"unit": unit.id, "column": aimed.factor})
        for unit, aimed in zip(targets, aims, strict=True)
    )
    return replace(odds, afterwards=columns)


@rule("BLK-8.6-A", "BLK-8-A")
def _targets(known: Known, hex_: str) -> list[Unit]:
    """Every unit in the hex, of either side, HQs included; a carrier stands for its company."""
    return [unit for unit in units_at(known, hex_) if not unit.carrier]


@rule("BLK-8.6.1-B", "BLK-8.6.1-Q", "BLK-8.6.2-A", "BLK-8.6.2-B")
def call_fire(game: Game[Position], order: CallFire) -> Script[None]:
    """The declared salvoes one by one, then the chance to retreat for whoever was fired at."""
    side = game.state.activation.side if game.state.activation is not None else ""
    shelled: dict[str, None] = {}
    for calibre in order.salvoes:
        game.happens(SalvoSpent(calibre, order.hex, _battery(game.state, calibre), cite="BLK-8.6.1-P"))
        if not any(unit.side != side for unit in units_at(game.state, order.hex)):
            game.happens(SalvoLost(order.hex, cite="BLK-8.6.2-C"))
            continue
        if calibre == STUKA or (yield from transmit(game, order)):
            shelled.update(dict.fromkeys(unit.id for unit in _targets(game.state, order.hex)))
            yield from _resolve(game, calibre, order.hex)
    fired_at = tuple(name for name in shelled if game.state.units[name].side != side)
    yield from reaction_windows.after_indirect_fire(game, fired_at)


@rule("BLK-8.6.1-J", "BLK-8.6.1-L")
def transmit(game: Game[Position], order: CallFire) -> Script[bool]:
    """The observer sends the coordinates; next to the target that cannot fail."""
    observer, checks = game.state.units[order.observer], game.pack.checks
    if _is_adjacent(game.pack, game.state, observer, order.hex):
        game.happens(Transmitted(observer.id, order.hex, cite="BLK-8.6.1-L"))
        return True
    pips = yield from roll(
        checks.transmission_dice,
        "{observer} sends the coordinates of {hex}",
        "BLK-8.6.1-J",
        roller=observer.id,
        observer=observer.id,
        hex=order.hex,
    )
    if sum(pips) + _neutralised_observer(game, observer) <= checks.transmission:
        game.happens(Transmitted(observer.id, order.hex, cite="BLK-8.6.1-J"))
        return True
    game.happens(SalvoLost(order.hex, cite="BLK-8.6.1-M"))
    return False


@rule("BLK-8.6.1-K")
def _neutralised_observer(game: Game[Position], observer: Unit) -> int:
    added: int = game.pack.checks.transmission_neutralised
    return added if observer.neutralised else 0


@rule("BLK-8.6.1-E", "BLK-8.6.1-G", "BLK-8.6.1-G2", "BLK-8.6.1-O")
def _resolve(game: Game[Position], calibre: str, hex_: str) -> Script[None]:
    """One roll for the hex, read for each unit on its own column."""
    targets = _targets(game.state, hex_)
    aims = {unit.id: aim_salvo(game.pack, game.state, calibre, unit) for unit in targets}
    marker = _battery(game.state, calibre)
    pips = yield from roll(
        "2d6", "{marker} fires on {hex}", "BLK-8.6.1-E", roller=calibre, marker=marker, hex=hex_
    )
    hits = [(name, fire.read(game, marker, name, aimed, sum(pips))) for name, aimed in aims.items()]
    yield from results.suffer_all(game, hits)


def _battery(state: Position, calibre: str) -> str:
    """The marker whose salvoes these are, by which players know them."""
    markers = state.activation.markers if state.activation is not None else ()
    return next((name for name in markers if state.markers[name].load.of(calibre)), calibre)
