"""The German of aircraft, flak, landings from the air and from the sea, and ships."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # Requests
    "{side} calls for aircraft.": "{side} fordert Luftunterstützung an.",
    "{element} is put into action.": "{element} kommt zum Einsatz.",
    "{element} is not needed.": "{element} wird nicht gebraucht.",
    "{aircraft} fly in.": "{aircraft} fliegen an.",
    "From the air {element} is seen in {field}.": "Aus der Luft wird {element} in {field} erkannt.",
    "Enemy aircraft fly in: do you call for fighters?": (
        "Feindliche Flugzeuge fliegen an: wird Jagdschutz angefordert?"
    ),
    "Your fighters are coming: which of them fight?": "Die Jäger kommen: welche von ihnen kämpfen?",
    "Aircraft have been requested in this half-turn.": "In diesem Teilzug wurde schon angefordert.",
    "There are no aircraft to request.": "Es gibt keine Flugzeuge anzufordern.",
    "There are no fighters to request.": "Es gibt keine Jäger anzufordern.",
    "request for aircraft of {side}": "Anforderung von Flugzeugen durch {side}",
    "Name the aircraft that fly, each once.": "Die fliegenden Flugzeuge nennen, jedes einmal.",
    "There is nobody to tow the gliders.": "Niemand kann die Lastensegler schleppen.",
    "There is no air combat at night.": "Bei Nacht gibt es keinen Luftkampf.",
    "{element} has not been granted.": "{element} ist nicht verfügbar.",
    "In this weather no aircraft can fly.": "Bei diesem Wetter kann nicht geflogen werden.",
    "{element} is no aircraft.": "{element} ist kein Flugzeug.",
    "{element} is not on a mission.": "{element} ist nicht im Einsatz.",
    "{element} has used its attack.": "{element} hat sein Angriffsrecht verbraucht.",
    # Air combat
    "{attackers} attack {target} in the air.": "{attackers} greift {target} in der Luft an.",
    "{element} is driven off.": "{element} ist abgedrängt.",
    "{element} is shot down.": "{element} ist abgeschossen.",
    "{element} may attack once more.": "{element} darf noch einmal angreifen.",
    "Air combat: whom do your fighters attack?": "Luftkampf: wen greifen die Jäger an?",
    "Name the fighters that attack, each once.": "Die angreifenden Jäger nennen, jeden einmal.",
    "{element} is no fighter in the air.": "{element} ist kein Jäger im Einsatz.",
    "{element} has had its attack in the air.": "{element} hat in der Luft schon angegriffen.",
    "{element} is no enemy aircraft in the air.": "{element} ist kein feindliches Flugzeug im Einsatz.",
    "At most three aircraft attack together.": "Höchstens drei Flugzeuge werden zusammengefasst.",
    "Only the party with more aircraft may combine them.": (
        "Nur die an Zahl überlegene Partei darf Flugzeuge zusammenfassen."
    ),
    "Only aircraft of the same kind attack together.": ("Nur gleichartige Flugzeuge werden zusammengefasst."),
    "{element} is not tied down yet.": "{element} ist noch nicht gebunden.",
    "superior aircraft": "überlegenes Flugzeug",
    "combined attack": "zusammengefasster Angriff",
    "the target is shot down": "das Ziel wird abgeschossen",
    "the target is driven off": "das Ziel wird abgedrängt",
    "the attack fails": "der Angriff scheitert",
    # Attacks
    "{element} comes in low over {before} towards {field}.": (
        "{element} fliegt im Tiefflug über {before} gegen {field} an."
    ),
    "{element} comes in high over {before} towards {field}.": (
        "{element} fliegt im Hochflug über {before} gegen {field} an."
    ),
    "Flak prevents the attack of {element}.": "Die FlAK verhindert den Angriff von {element}.",
    "{element} has no such weapon.": "{element} hat keine solche Waffe.",
    "A run leads straight, not over corners.": (
        "Der Zielflug führt über die geraden Feldseiten, nicht über Diagonalen."
    ),
    "Announce a low or a high attack.": "Tief- oder Hochangriff ansagen.",
    "{element} can attack only low.": "{element} kann nur im Tiefflug angreifen.",
    "From high up only bombs are dropped.": "Im Hochangriff werden nur Bomben geworfen.",
    "{element} cannot attack at night.": "{element} kann bei Nacht nicht angreifen.",
    "At night there are only high attacks.": "Bei Nacht gibt es nur Hochangriffe.",
    "Torpedoes act only against ships.": "Torpedos wirken nur gegen Schiffe.",
    "Name at least {least} aircraft, each once.": "Mindestens {least} Flugzeuge nennen, jedes einmal.",
    "{field} is attacked by one aircraft only.": "{field} wird nur von einem Flugzeug angegriffen.",
    "The paths cross.": "Die Flugwege kreuzen sich.",
    "On suspicion only bombs are dropped.": "Auf Verdacht werden nur Bomben geworfen.",
    "The bombs must be of one class.": "Die Bomben müssen gleichartig sein.",
    "{element} drops over {field}.": "{element} wirft über {field} ab.",
    "{element} does not find {field}.": "{element} findet {field} nicht.",
    "{element} does not find {field}: which other point does it try?": (
        "{element} findet {field} nicht: welcher Ersatzpunkt wird angeflogen?"
    ),
    "{field} is not lit by own flares.": "{field} ist nicht mit eigenen Leuchtbomben beleuchtet.",
    "Own troops are too near to {field}.": "Eigene Truppen sind zu nahe an {field}.",
    "scatter of {element} over {field}": "Streuung von {element} über {field}",
    "Another point is at least two fields away.": "Ein Ersatzpunkt ist mindestens zwei Felder entfernt.",
    "All of them drop the same.": "Alle werfen dasselbe ab.",
    "{element} carries no bombs.": "{element} trägt keine Bomben.",
    "At night aircraft lay no smoke.": "Bei Nacht nebeln Flugzeuge nicht.",
    "{field} is in smoke already.": "{field} liegt schon im Nebel.",
    "drop of {element} on {field}": "Abwurf von {element} auf {field}",
    # Flak
    "{element} fires at {aircraft}.": "{element} feuert auf {aircraft}.",
    "Flak fires at {aircraft}.": "FlAK feuert auf {aircraft}.",
    "The fire at {aircraft} gives {value}.": "Das Feuer auf {aircraft} ergibt {value}.",
    "{aircraft} flies towards {field}: who fires at it?": "{aircraft} fliegt {field} an: wer feuert?",
    "{element} has had its real counter-move in this turn.": (
        "{element} hatte in diesem Zug schon den echten Gegenzug."
    ),
    "{element} has its real counter-move.": "{element} hat noch den echten Gegenzug.",
    "{element} is out of range.": "{element} reicht nicht so weit.",
    "{element} does not attack or land.": "{element} greift nicht an und landet nicht.",
    "{element} has no such flak weapon.": "{element} hat keine solche Fliegerabwehrwaffe.",
    "{element} does not act at this height.": "{element} wirkt nicht in dieser Höhe.",
    "{element} has already fired.": "{element} hat schon gefeuert.",
    "{element} is not attacked from low height.": "{element} wird nicht im Tiefflug angegriffen.",
    "{element} fires as flak.": "{element} feuert als FlAK.",
    "A weapon of this kind has tried.": "Eine Waffe dieser Art hat es schon versucht.",
    "driven off": "abgedrängt",
    "shot down": "abgeschossen",
    "flak at {aircraft}": "FlAK auf {aircraft}",
    "self-defence against {aircraft}": "Truppenfliegerabwehr gegen {aircraft}",
    "second die against {aircraft}": "zweiter Würfel gegen {aircraft}",
    # From the air
    "{element} comes down in {field}.": "{element} landet am Fallschirm in {field}.",
    "Nobody aboard {element} can jump.": "Niemand in {element} kann abspringen.",
    "{element} is pinned: nobody jumps.": "{element} ist niedergehalten: niemand springt ab.",
    "landing of {element}": "Landung von {element}",
    "{element} lands in {field}.": "{element} landet in {field}.",
    "{element} crashes in {field}.": "{element} macht Bruch in {field}.",
    "{element} takes off.": "{element} startet.",
    "{element} must come to rest on a parking field.": "{element} muss auf einem Abstellfeld ausrollen.",
    "{element} has no runway.": "{element} hat keine Rollstrecke.",
    "The landing run is too short.": "Die Rollstrecke ist zu kurz.",
    "{element} needs an airfield.": "{element} braucht einen Flugplatz.",
    "There are no flight operations on this board.": "Auf dieser Platte gibt es keinen Flugbetrieb.",
    "The airfield must be repaired first.": "Der Flugplatz muss erst instandgesetzt werden.",
    "{field} is occupied.": "{field} ist besetzt.",
    "The enemy is on the runway.": "Der Feind steht auf der Rollbahn.",
    "{field} is not free of obstacles.": "{field} ist nicht frei von Hindernissen.",
    "{field} is not level.": "{field} ist nicht eben.",
    "{element} cannot take off.": "{element} kann nicht starten.",
    "{element} circles above {field}.": "{element} kreist über {field}.",
    "{element} is no observer.": "{element} ist kein Beobachtungsflugzeug.",
    "There are no own troops in {field}.": "In {field} sind keine eigenen Truppen.",
    # From the sea
    "{element} goes aboard {craft}.": "{element} geht an Bord von {craft}.",
    "{craft} takes its boat {element} aboard.": "{craft} nimmt sein Beiboot {element} an Bord.",
    "{craft} is no ship beside {boat}.": "{craft} ist kein Schiff neben {boat}.",
    "Only figures go aboard from a boat; {element} needs a pier.": (
        "Nur Figuren gehen aus einem Boot an Bord; {element} braucht eine Mole."
    ),
    "{element} leaves {craft} for {field}.": "{element} geht von {craft} in {field} an Land.",
    "{element} storms {field} from {craft}.": "{element} stürmt {field} von {craft} aus.",
    "{element} goes into the boat {craft}.": "{element} steigt in das Beiboot {craft}.",
    "{element} is pinned: nobody goes aboard or ashore.": (
        "{element} ist niedergehalten: niemand geht an Bord oder an Land."
    ),
    "{craft} loads and unloads only at a pier, or by its boats.": (
        "{craft} wird nur an einer Mole oder mit Beibooten be- und entladen."
    ),
    "{craft} has moved: {element} can be unloaded only before that.": (
        "{craft} hat sich bewegt: {element} kann nur vorher entladen werden."
    ),
    "Only figures go ashore by boat; {element} needs a pier.": (
        "Nur Figuren gehen mit Beibooten an Land; {element} braucht eine Mole."
    ),
    "{craft} is not at {field}.": "{craft} liegt nicht an {field}.",
    "{element} is no craft.": "{element} ist kein Wasserfahrzeug.",
    "{element} is neither ashore nor in a boat.": "{element} ist weder an Land noch in einem Boot.",
    "{element} has moved or is at work.": "{element} hat sich bewegt oder wird beladen.",
    "{element} is on no craft.": "{element} ist auf keinem Wasserfahrzeug.",
    "{element} is on no ship with boats.": "{element} ist auf keinem Schiff mit Beibooten.",
    "All boats of {element} are in the water.": "Alle Beiboote von {element} sind im Wasser.",
    "{craft} cannot carry {element}.": "{craft} kann {element} nicht aufnehmen.",
    "{craft} cannot carry so much.": "{craft} kann nicht so viel aufnehmen.",
    "{element} must keep one field off the coast.": "{element} muss eine LE Abstand zur Küste halten.",
    "{craft} is full.": "{craft} ist voll.",
    "{element} must be unloaded first.": "{element} muss erst entladen werden.",
    "{element} cannot stand in {field}.": "{element} kann in {field} nicht stehen.",
}
