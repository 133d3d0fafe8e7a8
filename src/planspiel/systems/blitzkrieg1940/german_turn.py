"""German for set-up, turn, markers, activation, command and victory."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

GERMAN: Final[dict[str, str]] = {
    # turn and administration
    "Turn {turn} begins.": "Runde {turn} beginnt.",
    "Reinforcements for {side}.": "Verstärkungen für {side}.",
    "The markers go into the cup.": "Die Marker kommen in die Tasse.",
    "{formation} is taken out of the game.": "{formation} wird aus dem Spiel genommen.",
    "All HQs are turned to their active side.": "Alle HQs werden auf ihre aktive Seite gedreht.",
    # command
    "{unit} is out of command.": "{unit} steht außerhalb der Befehlsgewalt.",
    "{unit} is back in command.": "{unit} steht wieder unter Befehlsgewalt.",
    "{unit} is overrun and may come back from turn {due} on.": (
        "{unit} wird überrannt und darf ab Runde {due} zurückkehren."
    ),
    "{unit} comes back to the map in {hex}.": "{unit} kehrt in Feld {hex} auf die Karte zurück.",
    "{unit} stays on the turn track: no unit of its formation is on the map.": (
        "{unit} bleibt auf der Rundenleiste: Keine Einheit der Formation ist auf der Karte."
    ),
    "Where does {unit} come back?": "Wo kehrt {unit} zurück?",
    "{unit} comes back in the hex of a unit of its own formation.": (
        "{unit} kehrt im Feld einer Einheit der eigenen Formation zurück."
    ),
    "{unit} may not move more than {limit} hexes away from its HQ.": (
        "{unit} darf sich nicht mehr als {limit} Felder von seinem HQ entfernen."
    ),
    "{unit} is too far from its HQ and may not go farther.": (
        "{unit} ist zu weit von seinem HQ entfernt und darf sich nicht weiter entfernen."
    ),
    # the cup
    "{marker} is drawn from the cup ({left} left).": "{marker} wird gezogen (noch {left} in der Tasse).",
    "{marker}, the last of the turn before, comes first.": "{marker}, der letzte der Vorrunde, kommt zuerst.",
    "{marker}, kept out of the cup, is used.": "{marker}, nicht in der Tasse, wird verwendet.",
    "{marker} was the last in the cup: it is the first of the next turn.": (
        "{marker} war der letzte in der Tasse: Er ist der erste der nächsten Runde."
    ),
    "{marker} was the last of the last turn and is lost.": (
        "{marker} war der letzte der letzten Runde und verfällt."
    ),
    "The operations phase is over.": "Die Operationsphase ist zu Ende.",
    "marker from the cup": "Marker aus der Tasse",
    "Which of the markers kept out of the cup do you use now?": (
        "Welchen der Marker, die nicht in der Tasse sind, verwendest du jetzt?"
    ),
    "{marker} was not kept out of the cup.": "{marker} wurde nicht zurückbehalten.",
    "Spend your general marker to annul {marker}?": (
        "Deinen allgemeinen Marker ausgeben, um {marker} aufzuheben?"
    ),
    "annulling {marker}": "Aufheben von {marker}",
    # drawn markers
    "{side} passes: {marker} is put aside.": "{side} passt: {marker} wird beiseitegelegt.",
    "{marker} is put aside.": "{marker} wird beiseitegelegt.",
    "{marker} is used up.": "{marker} ist verbraucht.",
    "{marker} is kept in hand.": "{marker} wird auf der Hand behalten.",
    "{formation} spends an activation to rest.": "{formation} nutzt eine Aktivierung, um sich zu erholen.",
    "{marker} is laid beside the general marker.": "{marker} wird neben den allgemeinen Marker gelegt.",
    "{marker} waits for the next enemy marker, to annul it.": (
        "{marker} liegt bereit, um den nächsten gegnerischen Marker aufzuheben."
    ),
    "{marker} is used to annul {target}.": "{marker} soll {target} aufheben.",
    "{marker} is annulled.": "{marker} ist aufgehoben.",
    "{unit} is no longer neutralised.": "{unit} ist nicht mehr neutralisiert.",
    "{side} takes a further repeat marker.": "{side} nimmt einen weiteren Wiederholungsmarker.",
    "{marker} is drawn. Activate, skip, or play a marker from your hand?": (
        "{marker} ist gezogen. Aktivieren, auslassen oder einen Marker von der Hand spielen?"
    ),
    "{marker} is drawn. Use it, or combine it with a formation?": (
        "{marker} ist gezogen. Verwenden oder mit einer Formation verbinden?"
    ),
    "{marker} is drawn and demoralised. Play a marker from your hand before it tests?": (
        "{marker} ist gezogen und demoralisiert. Vor der Prüfung einen Marker von der Hand spielen?"
    ),
    "Which formation does {marker} activate?": "Welche Formation aktiviert {marker}?",
    "Play {marker} now?": "{marker} jetzt ausspielen?",
    "You hold a general marker already: what is {marker} used for?": (
        "Du hast schon einen allgemeinen Marker: Wofür wird {marker} verwendet?"
    ),
    "A general marker lies ready already.": "Es liegt schon ein allgemeiner Marker bereit.",
    "You hold no repeat marker.": "Du hast keinen Wiederholungsmarker auf der Hand.",
    "You hold no general marker.": "Du hast keinen allgemeinen Marker auf der Hand.",
    "A marker lies beside your general marker already.": (
        "Neben deinem allgemeinen Marker liegt schon ein Marker."
    ),
    "No marker lies beside your general marker.": "Neben deinem allgemeinen Marker liegt kein Marker.",
    "Artillery and Stukas are combined with a formation.": (
        "Artillerie und Stukas werden mit einer Formation verbunden."
    ),
    "A general marker removes one to {most} such markers.": (
        "Ein allgemeiner Marker entfernt einen bis {most} solche Marker."
    ),
    "{thing} has no such marker, or is not yours.": (
        "{thing} trägt keinen solchen Marker oder gehört dir nicht."
    ),
    "You hold a repeat marker already: this one is played at once.": (
        "Du hast schon einen Wiederholungsmarker: Dieser wird sofort ausgespielt."
    ),
    # activation
    "{side} is active.": "{side} ist am Zug.",
    "The activation is over.": "Die Aktivierung ist zu Ende.",
    "{formation} tests for exhaustion": "{formation} prüft auf Erschöpfung",
    "{formation} tests for exhaustion: {roll} against {needed}.": (
        "{formation} prüft auf Erschöpfung: {roll} gegen {needed}."
    ),
    "{formation} is no longer exhausted.": "{formation} ist nicht mehr erschöpft.",
    "{formation} is too exhausted to act.": "{formation} ist zu erschöpft, um zu handeln.",
    "{formation} is exhausted after its second activation.": (
        "{formation} ist nach der zweiten Aktivierung erschöpft."
    ),
    "{formation} is demoralised.": "{formation} ist demoralisiert.",
    "{formation} has no unit to activate.": "{formation} hat keine Einheit, die aktiviert werden könnte.",
    "{formation} has been activated twice.": "{formation} wurde schon zweimal aktiviert.",
    "{formation} is exhausted: it can only rest.": "{formation} ist erschöpft und kann sich nur erholen.",
    "The HQ of {formation} is neutralised.": "Das HQ von {formation} ist neutralisiert.",
    "A repeat marker activates a formation, not {thing}.": (
        "Ein Wiederholungsmarker aktiviert eine Formation, nicht {thing}."
    ),
    "{formation} is not yours.": "{formation} gehört dir nicht.",
    "{formation} has been activated by a repeat marker.": (
        "{formation} wurde schon durch einen Wiederholungsmarker aktiviert."
    ),
    # independent units
    "{unit} is assigned to {formation}.": "{unit} wird {formation} zugeteilt.",
    "No formation is left for {unit}: from now on it only reacts.": (
        "Für {unit} ist keine Formation mehr da: Von nun an reagiert sie nur noch."
    ),
    "{unit} belongs to its formation again.": "{unit} gehört wieder zu ihrer Formation.",
    "{formation} is out of the game.": "{formation} ist aus dem Spiel.",
    "Which formation is {unit} assigned to?": "Welcher Formation wird {unit} zugeteilt?",
    "{unit} cannot be assigned to {formation}.": "{unit} kann {formation} nicht zugeteilt werden.",
    "Does {unit} act under its own marker or with another formation?": (
        "Handelt {unit} unter dem eigenen Marker oder mit einer anderen Formation?"
    ),
    # set-up
    "{unit} is placed in {hex}.": "{unit} wird in Feld {hex} aufgestellt.",
    "Works are placed in {hex}.": "In Feld {hex} werden Verteidigungswerke ausgelegt.",
    "A minefield is laid in {hex}.": "In Feld {hex} wird ein Minenfeld ausgelegt.",
    "{thing} is moved to {hex}.": "{thing} wird nach {hex} umgelegt.",
    "{side} has placed its forces.": "{side} hat seine Truppen aufgestellt.",
    "{unit} shows itself in {hex}.": "{unit} zeigt sich in {hex}.",
    "{side} places something.": "{side} stellt etwas auf.",
    "Place your forces.": "Stelle deine Truppen auf.",
    "{unit} is not placed now.": "{unit} wird jetzt nicht aufgestellt.",
    "Not everything is placed yet.": "Es ist noch nicht alles aufgestellt.",
    "Works may not stay in {hex}: no infantry is left there.": (
        "Verteidigungswerke dürfen nicht in {hex} bleiben: Dort ist keine Infanterie mehr."
    ),
    "{unit} may not stay in {hex}: nobody it is set up with is left there.": (
        "{unit} darf nicht in {hex} bleiben: Dort ist niemand mehr, mit dem es aufgestellt wird."
    ),
    "{unit} stands in {hex} already.": "{unit} steht schon in {hex}.",
    "{unit} is not on the map yet.": "{unit} ist noch nicht auf der Karte.",
    "{unit} may not be set up in {hex}.": "{unit} darf nicht in {hex} aufgestellt werden.",
    "The enemy stands in {hex}.": "In {hex} steht der Gegner.",
    "There is no room left in {hex}.": "In {hex} ist kein Platz mehr.",
    "No such marker is placed now.": "Ein solcher Marker wird jetzt nicht ausgelegt.",
    "{thing} is not on the map.": "{thing} liegt nicht auf der Karte.",
    "All such markers are placed.": "Alle diese Marker liegen schon.",
    "The marker may not be placed in {hex}.": "Der Marker darf nicht in {hex} liegen.",
    "{unit} begins with one step lost.": "{unit} beginnt mit einem Schrittverlust.",
    "{unit} begins mounted on {carrier}.": "{unit} beginnt aufgesessen auf {carrier}.",
    "{marker} is kept out of the cup.": "{marker} kommt nicht in die Tasse.",
    "Which unit of {formation} begins with a step lost?": (
        "Welche Einheit von {formation} beginnt mit einem Schrittverlust?"
    ),
    "Which company begins on {carrier}?": "Welche Kompanie beginnt auf {carrier}?",
    "Which formation marker do you keep out of the cup for your first activation?": (
        "Welchen Formationsmarker behältst du für deine erste Aktivierung zurück?"
    ),
    # victory
    "{side} now holds {hex}.": "{side} hält jetzt {hex}.",
    "{side} has {points} victory points; {low} to {high} go on with the game.": (
        "{side} hat {points} Siegpunkte; mit {low} bis {high} geht das Spiel weiter."
    ),
    "more points than the band of the turn": "mehr Siegpunkte als die Spanne der Runde",
    "fewer points than the band of the turn": "weniger Siegpunkte als die Spanne der Runde",
    "points within the band of the last turn": "Siegpunkte in der Spanne der letzten Runde",
    "holds the objective at the end": "hält das Ziel am Ende",
    "the objective was not taken": "das Ziel wurde nicht erobert",
}
