"""The German of work, digging in, barriers, demolitions, bridges, crossing water, bunkers and recovery."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    # work
    "{element} works in {field}.": "{element} arbeitet in {field}.",
    "The work of {element} in {field} fails.": "Die Arbeit von {element} in {field} misslingt.",
    "{element} must be in {field} to work there.": "{element} muss zum Arbeiten in {field} sein.",
    "No engineer vehicle with the material is in {field} or next to it.": (
        "Kein Pionierfahrzeug mit dem Material steht in {field} oder daneben."
    ),
    "{element} must be dismounted to work.": "{element} muss zum Arbeiten abgesessen sein.",
    "{element} is pinned and cannot work.": "{element} ist niedergehalten und kann nicht arbeiten.",
    "{element} is not there for such work.": "{element} ist für solche Arbeiten nicht da.",
    "{element} has just got on or off.": "{element} ist eben erst auf- oder abgesessen.",
    "{element} has no figures for this work.": "{element} hat keine Figuren für diese Arbeit.",
    "Only engineers can do this.": "Das können nur Pioniere.",
    "work of {element}": "Arbeit von {element}",
    "success": "gelingt",
    "failure": "misslingt",
    # digging
    "{element} digs in {field}: work turn {turns}.": (
        "{element} gräbt sich in {field} ein: Arbeitszug {turns}."
    ),
    "{element} lies on pontoons.": "{element} liegt auf Pontons.",
    "{element} cannot be dug in during play.": "{element} kann im Spiel nicht eingegraben werden.",
    "{element} is camouflaged: digging comes first.": (
        "{element} ist getarnt: eingegraben wird vor dem Tarnen."
    ),
    "The position in {field} is finished.": "Die Stellung in {field} ist fertig.",
    "In {field} they have dug in this turn.": "In {field} wurde in diesem Zug schon gegraben.",
    # barriers
    "A hidden barrier is found in {field}.": "In {field} liegt eine verdeckte Sperre.",
    "There is a barrier in {field}.": "In {field} liegt eine Sperre.",
    "The enemy has found the barrier in {field}.": "Der Feind hat die Sperre in {field} gefunden.",
    "A flame obstacle goes up in {field} and closes it for one turn.": (
        "In {field} flammt ein Flammhindernis auf und sperrt das Feld einen Zug lang."
    ),
    "A barrier in {field} is removed.": "Eine Sperre in {field} ist beseitigt.",
    "{element} sweeps {field}.": "{element} räumt {field}.",
    "mine against {element}": "Mine gegen {element}",
    "{element} cannot sweep mines.": "{element} kann keine Minen räumen.",
    "{element} has moved in this turn.": "{element} ist in diesem Zug schon gefahren.",
    "{element} cannot get to {field}.": "{element} kommt nicht nach {field}.",
    "{element} has built a barrier in {field}.": "{element} hat in {field} eine Sperre gebaut.",
    "There are no trees to fell in {field}.": "In {field} gibt es keine Bäume zu sprengen.",
    "{element} cannot clear this barrier.": "{element} kann diese Sperre nicht räumen.",
    "This cannot be built during play.": "Das kann im Spiel nicht gebaut werden.",
    "There is no ground for it in {field}.": "In {field} ist kein Boden dafür.",
    "No such barrier is known.": "Eine solche Sperre ist nicht bekannt.",
    "An obstacle closes {field}.": "Ein Hindernis sperrt {field}.",
    # demolitions
    "{element} has prepared a demolition in {field}.": "{element} hat in {field} eine Sprengung vorbereitet.",
    "The charge in {field} is not released.": "Die Ladung in {field} wird nicht ausgelöst.",
    "The charge in {field} explodes.": "Die Ladung in {field} explodiert.",
    "There is nothing of the kind to blow up in {field}.": (
        "In {field} gibt es nichts dergleichen zu sprengen."
    ),
    "{element} cannot be the firing party for {field}.": (
        "{element} kann nicht das Sprengkommando für {field} sein."
    ),
    "A charge lies in {field} already.": "In {field} liegt schon eine Ladung.",
    "You have no such charge.": "Eine solche Ladung hast du nicht.",
    "The charge was tried in this half-turn.": "Die Ladung wurde in diesem Teilzug schon versucht.",
    "release by {element}": "Auslösen durch {element}",
    # bridges
    "{element} has bridged {place}.": "{element} hat {place} überbrückt.",
    "{element} lies on pontoons in {field}.": "{element} liegt auf Pontons in {field}.",
    "{element} has repaired {place}.": "{element} hat {place} instand gesetzt.",
    "{element} has taken up the bridge {place}.": "{element} hat die Brücke {place} abgebaut.",
    "There is nothing to repair in {place}.": "In {place} gibt es nichts instand zu setzen.",
    "No engineer vehicle is near to take the set.": (
        "Kein Pionierfahrzeug ist da, um das Brückengerät aufzunehmen."
    ),
    "{element} has its bridge aboard.": "{element} hat die Brücke noch an Bord.",
    "{element} has no bridge aboard.": "{element} hat keine Brücke an Bord.",
    "There is no water to bridge in {field}.": "In {field} ist kein Gewässer zu überbrücken.",
    "{field} has a bridge.": "{field} hat schon eine Brücke.",
    "A bridge is built straight ahead.": "Eine Brücke wird geradeaus gebaut.",
    "There is no such bridge to take up.": "Eine solche Brücke kann nicht abgebaut werden.",
    "Somebody is on the bridge.": "Auf der Brücke ist jemand.",
    "Tank bridges span only narrow waters and ditches.": (
        "Panzerbrücken überspannen nur schmale Gewässer und Gräben."
    ),
    "There is a bridge already.": "Da ist schon eine Brücke.",
    "{element} lays no bridges.": "{element} legt keine Brücken.",
    "{element} must stand still and unpinned.": "{element} muss stehen und darf nicht niedergehalten sein.",
    "{element} must be at the water or ditch.": "{element} muss am Gewässer oder Graben stehen.",
    # crossing
    "{by} launches {element} in {field}.": "{by} setzt {element} in {field} zu Wasser.",
    "{element} has made a raft in {field}.": "{element} hat in {field} ein Floß gebaut.",
    "{element} takes up the raft in {field}.": "{element} nimmt das Floß in {field} auf.",
    "{element} cannot take a raft.": "{element} kann kein Floß aufnehmen.",
    "No raft waits for {element}.": "Auf {element} wartet kein Floß.",
    "{element} has a raft.": "{element} hat schon ein Floß.",
    "{element} is not at the water.": "{element} ist nicht am Wasser.",
    "There is no water in {field}.": "In {field} ist kein Wasser.",
    "There is no wood or settlement near {field}.": "Bei {field} ist weder Wald noch Siedlung.",
    "There are no barges here.": "Hier gibt es keine Schleppkähne.",
    "There is no settlement near {field}.": "Bei {field} ist keine Siedlung.",
    "Makeshift bridges cannot be built here.": "Behelfsbrücken können hier nicht gebaut werden.",
    "{element} carries no raft.": "{element} führt kein Floß mit.",
    # bunkers and wrecks
    "{target} is no enemy bunker.": "{target} ist kein feindlicher Bunker.",
    "{element} has cleared the wreck out of {field}.": (
        "{element} hat das Schadfahrzeug aus {field} geborgen."
    ),
    "A wreck is found in {field}.": "In {field} steht ein Schadfahrzeug.",
    "{side} sees what has become of {place}.": "{side} sieht, was aus {place} geworden ist.",
    "There is no wreck in {field}.": "In {field} steht kein Schadfahrzeug.",
    "{element} is too light for the wreck.": "{element} ist zu leicht für das Schadfahrzeug.",
    "{element} is not at the wreck.": "{element} ist nicht beim Schadfahrzeug.",
}
