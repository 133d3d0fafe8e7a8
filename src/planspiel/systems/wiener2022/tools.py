"""What the table shows beside the questions: how far a move leads, sight, ranges and odds, threats, missions.

Everything is asked of the rules' own functions, on the view of whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planspiel.kernel import Illegal, Order, Question, Side, Text
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
    Wanted,
)
from planspiel.systems.wiener2022 import routes, sight
from planspiel.systems.wiener2022.advice_ground import aims_of
from planspiel.systems.wiener2022.aim import flat_weapons, shot_of, targets_of
from planspiel.systems.wiener2022.catalogue import Weapon
from planspiel.systems.wiener2022.counter import is_in_position
from planspiel.systems.wiener2022.effect import BLACK
from planspiel.systems.wiener2022.german_tools import GERMAN
from planspiel.systems.wiener2022.modifiers import is_hurt
from planspiel.systems.wiener2022.movement import Move, mover_refusal, path_refusal, walker_of
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.odds import OUT_OF, likely
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import SIDES, Element, at
from planspiel.systems.wiener2022.theatre import Theatre
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Progress, Walker, set_out

__all__ = ["WienerTools"]


class WienerTools:
    def costs(
        self, question: Question[WienerView, Order], view: WienerView, order: Order, say: Say
    ) -> PathCosts | None:
        """How many fields a move covers of those that its slowest part allows, and why it cannot be made."""
        if not isinstance(order, Move) or not order.path or order.element not in view.elements:
            return None
        return _costs(view, order, say)

    def shown(self, view: WienerView, wanted: Wanted, say: Say) -> Shown | None:
        match wanted.tool:
            case "sight":
                return _sight(view, wanted, say)
            case "range":
                return _range(view, wanted, say)
            case "threat":
                return _threat(view, wanted, say)
            case "command":
                return _moves(view, wanted, say)

    def score(self, view: WienerView, say: Say) -> Score | None:
        return _score(view, say)

    def board(self, pack: Pack, scenario: str) -> Laid | None:
        """The maps of the pack are whole boards."""
        return None

    def side_of(self, view: WienerView, roller: str) -> Side | None:
        if roller in SIDES:
            return Side(roller)
        element = view.elements.get(roller.rpartition("/")[2])
        return None if element is None else element.side

    def most_players(self, side: Side) -> int:
        """One player leads a party."""
        return 1

    def german(self) -> Mapping[str, str]:
        return GERMAN


# -- moves -------------------------------------------------------------------------------------------------


def _costs(view: WienerView, order: Move, say: Say) -> PathCosts:
    mover = view.elements[order.element]
    walker, progress = walker_of(view.pack, view, mover, order), set_out(mover)
    steps: list[PathStep] = []
    refusal = mover_refusal(view.pack, view, mover)
    for to in order.path if mover.field else ():
        farther = walker.go(progress, to)
        if isinstance(farther, Illegal):
            refusal = refusal or farther
            break
        progress = farther
        steps.append(PathStep(to, 1, progress.moved))
    refusal = refusal or path_refusal(view.pack, view, mover, order)
    allowance = _allowance(walker, progress)
    left = max(0, allowance - progress.moved)
    why, cite = (say(refusal.reason), refusal.cite) if refusal is not None else ("", "")
    return PathCosts(1, allowance, left, tuple(steps), (Mover(mover.id, allowance, left),), why, cite)


def _allowance(walker: Walker, progress: Progress) -> int:
    """What the slowest part so far allows the whole move; before the first step the best speed of all."""
    if progress.moved > walker.mover.moved:
        return min(progress.limit // 2 if walker.halved else progress.limit, walker.most)
    return min(max(walker.pack.tables.speed(walker.model, dark=False)), walker.most)


def _moves(view: WienerView, wanted: Wanted, say: Say) -> Shown:
    """The fields that an element can reach now."""
    mover = _on_board(view, wanted.unit)
    found = [] if mover_refusal(view.pack, view, mover) else list(routes.ways(Walker(view.pack, view, mover)))
    places = tuple(Reach(field, len(path), (mover.id,)) for field, path in found)
    verdict = Text("{element} can reach {fields} fields.", {"element": mover.id, "fields": len(places)})
    return Shown(say(verdict), "WPR-geschwindigkeit-1", places=places)


# -- lines of sight ----------------------------------------------------------------------------------------


def _sight(view: WienerView, wanted: Wanted, say: Say) -> Shown:
    """The line between two fields, the ground under it, and whether what is at its end is detected."""
    theatre = view.pack.theatre(view.scenario)
    start = _field(theatre, wanted.start or _on_board(view, wanted.unit).field)
    end = _field(theatre, wanted.end)
    refusal = sight.line_refusal(view.pack, view, start, end)
    values: dict[str, str | int] = {"start": start, "end": end}
    verdict = Text("The line from {start} to {end} is open.", values) if refusal is None else refusal.reason
    return Shown(
        verdict=say(verdict),
        cite="WPR-hoehen-3" if refusal is None else refusal.cite,
        is_open=refusal is None,
        distance=theatre.board.distance(start, end),
        profile=_profile(view, start, end),
        lines=tuple(_seen_from(view, start, end, say)),
    )


def _seen_from(view: WienerView, start: str, end: str, say: Say) -> Iterator[Remark]:
    """How far each element at the end of the line is seen."""
    away = view.pack.theatre(view.scenario).board.distance(start, end)
    for element in at(view, end):
        if not element.aboard:
            far = sight.reach(view.pack, view, element)
            values: dict[str, str | int] = {"element": element.id, "far": far, "away": away}
            yield Remark(
                say(Text("{element} is seen up to {far} fields, here {away}.", values)), "WPR-erkennen-1"
            )


def _profile(view: WienerView, start: str, end: str) -> tuple[Ground, ...]:
    theatre = view.pack.theatre(view.scenario)
    found = [_ground(view, start)]
    if start == end:
        return tuple(found)
    for step in theatre.board.line(start, end).steps:
        pair = [label for label in step.fields if label in theatre.board]
        if pair:
            hides = [_hides(view, label, start, end) for label in pair]
            beside = pair[1] if len(pair) > 1 else ""
            found.append(_ground(view, pair[0], step.between, beside, all(hides)))
    return (*found, _ground(view, end))


def _hides(view: WienerView, label: str, start: str, end: str) -> bool:
    if label in view.smoke or label in view.ruins:
        return True
    return view.pack.theatre(view.scenario).hides(label, start, end)


def _ground(
    view: WienerView, label: str, between: bool = False, beside: str = "", blocks: bool = False
) -> Ground:
    """Wood, houses, ruins and smoke stand one layer above their ground."""
    theatre = view.pack.theatre(view.scenario)
    height = theatre.level[label]
    stands = label in theatre.hiding or label in view.smoke or label in view.ruins
    terrain = "smoke" if label in view.smoke else theatre.ground[label]
    return Ground(label, height, height + stands, terrain, between, beside, blocks)


# -- ranges ------------------------------------------------------------------------------------------------


def _range(view: WienerView, wanted: Wanted, say: Say) -> Shown:
    """Where an element can fire directly, and with which odds at a field; or how far two fields lie apart."""
    theatre = view.pack.theatre(view.scenario)
    if not wanted.unit:
        start, end = _field(theatre, wanted.start), _field(theatre, wanted.end)
        far = theatre.board.distance(start, end)
        values: dict[str, str | int] = {"start": start, "end": end, "far": far}
        said = Text("From {start} to {end}: {far} fields.", values)
        return Shown(say(said), "WPR-darstellung-gelaende-2", distance=far)
    firer = _on_board(view, wanted.unit)
    places = tuple(_covered(view, firer))
    weapons = [view.pack.weapons[name] for name in view.pack.models[firer.guise or firer.model].weapons]
    lines = [Remark(say(_reach_of(weapon)), "WPR-schussweiten-1") for weapon in weapons]
    verdict = Text("{element} covers {fields} fields directly.", {"element": firer.id, "fields": len(places)})
    far_away: int | None = None
    if wanted.end:
        end = _field(theatre, wanted.end)
        far_away = theatre.board.distance(firer.field, end)
        lines = [Remark(say(said), "WPR-waffenwirkung-1") for said in _odds(view, firer, end)] or lines
    return Shown(say(verdict), "WPR-feuer-direkt-1", distance=far_away, places=places, lines=tuple(lines))


def _reach_of(weapon: Weapon) -> Text:
    values: dict[str, str | int] = {"weapon": weapon.name, "flat": weapon.flat, "high": weapon.indirect}
    return Text("{weapon}: direct {flat}, indirect {high} fields.", values)


def _covered(view: WienerView, firer: Element) -> Iterator[Reach]:
    """The fields into which the element's fire area extends: in range, arc and line."""
    theatre = view.pack.theatre(view.scenario)
    reach = max((view.pack.weapons[name].flat for name in flat_weapons(view.pack, firer)), default=0)
    for label in sight.nearby(theatre, firer.field, reach):
        if (
            label != firer.field
            and sight.in_arc(theatre, firer.facing, firer.field, label)
            and sight.line_open(view.pack, view, firer.field, label)
        ):
            yield Reach(label, theatre.board.distance(firer.field, label), (firer.id,))


def _odds(view: WienerView, firer: Element, end: str) -> Iterator[Text]:
    """What each weapon would do to each element in a field, out of 36."""
    away = view.pack.theatre(view.scenario).board.distance(firer.field, end)
    for name in flat_weapons(view.pack, firer):
        weapon = view.pack.weapons[name]
        if away > weapon.flat:
            continue
        shot = shot_of(view.pack, view, firer, name, end)
        for target in targets_of(view, shot):
            if not is_hurt(view.pack, shot, target):
                continue
            ways = {one.result: one.ways for one in likely(view.pack, view, shot, target)}
            values: dict[str, str | int] = {
                "weapon": weapon.name,
                "element": target.id,
                "lost": ways.get("lost", 0),
                "some": OUT_OF - ways.get("no effect", 0),
                "all": OUT_OF,
            }
            yield Text("{weapon} at {element}: {lost} of {all} destroy it, {some} have an effect.", values)


def _threat(view: WienerView, wanted: Wanted, say: Say) -> Shown:
    """What one element, or all enemies that are known, could fire at: the fans of counter-moves."""
    if wanted.unit:
        firers: Sequence[Element] = [_on_board(view, wanted.unit)]
    else:
        firers = [one for one in view.elements.values() if one.fate == "board" and one.side not in view.sides]
    able = [one for one in firers if one.pinned < BLACK and not one.aboard and not one.height]
    found: dict[str, list[str]] = {}
    for one in able:
        for reach in _covered(view, one):
            found.setdefault(reach.place, []).append(one.id)
    places = tuple(Reach(label, len(names), tuple(names)) for label, names in sorted(found.items()))
    ready = sum(is_in_position(view.pack, one) for one in able)
    values: dict[str, str | int] = {"count": len(able), "ready": ready, "fields": len(places)}
    verdict = Text("{count} elements, {ready} of them in position, cover {fields} fields.", values)
    return Shown(
        say(verdict), "WPR-gegenzug-echter-1", places=places, lines=tuple(_batteries(view, able, say))
    )


def _batteries(view: WienerView, able: Sequence[Element], say: Say) -> Iterator[Remark]:
    for one in able:
        battery = battery_of(view.pack, one)
        if battery is not None:
            values: dict[str, str | int] = {"element": one.id, "far": battery.indirect}
            said = Text("{element} fires indirectly up to {far} fields.", values)
            yield Remark(say(said), "WPR-feuer-indirekt-1")


# -- missions ----------------------------------------------------------------------------------------------


def _score(view: WienerView, say: Say) -> Score:
    """Who holds the fields that the missions ask for, as far as this seat knows."""
    scenario = view.pack.scenarios[view.scenario]
    theatre = view.pack.theatre(view.scenario)
    fields = dict.fromkeys(
        field for side in SIDES for aim in aims_of(view.pack, view.scenario, side) for field in aim.fields
    )
    held = tuple(
        Held(field, theatre.names.get(field, ("", ""))[0], 1, _holder(view, field)) for field in fields
    )
    counts = {side: sum(one.holder == side for one in held) for side in SIDES}
    said = Text(
        "Of {all} fields that count Blue holds {blue}, Red {red}, as far as known.",
        {"all": len(held), **{str(side): counts[side] for side in SIDES}},
    )
    return Score(say(said), view.turn, scenario.turns, "WPR-ausgangslage-2", objectives=held)


def _holder(view: WienerView, field: str) -> Side:
    """Who stands there alone, as far as one can see."""
    sides = {one.side: None for one in at(view, field) if not one.height}
    return next(iter(sides)) if len(sides) == 1 else Side("")


# -- what is pointed at ------------------------------------------------------------------------------------


def _field(theatre: Theatre, label: str) -> str:
    if label not in theatre.board:
        raise Illegal(
            "There is no field {field} on this board.", "WPR-darstellung-gelaende-1", field=label or "-"
        )
    return label


def _on_board(view: WienerView, name: str) -> Element:
    element = view.elements.get(name)
    if element is None or element.fate != "board" or not element.field:
        reason = "{element} is not on the board, as far as you know."
        raise Illegal(reason, "WPR-erkennen-1", element=name or "-")
    return element
