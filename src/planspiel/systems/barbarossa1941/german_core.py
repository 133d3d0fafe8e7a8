"""The German of planning, rounds, armies, setting up, reinforcements and victory."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # planning
    "Plan round {round}: give your units their orders.": "Runde {round} planen: Befehle an die Einheiten.",
    "The order of {unit} is not complete.": "Der Befehl für {unit} ist nicht vollständig.",
    "{unit} is tied in close combat.": "{unit} ist im Nahkampf gebunden.",
    "{unit} is tied to the enemy in its hex.": "{unit} ist an den Feind im eigenen Hex gebunden.",
    "{unit} is not on the board.": "{unit} ist nicht auf dem Spielbrett.",
    "{unit} is suppressed and takes no orders.": "{unit} ist unterdrückt und nimmt keine Befehle an.",
    "{unit} stands in smoke.": "{unit} steht im Rauch.",
    "{unit} is not ready on its airfield.": "{unit} ist nicht in Bereitschaft auf dem Flugplatz.",
    "No headquarters on the board can send {unit}.": (
        "Kein Hauptquartier auf dem Brett kann {unit} losschicken."
    ),
    "The card of {unit} does not have this order.": "Die Karte von {unit} hat diesen Befehl nicht.",
    "Only aircraft fly missions.": "Nur Flugzeuge fliegen Missionen.",
    "{unit} cannot move by itself: it must be towed.": (
        "{unit} bewegt sich nicht selbst und muss gezogen werden."
    ),
    "{unit} is towed: it can only set up.": "{unit} wird gezogen: nur Aufstellen ist möglich.",
    "{unit} is aboard: it can only dismount.": "{unit} wird transportiert: nur Absitzen ist möglich.",
    "A team mate plans this unit.": "Diese Einheit plant ein Mitspieler.",
    "Orders are given to units.": "Befehle erhalten Einheiten.",
    # rounds
    "Round {round} begins.": "Runde {round} beginnt.",
    "{unit}: {order}.": "{unit}: {order}.",
    # orders, as they are read out
    "defend": "Verteidigen",
    "suppressive fire": "Unterdrückungsfeuer",
    "open fire": "Feuer eröffnen",
    "bombard": "Einen Ort beschießen",
    "smoke": "Rauchgranaten",
    "air strike": "Luftschlag",
    "intercept": "Abfangen",
    "recon flight": "Aufklärung",
    "air landing": "Luftlandung",
    "patrol": "Luftüberwachung",
    "supply drop": "Nachschub abwerfen",
    "escort": "Flugzeuge eskortieren",
    "assault": "Sturmangriff",
    "ambush": "Hinterhalt",
    "set up": "Aufstellen",
    "limber": "Rückzug",
    "change arc": "Schussfeld ändern",
    "merge": "Zusammenschluss",
    "lay mines": "Minen legen",
    "clear mines": "Minen räumen",
    "demolish": "Sprengsätze anbringen",
    "tow": "Ziehen",
    "remove wire": "Stacheldraht entfernen",
    "remove barrier": "Drachenzähne entfernen",
    "pontoon": "Pontonbrücke bauen",
    "resupply": "Nachschub erhalten",
    "load supply": "Nachschub aufladen",
    "dig in": "Eingraben",
    "clear path": "Weg frei räumen",
    "reconnoitre": "Erkunden",
    "cautious move": "Vorsichtige Bewegung",
    "march": "Marsch",
    "fire on the move": "Aus der Bewegung schießen",
    "mount": "Aufsitzen",
    "dismount": "Absitzen",
    "wait": "Abwarten",
    # turned up
    "All orders are turned up.": "Alle Befehle werden aufgedeckt.",
    "{unit} is handed over to {seat}.": "{unit} geht an {seat} über.",
    "{unit} is not yours to hand over.": "{unit} kannst du nicht abgeben, die Einheit gehört dir nicht.",
    "{seat} is no team mate.": "{seat} ist kein Mitspieler deiner Seite.",
    # armies
    "Buy units and works for {points} strength points.": (
        "Kaufe Einheiten und Anlagen für {points} Stärkepunkte."
    ),
    "{side} has bought its army.": "{side} hat die Armee zusammengestellt.",
    "There may be 1 to {most} of these.": "Davon darf es 1 bis {most} geben.",
    "This costs {spent} points, and there are {points}.": (
        "Das kostet {spent} Punkte, und es sind {points} da."
    ),
    "german": "Deutsche",
    "soviet": "Sowjets",
    # setting up
    "Set up your forces.": "Stelle deine Truppen auf.",
    "{unit} is set up in {hex}.": "{unit} steht in {hex}.",
    "{unit} is aboard {transport}.": "{unit} ist auf {transport}.",
    "{kind} in {hex}.": "{kind} in {hex}.",
    "wire": "Stacheldraht",
    "dragons_teeth": "Drachenzähne",
    "A minefield in {hex}: {kind}.": "Ein Minenfeld in {hex}: {kind}.",
    "There is one minefield to a hex.": "In ein Hex kommt nur ein Minenfeld.",
    "There is at most one bunker to a hex.": "In ein Hex kommt höchstens ein Unterstand.",
    "There is such a work there already.": "Eine solche Anlage gibt es dort schon.",
    # reinforcements
    "Reinforcements: put them on the entry hexes.": "Verstärkungen: stelle sie auf die Eintrittshexe.",
    "{unit} has come to the airfield.": "{unit} ist auf dem Flugplatz eingetroffen.",
    # victory
    "Who leaves the board here?": "Wer verlässt hier das Spielbrett?",
    "{units} leave the board.": "{units} verlassen das Spielbrett.",
    "Only units in the exit hexes may leave.": "Nur Einheiten in den Ausgangshexen können gehen.",
    "Judged in this round: {points} victory points for {side}.": (
        "In dieser Runde gewertet: {points} Siegpunkte für {side}."
    ),
    "Victory points: German {german}, Soviet {soviet}.": "Siegpunkte: Deutsche {german}, Sowjets {soviet}.",
    "Equal points, {german} to {soviet}: the scenario decides.": (
        "Gleichstand {german} zu {soviet}: das Szenario entscheidet."
    ),
}
