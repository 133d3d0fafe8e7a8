"""The German of what the umpire says at the table beside the rules; refusals have theirs in `refusals`."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GERMAN"]

GERMAN: Mapping[str, str] = {
    "{system}, {scenario}: {seats}": "{system}, {scenario}: {seats}",
    "{dice}: {pips}, {why}": "{dice}: {pips}, {why}",
    "{dice}: {pips} = {total}, {why}": "{dice}: {pips} = {total}, {why}",
    "{seat} takes back an order.": "{seat} nimmt einen Befehl zurück.",
    "{seat} takes back an order by consent; the dice stay as they fell.": (
        "{seat} nimmt einen Befehl im Einvernehmen zurück; die Würfel bleiben, wie sie fielen."
    ),
    "The secret of the dice was {secret}.": "Das Geheimnis der Würfel war {secret}.",
    "Battle report": "Gefechtsbericht",
    "{seat} declines the draw.": "{seat} lehnt das Unentschieden ab.",
    "{seat} does not want the order taken back.": "{seat} will nicht, dass der Befehl zurückgenommen wird.",
    "The time of {seat} has run out: {bot} decides for them this once.": (
        "Die Zeit von {seat} ist abgelaufen: {bot} entscheidet dieses eine Mal."
    ),
    "The rules have changed: the game goes back to before the first difference and goes on from there.": (
        "Die Regeln haben sich geändert: Das Spiel geht vor den ersten Unterschied zurück und dort weiter."
    ),
    "The rules have changed: the game ends without a winner.": (
        "Die Regeln haben sich geändert: Das Spiel endet ohne Sieger."
    ),
    "the rules have changed": "die Regeln haben sich geändert",
    "{seat} answered.": "{seat} hat geantwortet.",
    "It is your turn: {seat}.": "Du bist am Zug: {seat}.",
    "Someone has said something at the table.": "Am Tisch hat jemand etwas gesagt.",
    "You are offered a draw.": "Dir wird ein Unentschieden angeboten.",
    "You are asked to let an order be taken back.": (
        "Du wirst gebeten, einen Befehl zurücknehmen zu lassen."
    ),
    "Your time has run out.": "Deine Zeit ist abgelaufen.",
}
