"""Faults of sense in missions: both must be achievable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem, nearest
from planspiel.systems.wiener2022.roster import Recruit
from planspiel.systems.wiener2022.scenario import (
    Atom,
    Destroy,
    Exit,
    Hold,
    Mission,
    Party,
    Scenario,
    Survive,
    Take,
)
from planspiel.systems.wiener2022.theatre import Theatre

if TYPE_CHECKING:
    from planspiel.systems.wiener2022.pack import Pack

Facts = tuple[Scenario, Theatre, Party]


@rule("WPR-ausgangslage-1", "WPR-ausgangslage-2")
def mission_faults(
    pack: Pack, facts: Facts, mission: Mission, own: Sequence[Recruit], enemy: Sequence[Recruit]
) -> Iterator[Problem]:
    """Every part speaks of zones, turns and elements that are there."""
    if mission.needs > len(mission.atoms):
        yield Problem(("needs",), f"the mission has {len(mission.atoms)} parts")
    for place, atom in enumerate(mission.atoms):
        for problem in _atom_faults(pack, facts, atom, own, enemy):
            yield problem._replace(path=("atoms", place, *problem.path))


def _atom_faults(
    pack: Pack, facts: Facts, atom: Atom, own: Sequence[Recruit], enemy: Sequence[Recruit]
) -> Iterator[Problem]:
    scenario, theatre, party = facts
    key, turn = ("until", atom.until) if isinstance(atom, Hold | Survive) else ("by", atom.by)
    if turn > scenario.turns:
        yield Problem((key,), f"the scenario has {scenario.turns} turns")
    if isinstance(atom, Hold | Take | Exit) and atom.zone not in scenario.zones:
        hint = nearest(atom.zone, scenario.zones)
        yield Problem(("zone",), f"the scenario has no zone {atom.zone}", hint)
        return
    match atom:
        case Hold() | Take():
            if atom.fields > len(theatre.zones[atom.zone]):
                yield Problem(("fields",), "the zone has not so many fields")
        case Exit():
            if atom.zone != party.exit:
                yield Problem(
                    ("zone",), f"{party.name} may not leave the board there; name the zone as its exit"
                )
            if not all(theatre.is_rim(label) for label in theatre.zones[atom.zone]):
                yield Problem(("zone",), "troops leave only over the edge of the board")
            if atom.units > len([one for one in own if one.aircraft is None]):
                yield Problem(("units",), "there are not so many elements")
        case Destroy() | Survive():
            yield from _count_faults(pack, atom, enemy if isinstance(atom, Destroy) else own)


def _count_faults(pack: Pack, atom: Destroy | Survive, recruits: Sequence[Recruit]) -> Iterator[Problem]:
    known = {recruit.id: recruit for recruit in recruits if not recruit.is_dummy}
    for place, id in enumerate(atom.ids):
        if id not in known:
            yield Problem(("ids", place), f"there is no element {id} on that side", nearest(id, known))
    if atom.units > len([one for one in known.values() if counts(pack, atom, one.id, one.model)]):
        yield Problem(("units",), "there are not so many elements that count")


def counts(pack: Pack, atom: Destroy | Survive, id: str, model: str) -> bool:
    """Whether an element is one of those a mission speaks of."""
    found = pack.models[model]
    if atom.ids and id not in atom.ids:
        return False
    if atom.kinds and found.kind not in atom.kinds:
        return False
    return found.is_armoured if atom.armoured else not found.is_dummy
