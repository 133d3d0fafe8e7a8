"""The German of fire, results, morale, indirect fire, close combat and works."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

_FIRE: Final = {
    "{firer} fires at {target}": "{firer} schießt auf {target}",
    "{firer} fires at {target}: {roll} in column {column} gives {result}.": (
        "{firer} schießt auf {target}: {roll} in Spalte {column} ergibt {result}."
    ),
    "-": "keine Wirkung",
    "{unit} looks at the stack in {hex}.": "{unit} untersucht den Stapel in {hex}.",
    "close combat": "Nahkampf",
    "range {hexes}": "Entfernung {hexes}",
    "firing from above": "Schütze steht höher",
    "moving and firing": "Bewegung und Feuer",
    "firer neutralised": "Schütze neutralisiert",
    "firer neutralised before the combat": "Schütze schon vor dem Nahkampf neutralisiert",
    "firer exhausted": "Schütze erschöpft",
    "firer out of command": "Schütze außerhalb der Befehlsgewalt",
    "defender out of command": "Verteidiger außerhalb der Befehlsgewalt",
    "firer in column": "Schütze in Kolonne",
    "firer in column, first round": "Schütze in Kolonne, erste Runde",
    "firer dispersed": "Schütze zerstreut",
    "target in column": "Ziel in Kolonne",
    "target dispersed": "Ziel zerstreut",
    "target in a village": "Ziel im Dorf",
    "target in a wood": "Ziel im Wald",
    "target in an orchard": "Ziel im Obstgarten",
    "target in works": "Ziel in Verteidigungswerken",
    "{unit} is not on the map.": "{unit} steht nicht auf der Karte.",
    "{unit} is no enemy unit on the map.": "{unit} ist keine gegnerische Einheit auf der Karte.",
    "{unit} is an HQ and has no weapons.": "{unit} ist ein HQ und hat keine Waffen.",
    "{unit} has no attack value.": "{unit} hat keinen Angriffswert.",
    "{unit} has weapon range 0: it may only counter fire.": (
        "{unit} hat Waffenreichweite 0 und darf nur Gegenfeuer abgeben."
    ),
    "{unit} rides on {carrier}: the two are one target, the carrier.": (
        "{unit} ist auf {carrier} aufgesessen: beide sind ein Ziel, nämlich der Transporter."
    ),
    "Only a carrier and its own passenger combine their fire.": (
        "Nur ein Truppentransporter und seine aufgesessene Kompanie verbinden ihr Feuer."
    ),
    "{unit} is no target in this close combat.": "{unit} ist kein Ziel in diesem Nahkampf.",
    "{unit} is too weak to fire at {target}: the factor is {factor}, the least is -1.": (
        "{unit} ist zu schwach, um auf {target} zu schießen: Faktor {factor}, nötig ist mindestens -1."
    ),
    "There is no enemy in {hex}.": "In {hex} steht kein Gegner.",
}

_RESULTS: Final = {
    "{unit} is neutralised.": "{unit} ist neutralisiert.",
    "{unit} is no longer neutralised.": "{unit} ist nicht mehr neutralisiert.",
    "{unit} loses a step.": "{unit} verliert einen Schritt.",
    "{unit} is eliminated.": "{unit} ist eliminiert.",
    "{unit} dismounts from its lost carrier.": "{unit} sitzt von dem verlorenen Transporter ab.",
    "panic of {unit}": "Panikprüfung von {unit}",
    "Panic check of {unit}: {roll} against {needed}.": "Panikprüfung von {unit}: {roll} gegen {needed}.",
    "{unit} suffers N: accept it, or lose a step instead?": (
        "{unit} erleidet N: hinnehmen oder stattdessen einen Schritt verlieren?"
    ),
    "A step is lost: which of carrier and passenger loses it?": (
        "Ein Schritt geht verloren: beim Transporter oder bei der aufgesessenen Kompanie?"
    ),
    "The works in {hex} are manned.": "Die Verteidigungswerke in {hex} sind besetzt.",
    "The works in {hex} are given up.": "Die Verteidigungswerke in {hex} werden entfernt.",
}

_MORALE: Final = {
    "formation factor": "Formationsfaktor",
    "formation exhausted": "Formation erschöpft",
    "HQ neutralised": "HQ neutralisiert",
    "unit reduced": "Einheit mit Schrittverlust",
    "out of command": "außerhalb der Befehlsgewalt",
    "rally of {unit}": "Sammeln von {unit}",
    "morale of {formation}": "Moral von {formation}",
    "recovery of {formation}": "Erholung von {formation}",
    "{formation} is demoralised: {roll} against {needed}.": (
        "{formation} ist demoralisiert: {roll} gegen {needed}."
    ),
    "{formation} holds: {roll} against {needed}.": "{formation} hält stand: {roll} gegen {needed}.",
    "{formation} recovers: {roll} against {needed}.": "{formation} erholt sich: {roll} gegen {needed}.",
    "{formation} does not recover and retreats: {roll} against {needed}.": (
        "{formation} erholt sich nicht und zieht sich zurück: {roll} gegen {needed}."
    ),
    "{unit} rallies: {roll} against {needed}.": "{unit} sammelt sich: {roll} gegen {needed}.",
    "{unit} does not rally: {roll} against {needed}.": "{unit} sammelt sich nicht: {roll} gegen {needed}.",
    "{unit} flees to {hex}.": "{unit} flieht nach {hex}.",
    "{unit} leaves the map.": "{unit} verlässt die Karte.",
    "{unit} flees towards its own edge: by which hex?": (
        "{unit} flieht in Richtung des eigenen Kartenrands: über welches Feld?"
    ),
}

_INDIRECT: Final = {
    "{marker} fires on {hex}": "{marker} schießt auf {hex}",
    "{marker} fires on {hex}.": "{marker} schießt auf {hex}.",
    "{observer} sends the coordinates of {hex}": "{observer} übermittelt die Koordinaten von {hex}",
    "{observer} sends the coordinates of {hex}.": "{observer} übermittelt die Koordinaten von {hex}.",
    "A salvo on {hex} is lost.": "Eine Salve auf {hex} geht verloren.",
    "No artillery or Stuka marker is in play.": "Es ist kein Artillerie- oder Stukamarker im Spiel.",
    "{wanted} salvoes of a kind were called, {left} are left.": (
        "Gefordert sind {wanted} Salven einer Art, übrig sind {left}."
    ),
    "There is no hex {hex}.": "Ein Feld {hex} gibt es nicht.",
    "{hex} was hit already: all fire on it is declared with the first salvo.": (
        "{hex} wurde schon beschossen: alles Feuer darauf wird mit der ersten Salve erklärt."
    ),
    "{unit}: column {column}": "{unit}: Spalte {column}",
    "Artillery needs an HQ as observer.": "Artillerie braucht ein HQ als Beobachter.",
    "{unit} is no HQ with a line of sight to {hex}.": "{unit} ist kein HQ mit Sichtlinie zu {hex}.",
}

_CLOSE_COMBAT: Final = {
    "{firer} fires at {target} in close combat": "{firer} schießt im Nahkampf auf {target}",
    "Close combat in {hex}.": "Nahkampf in {hex}.",
    "Round {round} of the close combat in {hex}.": "Runde {round} des Nahkampfs in {hex}.",
    "The close combat in {hex} is over.": "Der Nahkampf in {hex} ist vorbei.",
    "{firer} fires in close combat: at whom?": "{firer} schießt im Nahkampf: auf wen?",
    "{unit} is neutralised in its attack: lose a step and fight on, or fall back?": (
        "{unit} wird beim Angriff neutralisiert: einen Schritt verlieren und weiterkämpfen oder zurückgehen?"
    ),
    "{unit} is neutralised: lose a step and stay, or retreat neutralised?": (
        "{unit} wird neutralisiert: einen Schritt verlieren und bleiben oder neutralisiert zurückziehen?"
    ),
    "{unit} has lost a step: stay, or retreat?": (
        "{unit} hat einen Schritt verloren: bleiben oder zurückziehen?"
    ),
    "The round is over: fight on, or leave the close combat in {hex}?": (
        "Die Runde ist vorbei: weiterkämpfen oder den Nahkampf in {hex} verlassen?"
    ),
    "Does {hq} leave with its last companion, or is it overrun?": (
        "Zieht {hq} mit seiner letzten Einheit ab, oder wird es überrannt?"
    ),
}

GERMAN: dict[str, str] = {**_FIRE, **_RESULTS, **_MORALE, **_INDIRECT, **_CLOSE_COMBAT}
