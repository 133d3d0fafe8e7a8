"""Game options: rulings where two readings of the book are reasonable. The default is the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from planspiel.kernel import Choice

__all__ = ["CHOICES"]

CHOICES: Final[Mapping[str, Choice]] = {
    "stack_secrecy": Choice(
        False,
        "Only the top unit of an enemy stack is seen until a firer inspects it",
        "Von einem gegnerischen Stapel sieht man nur die oberste Einheit, bis ein Schütze ihn untersucht",
        "BLK-8.1.1-G1",
    ),
    "mine_secrecy": Choice(
        False,
        "Minefields are hidden from the enemy until a unit enters them",
        "Minenfelder bleiben dem Gegner verborgen, bis eine Einheit sie betritt",
        "BLK-10.1-G3",
    ),
    "doctrine_covers": Choice(
        "all",
        "Which companies are bound to their HQ",
        "Welche Kompanien an ihr HQ gebunden sind",
        "BLK-3.4-G1",
        ("all", "infantry_and_tanks"),
    ),
    "command_after_hq_returns": Choice(
        "at_once",
        "When units are back in command after their overrun HQ has returned",
        "Wann Einheiten nach der Rückkehr ihres überrannten HQs wieder unter Befehlsgewalt stehen",
        "BLK-3.5-G1",
        ("at_once", "administration"),
    ),
    "held_markers_stay": Choice(
        True,
        "Repeat and general markers in hand stay there for following turns",
        "Wiederholungs- und allgemeine Marker bleiben über die Runde hinaus auf der Hand",
        "BLK-5.3-G3",
    ),
    "failed_exhaustion_test_loses_activation": Choice(
        False,
        "An exhausted formation that fails its test loses the activation",
        "Eine erschöpfte Formation, deren Prüfung misslingt, verliert die Aktivierung",
        "BLK-5.4-G1",
    ),
    "move_and_fire": Choice(
        -1,
        "Modifier for moving and firing in one action",
        "Modifikator für Bewegung und Feuer in einer Aktion",
        "BLK-6.1-G1",
        (-1, -2),
    ),
    "rally_uses_action": Choice(
        False,
        "A unit that rallies has used its action",
        "Sammeln verbraucht die Aktion der Einheit",
        "BLK-8.4-G2",
    ),
    "one_morale_test_per_attack": Choice(
        False,
        "A formation tests its morale once for each attack, not for each step lost",
        "Eine Formation prüft ihre Moral einmal je Angriff statt bei jedem verlorenen Schritt",
        "BLK-8.5-G2",
    ),
    "demoralised_stop_acting": Choice(
        False,
        "A formation demoralised in its own activation takes no further actions in it",
        "Eine in der eigenen Aktivierung demoralisierte Formation handelt in ihr nicht weiter",
        "BLK-8.5.1-G1",
    ),
    "neutralised_companies_retreat": Choice(
        False,
        "Neutralised companies of a demoralised formation retreat with half their movement points",
        "Neutralisierte Kompanien einer demoralisierten Formation ziehen sich mit halben BP zurück",
        "BLK-8.5.1-G2",
    ),
    "artillery_columns": Choice(
        "3 and 7",
        "Columns of light and heavy artillery",
        "Spalten der leichten und der schweren Artillerie",
        "BLK-8.6.1-G1",
        ("3 and 7", "4 and 6"),
    ),
    "observer_needs_target": Choice(
        True,
        "An observer must see a unit in the target hex, not the hex alone",
        "Ein Beobachter muss eine Einheit im Zielfeld sehen, nicht nur das Feld",
        "BLK-8.6.1-G3",
    ),
    "works_need_infantry": Choice(
        False,
        "Works may be set up only with own infantry",
        "Verteidigungswerke dürfen nur mit eigener Infanterie aufgestellt werden",
        "BLK-10.2-G2",
    ),
    "ii_11_rdp_at_1412": Choice(
        False,
        "Hannut: II/11 RDP sets up around 1412 instead of the printed 1712",
        "Hannut: II/11 RDP wird um 1412 statt um das gedruckte 1712 aufgestellt",
        "BLK-12.1-FR-G1",
    ),
    "works_anywhere_at_stonne": Choice(
        False,
        "Stonne: works may stand wherever French infantry may set up",
        "Stonne: Verteidigungswerke überall, wo französische Infanterie aufgestellt werden darf",
        "BLK-12.2-FR-X1",
    ),
    "late_stripes_choose_on_arrival": Choice(
        False,
        "White-stripe formations that arrive later choose their marker on arrival",
        "Später eintreffende Formationen mit weißem Streifen wählen erst beim Eintreffen",
        "BLK-12.2-SPECIAL-G1",
    ),
}
"""By name; rules read them as `known.options[name]`."""
