"""The German of close combat, flight, anti-tank close combat and overrun."""

from __future__ import annotations

__all__ = ["GERMAN"]

GERMAN: dict[str, str] = {
    "The attack on {field} is beaten off.": "Der Angriff auf {field} ist abgewehrt.",
    "{field} is taken.": "{field} ist genommen.",
    "{element} gets away to {field}.": "{element} entkommt nach {field}.",
    "fighting out of the jump": "Kampf aus dem Sprung",
    "defending a position or building": "Verteidigung einer Stellung oder eines Gebäudes",
    "further bases": "weitere Basen",
    "elite troops": "Elitetruppen",
    "Only one base rolls for losses: which?": "Nur eine Base macht den Ausfallwurf: welche?",
    "{element} drives on {other}": "{element} treibt {other} weiter",
    "{element} flees to {field}.": "{element} flieht nach {field}.",
    "{element} flees aboard {craft}.": "{element} flieht auf {craft}.",
    "{element} is beaten: where does it flee?": "{element} ist geschlagen: wohin flieht die Truppe?",
    "{element} can flee only away from the attack: {fields}.": (
        "{element} kann nur vom Angriff weg fliehen: {fields}."
    ),
    "{element} storms {field}.": "{element} stürmt {field}.",
    "Name the bases that attack, each once.": "Die angreifenden Basen nennen, jede einmal.",
    "{element} cannot attack in close combat.": "{element} kann keinen Nahkampf führen.",
    "{element} is not on foot.": "{element} ist nicht abgesessen.",
    "{element} is pinned and cannot attack.": "{element} ist niedergehalten und kann nicht angreifen.",
    "{element} attacks from the next field only.": "{element} greift nur vom Nachbarfeld aus an.",
    "{element} has attacked in this turn: only fresh troops may.": (
        "{element} hat in diesem Zug schon angegriffen: nur frische Truppen dürfen das."
    ),
    "There is only armour in {field}: it is fought in anti-tank close combat.": (
        "In {field} stehen nur Panzer: sie werden in Panzernahbekämpfung angegriffen."
    ),
    "No enemy is known in {field}.": "In {field} ist kein Feind bekannt.",
    "the attackers win": "die Angreifer gewinnen",
    "the defenders win": "die Verteidiger gewinnen",
    "Nobody aboard {element} could attack.": "Niemand auf {element} könnte angreifen.",
    "Nobody can dismount from {element} now.": "Von {element} kann jetzt niemand absitzen.",
    "{element} drives into a neighbouring field only.": "{element} fährt nur in ein Nachbarfeld hinein.",
    "There are enemy vehicles or a bunker in {field}.": (
        "In {field} stehen feindliche Fahrzeuge oder ein Bunker."
    ),
    "No enemy figures are known in {field}.": "In {field} sind keine feindlichen Figuren bekannt.",
    "{element} attacks {target} at close quarters.": "{element} greift {target} in Panzernahbekämpfung an.",
    "{target} is no enemy armour that you know of.": "{target} ist kein feindlicher Panzer, den du kennst.",
    "The infantry in {field} must be beaten first.": (
        "Zuerst muss die Infanterie in {field} geschlagen werden."
    ),
    "{element} has no figures to fight with.": "{element} hat keine Figuren zum Kämpfen.",
    "{element} cannot fight armour any more in this turn.": (
        "{element} kann in diesem Zug keine Panzer mehr bekämpfen."
    ),
    "in wood or town": "in Wald oder Ort",
    "pinned": "niedergehalten",
    "no effect": "keine Wirkung",
    "lost": "ausgefallen",
    "the hunters are beaten": "die Figuren unterliegen",
    "{hunter} attacks {target} at close quarters: does it withdraw?": (
        "{hunter} greift {target} in Panzernahbekämpfung an: Bewegungsgegenzug?"
    ),
    "{element} overruns {target} in {field}.": "{element} überrollt {target} in {field}.",
    "{element} is no tracked vehicle.": "{element} ist kein Kettenfahrzeug.",
    "{element} cannot attack.": "{element} kann nicht angreifen.",
    "{target} cannot be overrun.": "{target} kann nicht überrollt werden.",
    "{element} overruns troops in a neighbouring field only.": (
        "{element} überrollt nur Truppen in einem Nachbarfeld."
    ),
    "{element} may cover {most} fields in all if it overruns.": (
        "{element} darf beim Überrollen insgesamt {most} Felder fahren."
    ),
}
