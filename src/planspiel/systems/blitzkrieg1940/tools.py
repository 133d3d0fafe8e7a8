"""What the table shows beside the questions: costs of a march, sight, ranges, threats, the score.

Everything is asked of the rules' own functions, on the view of whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from planspiel.kernel import Illegal, Order, Question, Side, Text
from planspiel.systems.blitzkrieg1940 import command, movement, sight
from planspiel.systems.blitzkrieg1940.march import GoOn, Move
from planspiel.systems.blitzkrieg1940.pack import Bands, Hold, Pack
from planspiel.systems.blitzkrieg1940.state import SIDES, March, Unit, hq_of
from planspiel.systems.blitzkrieg1940.theatre import Theatre
from planspiel.systems.blitzkrieg1940.victory import holds_all, points
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView
from planspiel.systems.tools import (
    Band,
    Ground,
    Held,
    Laid,
    Mover,
    PathCosts,
    PathStep,
    Reach,
    Remark,
    Say,
    Score,
    Shown,
    Track,
    Wanted,
)

__all__ = ["GERMAN", "BlitzkriegTools"]

HALF_POINTS = 2
"""All costs are counted in halves of a movement point."""


class BlitzkriegTools:
    def costs(
        self, question: Question[BlitzkriegView, Order], view: BlitzkriegView, order: Order, say: Say
    ) -> PathCosts | None:
        """What a march costs, step by step, and why it cannot be gone if it cannot."""
        if not isinstance(order, Move) or not order.units:
            return None
        if any(name not in view.units or view.units[name].fate not in ("map", "due") for name in order.units):
            return None
        march = _march(question, view, order)
        return None if march is None else _costs(view, march, order, say)

    def shown(self, view: BlitzkriegView, wanted: Wanted, say: Say) -> Shown | None:
        match wanted.tool:
            case "sight":
                return _sight(view, wanted, say)
            case "range":
                return _range(view, wanted, say)
            case "threat":
                return _threat(view, wanted, say)
            case "command":
                return _command(view, wanted, say)

    def score(self, view: BlitzkriegView, say: Say) -> Score | None:
        return _score(view, say)

    def board(self, pack: Pack, scenario: str) -> Laid | None:
        return None

    def side_of(self, view: BlitzkriegView, roller: str) -> Side | None:
        if roller in SIDES:
            return Side(roller)
        found = view.units.get(roller) or view.formations.get(roller)
        return None if found is None else found.side

    def most_players(self, side: Side) -> int:
        return 1

    def german(self) -> Mapping[str, str]:
        return GERMAN


# -- 7.1 The costs of a march ------------------------------------------------------------------------------


def _march(question: Question[BlitzkriegView, Order], view: BlitzkriegView, order: Move) -> March | None:
    """The march that an order would begin or go on with."""
    if isinstance(question, GoOn):
        begun = view.march
        return None if begun is None or set(order.units) - set(begun.units) else begun.of(order.units)
    return movement.set_out(view.pack, view, order.units, order.half)


def _costs(view: BlitzkriegView, march: March, order: Move, say: Say) -> PathCosts:
    outlook = movement.Outlook(view.pack, view, march)
    slowest = min(march.units, key=march.left_of)
    allowance, going, steps = march.left_of(slowest), march, list[PathStep]()
    here = view.units[march.units[0]].hex
    for to in order.path:
        if to not in outlook.theatre.board or (here and to not in outlook.theatre.board.neighbours(here)):
            break
        farther = outlook.after_step(going, (here, to), order.column)
        if isinstance(farther, str):
            break
        cost = going.left_of(slowest) - farther.left_of(slowest)
        steps.append(PathStep(to, cost, allowance - farther.left_of(slowest)))
        here, going = to, farther
    refusal = outlook.path_refusal(march, order.path, order.column) if order.path else None
    return PathCosts(
        per=HALF_POINTS,
        allowance=allowance,
        left=going.left_of(slowest),
        steps=tuple(steps),
        movers=tuple(Mover(name, march.left_of(name), going.left_of(name)) for name in march.units),
        reason="" if refusal is None else say(refusal.reason),
        cite="" if refusal is None else refusal.cite,
    )


# -- 4 Lines of sight --------------------------------------------------------------------------------------


def _sight(view: BlitzkriegView, wanted: Wanted, say: Say) -> Shown:
    """The line between two hexes, the ground under it, and who of those at its end can be seen."""
    theatre = view.pack.theatre(view.scenario)
    start = _place(theatre, wanted.start or _on_map(view, wanted.unit).hex)
    end = _place(theatre, wanted.end)
    found = sight.line_of_sight(theatre, start, end)
    refusal = found.refusal()
    reason = Text("{start} sees {end}.", {"start": start, "end": end}) if refusal is None else refusal.reason
    return Shown(
        verdict=say(reason),
        cite="BLK-4.1-G" if refusal is None else refusal.cite,
        is_open=found.is_open,
        distance=theatre.board.distance(start, end),
        metres=_metres(theatre, start, end),
        profile=_profile(theatre, start, end, found.hexes),
        lines=tuple(_seen(view, start, end, say)),
    )


def _profile(theatre: Theatre, start: str, end: str, blocking: tuple[str, ...]) -> tuple[Ground, ...]:
    ground = [_ground(theatre, start)]
    if start == end:
        return tuple(ground)
    for fields, between, _ in theatre.board.line(start, end).steps:
        pair = [hex_ for hex_ in fields if hex_ in theatre.board]
        beside = pair[1] if len(pair) > 1 else ""
        if pair:
            ground.append(_ground(theatre, pair[0], between, beside, pair[0] in blocking))
    return (*ground, _ground(theatre, end))


def _ground(
    theatre: Theatre, hex_: str, between: bool = False, beside: str = "", blocks: bool = False
) -> Ground:
    """Obstacles stand one level above their ground; between two hexes the higher of both is shown."""
    pair = [hex_, beside] if beside else [hex_]
    height = max(theatre.level[each] for each in pair)
    top = max(theatre.level[each] + theatre.is_obstacle(each) for each in pair)
    return Ground(hex_, height, top, theatre.terrain[hex_], between, beside, blocks)


def _seen(view: BlitzkriegView, start: str, end: str, say: Say) -> Iterable[Remark]:
    """Which units at the far end are near enough to be seen for what they are."""
    for unit in view.units.values():
        if unit.hex == end and not unit.carrier:
            most = min(view.pack.limits.sight, sight.sighting_distance(view.pack, view, unit))
            can = sight.can_see(view.pack, view, start, unit)
            template = (
                "{unit} can be seen from {start}: up to {most} hexes."
                if can
                else "{unit} cannot be seen from {start}: up to {most} hexes."
            )
            yield Remark(say(Text(template, {"unit": unit.id, "start": start, "most": most})), "BLK-4.1-X1")


# -- 4.2 Ranges and threats --------------------------------------------------------------------------------


def _range(view: BlitzkriegView, wanted: Wanted, say: Say) -> Shown:
    """How far a unit's weapons reach; without a unit, how far two hexes lie apart."""
    theatre = view.pack.theatre(view.scenario)
    if not wanted.unit:
        start, end = _place(theatre, wanted.start), _place(theatre, wanted.end)
        far = theatre.board.distance(start, end)
        verdict = Text("From {start} to {end}: {far} hexes.", {"start": start, "end": end, "far": far})
        return Shown(say(verdict), "BLK-0-C", distance=far, metres=_metres(theatre, start, end))
    unit = _on_map(view, wanted.unit)
    reach = _reach(view, unit)
    verdict = Text("{unit} reaches {reach} hexes.", {"unit": unit.id, "reach": reach})
    places = _covered(view, unit) if reach else ()
    if not wanted.end:
        return Shown(say(verdict), "BLK-4.2-A", places=places)
    end = _place(theatre, wanted.end)
    far = theatre.board.distance(unit.hex, end)
    template = (
        "{unit} reaches {end}: distance {far}, range {reach}."
        if any(place.place == end for place in places)
        else "{unit} does not reach {end}: distance {far}, range {reach}."
    )
    verdict = Text(template, {"unit": unit.id, "end": end, "far": far, "reach": reach})
    metres = _metres(theatre, unit.hex, end)
    return Shown(say(verdict), "BLK-4.1-B", distance=far, metres=metres, places=places)


def _reach(view: BlitzkriegView, unit: Unit) -> int:
    """The range of a unit that may fire of its own accord, else nothing."""
    if not sight.can_fire_actively(view.pack, unit) or unit.carrier:
        return 0
    return min(sight.weapon_range(view.pack, view, unit), view.pack.limits.sight)


def _covered(view: BlitzkriegView, unit: Unit) -> tuple[Reach, ...]:
    """The hexes that a unit sees within its range."""
    theatre, reach = view.pack.theatre(view.scenario), _reach(view, unit)
    return tuple(
        Reach(hex_, theatre.board.distance(unit.hex, hex_), (unit.id,))
        for hex_ in theatre.board.disc(unit.hex, reach)
        if hex_ != unit.hex and sight.clear_distance(theatre, unit.hex, hex_, reach) <= reach
    )


def _threat(view: BlitzkriegView, wanted: Wanted, say: Say) -> Shown:
    """What one unit, or all enemies that are known, could fire at."""
    if wanted.unit:
        units = [_on_map(view, wanted.unit)]
    else:
        units = [u for u in view.units.values() if u.hex and u.side not in view.sides]
    found: dict[str, list[str]] = {}
    firing = [unit for unit in units if _reach(view, unit)]
    for unit in firing:
        for reach in _covered(view, unit):
            found.setdefault(reach.place, []).append(unit.id)
    places = tuple(Reach(hex_, len(names), tuple(names)) for hex_, names in sorted(found.items()))
    values: dict[str, str | int] = {"units": len(firing), "hexes": len(places)}
    return Shown(
        say(Text("{units} units could fire into {hexes} hexes.", values)), "BLK-4.2-A", places=places
    )


# -- 3.4 The command radius --------------------------------------------------------------------------------


def _command(view: BlitzkriegView, wanted: Wanted, say: Say) -> Shown:
    """How far companies may be from their HQ: of one unit's formation, or of all own ones."""
    theatre, reached = view.pack.theatre(view.scenario), dict[str, tuple[int, list[str]]]()
    hqs = _hqs(view, wanted.unit)
    for hq in hqs:
        for hex_ in theatre.board.disc(hq.hex, command.command_limit(view.pack, hq)):
            far = theatre.board.distance(hq.hex, hex_)
            nearest, names = reached.get(hex_, (far, []))
            reached[hex_] = (min(nearest, far), [*names, hq.id])
    places = tuple(Reach(hex_, far, tuple(names)) for hex_, (far, names) in sorted(reached.items()))
    if not hqs:
        return Shown(say(Text("No HQ is on the map.")), "BLK-3.2-H")
    limit = command.command_limit(view.pack, hqs[0])
    cite = "BLK-3.4-A" if hqs[0].side == "french" else "BLK-3.4-B"
    verdict = Text("Companies may move up to {limit} hexes away from their HQ.", {"limit": limit})
    out = [unit for unit in _bound(view, hqs) if not command.is_in_command(view.pack, view, unit)]
    lines = [Text("{unit} is beyond the limit of its HQ.", {"unit": unit.id}) for unit in out]
    return Shown(
        say(verdict), cite, places=places, lines=tuple(Remark(say(text), "BLK-3.5-A") for text in lines)
    )


def _hqs(view: BlitzkriegView, name: str) -> list[Unit]:
    if name:
        unit = _on_map(view, name)
        hq = hq_of(view, unit.formation)
        return [hq] if hq is not None and hq.hex else []
    return [unit for unit in view.units.values() if unit.is_hq and unit.hex and unit.side in view.sides]


def _bound(view: BlitzkriegView, hqs: list[Unit]) -> list[Unit]:
    formations = [hq.formation for hq in hqs]
    return [u for u in view.units.values() if u.formation in formations and u.hex and not u.is_hq]


# -- 11 The score ------------------------------------------------------------------------------------------


def _score(view: BlitzkriegView, say: Say) -> Score:
    scenario = view.pack.scenarios[view.scenario]
    theatre, rule_ = view.pack.theatre(view.scenario), scenario.victory
    objectives = tuple(
        Held(hex_, objective.name, objective.value, view.control.get(hex_, Side("")))
        for hex_, objective in theatre.objectives.items()
    )
    tracks = tuple(Track(side, points(view.pack, view, side)) for side in SIDES)
    if isinstance(rule_, Bands):
        band = _band(rule_, max(1, view.turn))
        total = points(view.pack, view, band.side)
        values: dict[str, str | int] = {
            "side": band.side,
            "points": total,
            "low": band.low,
            "high": band.high,
        }
        said = Text("{side} has {points} victory points; {low} to {high} go on with the game.", values)
        cite = "BLK-12.1-VICTORY-A"
    else:
        band, said, cite = None, _holding(view, rule_), "BLK-12.2-VICTORY-A"
    return Score(say(said), view.turn, scenario.turns, cite, tracks, band, objectives)


def _band(rule_: Bands, turn: int) -> Band:
    low, high = rule_.band(min(turn, len(rule_.bands)))
    return Band(Side(rule_.side), low, high)


def _holding(view: BlitzkriegView, rule_: Hold) -> Text:
    template = (
        "{side} holds all of {place} and would win."
        if holds_all(view.pack, view, Side(rule_.side), rule_.place)
        else "{side} does not hold all of {place} yet."
    )
    return Text(template, {"side": rule_.side, "place": rule_.place})


# -- what is pointed at ------------------------------------------------------------------------------------


def _place(theatre: Theatre, hex_: str) -> str:
    if hex_ not in theatre.board:
        raise Illegal("There is no hex {hex} on this map.", "BLK-7.1-A", hex=hex_ or "?")
    return hex_


def _on_map(view: BlitzkriegView, name: str) -> Unit:
    unit = view.units.get(name)
    if unit is None or not unit.hex:
        raise Illegal("{unit} is not on the map, as far as you know.", "BLK-4.1-A", unit=name or "-")
    return unit


def _metres(theatre: Theatre, a: str, b: str) -> int | None:
    pitch = theatre.map.layout.pitch_m
    return theatre.board.distance(a, b) * pitch if pitch else None


GERMAN: Mapping[str, str] = {
    "{start} sees {end}.": "{start} sieht {end}.",
    "{unit} can be seen from {start}: up to {most} hexes.": (
        "{unit} ist von {start} aus zu sehen: bis {most} Felder weit."
    ),
    "{unit} cannot be seen from {start}: up to {most} hexes.": (
        "{unit} ist von {start} aus nicht zu sehen: bis {most} Felder weit."
    ),
    "From {start} to {end}: {far} hexes.": "Von {start} nach {end}: {far} Felder.",
    "{unit} reaches {reach} hexes.": "{unit} reicht {reach} Felder weit.",
    "{unit} reaches {end}: distance {far}, range {reach}.": (
        "{unit} erreicht {end}: Entfernung {far}, Reichweite {reach}."
    ),
    "{unit} does not reach {end}: distance {far}, range {reach}.": (
        "{unit} erreicht {end} nicht: Entfernung {far}, Reichweite {reach}."
    ),
    "{units} units could fire into {hexes} hexes.": "{units} Einheiten könnten in {hexes} Felder feuern.",
    "No HQ is on the map.": "Kein HQ ist auf der Karte.",
    "Companies may move up to {limit} hexes away from their HQ.": (
        "Kompanien dürfen sich bis {limit} Felder von ihrem HQ entfernen."
    ),
    "{unit} is beyond the limit of its HQ.": "{unit} ist zu weit von seinem HQ.",
    "{side} holds all of {place} and would win.": "{side} hält ganz {place} und würde gewinnen.",
    "{side} does not hold all of {place} yet.": "{side} hält {place} noch nicht ganz.",
    "{unit} is not on the map, as far as you know.": "{unit} ist, soweit du weißt, nicht auf der Karte.",
}
