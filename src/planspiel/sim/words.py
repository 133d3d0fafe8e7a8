"""The words of pictures and reports. English is the key: a missing German word still says something."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

__all__ = ["GERMAN", "Say"]

GERMAN: Mapping[str, str] = {
    # pictures
    "Who won": "Wer gewann",
    "draw": "Unentschieden",
    "share of games, with 95 % interval": "Anteil der Partien, mit 95-%-Bereich",
    "When games ended": "Wann Partien endeten",
    "turn": "Runde",
    "share of games": "Anteil der Partien",
    "Who held what": "Wer was hielt",
    "end of turn": "Ende der Runde",
    "held by {side}": "gehalten: {side}",
    "Victory points": "Siegpunkte",
    "Steps lost in a game": "Verlorene Schritte je Partie",
    "steps": "Schritte",
    "Dice": "Würfelglück",
    "standard deviations in favour of the side": "Standardabweichungen zugunsten der Seite",
    "{count} dice, mean {mean}": "{count} Würfel, Mittel {mean}",
    "Rules that fired most often": "Am häufigsten angewandte Regeln",
    "times a game": "mal je Partie",
    "set-up": "Aufst.",
    "{bot} against itself": "{bot} gegen sich selbst",
    "more often in wins of: {side}": "öfter bei Siegen: {side}",
    "difference in standard errors": "Unterschied in Standardfehlern",
    "share of wins: {side}, with 95 % interval": "Siegesanteil: {side}, mit 95-%-Bereich",
    "as it is": "wie gehabt",
    "yes": "ja",
    "no": "nein",
    # the report
    "Balance of {title}": "Spielbalance: {title}",
    "{games} games for each row, seed {seed}, Planspiel {release}. Bars show shares of games, "
    "whiskers the 95 % interval (Wilson) in which the true share may be expected.": (
        "Je Zeile {games} Partien, Startwert {seed}, Planspiel {release}. Balken zeigen Anteile der Partien, "
        "Striche den 95-%-Bereich (Wilson), in dem der wahre Anteil zu erwarten ist."
    ),
    "Balanced.": "Ausgewogen.",
    "Leaning: {side}.": "Neigung: {side}.",
    "One-sided: {side}.": "Einseitig: {side}.",
    "Not settled.": "Noch nicht entschieden.",
    "Between {bot} bots: {side} {share} of the wins ({low} to {high}).": (
        "Zwischen {bot}-Bots: {side} {share} der Siege ({low} bis {high})."
    ),
    "More games would narrow this.": "Mehr Partien würden das eingrenzen.",
    "By strength of play": "Nach Spielstärke",
    "Each bot plays against itself: what is left is the scenario. If the bars move as play gets better, the "
    "scenario asks more skill of one side.": (
        "Jeder Bot spielt gegen sich selbst: Übrig bleibt das Szenario. Verschieben sich die Balken, wenn "
        "besser gespielt wird, so verlangt das Szenario von einer Seite mehr Können."
    ),
    "Against each other, sides exchanged": "Gegeneinander, mit Seitenwechsel",
    "{stronger} beats {weaker} in {share} of the games ({low} to {high}).": (
        "{stronger} schlägt {weaker} in {share} der Partien ({low} bis {high})."
    ),
    "Length": "Dauer",
    "Games between {bot} bots end in turn {mean} on average ({shortest} to {longest}), after "
    "{decisions} decisions.": (
        "Partien zwischen {bot}-Bots enden im Mittel in Runde {mean} ({shortest} bis {longest}), nach "
        "{decisions} Entscheidungen."
    ),
    "How games end": "Wie Partien enden",
    "Ground": "Gelände",
    "Who holds each objective at the end of a turn, in the games that came so far.": (
        "Wer welches Ziel am Ende der Runde hält, in den Partien, die so weit kamen."
    ),
    "This system does not say who holds what.": "Dieses System gibt nicht an, wer was hält.",
    "Losses": "Verluste",
    "This system does not count losses.": "Dieses System zählt keine Verluste.",
    "The side with the better dice won {share} of the decided games ({low} to {high}). Near 50 % play "
    "decides, near 100 % the dice do.": (
        "Die Seite mit den besseren Würfen gewann {share} der entschiedenen Partien ({low} bis {high}). Nahe "
        "50 % entscheidet das Spiel, nahe 100 % der Würfel."
    ),
    "Decisive rules": "Entscheidende Regeln",
    "Rules that fire more often in a turn of games won by one side than in those won by the other. This goes "
    "together; it need not be the cause. Of {count} rules compared, chance alone would show about {chance} "
    "beyond 2 and hardly any beyond 3.": (
        "Regeln, die je Runde öfter angewandt werden, wenn die eine Seite gewinnt, als wenn die andere "
        "gewinnt. Das geht zusammen, muss aber nicht die Ursache sein. Von {count} verglichenen Regeln lägen "
        "durch Zufall etwa {chance} über 2 und kaum eine über 3."
    ),
    "One side hardly ever wins, so there is nothing to compare.": (
        "Eine Seite gewinnt fast nie, es gibt also nichts zu vergleichen."
    ),
    "rule": "Regel",
    "what it says": "was sie sagt",
    "a turn, won by: {side}": "je Runde, Sieger: {side}",
    "What an option changes": "Was eine Spieloption ändert",
    "The same seeds with one option changed. The band is the 95 % interval of the game as it is. Options "
    "that changed no game are left out: {same}.": (
        "Dieselben Startwerte mit einer geänderten Option. Das Band ist der 95-%-Bereich des unveränderten "
        "Spiels. Optionen, die keine Partie änderten, fehlen: {same}."
    ),
    "none": "keine",
    "No option was tried.": "Es wurde keine Option erprobt.",
    "No option changed any game.": "Keine Option änderte eine Partie.",
    "Made with": "Erstellt mit",
    "Reconstructed numbers may be changed to mend a balance, printed ones not.": (
        "Um die Balance zu bessern, dürfen nachgebildete Werte geändert werden, gedruckte nicht."
    ),
}


class Say(Struct, frozen=True):
    """Says a sentence in the language of the report, its `{gaps}` filled."""

    language: str = "en"

    def __call__(self, template: str, **values: object) -> str:
        said = GERMAN.get(template, template) if self.language == "de" else template
        return said.format(**values) if values else said

    def number(self, value: float, digits: int) -> str:
        said = f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")
        return said.replace(".", ",") if self.language == "de" else said
