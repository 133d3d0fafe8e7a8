"""The German of the turn, activities, setting up, the edge of the board, secrecy and victory."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # the turn
    "Turn {turn} begins.": "Zug {turn} beginnt.",
    "Night falls.": "Die Nacht bricht an.",
    "Day breaks.": "Der Tag bricht an.",
    "Fog rises in {field}.": "In {field} zieht Nebel auf.",
    "The fog lifts from {field}.": "In {field} lichtet sich der Nebel.",
    "{side} is active.": "{side} ist am Zug.",
    "{side} ends the phase.": "{side} beendet die Phase.",
    "{side} announces FERTIG.": "{side} meldet FERTIG.",
    "The smoke lifts from {field}.": "Der Nebel in {field} verzieht sich.",
    "The light over {field} goes out.": "Die Beleuchtung über {field} erlischt.",
    # activities
    "Choose an activity, or end the phase.": "Tätigkeit wählen oder die Phase beenden.",
    "This belongs to a later phase.": "Das gehört in eine spätere Phase.",
    "The phase for this is over.": "Die Phase dafür ist vorbei.",
    "{element} has nothing to do in this phase.": "{element} kann in dieser Phase nichts tun.",
    "{element} is no element of yours.": "{element} gehört dir nicht.",
    "{element} is not in the field.": "{element} ist nicht im Einsatz.",
    "{element} is a dummy and cannot act.": "{element} ist eine Scheinanlage und kann nichts tun.",
    "No order has reached {element} yet.": "{element} hat noch keinen Befehl erreicht.",
    "{element} has used up its turn.": "{element} hat in diesem Zug schon gehandelt.",
    "{element} has attacked in this turn.": "{element} hat in diesem Zug angegriffen.",
    "{element} has no ammunition left.": "{element} hat keine Munition mehr.",
    "{element} has no fuel left.": "{element} hat keine Betriebsmittel mehr.",
    "{element} has fired in this turn.": "{element} hat in diesem Zug gefeuert.",
    "{element} has moved: it may not fire.": "{element} hat sich bewegt und darf nicht feuern.",
    "{element} has fired: it may not move.": "{element} hat gefeuert und darf sich nicht bewegen.",
    "{element} has already done something else.": "{element} hat schon etwas anderes getan.",
    "{element} may not attack any more.": "{element} darf nicht mehr angreifen.",
    "{field} is crowded, and {element} can still leave it.": (
        "In {field} herrscht Stauung, und {element} kann das Feld noch verlassen."
    ),
    # command and supplies
    "{element} gets its orders for turn {turn}.": "{element} erhält Befehle für Zug {turn}.",
    "Orders need no time in this scenario.": "In dieser Ausgangslage brauchen Befehle keine Zeit.",
    "{element} has its orders.": "{element} hat schon Befehle.",
    "{side} captures {element} in {field}.": "{side} erbeutet {element} in {field}.",
    # position markers
    "{element} takes up a position.": "{element} geht in Stellung.",
    "Which elements take up a position?": "Wer erhält ein Stellungszeichen?",
    "{element} is no combat vehicle or self-propelled mount on the board.": (
        "{element} ist weder Kampffahrzeug noch Selbstfahrlafette auf dem Spielfeld."
    ),
    "{element} stands on the road through {field}.": "{element} steht auf der Straße durch {field}.",
    "{element} has a position marker.": "{element} hat schon ein Stellungszeichen.",
    "{element} is being carried.": "{element} wird transportiert.",
    "{element} has moved.": "{element} hat sich bewegt.",
    "{element} may take no position in this half-turn.": (
        "{element} darf in diesem Teilzug nicht in Stellung gehen."
    ),
    "An element is named twice.": "Ein Element ist zweimal genannt.",
    # setting up
    "Deploy your troops.": "Stelle deine Truppen auf.",
    "{element} deploys in {field}.": "{element} wird in {field} aufgestellt.",
    "{kind} is entered on the barrier map in {field}.": (
        "{kind} wird in {field} in die Sperrkarte eingetragen."
    ),
    "A field position is prepared in {field}.": "In {field} ist eine Feldstellung vorbereitet.",
    "{side} has deployed.": "{side} hat aufgestellt.",
    "The lot has assigned the parties.": "Das Los hat die Parteien zugeteilt.",
    "numbers of dummies": "Nummern der Scheinanlagen",
    "which player leads which party": "welcher Spieler welche Partei führt",
    "{field} is outside the zone of {element}.": "{field} liegt außerhalb des Raumes von {element}.",
    "{element} cannot stand in {field}.": "{element} kann nicht in {field} stehen.",
    "{field} already holds a model of this kind.": "In {field} steht schon ein Modell dieser Art.",
    "The enemy is in {field}.": "In {field} ist der Feind.",
    "Troops on vehicles cannot be camouflaged.": "Aufgesessene Truppen können nicht getarnt werden.",
    "Only {most} units may be camouflaged.": "Nur {most} Einheiten dürfen getarnt werden.",
    "{element} carries nobody.": "{element} transportiert niemanden.",
    "Who rides on {element} cannot get off there.": (
        "Wer auf {element} aufgesessen ist, kann dort nicht absitzen."
    ),
    # the edge of the board
    "{element} leaves the board from {field}.": "{element} verlässt das Spielfeld von {field} aus.",
    "{element} comes in at {field}.": "{element} trifft in {field} ein.",
    "{element} cannot come in: the enemy is in {field}.": (
        "{element} kann nicht eintreffen: In {field} ist der Feind."
    ),
    "{element} is not at the edge of the board.": "{element} steht nicht am Spielfeldrand.",
    "{element} does not come in at {field}.": "{element} trifft nicht in {field} ein.",
    "{element} cannot go any farther.": "{element} kommt nicht mehr weiter.",
    "{element} is not among the reinforcements.": "{element} gehört nicht zu den Verstärkungen.",
    "{element} comes with its vehicle.": "{element} kommt mit dem eigenen Fahrzeug.",
    "The enemy holds {field}.": "Der Feind hält {field}.",
    "{element} cannot move.": "{element} kann sich nicht bewegen.",
    # secrecy
    "{element} is spotted in {field}.": "{element} wird in {field} erkannt.",
    "{element} is out of sight; it was last seen in {field}.": (
        "{element} ist außer Sicht; zuletzt gesehen in {field}."
    ),
    "{element} is placed on the board in {field}.": "{element} wird in {field} auf das Spielfeld gestellt.",
    "{element} is taken off the board again.": "{element} wird wieder vom Spielfeld genommen.",
    "There is a field position in {field}.": "In {field} ist eine Feldstellung.",
    "{element} in {field} is a dummy.": "{element} in {field} ist eine Scheinanlage.",
    "A range lies between 0 and {most} fields.": "Eine Entfernung liegt zwischen 0 und {most} Feldern.",
    "Token {token} is in {field}.": "Stein {token} ist in {field}.",
    "Token {token} is taken away from {field}.": "Stein {token} wird aus {field} entfernt.",
    "Token {token} is turned over in {field}.": "Stein {token} wird in {field} aufgedeckt.",
    "Tokens belong to partly hidden play.": "Nummerierte Steine gehören zum teilverdeckten Spiel.",
    "No token can go to {field}.": "Kein Stein kann nach {field}.",
    "{token} is no empty token of yours.": "{token} ist kein Phantomstein von dir.",
    "Token {token} has moved.": "Stein {token} hat sich bewegt.",
    "{field} is too far for the token.": "{field} ist für den Stein zu weit.",
    "No empty tokens are left.": "Es sind keine Phantomsteine mehr übrig.",
    "{field} is outside your zone.": "{field} liegt außerhalb deines Raumes.",
    "The enemy is too near to {field}.": "Der Feind ist zu nahe an {field}.",
    # victory
    "{side} has reached goal {number} of its mission.": "{side} hat Ziel {number} des Auftrags erreicht.",
    "both missions fulfilled at once": "beide Aufträge zugleich erfüllt",
    "{side} has fulfilled its mission": "{side} hat den Auftrag erfüllt",
    "both missions are fulfilled at once": "beide Aufträge sind zugleich erfüllt",
    "neither mission is fulfilled": "kein Auftrag ist erfüllt",
    "time is up, which is {side}'s victory": "die Zeit ist um, und damit siegt {side}",
    "the die decides for {side}": "der Würfel entscheidet für {side}",
    # sides
    "blue": "Blau",
    "red": "Rot",
}
