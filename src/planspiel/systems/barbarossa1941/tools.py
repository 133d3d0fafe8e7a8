"""What the table shows beside the questions: costs of a route, sight, ranges, threats, command, the score.

Everything is asked of the rules' own functions, on the view of whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from planspiel.kernel import Illegal, Order, Question, Side, Text
from planspiel.systems.barbarossa1941.arcs import in_arc
from planspiel.systems.barbarossa1941.attack import attack_refusal, range_accuracy, reach_of
from planspiel.systems.barbarossa1941.boards import Theatre
from planspiel.systems.barbarossa1941.hq import in_command
from planspiel.systems.barbarossa1941.laying import laid, objectives
from planspiel.systems.barbarossa1941.orders import Assault, CautiousMove, FireOnTheMove, March, Plan
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.routes import march_allowance
from planspiel.systems.barbarossa1941.sight import sees, sight
from planspiel.systems.barbarossa1941.state import SIDES, Unit, units_at
from planspiel.systems.barbarossa1941.terrain import step_of
from planspiel.systems.barbarossa1941.victory import points_now
from planspiel.systems.barbarossa1941.view import BarbarossaView
from planspiel.systems.tools import (
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

__all__ = ["GERMAN", "BarbarossaTools"]

Routed = Assault | CautiousMove | March | FireOnTheMove


class BarbarossaTools:
    def costs(
        self, question: Question[BarbarossaView, Order], view: BarbarossaView, order: Order, say: Say
    ) -> PathCosts | None:
        """What the route of the one unit in a plan takes, step by step, and why it cannot be gone."""
        if not isinstance(order, Plan) or not isinstance(question, PlanRound) or len(order.parts) != 1:
            return None
        ((piece, part),) = order.parts.items()
        if piece not in question.pieces(view) or not isinstance(part, Routed) or not part.route:
            return None
        return _costs(question, view, piece, part, say)

    def shown(self, view: BarbarossaView, wanted: Wanted, say: Say) -> Shown | None:
        match wanted.tool:
            case "sight":
                return _sight(view, wanted, say)
            case "range":
                return _range(view, wanted, say)
            case "threat":
                return _threat(view, wanted, say)
            case "command":
                return _command(view, wanted, say)

    def score(self, view: BarbarossaView, say: Say) -> Score | None:
        return _score(view, say)

    def board(self, pack: Pack, scenario: str) -> Laid | None:
        return laid(pack, scenario)

    def side_of(self, view: BarbarossaView, roller: str) -> Side | None:
        if roller in SIDES:
            return Side(roller)
        unit = view.units.get(roller)
        return None if unit is None else unit.side

    def most_players(self, side: Side) -> int:
        """Team mates share an army (BAR-preparation-4). The book sets no limit; armies are small."""
        return 3

    def german(self) -> Mapping[str, str]:
        return GERMAN


# -- routes ------------------------------------------------------------------------------------------------


def _costs(question: PlanRound, view: BarbarossaView, piece: str, part: Routed, say: Say) -> PathCosts:
    unit = view.units[piece.removeprefix("unit:")]
    card, allowance, steps = view.pack.cards[unit.card], _allowance(view, unit, part), list[PathStep]()
    for a, b in pairwise((unit.hex, *part.route)):
        step = step_of(view.pack, view, card, a, b)
        if isinstance(step, Illegal):
            break
        steps.append(PathStep(b, step.cost, step.cost + (steps[-1].spent if steps else 0)))
    left = allowance - (steps[-1].spent if steps else 0)
    reason, cite = _why_not(question, view, piece, part, say)
    return PathCosts(1, allowance, left, tuple(steps), (Mover(unit.id, allowance, left),), reason, cite)


def _allowance(view: BarbarossaView, unit: Unit, part: Routed) -> int:
    """Hexes of movement that the order box gives."""
    if isinstance(part, March):
        return march_allowance(view.pack, view, unit, part.route)
    box = getattr(view.pack.cards[unit.card].orders, part.name)
    return int(box.distance) if box else 0


def _why_not(
    question: PlanRound, view: BarbarossaView, piece: str, part: Routed, say: Say
) -> tuple[str, str]:
    try:
        question.check_part(view, piece, part, {})
    except Illegal as illegal:
        return say(illegal.reason), illegal.cite
    return "", ""


# -- lines of sight ----------------------------------------------------------------------------------------


def _sight(view: BarbarossaView, wanted: Wanted, say: Say) -> Shown:
    """The line between two hexes, and the ground under it."""
    theatre = view.pack.theatre(view.scenario)
    start = _place(theatre, wanted.start or _on_map(view, wanted.unit).hex)
    end = _place(theatre, wanted.end)
    found = sight(view.pack, view, start, end)
    if found.is_open:
        verdict = Text("{start} sees {end}.", {"start": start, "end": end})
    else:
        where, why = found.blockers[0]
        verdict = Text(
            "{a} does not see {b}: {why} in {where}.", {"a": start, "b": end, "why": why, "where": where}
        )
    return Shown(
        verdict=say(verdict),
        cite="BAR-los-1" if found.is_open else "BAR-los-2",
        is_open=found.is_open,
        distance=theatre.board.distance(start, end),
        profile=_profile(view, start, end, tuple(hex_ for hex_, _ in found.blockers)),
    )


def _profile(view: BarbarossaView, start: str, end: str, blocking: tuple[str, ...]) -> tuple[Ground, ...]:
    theatre = view.pack.theatre(view.scenario)
    ground = [_ground(view, start, blocks=start in blocking)]
    if start == end:
        return tuple(ground)
    for fields, between, _ in theatre.board.line(start, end).steps:
        pair = [hex_ for hex_ in fields if hex_ in theatre.board]
        if pair:
            beside = pair[1] if len(pair) > 1 else ""
            ground.append(_ground(view, pair[0], between, beside, any(hex_ in blocking for hex_ in pair)))
    return (*ground, _ground(view, end, blocks=end in blocking))


def _ground(
    view: BarbarossaView, hex_: str, between: bool = False, beside: str = "", blocks: bool = False
) -> Ground:
    """Obstacles and smoke stand one level above their ground; between two hexes the higher is shown."""
    theatre = view.pack.theatre(view.scenario)
    pair = [hex_, beside] if beside else [hex_]
    height = max(theatre.level[each] for each in pair)
    top = max(theatre.level[each] + _stands_high(view, theatre, each) for each in pair)
    terrain = "smoke" if hex_ in view.smoke else theatre.terrain[hex_]
    return Ground(hex_, height, top, terrain, between, beside, blocks)


def _stands_high(view: BarbarossaView, theatre: Theatre, hex_: str) -> bool:
    return hex_ in view.smoke or theatre.ground[hex_].is_obstacle()


# -- ranges and threats ------------------------------------------------------------------------------------


def _range(view: BarbarossaView, wanted: Wanted, say: Say) -> Shown:
    """Where a unit can fire, with its distance; without a unit, how far two hexes lie apart."""
    theatre = view.pack.theatre(view.scenario)
    if not wanted.unit:
        start, end = _place(theatre, wanted.start), _place(theatre, wanted.end)
        far = theatre.board.distance(start, end)
        verdict = Text("From {start} to {end}: {far} hexes.", {"start": start, "end": end, "far": far})
        return Shown(say(verdict), "BAR-fire-test-11", distance=far)
    unit = _on_map(view, wanted.unit)
    reach = view.pack.cards[unit.card].max_range
    places = tuple(_covered(view, unit))
    if not wanted.end:
        verdict = Text("{unit} reaches {reach} hexes.", {"unit": unit.id, "reach": reach})
        return Shown(say(verdict), "BAR-range-diagram-3", places=places)
    end = _place(theatre, wanted.end)
    far = theatre.board.distance(unit.hex, end)
    refusal = attack_refusal(view.pack, view, unit, end, "open")
    if refusal is not None:
        return Shown(say(refusal.reason), refusal.cite, distance=far, places=places)
    hit = range_accuracy(view.pack, view, unit, end).total
    values: dict[str, str | int] = {"unit": unit.id, "end": end, "far": far, "hit": hit}
    verdict = Text("{unit} reaches {end}: distance {far}, accuracy {hit}.", values)
    return Shown(say(verdict), "BAR-range-diagram-2", distance=far, places=places)


def _covered(view: BarbarossaView, unit: Unit) -> Iterator[Reach]:
    """The hexes that a unit could fire at directly: in range, arc and sight."""
    board = view.pack.theatre(view.scenario).board
    for hex_ in board.disc(unit.hex, reach_of(view.pack, view, unit)):
        is_near = hex_ != unit.hex and in_arc(view.pack, view, unit, hex_)
        if is_near and attack_refusal(view.pack, view, unit, hex_, "open") is None:
            yield Reach(hex_, board.distance(unit.hex, hex_), (unit.id,))


def _threat(view: BarbarossaView, wanted: Wanted, say: Say) -> Shown:
    """What one unit, or all enemies that are seen on the board, could fire at."""
    if wanted.unit:
        units = [_on_map(view, wanted.unit)]
    else:
        units = [u for u in view.units.values() if u.hex and u.fate == "map" and u.side not in view.sides]
    firing = [unit for unit in units if not unit.suppressed]
    found: dict[str, list[str]] = {}
    for unit in firing:
        for reach in _covered(view, unit):
            found.setdefault(reach.place, []).append(unit.id)
    places = tuple(Reach(hex_, len(names), tuple(names)) for hex_, names in sorted(found.items()))
    values: dict[str, str | int] = {"units": len(firing), "hexes": len(places)}
    verdict = Text("{units} units could fire into {hexes} hexes.", values)
    return Shown(say(verdict), "BAR-range-diagram-3", places=places)


# -- command -----------------------------------------------------------------------------------------------


def _command(view: BarbarossaView, wanted: Wanted, say: Say) -> Shown:
    """Where a headquarters helps: within its printed range, and in its sight."""
    board = view.pack.theatre(view.scenario).board
    hqs = _headquarters(view, wanted.unit)
    if not hqs:
        return Shown(say(Text("No headquarters is on the board.")), "BAR-command-range-1")
    reached: dict[str, tuple[int, tuple[str, ...]]] = {}
    for hq in hqs:
        for hex_ in board.disc(hq.hex, view.pack.cards[hq.card].command_range):
            if in_command(view.pack, view, hq, hex_) and sees(view.pack, view, hq.hex, hex_):
                far, names = reached.get(hex_, (board.distance(hq.hex, hex_), ()))
                reached[hex_] = (min(far, board.distance(hq.hex, hex_)), (*names, hq.id))
    places = tuple(Reach(hex_, far, names) for hex_, (far, names) in sorted(reached.items()))
    lines = [
        Remark(say(Text("{hq} commands up to {far} hexes.", {"hq": hq.id, "far": _command_range(view, hq)})))
        for hq in hqs
    ]
    verdict = Text("In range and sight of a headquarters valour is higher.")
    return Shown(say(verdict), "BAR-fighting-spirit-1", places=places, lines=tuple(lines))


def _command_range(view: BarbarossaView, hq: Unit) -> int:
    return view.pack.cards[hq.card].command_range


def _headquarters(view: BarbarossaView, name: str) -> list[Unit]:
    """One that is pointed at; else all own ones, or everybody's for those who have no side."""
    if name and _on_map(view, name).card in view.pack.headquarters:
        return [view.units[name]]
    sides = view.sides or SIDES
    return [
        unit
        for unit in view.units.values()
        if unit.card in view.pack.headquarters and unit.fate == "map" and unit.hex and unit.side in sides
    ]


# -- the score ---------------------------------------------------------------------------------------------


def _score(view: BarbarossaView, say: Say) -> Score:
    """The points as if the battle were judged now, on what this seat knows."""
    scenario = view.pack.scenarios[view.scenario]
    points = points_now(view.pack, view, scenario.rounds)
    said = Text(
        "If the battle ended now: German {german}, Soviet {soviet}.",
        {side: points[side] for side in SIDES},
    )
    held = tuple(
        Held(each.at, each.name, each.value, _holder(view, each.at))
        for each in objectives(view.pack, view.scenario)
    )
    tracks = tuple(Track(side, points[side]) for side in SIDES)
    return Score(say(said), view.turn, scenario.rounds, "BAR-course-1", tracks, objectives=held)


def _holder(view: BarbarossaView, hex_: str) -> Side:
    """Who stands there alone, as far as one can see."""
    sides = {unit.side: None for unit in units_at(view, hex_)}
    return next(iter(sides)) if len(sides) == 1 else Side("")


# -- what is pointed at ------------------------------------------------------------------------------------


def _place(theatre: Theatre, hex_: str) -> str:
    if hex_ not in theatre.board:
        raise Illegal("There is no hex {hex} on this map.", "BAR-intro-4", hex=hex_ or "-")
    return hex_


def _on_map(view: BarbarossaView, name: str) -> Unit:
    unit = view.units.get(name)
    if unit is None or not unit.hex or unit.fate != "map":
        raise Illegal("{unit} is not on the map, as far as you know.", "BAR-hidden-2", unit=name or "-")
    return unit


GERMAN: Mapping[str, str] = {
    "{start} sees {end}.": "{start} sieht {end}.",
    "{a} does not see {b}: {why} in {where}.": "{a} sieht {b} nicht: {why} in {where}.",
    "From {start} to {end}: {far} hexes.": "Von {start} nach {end}: {far} Felder.",
    "{unit} reaches {reach} hexes.": "{unit} reicht {reach} Felder weit.",
    "{unit} reaches {end}: distance {far}, accuracy {hit}.": (
        "{unit} erreicht {end}: Entfernung {far}, Treffgenauigkeit {hit}."
    ),
    "{units} units could fire into {hexes} hexes.": "{units} Einheiten könnten in {hexes} Felder feuern.",
    "No headquarters is on the board.": "Kein Hauptquartier ist auf dem Brett.",
    "{hq} commands up to {far} hexes.": "{hq} führt bis {far} Felder weit.",
    "In range and sight of a headquarters valour is higher.": (
        "In Reichweite und Sicht eines Hauptquartiers ist die Tapferkeit höher."
    ),
    "If the battle ended now: German {german}, Soviet {soviet}.": (
        "Wenn es jetzt zu Ende wäre: Deutsche {german}, Sowjets {soviet}."
    ),
    "There is no hex {hex} on this map.": "Ein Feld {hex} gibt es auf dieser Karte nicht.",
    "{unit} is not on the map, as far as you know.": "{unit} ist, soweit du weißt, nicht auf der Karte.",
}
