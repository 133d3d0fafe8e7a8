"""Bombs on suspicion (Luftangriffe auf Verdacht): three adjacent fields or more where somebody might hide."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Game, Illegal, Odds, Order, Rng, Script, rule
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.air_attack import (
    HEIGHTS,
    AirAttack,
    air_shot,
    bomb_plus,
    lay_of,
    package,
    run_refusal,
    together_refusal,
)
from planspiel.systems.wiener2022.air_tasks import Heading, runner_refusal
from planspiel.systems.wiener2022.observing import (
    LEAST_FIELDS,
    chain_refusal,
    suspect_ground_refusal,
    suspect_rows,
)
from planspiel.systems.wiener2022.odds import blind_odds
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Position
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "BombOnSuspicion", "across", "suspicion_refusal"]


class BombOnSuspicion(Order, frozen=True):
    """At least three adjacent fields where an enemy might be, one bomber of a class for each."""

    attacks: tuple[AirAttack, ...]


@rule("WPR-feuer-3", "WPR-feuer-4", "WPR-feuer-5")
def suspicion_refusal(pack: Pack, view: WienerView, order: BombOnSuspicion) -> Illegal | None:
    """At least three adjacent fields where somebody might be, bombed by aircraft of one bomb class."""
    refusal = together_refusal(pack, view, order.attacks, LEAST_FIELDS)
    if refusal is not None:
        return refusal
    for attack in order.attacks:
        refusal = run_refusal(pack, view, attack)
        if refusal is not None:
            return refusal
    if any(lay_of(pack.weapons[attack.weapon]) != "bomb" for attack in order.attacks):
        return Illegal("On suspicion only bombs are dropped.", "WPR-feuer-3")
    classes = {bomb_plus(pack, view, view.elements[attack.element]) for attack in order.attacks}
    if len(classes) > 1:
        return Illegal("The bombs must be of one class.", "WPR-feuer-4")
    fields = tuple(attack.field for attack in order.attacks)
    refusal = chain_refusal(pack, view, fields, "WPR-feuer-4")
    return refusal or suspect_ground_refusal(pack, view, view.active, fields, "WPR-feuer-5")


def _bomb_on_suspicion(game: Game[Position], order: BombOnSuspicion) -> Script[None]:
    yield from package(game, order.attacks)


# -- options -----------------------------------------------------------------------------------------------


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[BombOnSuspicion]:
    """Rows of three for the first bomber of a class and the next two; an order may name any others.

    Side by side across the row, so that their paths do not cross.
    """
    trio = _trio(pack, view, element)
    if not trio:
        return
    for row in suspect_rows(pack.theatre(view.scenario)):
        for heading in across(row):
            for height in HEIGHTS:
                attacks = (
                    AirAttack(bomber, weapon, field, height, heading)
                    for (bomber, weapon), field in zip(trio, row, strict=True)
                )
                order = BombOnSuspicion(tuple(attacks))
                if suspicion_refusal(pack, view, order) is None:
                    yield order


def _trio(pack: Pack, view: WienerView, element: Element) -> list[tuple[str, str]]:
    """The bomber and two more of its class with their bombs, if it is the first of them in the air."""
    found: list[tuple[str, str]] = []
    for name in sorted(view.elements):
        other = view.elements[name]
        if other.side != element.side or other.fate != "reserve" or runner_refusal(pack, view, name):
            continue
        if bomb_plus(pack, view, other) != bomb_plus(pack, view, element):
            continue
        weapons = pack.models[other.model].weapons
        found += [(name, weapon) for weapon in weapons if lay_of(pack.weapons[weapon]) == "bomb"][:1]
    if len(found) < LEAST_FIELDS or found[0][0] != element.id:
        return []
    return found[:LEAST_FIELDS]


def across(row: tuple[str, ...]) -> tuple[Heading, Heading]:
    """Where aircraft come from that fly side by side over a row of fields."""
    same_column = row[0].partition(",")[0] == row[1].partition(",")[0]
    return ("E", "W") if same_column else ("N", "S")


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> BombOnSuspicion | None:
    """A random player has no suspicions."""
    return None


def _odds(pack: Pack, view: WienerView, order: BombOnSuspicion) -> Odds | None:
    shots = [air_shot(pack, view, attack) for attack in order.attacks]
    return blind_odds(pack, view, shots, "WPR-feuer-3")


ACTIVITIES = {
    BombOnSuspicion: Activity(
        "air", _options, suspicion_refusal, _bomb_on_suspicion, _odds, fates=("reserve",), sample=_sample
    )
}
