"""The German of what bots say for their orders."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

GERMAN: Final[dict[str, str]] = {
    "{target} has come within reach.": "{target} ist in Reichweite gekommen.",
    "Nothing more is worth doing in this phase.": "In dieser Phase lohnt sich nichts mehr.",
    "The enemy will probably come through {field}.": "Der Feind kommt voraussichtlich durch {field}.",
    "{element} stays here and has time for it.": "{element} bleibt hier und hat Zeit dafür.",
    "The enemy or the goal is near: {element} goes on foot.": (
        "Feind oder Ziel sind nah: {element} geht zu Fuß."
    ),
    "The way is long and no enemy near: {element} rides.": (
        "Der Weg ist weit und kein Feind in der Nähe: {element} fährt."
    ),
    "{element} would lose more by staying.": "{element} würde durch Bleiben mehr verlieren.",
    "Going on would cost more than it gains.": "Weiterzuziehen kostet mehr, als es bringt.",
    "A reaction would gain nothing.": "Ein Gegenzug brächte nichts.",
    "Near what the mission asks for, guns behind, staffs and trains out of sight.": (
        "Nahe dem, was der Auftrag verlangt, Geschütze dahinter, Kommanden und Trosse außer Sicht."
    ),
    "Fire at {field}: {lost} of {all} ways destroy something, {hit} have some effect.": (
        "Feuer auf {field}: {lost} von {all} Würfen vernichten etwas, {hit} haben irgendeine Wirkung."
    ),
    "Nobody in {field} can resist.": "In {field} kann niemand Widerstand leisten.",
    "The storm of {field} succeeds in {won} of {all} cases.": (
        "Der Sturm auf {field} gelingt in {won} von {all} Fällen."
    ),
    "{field} counts for the mission.": "{field} zählt für den Auftrag.",
    "From {field} it is {turns} turns to the goal.": "Von {field} sind es {turns} Züge zum Ziel.",
    "In {field} the enemy can do less harm.": "In {field} kann der Feind weniger anrichten.",
    "Smoke blinds those in {field} who would fire at us.": (
        "Nebel nimmt denen in {field} die Sicht, die auf uns feuern würden."
    ),
    "With light on {field} our guns see what is there.": (
        "Mit Licht auf {field} sehen unsere Geschütze, was dort ist."
    ),
    "Somebody may be hiding around {field}.": "Um {field} könnte sich jemand verbergen.",
    "{target} cannot stand up to tracks.": "{target} hält Ketten nicht stand.",
    "The enemy must not come across.": "Der Feind darf nicht hinüberkommen.",
    "A crossing here saves a long way round.": "Ein Übergang hier erspart einen weiten Umweg.",
    "Counter-moves cost {risk} percent on average.": "Gegenzüge kosten im Mittel {risk} Prozent.",
}
