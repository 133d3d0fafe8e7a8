"""Advice to bots: why an order was chosen, in sentences for players, and their German."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from planspiel.kernel import Decline, Odds, Order, Question, Text
from planspiel.systems.blitzkrieg1940 import close_combat_orders as melee
from planspiel.systems.blitzkrieg1940 import cup, deployment, markers, results
from planspiel.systems.blitzkrieg1940.actions import EndActivation, Fire
from planspiel.systems.blitzkrieg1940.advice_combat import clash, engaged
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, reaction_chance
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.march import Halt, Move
from planspiel.systems.blitzkrieg1940.pack import Bands
from planspiel.systems.blitzkrieg1940.reaction_orders import CounterFire, OpportunityFire, Retreat

__all__ = ["SENTENCES", "reasons"]

SENTENCES: Final[Mapping[str, str]] = {
    "{ways} of 36 throws hurt {unit}.": "{ways} von 36 Würfen treffen {unit}.",
    "{unit} reacts with {percent} %.": "{unit} reagiert mit {percent} %.",
    "{count} enemy units stand in {hex}.": "In {hex} stehen {count} feindliche Einheiten.",
    "The close combat for {hex} is won with about {percent} %.": (
        "Der Nahkampf um {hex} wird mit etwa {percent} % gewonnen."
    ),
    "The move takes {hex}, worth {points} points.": "Der Zug nimmt {hex} ein, {points} Punkte wert.",
    "The move takes {hex}, which decides the battle.": "Der Zug nimmt {hex} ein, um das es geht.",
    "{hex} is nearer to what is to be taken or held.": (
        "{hex} liegt näher an dem, was zu nehmen oder zu halten ist."
    ),
    "Less fire can reach {hex}.": "{hex} liegt weniger unter Feuer.",
    "In {hex} there is something to fire at.": "In {hex} gibt es etwas zu beschießen.",
    "The HQ keeps its companies in command.": "Der Stab hält seine Kompanien in Befehlsreichweite.",
    "Nothing else promises a gain.": "Sonst verspricht nichts einen Gewinn.",
    "{unit} would hardly withstand an assault in {hex}.": (
        "{unit} würde einem Sturm auf {hex} kaum standhalten."
    ),
    "Who is neutralised can rally; a step lost is lost.": (
        "Wer niedergehalten ist, kann sich sammeln; eine verlorene Stufe ist verloren."
    ),
    "{hex} is worth a step.": "{hex} ist eine Stufe wert.",
    "{hex} is not worth more losses.": "{hex} ist keine weiteren Verluste wert.",
    "{hex} is to be held.": "{hex} ist zu halten.",
    "{hex} gives cover.": "{hex} gibt Deckung.",
    "{formation} has most to do now.": "{formation} hat jetzt am meisten zu tun.",
    "A formation with no enemy near can rest.": "Ein Verband ohne Feind in der Nähe kann ruhen.",
    "{count} units are fit again.": "{count} Einheiten sind wieder einsatzfähig.",
    "What {marker} would do is worth a general marker.": (
        "Was {marker} bewirken würde, ist einen Generalsmarker wert."
    ),
}


def reasons(picture: Picture, question: Question[Any, Any], order: Order) -> tuple[Text, ...]:
    """What speaks for an order: at most two sentences."""
    return tuple(_reasons(picture, question, order))[:2]


def _reasons(picture: Picture, question: Question[Any, Any], order: Order) -> Iterator[Text]:
    match order:
        case Fire() | OpportunityFire() | CounterFire() | melee.Engage():
            yield from _fire(picture, question, order)
        case CallFire():
            count = sum(unit.side != picture.side for unit in picture.at.get(order.hex, ()))
            yield Text("{count} enemy units stand in {hex}.", {"count": count, "hex": order.hex})
        case Move():
            yield from _move(picture, order)
        case Retreat():
            where = picture.view.units[order.unit].hex
            yield Text(
                "{unit} would hardly withstand an assault in {hex}.", {"unit": order.unit, "hex": where}
            )
        case results.AcceptNeutralisation():
            yield Text("Who is neutralised can rally; a step lost is lost.")
        case EndActivation() | Halt() | Decline():
            yield Text("Nothing else promises a gain.")
        case _:
            yield from _combat(picture, order)
            yield from _before_and_between(picture, order, question)


def _fire(picture: Picture, question: Question[Any, Any], order: Order) -> Iterator[Text]:
    odds: Odds | None = question.odds(picture.view, order)
    target = getattr(order, "target", "") or getattr(question, "firer", "")
    if odds is not None:
        ways = sum(likely.ways for likely in odds.results if likely.result != "-")
        yield Text("{ways} of 36 throws hurt {unit}.", {"ways": ways, "unit": target})
    if isinstance(order, OpportunityFire | CounterFire):
        percent = reaction_chance(picture.view, picture.view.units[order.unit]) // 10
        yield Text("{unit} reacts with {percent} %.", {"unit": order.unit, "percent": percent})


def _move(picture: Picture, order: Move) -> Iterator[Text]:
    units = [picture.view.units[name] for name in order.units]
    end = order.path[-1]
    defenders = picture.foes_at(end)
    if defenders:
        percent = clash(picture, units, defenders).odds // 10
        values: dict[str, str | int] = {"hex": end, "percent": percent}
        yield Text("The close combat for {hex} is won with about {percent} %.", values)
    taken = next((hex_ for hex_ in reversed(order.path) if picture.gain(hex_)), "")
    if taken and not all(unit.is_hq for unit in units):
        yield _taking(picture, taken)
    if units[0].is_hq:
        yield Text("The HQ keeps its companies in command.")
    elif not defenders and units[0].hex:
        here = units[0].hex
        if picture.pull(units[0], end) > picture.pull(units[0], here):
            yield Text("{hex} is nearer to what is to be taken or held.", {"hex": end})
        if picture.danger(units[0], end) < picture.danger(units[0], here):
            yield Text("Less fire can reach {hex}.", {"hex": end})
        if picture.shot_from(units[0], end, order.half):
            yield Text("In {hex} there is something to fire at.", {"hex": end})


def _taking(picture: Picture, hex_: str) -> Text:
    if isinstance(picture.pack.scenarios[picture.view.scenario].victory, Bands):
        points = picture.theatre.objectives[hex_].value
        return Text("The move takes {hex}, worth {points} points.", {"hex": hex_, "points": points})
    return Text("The move takes {hex}, which decides the battle.", {"hex": hex_})


def _combat(picture: Picture, order: Order) -> Iterator[Text]:
    combat = picture.view.combat
    if combat is None:
        return
    where: dict[str, str | int] = {"hex": combat.hex}
    if isinstance(order, results.LoseStep | melee.StandFast):
        yield Text("{hex} is worth a step.", where)
    elif isinstance(order, melee.FightOn):
        percent = engaged(picture) // 10
        yield Text("The close combat for {hex} is won with about {percent} %.", {**where, "percent": percent})
    elif isinstance(order, melee.FallBack | melee.Withdraw | melee.LeaveCombat):
        yield Text("{hex} is not worth more losses.", where)


def _before_and_between(picture: Picture, order: Order, question: Question[Any, Any]) -> Iterator[Text]:
    """Set-up and markers."""
    match order:
        case deployment.Place() | deployment.PlaceWorks():
            if picture.in_objective(order.hex):
                yield Text("{hex} is to be held.", {"hex": order.hex})
            if not picture.theatre.is_open(order.hex):
                yield Text("{hex} gives cover.", {"hex": order.hex})
        case markers.PlayRepeat():
            yield Text("{formation} has most to do now.", {"formation": order.formation})
        case markers.Skip():
            yield Text("A formation with no enemy near can rest.")
        case markers.ClearNeutralised():
            yield Text("{count} units are fit again.", {"count": len(order.units)})
        case cup.CancelMarker():
            marker = getattr(question, "marker", "")
            yield Text("What {marker} would do is worth a general marker.", {"marker": marker})
        case _:
            return
