"""The German of what the table's tools say."""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN"]

GERMAN: Final[dict[str, str]] = {
    "{element} can reach {fields} fields.": "{element} kann {fields} Felder erreichen.",
    "The line from {start} to {end} is open.": "Die Linie von {start} nach {end} ist frei.",
    "{element} is seen up to {far} fields, here {away}.": (
        "{element} ist bis auf {far} Felder zu erkennen, hier sind es {away}."
    ),
    "From {start} to {end}: {far} fields.": "Von {start} nach {end}: {far} Felder.",
    "{element} covers {fields} fields directly.": "{element} beherrscht {fields} Felder in direktem Richten.",
    "{weapon}: direct {flat}, indirect {high} fields.": "{weapon}: direkt {flat}, indirekt {high} Felder.",
    "{weapon} at {element}: {lost} of {all} destroy it, {some} have an effect.": (
        "{weapon} auf {element}: {lost} von {all} vernichten, {some} haben eine Wirkung."
    ),
    "{count} elements, {ready} of them in position, cover {fields} fields.": (
        "{count} Elemente, davon {ready} in Stellung, beherrschen {fields} Felder."
    ),
    "{element} fires indirectly up to {far} fields.": "{element} feuert indirekt bis {far} Felder weit.",
    "Of {all} fields that count Blue holds {blue}, Red {red}, as far as known.": (
        "Von {all} Feldern, die zählen, hält Blau {blue}, Rot {red}, soweit bekannt."
    ),
    "{element} is not on the board, as far as you know.": (
        "{element} ist, soweit du weißt, nicht auf dem Spielfeld."
    ),
}
