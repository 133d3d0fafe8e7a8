"""German sentences of the chapters about aircraft."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # the airfield and orders
    "{unit} returns to its airfield.": "{unit} kehrt zum Flugplatz zurück.",
    "{unit} on its airfield: {done}.": "{unit} auf dem Flugplatz: {done}.",
    "landed": "gelandet",
    "refuel": "aufgetankt",
    "arm": "bewaffnet",
    "ready": "in Bereitschaft",
    "{entry} is not a half hex at the edge of the board.": "{entry} ist kein halbes Hex am Rand des Bretts.",
    "There is no hex {hex}.": "Es gibt kein Hex {hex}.",
    "{unit} can stay for 1 to {most} rounds.": "{unit} kann 1 bis {most} Runden bleiben.",
    "{unit} patrols a radius of 1 to {most}.": "{unit} überwacht einen Radius von 1 bis {most}.",
    "{target} is no enemy aircraft.": "{target} ist kein feindliches Flugzeug.",
    "{target} will not fly any more.": "{target} fliegt nicht mehr.",
    "{target} is no other aircraft of yours.": "{target} ist kein anderes eigenes Flugzeug.",
    "{target} does not take off in this round.": "{target} startet in dieser Runde nicht.",
    "Escorts have no escorts themselves.": "Eskorten werden nicht selbst eskortiert.",
    "The mission of {target} lasts {most}.": "Der Einsatz von {target} dauert {most}.",
    "{unit} does not search so wide an area.": "{unit} sucht kein so großes Gebiet ab.",
    "{unit} carries 1 to {most} points.": "{unit} lädt 1 bis {most} Punkte.",
    "{unit} has no such paratroops aboard.": "{unit} hat keine solchen Fallschirmjäger an Bord.",
    "{unit} is aboard no aircraft that is ready.": "{unit} ist an Bord keines Flugzeugs in Bereitschaft.",
    "{unit} is too large for {aircraft}.": "{unit} ist zu groß für {aircraft}.",
    "{unit} leaves its aircraft by air landing.": "{unit} verlässt sein Flugzeug durch Luftlandung.",
    # flights and flak
    "{unit} comes in at {entry}.": "{unit} fliegt bei {entry} ein.",
    "Flight: {units}.": "Flug: {units}.",
    "{unit} is attacked and loses its order.": "{unit} wird angegriffen und verliert seinen Befehl.",
    "Enemy aircraft: at which do your units fire?": (
        "Feindliche Flugzeuge: Auf welche schießen deine Einheiten?"
    ),
    # air combat
    "Air combat over {hexes}: {crews}.": "Luftkampf über {hexes}: {crews}.",
    "The air combat over {hex} is over.": "Der Luftkampf über {hex} ist vorbei.",
    "Air combat: whom does {unit} attack?": "Luftkampf: Wen greift {unit} an?",
    "{unit} attacks {target}.": "{unit} greift {target} an.",
    "who chooses first: {unit}": "wer zuerst wählt: {unit}",
    "More enemy aircraft come into areas that your patrols watch: attack them?": (
        "Weitere feindliche Flugzeuge kommen in überwachte Gebiete: angreifen?"
    ),
    # reconnaissance, landings, supply
    "{unit} searches around {hex}": "{unit} sucht um {hex}",
    "{unit} searches around {hex}: {pip}, at most {highest} finds everything.": (
        "{unit} sucht um {hex}: {pip}, höchstens {highest} deckt alles auf."
    ),
    "{unit} lands in {hex}.": "{unit} landet in {hex}.",
    "{unit} cannot land in {hex}: where does it land?": "{unit} kann nicht in {hex} landen: Wo landet sie?",
    "{unit} loses {points} points of its cargo.": "{unit} verliert {points} Punkte der Fracht.",
    "{unit} drops {points} points of supply on {hex}.": (
        "{unit} wirft {points} Punkte Nachschub über {hex} ab."
    ),
}
