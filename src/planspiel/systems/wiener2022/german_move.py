"""German for sight, ground, movement, counter-moves, transport, camouflage and noise."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

_GROUND: Final = {
    "{end} is in dead ground as seen from {start}.": "{end} liegt von {start} aus im sichttoten Raum.",
    "There is smoke between {start} and {end}.": "Zwischen {start} und {end} liegt Nebel.",
    "{element} must stay on the road here.": "{element} muss hier auf der Straße bleiben.",
    "Obstacles beside the diagonal stop {element} on its way to {field}.": (
        "Hindernisse neben der Diagonale halten {element} auf dem Weg nach {field} auf."
    ),
    "There is no field {field} on this board.": "Auf dieser Platte gibt es kein Feld {field}.",
    "{to} is not next to {field}.": "{to} ist kein Nachbarfeld von {field}.",
    "{element} cannot move.": "{element} kann sich nicht bewegen.",
    "{element} can move only along rails.": "{element} kann nur auf Schienen fahren.",
    "{element} cannot cross the water or ditch.": "{element} kommt nicht über das Gewässer oder den Graben.",
    "The bridge does not lead there, or is closed.": "Die Brücke führt nicht dorthin oder ist unpassierbar.",
    "{element} can enter {field} only by road.": "{element} kann {field} nur auf einer Straße befahren.",
    "Rock in {field} is impassable.": "Der Felsen in {field} ist unpassierbar.",
    "{field} is impassable for {element}.": "{field} ist für {element} unpassierbar.",
    "The diagonal from {field} to {to} is closed.": "Die Diagonale von {field} nach {to} ist gesperrt.",
}

_MOVEMENT: Final = {
    "The obstacle in {field} lets {element} only back to where it came from.": (
        "Das Hindernis in {field} lässt {element} nur dorthin zurück, woher es kam."
    ),
    "{other} must leave the narrows in {field} first.": "{other} muss zuerst die Enge in {field} verlassen.",
    "{other} stands on the road in {field}.": "{other} steht in {field} auf der Straße.",
    "The move ends in the smoke of {field}.": "Die Bewegung endet im Nebelfeld {field}.",
    "{element} can cover {most} fields here, and this would be number {moved}.": (
        "{element} kann hier {most} Felder weit ziehen, und das wäre das {moved}."
    ),
    "Crossing the water or ditch ends the move in {field}.": (
        "Hinter dem Gewässer oder Graben endet die Bewegung in {field}."
    ),
    "The obstacle in {field} stops {element}.": "Das Hindernis in {field} hält {element} an.",
    "{field} is held by the enemy: it can only be attacked.": (
        "{field} ist vom Feind besetzt: Man kann es nur angreifen."
    ),
    "There are enemy vehicles or a bunker in {field}.": (
        "In {field} stehen feindliche Fahrzeuge oder ein Bunker."
    ),
    "A wreck blocks {field}.": "Ein Schadfahrzeug sperrt {field}.",
    "{field} is in flames.": "{field} steht in Flammen.",
    "An obstacle closes {field}.": "Ein Hindernis sperrt {field}.",
    "{element} rides on {carrier}: order that to move.": (
        "{element} ist auf {carrier} aufgesessen: Befiehl dem Fahrzeug die Bewegung."
    ),
    "{element} has moved as far as it can if it fires.": (
        "{element} ist so weit gefahren, wie es beim Feuern möglich ist."
    ),
    "Between {start} and {to} both sides are closed: name {flanks} as the field it goes over.": (
        "Zwischen {start} und {to} sind beide Felder gesperrt: Nenne {flanks} als das Feld, über das es geht."
    ),
    "{element} cannot change its lights within a turn.": (
        "{element} kann in einem Zug nicht zwischen Fahrt mit und ohne Scheinwerfer wechseln."
    ),
    "{element} has fired, fought or worked: now it stays where it is.": (
        "{element} hat geschossen, gekämpft oder gearbeitet: Jetzt bleibt es, wo es ist."
    ),
    "{element} does not move over land.": "{element} bewegt sich nicht über Land.",
    "{element} has completed its move.": "{element} hat seine Bewegung abgeschlossen.",
    "{element} is pinned and cannot move.": "{element} ist niedergehalten und kann sich nicht bewegen.",
    "{element} has just been unlimbered.": "{element} ist eben erst abgeprotzt.",
    "{element} has no fuel.": "{element} hat keine Betriebsmittel.",
    "A move enters at least one field.": "Eine Bewegung führt in mindestens ein Feld.",
    "Name at least two elements, each once.": "Nenne mindestens zwei Einheiten, jede einmal.",
    "Two models of the same kind would end in {field}.": (
        "Zwei gleichartige Modelle kämen in {field} zum Stehen."
    ),
    "{element} need not do that.": "Das ist für {element} nicht nötig.",
    "There is no road in {field} to stand beside.": (
        "In {field} gibt es keine Straße, neben der man stehen könnte."
    ),
    "{elements} move simultaneously.": "{elements} bewegen sich gleichzeitig.",
    "{element} moves to {field}.": "{element} bewegt sich nach {field}.",
    "{element} meets {blocker} in {field}.": "{element} stößt in {field} auf {blocker}.",
    "{element} stands beside the road in {field}.": "{element} steht in {field} neben der Straße.",
    "{element} is in {field}: go on?": "{element} ist in {field}: weiter?",
    "Whether somebody gets on or off was said when it set out.": (
        "Ob jemand auf- oder absitzt, wurde beim Aufbruch gesagt."
    ),
    "Only {element} goes on now.": "Jetzt zieht nur {element} weiter.",
    "An obstacle stops {element} in {field}.": "Ein Hindernis hält {element} in {field} an.",
    "{other} stands in {field}, and {element} has the same kind of weapon effect.": (
        "In {field} steht {other}, und {element} hat die gleichartige Waffenwirkung."
    ),
    "{field} is crowded: {other} has prepared a barrage from it.": (
        "In {field} herrscht Stauung: {other} hat daraus schon Sperrfeuer vorbereitet."
    ),
    "{field} is crowded: {other} has fired from it.": (
        "In {field} herrscht Stauung: {other} hat daraus schon gefeuert."
    ),
}

_COUNTER: Final = {
    "{mover} moves to {field}: who makes a counter-move?": (
        "{mover} bewegt sich nach {field}: Wer macht einen Gegenzug?"
    ),
    "{target} goes away from {element}: that gives no counter-move.": (
        "{target} setzt sich von {element} ab: Das gibt keinen Gegenzug."
    ),
    "{element} has no position marker: it can only roll in an encounter.": (
        "{element} hat kein Stellungszeichen: Es hat nur den unechten Gegenzug."
    ),
    "{element} had its real counter-move.": "{element} hatte seinen echten Gegenzug.",
    "A weapon of this kind has already answered from {field}.": (
        "Aus {field} hat schon eine Waffe dieser Art geantwortet."
    ),
    "{element} does not meet {target} in its own field.": "{element} trifft {target} nicht im eigenen Feld.",
    "{element} is not moving.": "{element} bewegt sich nicht.",
    "{element} has already reacted to this step.": "{element} hat auf diesen Schritt schon reagiert.",
    "{target} has no armour.": "{target} ist nicht gepanzert.",
    "{element} withdraws to {field}.": "{element} setzt sich nach {field} ab.",
    "{mover} moves to {field}: who withdraws?": (
        "{mover} bewegt sich nach {field}: Wer macht einen Bewegungsgegenzug?"
    ),
    "{element} is displaced: does it join the withdrawal?": (
        "{element} wird verdrängt: Schließt es sich dem Absetzen an?"
    ),
    "{field} is illuminated: who leaves the light?": "{field} ist beleuchtet: Wer weicht aus dem Licht?",
    "{element} is too slow to withdraw.": "{element} ist für einen Bewegungsgegenzug zu langsam.",
    "{element} is not on the board for itself.": "{element} steht nicht für sich auf der Platte.",
    "{element} cannot withdraw.": "{element} kann sich nicht absetzen.",
    "{element} has no reason, no time or no room to withdraw.": (
        "{element} hat keinen Anlass, keine Zeit oder keinen Platz für einen Bewegungsgegenzug."
    ),
    "{element} withdraws only to a nearest safe field: {fields}.": (
        "{element} setzt sich nur in ein nächstes sicheres Feld ab: {fields}."
    ),
    "This is not the way there.": "Das ist nicht der Weg dorthin.",
}

_TRANSPORT: Final = {
    "{element} mounts {vehicle} in {field}.": "{element} sitzt in {field} auf {vehicle} auf.",
    "{element} dismounts from {vehicle} in {field}.": "{element} sitzt in {field} von {vehicle} ab.",
    "{vehicle} cannot carry or tow {element}.": "{vehicle} kann {element} nicht transportieren oder ziehen.",
    "{vehicle} carries the ammunition of {other}.": "{vehicle} trägt die Munition von {other}.",
    "{element} cannot take position in {field}.": "{element} kann in {field} nicht in Stellung gehen.",
    "{vehicle} already carries {other}.": "{vehicle} transportiert schon {other}.",
    "{element} and {vehicle} do not stand in one field.": (
        "{element} und {vehicle} stehen nicht im selben Feld."
    ),
    "{element} is pinned: nobody can mount.": "{element} ist niedergehalten: Niemand kann aufsitzen.",
    "{element} has driven more than half its speed.": (
        "{element} ist schneller als mit halber Geschwindigkeit gefahren."
    ),
    "Nobody can dismount from {element} in the water.": "Im Wasser kann niemand von {element} absitzen.",
    "Nobody can dismount from {element} while it is pinned.": (
        "Von {element} kann niemand absitzen, solange es niedergehalten ist."
    ),
    "{element} has moved and cannot mount.": "{element} hat sich bewegt und kann nicht aufsitzen.",
    "{element} has fled and may not mount yet.": "{element} ist geflohen und darf noch nicht aufsitzen.",
    "{element} is on no vehicle.": "{element} ist auf keinem Fahrzeug.",
    "Nobody is aboard {element}.": "Auf {element} ist niemand aufgesessen.",
}

_CAMOUFLAGE: Final = {
    "{element} camouflages itself.": "{element} tarnt sich.",
    "{element} hides.": "{element} verbirgt sich.",
    "{element} is in sight of an enemy and loses its turn.": (
        "{element} ist in Feindeinsicht und verliert seinen Zug."
    ),
    "{element} combs {field}.": "{element} durchkämmt {field}.",
    "{element} is found in {field}.": "{element} wird in {field} entdeckt.",
    "{element} is not found.": "{element} wird nicht entdeckt.",
    "{element} betrays itself by its fire.": "{element} verrät sich durch sein Feuer.",
    "{element} is recognised in {field}.": "{element} wird in {field} erkannt.",
    "The gun that fired is not recognised.": "Die Kanone, die gefeuert hat, wird nicht erkannt.",
    "{element} can camouflage itself only next to a wood or buildings.": (
        "{element} kann sich nur neben Wald oder Gebäuden tarnen."
    ),
    "{element} can hide only in a wood or a town.": (
        "{element} kann sich nur in Wald oder Ortschaft verbergen."
    ),
    "{element} has fought or built defences.": "{element} hat gekämpft oder Stellungen gebaut.",
    "{element} is camouflaged.": "{element} ist getarnt.",
    "{element} is not in the field for itself.": "{element} steht nicht für sich im Feld.",
    "{element} is pinned and cannot work.": "{element} ist niedergehalten und kann nicht arbeiten.",
    "{enemy} sees {element}.": "{enemy} sieht {element}.",
    "{enemy} is within {far} fields of {element}.": (
        "{enemy} ist höchstens {far} Felder von {element} entfernt."
    ),
    "recognising the gun that fired": "Erkennen der Kanone, die gefeuert hat",
    "{element} cannot hide.": "{element} kann sich nicht verbergen.",
    "Only figures can comb a field.": "Nur Figuren können ein Feld durchkämmen.",
    "There is nothing to comb in {field}.": "In {field} gibt es nichts zu durchkämmen.",
    "combing of {field}": "Durchkämmen von {field}",
    "Engines are heard in {field}.": "In {field} ist Motorenlärm zu hören.",
}

GERMAN: Final[dict[str, str]] = {**_GROUND, **_MOVEMENT, **_COUNTER, **_TRANSPORT, **_CAMOUFLAGE}
