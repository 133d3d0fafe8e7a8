"""Sentences in German say their values in German too, where the system has a word for them."""

from __future__ import annotations

from planspiel.cases.telling import catalogue, refused, said
from planspiel.kernel import Illegal, Side
from planspiel.systems import registry
from planspiel.systems.barbarossa1941.army import ArmyBought
from planspiel.systems.blitzkrieg1940.fire import FireResolved


def test_a_shot_without_effect_says_so() -> None:
    shot = FireResolved("firer", "target", 3, 1, (), "2", 7, "-", cite="BLK-8.2.5-A")
    words = catalogue(registry.load("blitzkrieg1940"), "de")
    assert said(shot, words) == "firer schießt auf target: 7 in Spalte 2 ergibt keine Wirkung."


def test_a_refusal_names_the_type_of_target() -> None:
    refusal = Illegal("{firer} cannot fire at {type}.", "BAR-target-types-X1", firer="g1", type="light tank")
    words = catalogue(registry.load("barbarossa1941"), "de")
    assert refused(refusal, words) == "g1 kann nicht auf leichte Panzer schießen."
    assert refused(refusal) == "g1 cannot fire at light tank."


def test_sides_keep_their_ids() -> None:
    words = catalogue(registry.load("barbarossa1941"), "de")
    assert said(ArmyBought(Side("german"), 3), words) == "german hat die Armee zusammengestellt."
