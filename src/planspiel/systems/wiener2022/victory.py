"""Missions: whoever fulfils his wins. There is no other victory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from planspiel.kernel import Choice, Event, Game, Outcome, Script, Side, roll, rule
from planspiel.systems.wiener2022 import secrecy
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.scenario import Atom, Destroy, Exit, Hold, Mission, Scenario, Survive, Take
from planspiel.systems.wiener2022.state import SIDES, Element, Position, at, enemy_of, holders_at, seats_of

__all__ = ["CHOICES", "GoalReached", "is_fulfilled", "test"]

CHOICES = {
    "die_for_both": Choice(
        False,
        "If both missions are fulfilled at once, a die decides: 4+ for the active party",
        "Sind beide Aufträge zugleich erfüllt, entscheidet ein Wurf: ab 4 für die handelnde Partei",
        "WPR-aufklaerung-4",
    ),
}
IN_FAVOUR = 4
"""From this face on the die decides for the acting player."""


class GoalReached(Event[Position], frozen=True):
    """One of the things that a mission asks for has been achieved, and stays so."""

    said: ClassVar[str] = "{side} has reached goal {number} of its mission."
    side: Side
    number: int

    def apply(self, state: Position) -> None:
        state.achieved = (*state.achieved, f"{self.side}/{self.number}")


@rule("WPR-ausgangslage-2", "WPR-spielansatz-1")
def test(game: Game[Position]) -> Script[None]:
    """After every half-turn both missions are looked at; at the end of the last one the scenario decides."""
    scenario: Scenario = game.pack.scenarios[game.state.scenario]
    for side in SIDES:
        _note_goals(game, scenario, side)
    winners = [side for side in SIDES if is_fulfilled(game.state, scenario.mission(side), side)]
    if len(winners) == 1:
        game.ends(
            Outcome((winners[0],), "{side} has fulfilled its mission", "WPR-ausgangslage-2", _of(winners[0]))
        )
    elif winners or _is_over(game.state, scenario):
        if winners and game.state.options["die_for_both"]:
            yield from _borderline(game)
        else:
            _undecided(game, scenario, both=bool(winners))


@rule("WPR-aufklaerung-3", "WPR-aufklaerung-4")
def _borderline(game: Game[Position]) -> Script[None]:
    """A true borderline case: a die decides it, 4+ in favour of the acting player."""
    acting = game.state.active
    (pips,) = yield from roll("1d6", "both missions fulfilled at once", "WPR-aufklaerung-3")
    winner = acting if pips >= IN_FAVOUR else enemy_of(acting)
    game.ends(Outcome((winner,), "the die decides for {side}", "WPR-aufklaerung-4", _of(winner)))


def _of(side: Side) -> dict[str, str | int]:
    return {"side": side}


def _undecided(game: Game[Position], scenario: Scenario, both: bool) -> None:
    side = scenario.draw_side
    if side is None:
        reason = "both missions are fulfilled at once" if both else "neither mission is fulfilled"
        game.ends(Outcome((), reason, "WPR-ausgangslage-2"))
    else:
        game.ends(Outcome((side,), "time is up, which is {side}'s victory", "WPR-ausgangslage-2", _of(side)))


def _is_over(state: Position, scenario: Scenario) -> bool:
    """The second half-turn of the last turn has been played."""
    return state.turn >= scenario.turns and _is_turn_end(state, scenario)


def _is_turn_end(state: Position, scenario: Scenario) -> bool:
    return state.active != scenario.first_side


def is_fulfilled(state: Position, mission: Mission, side: Side) -> bool:
    """Enough of the goals of a mission have been reached."""
    reached = sum(f"{side}/{number}" in state.achieved for number in range(1, len(mission.atoms) + 1))
    return reached >= (mission.needs or len(mission.atoms))


@rule("WPR-ausgangslage-1", "WPR-verdeckt-1")
def _note_goals(game: Game[Position], scenario: Scenario, side: Side) -> None:
    """In hidden play only its owner is told of a goal: it may be troops unseen that have reached it."""
    for number, goal in enumerate(scenario.mission(side).atoms, start=1):
        if f"{side}/{number}" not in game.state.achieved and _is_reached(game, scenario, side, goal):
            event = GoalReached(side, number, cite="WPR-ausgangslage-1")
            game.happens(event, None if secrecy.is_open(game.state) else seats_of(game.state, side))


def _is_reached(game: Game[Position], scenario: Scenario, side: Side, goal: Atom) -> bool:
    state, pack = game.state, game.pack
    match goal:
        case Hold(zone=zone, fields=fields, until=until):
            return _is_moment(state, scenario, until) and _holds(pack, state, side, zone, fields)
        case Take(zone=zone, fields=fields, by=by):
            return _in_time(state, scenario, by) and _holds(pack, state, side, zone, fields)
        case Exit(zone=zone, units=units, by=by):
            return _in_time(state, scenario, by) and _gone_through(pack, state, side, zone) >= units
        case Destroy(by=by):
            lost = _counted(pack, state, enemy_of(side), goal)
            return _in_time(state, scenario, by) and sum(one.fate == "lost" for one in lost) >= goal.units
        case Survive(until=until):
            alive = _counted(pack, state, side, goal)
            here = sum(one.fate != "lost" for one in alive)
            return _is_moment(state, scenario, until) and here >= goal.units


def _is_moment(state: Position, scenario: Scenario, until: int) -> bool:
    """The end of the turn that counts."""
    return state.turn == (until or scenario.turns) and _is_turn_end(state, scenario)


def _in_time(state: Position, scenario: Scenario, by: int) -> bool:
    return state.turn <= (by or scenario.turns)


def _holds(pack: Pack, state: Position, side: Side, zone: str, fields: int) -> bool:
    """Enough fields with own ground troops and without enemies; or somebody in the zone, and no enemy."""
    area = pack.theatre(state.scenario).zones[zone]
    own = [field for field in area if _stands(pack, at(state, field), side)]
    foes = {field for field in area if _stands(pack, holders_at(state, field, side), enemy_of(side))}
    if fields:
        return sum(field not in foes for field in own) >= fields
    return bool(own) and not foes


def _stands(pack: Pack, there: Sequence[Element], side: Side) -> bool:
    return any(one.side == side and _counts(pack, one) and not _flies(pack, one) for one in there)


def _flies(pack: Pack, element: Element) -> bool:
    return pack.models[element.model].is_aircraft


def _counts(pack: Pack, element: Element) -> bool:
    return not element.guise and not pack.models[element.model].is_dummy


def _gone_through(pack: Pack, state: Position, side: Side, zone: str) -> int:
    """Own elements that have left the board by these fields."""
    area = pack.theatre(state.scenario).zones[zone]
    return sum(
        one.side == side and one.fate == "left" and one.zone in area for one in state.elements.values()
    )


def _counted(pack: Pack, state: Position, side: Side, goal: Destroy | Survive) -> Iterator[Element]:
    for element in state.elements.values():
        model = pack.models[element.model]
        if (
            element.side == side
            and _counts(pack, element)
            and (not goal.ids or element.id in goal.ids)
            and (not goal.kinds or model.kind in goal.kinds)
            and (not goal.armoured or model.is_armoured)
        ):
            yield element
