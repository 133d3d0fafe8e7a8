"""German for sight, movement, reactions, retreat, mines, actions and carriers."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

_SIGHT: Final = {
    "{hexes} blocks the view from {start} to {end}.": "{hexes} versperrt die Sicht von {start} nach {end}.",
    "{hexes} is higher than {start} and {end}.": "{hexes} liegt höher als {start} und {end}.",
    "{hexes} hides the lower of {start} and {end} from the higher.": (
        "{hexes} verdeckt das niedrigere der Felder {start} und {end} vor dem höheren."
    ),
    "The higher of {start} and {end} does not lie on the edge of its height.": (
        "Das höhere der Felder {start} und {end} ist kein Kantenfeld."
    ),
    "The lower of {start} and {end} is a blind hex behind {hexes}.": (
        "Das niedrigere der Felder {start} und {end} ist ein blindes Feld hinter {hexes}."
    ),
    "The range of {firer} is {reach}, and {target} is at distance {far}.": (
        "Die Reichweite von {firer} ist {reach}, und {target} ist {far} entfernt."
    ),
    "{target} cannot be seen at distance {far}.": "{target} ist auf Entfernung {far} nicht zu sehen.",
}

_MOVEMENT: Final = {
    "{leader} moves to {hex}.": "{leader} bewegt sich nach {hex}.",
    "{leader} is in {at}: go on?": "{leader} ist in {at}: weiter?",
    "{unit} has not enough movement points for a close combat in {hex}.": (
        "{unit} hat nicht genug BP für einen Nahkampf in {hex}."
    ),
    "{unit} has not enough movement points to enter {hex}.": (
        "{unit} hat nicht genug BP, um {hex} zu betreten."
    ),
    "{hex} is held by the enemy: a path can only end there, in close combat.": (
        "{hex} ist vom Gegner besetzt: Ein Weg kann dort nur enden, im Nahkampf."
    ),
    "A close combat cannot be combined with fire or loading: {hex} is held by the enemy.": (
        "Nahkampf lässt sich nicht mit Feuer oder Verladen verbinden: {hex} ist vom Gegner besetzt."
    ),
    "A move enters at least one hex.": "Eine Bewegung betritt mindestens ein Feld.",
    "There is no road along this path.": "Entlang dieses Weges gibt es keine Straße.",
    "There is no hex {hex} on this map.": "Auf dieser Karte gibt es kein Feld {hex}.",
    "{to} is not next to {hex}.": "{to} grenzt nicht an {hex}.",
    "{hex} is impassable.": "{hex} ist unpassierbar.",
    "{unit} is an HQ and may not enter {hex}, where the enemy is.": (
        "{unit} ist ein HQ und darf {hex} nicht betreten, wo der Gegner steht."
    ),
    "At most {room} units may be in {hex}.": "In {hex} dürfen höchstens {room} Einheiten stehen.",
    "{unit} is out of command and may not attack.": (
        "{unit} steht außerhalb der Befehlsgewalt und darf nicht angreifen."
    ),
    "{unit} enters the map in {hexes}, not in {hex}.": "{unit} betritt die Karte in {hexes}, nicht in {hex}.",
    "The movement points do not reach {hex}.": "Die BP reichen nicht bis {hex}.",
    "Only units of this march can go on.": "Nur Einheiten dieser Bewegung können weiterziehen.",
    "Whether the units fire as well was said when they set out.": (
        "Ob die Einheiten auch schießen, wurde beim Aufbruch gesagt."
    ),
    "A move names its units, each once.": "Eine Bewegung nennt ihre Einheiten, jede einmal.",
    "Only units of one hex move as a stack.": "Nur Einheiten eines Feldes bewegen sich als Stapel.",
    "A stack that moves has at most {most} units.": "Ein Stapel bewegt sich mit höchstens {most} Einheiten.",
}

_REACTIONS: Final = {
    "The enemy moves to {hex}: does one of your units react?": (
        "Der Gegner zieht nach {hex}: Reagiert eine deiner Einheiten?"
    ),
    "Your units were fired at: does one of them react?": (
        "Deine Einheiten wurden beschossen: Reagiert eine von ihnen?"
    ),
    "Reaction check of {unit}: {roll} against {needed}.": "Reaktionsprüfung {unit}: {roll} gegen {needed}.",
    "reaction of {unit}": "Reaktion von {unit}",
    "exhausted": "erschöpft",
    "out of command": "außerhalb der Befehlsgewalt",
    "neutralised": "neutralisiert",
    "{unit} has tried opportunity fire.": "{unit} hat Gelegenheitsfeuer versucht.",
    "{unit} has tried counter fire.": "{unit} hat Gegenfeuer versucht.",
    "{unit} has already tried opportunity fire.": "{unit} hat schon Gelegenheitsfeuer versucht.",
    "{unit} has already tried counter fire in this enemy activation.": (
        "{unit} hat in dieser gegnerischen Aktivierung schon Gegenfeuer versucht."
    ),
    "{unit} has already reacted on this occasion.": "{unit} hat bei dieser Gelegenheit schon reagiert.",
    "{unit} is neutralised or demoralised and can only fire at an adjacent hex.": (
        "{unit} ist neutralisiert oder demoralisiert und kann nur in ein benachbartes Feld schießen."
    ),
    "{unit} neither sees the enemy nor was it fired at.": (
        "{unit} sieht den Gegner nicht und wurde nicht beschossen."
    ),
    "{unit} is no unit of yours on the map.": "{unit} ist keine deiner Einheiten auf der Karte.",
    "A close combat is going on in {hex}.": "In {hex} findet ein Nahkampf statt.",
    "{unit} has not been fired at.": "{unit} wurde nicht beschossen.",
    "{unit} has not fired.": "{unit} hat nicht geschossen.",
    "{unit} is not moving.": "{unit} bewegt sich nicht.",
    "{unit} sees no enemy that moves.": "{unit} sieht keinen Gegner, der sich bewegt.",
    "Nobody can fire back at artillery and Stukas.": (
        "Auf Artillerie und Stukas kann niemand zurückschießen."
    ),
    "{unit} rides on {carrier}.": "{unit} ist auf {carrier} aufgesessen.",
    "{unit} rides on {carrier} and fires together with it.": (
        "{unit} ist auf {carrier} aufgesessen und schießt mit ihm zusammen."
    ),
    "{unit} cannot retreat to {hex}.": "{unit} kann sich nicht nach {hex} zurückziehen.",
    "{unit} retreats to {hex}.": "{unit} zieht sich nach {hex} zurück.",
    "{unit} falls back off the map.": "{unit} weicht von der Karte zurück.",
    "{at} is too full: where does {unit} go on to?": "{at} ist zu voll: Wohin zieht {unit} weiter?",
    "A range lies between 1 and {most} hexes.": "Eine Entfernung liegt zwischen 1 und {most} Feldern.",
}

_MINES: Final = {
    "There is a minefield in {hex}.": "In {hex} liegt ein Minenfeld.",
    "Mines attack {unit} in {hex}: {roll} gives {result}.": (
        "Minen greifen {unit} in {hex} an: {roll} ergibt {result}."
    ),
    "The minefield in {hex} is used up.": "Das Minenfeld in {hex} ist erschöpft.",
    "mines in {hex} against {unit}": "Minen in {hex} gegen {unit}",
    "minefield in {hex} used up": "Minenfeld in {hex} erschöpft",
}

_ACTIONS: Final = {
    "Choose a unit and its action, or end the activation.": (
        "Wähle eine Einheit und ihre Aktion oder beende die Aktivierung."
    ),
    "Do these units do anything else?": "Tun diese Einheiten noch etwas?",
    "{side} has finished its actions.": "{side} hat seine Aktionen beendet.",
    "{unit} has already acted.": "{unit} hat schon gehandelt.",
    "{unit} rides on {carrier}, which moves it.": "{unit} ist auf {carrier} aufgesessen und fährt mit.",
    "{unit} is neutralised and cannot move.": "{unit} ist neutralisiert und kann sich nicht bewegen.",
    "{unit} is neutralised: it can only fire.": "{unit} ist neutralisiert: Sie kann nur schießen.",
    "{unit} does not belong to an activated formation.": "{unit} gehört zu keiner aktivierten Formation.",
    "{unit} is not on the map.": "{unit} ist nicht auf der Karte.",
    "The stack in {hex} lies open already.": "Der Stapel in {hex} liegt schon offen.",
    "All stacks lie open.": "Alle Stapel liegen offen.",
    "Another unit has still to finish its action.": "Eine andere Einheit muss erst ihre Aktion beenden.",
    "A move beside fire or loading uses half the movement points.": (
        "Eine Bewegung neben Feuer oder Verladen verwendet die halben BP."
    ),
    "The units have fired; they can only move now.": (
        "Die Einheiten haben geschossen; sie können sich nur noch bewegen."
    ),
    "{unit} mounts {carrier}.": "{unit} sitzt auf {carrier} auf.",
    "{unit} gets down from {carrier}.": "{unit} sitzt von {carrier} ab.",
    "{carrier} carries companies of {formation} only.": "{carrier} befördert nur Kompanien von {formation}.",
    "{unit} and {carrier} are not in the same hex.": "{unit} und {carrier} sind nicht im selben Feld.",
    "{unit} carries nobody.": "{unit} befördert niemanden.",
    "{unit} is no infantry company.": "{unit} ist keine Infanteriekompanie.",
    "{carrier} carries one company, and a company rides once.": (
        "{carrier} befördert eine Kompanie, und eine Kompanie sitzt nur einmal auf."
    ),
}

GERMAN: Final[dict[str, str]] = {**_SIGHT, **_MOVEMENT, **_REACTIONS, **_MINES, **_ACTIONS}
