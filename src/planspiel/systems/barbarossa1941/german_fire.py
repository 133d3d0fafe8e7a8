"""The German of fire, defence, valour, headquarters, smoke, assault, close combat and works under fire."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

_FIGURES: Final = {
    "for each remaining symbol": "für jedes verbliebene Symbol",
    "suppressed: no bonus counts": "unterdrückt: kein Bonus zählt",
    "bunker": "Unterstand",
    "trench": "Schützengraben",
    "trench taken in flank or rear": "Schützengraben von Flanke oder Rücken her angegriffen",
    "on a hill": "auf einem Hügel",
    "against a hill": "gegen einen Hügel",
    "Defend": "Verteidigen",
    "Ambush": "Hinterhalt",
    "Cautious Move": "Vorsichtige Bewegung",
    "{terrain}": "{terrain}",
    "firepower against {type}": "Feuerstärke gegen {type}",
    "second row": "zweite Zeile",
    "half as many more": "die Hälfte dazu",
    "from ambush": "aus dem Hinterhalt",
    "indirect fire": "indirektes Feuer",
    "on the move": "aus der Bewegung",
    "{type} is not in its table": "{type} steht nicht in der Tabelle",
    "one for each remaining gun": "einer für jedes verbliebene Symbol",
    "close-combat dice": "Nahkampfwürfel",
    "first cell": "erste Zelle des Reichweitendiagramms",
    "distance {away}": "Entfernung {away}",
    "distance {away}, from above": "Entfernung {away}, von oben",
    "suppressed": "unterdrückt",
    "printed valour": "aufgedruckte Tapferkeit",
    "casualties": "Verluste",
    "headquarters near and in sight": "Hauptquartier nah und in Sicht",
    "Casualties call for a valour test.": "Verluste verlangen einen Tapferkeitstest.",
    "destroyed": "vernichtet",
    **{f"{casualties} lost": f"{casualties} verloren" for casualties in range(13)},
    "infantry": "Infanterie",
    "artillery": "Artillerie",
    "vehicle": "Fahrzeuge",
    "armoured vehicle": "gepanzerte Fahrzeuge",
    "light tank": "leichte Panzer",
    "medium tank": "mittlere Panzer",
    "heavy tank": "schwere Panzer",
    "aircraft": "Flugzeuge",
    "building": "Bauwerke",
    "Dice thrown": "Würfel",
    "A die hits with at most": "Ein Würfel trifft mit höchstens",
    "Hits that the defence takes": "Treffer, die die Verteidigung schluckt",
}

_FIRE: Final = {
    "{firer} attacks {target}: {hits} hits with {dice} dice.": (
        "{firer} greift {target} an: {hits} Treffer mit {dice} Würfeln."
    ),
    "{unit} takes {hits} hits: its defence absorbs {absorbed}.": (
        "{unit} erhält {hits} Treffer: Die Verteidigung fängt {absorbed} ab."
    ),
    "{firer} has {dice} dice left for another unit in the hex: which?": (
        "{firer} hat noch {dice} Würfel für eine weitere Einheit im Hex: welche?"
    ),
    "{unit} fires at {hex}": "{unit} feuert auf {hex}",
    "{unit} loses {lost}.": "{unit} verliert {lost}.",
    "{unit} is destroyed.": "{unit} ist vernichtet.",
    "{unit} defends.": "{unit} verteidigt.",
    "{unit} cannot carry out its order.": "{unit} kann den Befehl nicht ausführen.",
    "The {kind} in {hex} is hit.": "Getroffen in {hex}: {kind}.",
    "The {kind} in {hex} is destroyed.": "Zerstört in {hex}: {kind}.",
    "bridge": "Brücke",
    "pontoon": "Pontonbrücke",
}

_REFUSED: Final = {
    "{hex} is not in the arc of {unit}.": "{hex} liegt nicht im Schussfeld von {unit}.",
    "{firer} cannot reach {hex}, {away} hexes away.": "{firer} reicht nicht bis {hex}, {away} Hexe entfernt.",
    "{a} does not see {b}: {why} in {where}.": "Von {a} sieht man {b} nicht: {why} in {where}.",
    "{target} is in close combat and cannot be fired at.": (
        "{target} ist im Nahkampf und kann nicht beschossen werden."
    ),
    "{target} is not on the board.": "{target} ist nicht auf dem Spielbrett.",
    "{target} is hidden and cannot be a target.": "{target} ist verborgen und kann kein Ziel sein.",
    "{target} is no enemy that could be fired at.": "{target} ist kein Feind, der beschossen werden könnte.",
    "{firer} cannot fire at {type}.": "{firer} kann nicht auf {type} feuern.",
    "No fire into or out of the forest in {hex}.": "In den Wald in {hex} und aus ihm wird nicht gefeuert.",
    "No unit of yours sees {hex}.": "Keine eigene Einheit sieht {hex}.",
    "Indirect fire needs a headquarters that is not suppressed.": (
        "Indirektes Feuer braucht ein Hauptquartier, das nicht unterdrückt ist."
    ),
    "{unit} has {ammo} ammunition points and needs {points}.": (
        "{unit} hat {ammo} Munitionspunkte und braucht {points}."
    ),
    "{unit} must be set up first.": "{unit} muss erst aufgestellt sein.",
    "{unit} must be set up to fire.": "{unit} muss aufgestellt sein, um zu feuern.",
    "{unit} does not reach so far.": "{unit} reicht nicht so weit.",
    "{unit} must face an adjacent hex.": "{unit} muss auf ein benachbartes Hex ausgerichtet sein.",
    "{unit} keeps its facing: turning needs Change Arc.": (
        "{unit} behält die Ausrichtung: Zum Drehen dient Schussfeld ändern."
    ),
    "The bunker in {hex} is full.": "Der Unterstand in {hex} ist voll.",
    "There is no bunker in {hex}.": "In {hex} ist kein Unterstand.",
    "{unit} is no infantry.": "{unit} ist keine Infanterie.",
    "{unit} cannot use a bunker.": "{unit} kann keinen Unterstand nutzen.",
    "The bunker in {hex} faces another way.": "Der Unterstand in {hex} ist anders ausgerichtet.",
    "The enemy holds the bunker in {hex}.": "Der Feind hält den Unterstand in {hex}.",
    "{unit} cannot attack buildings.": "{unit} kann keine Gebäude angreifen.",
    "There is nothing of the kind in {hex}.": "Dergleichen gibt es in {hex} nicht.",
    "There is close combat in {hex}.": "In {hex} ist Nahkampf.",
    "There is no hex {hex}.": "Ein Hex {hex} gibt es nicht.",
}

_VALOUR: Final = {
    "{unit} tests its valour: {total} against {valour}.": (
        "Tapferkeitstest von {unit}: {total} gegen {valour}."
    ),
    "{unit} is suppressed.": "{unit} ist unterdrückt.",
    "{unit} recovers.": "{unit} erholt sich.",
    "valour of {unit}": "Tapferkeit von {unit}",
    "recovery of {unit}": "Erholung von {unit}",
    "{firer} scored no hit: shall {hq} adjust its fire?": (
        "{firer} hat nicht getroffen: Soll {hq} das Feuer anpassen?"
    ),
    "{hq} adjusts the fire of {firer}.": "{hq} passt das Feuer von {firer} an.",
}

_SMOKE: Final = {
    "{unit} blinds {hex} and one hex beside it: which?": (
        "{unit} nebelt {hex} ein und ein angrenzendes Hex: welches?"
    ),
    "Smoke in {hexes}.": "Rauch in {hexes}.",
    "The smoke in {hexes} lifts.": "Der Rauch in {hexes} verzieht sich.",
    "{unit} has no smoke shells left.": "{unit} hat keine Rauchgranaten mehr.",
    "smoke": "Rauch",
    "forest": "Wald",
    "higher ground": "höheres Gelände",
}

_CLOSE_COMBAT: Final = {
    "{winner} and {loser} assault each other: {winner} is faster.": (
        "{winner} und {loser} stürmen aufeinander los: {winner} ist schneller."
    ),
    "{unit} assaults over {distance} hexes at most.": "{unit} stürmt über höchstens {distance} Hexe.",
    "{unit} cannot attack {type}.": "{unit} kann {type} nicht angreifen.",
    "Infantry in {terrain} cannot assault armour.": (
        "Infanterie in diesem Gelände ({terrain}) kann keine gepanzerten Fahrzeuge stürmen."
    ),
    "Infantry fights tanks only in light forest, village or town.": (
        "Infanterie bekämpft Panzer nur in lichtem Wald, Dorf oder Stadt."
    ),
    "{unit} assaults against an assault": "{unit} stürmt gegen einen Sturmangriff",
    "{target} is no enemy on the ground.": "{target} ist kein Feind am Boden.",
    "The route of an assault ends in the hex of its target.": "Der Sturmangriff endet im Hex seines Ziels.",
    "Close combat in {hexes}.": "Nahkampf in {hexes}.",
    "Close combat: whom do your units attack?": "Nahkampf: Wen greifen deine Einheiten an?",
}

_TYPES: Final = {
    "infantry": "Infanterie",
    "artillery": "Artillerie",
    "vehicle": "Fahrzeuge",
    "armoured vehicle": "gepanzerte Fahrzeuge",
    "light tank": "leichte Panzer",
    "medium tank": "mittlere Panzer",
    "heavy tank": "schwere Panzer",
    "aircraft": "Flugzeuge",
    "building": "Gebäude",
}

GERMAN: Final = {**_TYPES, **_FIGURES, **_FIRE, **_REFUSED, **_VALOUR, **_SMOKE, **_CLOSE_COMBAT}
