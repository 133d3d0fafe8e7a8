"""German sentences of the chapters about movement, reaction fire, mines, hidden units and groups."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # terrain
    "plain": "Ebene",
    "bush": "Busch",
    "light forest": "lichter Wald",
    "forest": "Wald",
    "swamp": "Sumpf",
    "river": "Fluss",
    "ford": "Furt",
    "field": "Acker",
    "village": "Dorf",
    "town": "Stadt",
    "The route is broken at {hex}.": "Die Route ist bei {hex} unterbrochen.",
    "{card} cannot enter {terrain} in {hex}.": "{card} kann {hex} nicht betreten: {terrain}.",
    "The slope to {hex} is too steep.": "Der Hang nach {hex} ist zu steil.",
    "Only infantry climbs to {hex}.": "Nur Infanterie überwindet den Hang nach {hex}.",
    # routes
    "A route has at least one hex.": "Eine Route hat mindestens ein Hex.",
    "The step to {hex} is a move of its own.": "Der Schritt nach {hex} ist eine Bewegung für sich.",
    "Entering {hex} ends the move.": "In {hex} endet die Bewegung.",
    "This route takes {spent} hexes of movement, and there are {allowance}.": (
        "Diese Route kostet {spent} Hexe Bewegung, vorhanden sind {allowance}."
    ),
    "{unit} must be towed.": "{unit} muss gezogen werden.",
    "{unit} must limber first.": "{unit} muss sich erst zum Rückzug bereit machen.",
    "{unit} has no arc to turn.": "{unit} hat kein Schussfeld, das man ausrichten könnte.",
    "No road leads from {start} to {goal}.": "Keine Straße führt von {start} nach {goal}.",
    "Several roads lead to {goal}: write the whole route.": (
        "Mehrere Straßen führen nach {goal}: Gib die ganze Route an."
    ),
    "A march does not lead from {start} to {hex}.": "Ein Marsch führt nicht von {start} nach {hex}.",
    "Out of close combat it is one hex only.": "Aus dem Nahkampf heraus ist es nur ein Hex.",
    "{target} is no enemy that could be fired at.": "{target} ist kein Feind, auf den man schießen könnte.",
    "{target} is hidden and cannot be a target.": "{target} ist verborgen und kann kein Ziel sein.",
    "{firer} cannot fire at {type}.": "{firer} kann nicht auf {type} schießen.",
    "{hex} is not on the route.": "{hex} liegt nicht auf der Route.",
    # impulses
    "Movement: {units}.": "Bewegung: {units}.",
    "{unit} stops in {hex}.": "{unit} hält in {hex} an.",
    "The wire at {sides} is crushed.": "Der Stacheldraht bei {sides} wird niedergewalzt.",
    "{unit} turns at the end of its move.": "{unit} richtet sich am Ende der Bewegung neu aus.",
    "{unit} does not move: its route leads into smoke.": (
        "{unit} bewegt sich nicht: Die Route führt in den Rauch."
    ),
    # reaction fire
    "Enemies move in the arcs of your units: at whom do they fire?": (
        "Feinde bewegen sich im Schussfeld deiner Einheiten: Auf wen schießen sie?"
    ),
    # mines
    "dummy": "vorgetäuscht",
    "anti-tank": "Antipanzerminen",
    "anti-personnel": "Antipersonenminen",
    "{unit} is in a minefield in {hex}: {kind}.": "{unit} ist in {hex} in einem Minenfeld: {kind}.",
    "The minefield in {hex} was a dummy and is set aside.": (
        "Das Minenfeld in {hex} war vorgetäuscht und kommt weg."
    ),
    "The minefield in {hex} is cleared.": "Das Minenfeld in {hex} ist geräumt.",
    "{unit} has laid a minefield in {hex}: {kind}.": "{unit} hat in {hex} ein Minenfeld gelegt: {kind}.",
    "{unit} has laid a minefield in {hex}.": "{unit} hat in {hex} ein Minenfeld gelegt.",
    "{unit} has helped to lay the minefield in {hex}.": "{unit} hat das Minenfeld in {hex} mitgelegt.",
    "{unit} has finished a minefield in {hex}: which kind?": (
        "{unit} hat das Minenfeld in {hex} fertiggestellt: Welche Art?"
    ),
    "mines in {hex} against {unit}": "Minen in {hex} gegen {unit}",
    "There is a minefield in {hex} already.": "In {hex} liegt schon ein Minenfeld.",
    "No minefield is known in {hex}.": "In {hex} ist kein Minenfeld bekannt.",
    "{unit} are no pioneers.": "{unit} sind keine Pioniere.",
    # hidden units
    "{unit} goes into ambush.": "{unit} legt sich in den Hinterhalt.",
    "{unit} is out of the enemy's sight again.": "{unit} ist wieder vor dem Feind verborgen.",
    "{unit} is discovered in {hex}.": "{unit} wird in {hex} entdeckt.",
    "{unit} cannot hide in {terrain}.": "{unit} kann sich hier nicht verbergen: {terrain}.",
    "{unit} does not reach so far.": "{unit} reicht nicht so weit.",
    # groups
    "{unit} joins group {number}.": "{unit} schließt sich Gruppe {number} an.",
    "{unit} leaves its group.": "{unit} verlässt die Gruppe.",
    "{unit} cannot join a group.": "{unit} kann sich keiner Gruppe anschließen.",
    "Group {number} is in another hex.": "Gruppe {number} ist in einem anderen Hex.",
    "Group {number} is full.": "Gruppe {number} ist voll.",
    "You do not command this unit.": "Du führst diese Einheit nicht.",
    "{unit} is in no group.": "{unit} ist in keiner Gruppe.",
}
