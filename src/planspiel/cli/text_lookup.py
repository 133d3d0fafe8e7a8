"""Looking things up at the text table: board, cells, chances, rules, and why something is not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planspiel.cases.telling import catalogue, refused
from planspiel.cli.printing import line
from planspiel.cli.text_board import Board, Names, things_in
from planspiel.cli.text_words import COMMANDS, say, thing_word
from planspiel.kernel import Game, Illegal, Likely, Modifier, Odds, Order, Rulebook, Seat, Text, render
from planspiel.kernel.rulebook import SYSTEMS, Entry, Language

__all__ = ["Lookup"]

RULES_SHOWN = 12


class Lookup:
    """What a player may ask without changing the game."""

    def __init__(self, game: Game[Any], board: Board, names: Names, language: Language) -> None:
        self.game, self.board, self.names = game, board, names
        self.language: Language = language
        self.words = catalogue(game.system, language)

    def look(self, command: str, rest: str, seat: Seat, orders: Sequence[Order]) -> None:
        match command:
            case "odds":
                self._odds(rest, seat, orders)
            case "why":
                self._why(rest, seat)
            case "rules":
                self._rules(rest)
            case "look":
                self._look(rest, seat)
            case _:
                self._board(rest, seat)

    def _board(self, around: str, seat: Seat) -> None:
        view = self.game.view(seat)
        turn = getattr(view, "turn", None)
        if isinstance(turn, int):
            line(say(self.language, "turn", n=turn))
        for text in self.board.areas(view, around):
            line(text)

    def _look(self, word: str, seat: Seat) -> None:
        view = self.game.view(seat)
        if word in self.board:
            line(self.board.cell(word, view))
            return
        found = [
            thing
            for thing in things_in(view)
            if word and (thing.id == word or word.casefold() in self.names.of(thing.id).casefold())
        ]
        for thing in found:
            at = f"{thing.at}: " if thing.at else ""
            line(f"{at}{self.board.thing(thing)}")
        if not found:
            line(say(self.language, "where", word=word))

    def _why(self, word: str, seat: Seat) -> None:
        """`why 0712`, `why UNIT`, or a thing by its kind: `why unit:12`, in German `warum Einheit:12`."""
        known = list(self.game.system.things(self.game.state))
        kinds = dict.fromkeys(thing.partition(":")[0] for thing in known)
        spelt = {kind: thing_word(kind, self.language) for kind in kinds}
        for kind, name in spelt.items():
            if word.casefold().startswith(f"{name.casefold()}:"):
                word = f"{kind}:{word.partition(':')[2]}"
        named = [thing.id for thing in things_in(self.game.view(seat)) if word == self.names.of(thing.id)]
        wanted = [word, *(f"{kind}:{id}" for id in (word, *named) for kind in kinds)]
        # Which things there are must not tell of hidden ones: any cell, any unit in sight may be asked about.
        asked = next((each for each in wanted if ":" in each and self._may_ask(each, seat)), None)
        question = self.game.pending(seat)
        if not word or asked is None or question is None:
            why = next(each for each in COMMANDS["why"] if (each == "why") is (self.language == "en"))
            line(
                say(
                    self.language, "why_what", example=", ".join(f"{why} {each}:…" for each in spelt.values())
                )
            )
            return
        reason = question.explain(self.game.view(seat), asked)
        if reason is None:
            line(say(self.language, "why_may"))
        else:
            self._say_cited(refused(reason, self.words), reason.cite)

    def _may_ask(self, thing: str, seat: Seat) -> bool:
        id = thing.partition(":")[2]
        in_sight = {found.id for found in things_in(self.game.view(seat))}
        if id in self.board or id in in_sight:
            return thing in self.game.system.things(self.game.state)
        return False

    def _odds(self, number: str, seat: Seat, orders: Sequence[Order]) -> None:
        if not number.isdecimal() or not 1 <= int(number) <= len(orders):
            line(say(self.language, "not_offered", n=number))
            return
        question = self.game.pending(seat)
        try:
            odds = question.odds(self.game.view(seat), orders[int(number) - 1]) if question else None
        except Illegal as illegal:
            self._say_cited(refused(illegal, self.words), illegal.cite)
            return
        self.show_odds(odds)

    def show_odds(self, odds: Odds | None) -> None:
        if odds is None:
            line(say(self.language, "odds_none"))
        else:
            self._say_odds(odds)

    def _say_odds(self, odds: Odds) -> None:
        last = odds.sums[-1] if odds.sums else None
        for total, modifiers in odds.grouped():
            if total is not None:
                line(f"{render(Text(total.name), self.words)}: {total.total}")
            if total is last:
                self._say_cited(say(self.language, "odds_base", n=odds.base), odds.cite)
            for modifier in modifiers:
                self._say_modifier(modifier)
        if odds.column:
            line(say(self.language, "odds_column", column=odds.column))
        for likely in odds.results:
            percent = round(100 * likely.ways / odds.out_of) if odds.out_of else 0
            line(
                say(
                    self.language,
                    "odds_way",
                    result=self._result(likely),
                    ways=likely.ways,
                    all=odds.out_of,
                    percent=percent,
                )
            )
        for text in odds.afterwards:
            line(say(self.language, "odds_afterwards", text=self.names.within(render(text, self.words))))

    def _result(self, likely: Likely) -> str:
        result = render(Text(likely.result), self.words)
        return f"{self.names.of(likely.of)}: {result}" if likely.of else result

    def _say_modifier(self, modifier: Modifier) -> None:
        value = f"{modifier.value:+d}"
        if modifier.at_most is not None and modifier.at_most != modifier.value:
            value += f" … {modifier.at_most:+d}"
        self._say_cited(f"{value}  {render(modifier.reason, self.words)}", modifier.cite)

    def _rules(self, words: str) -> None:
        if self.game.system.id not in SYSTEMS:
            line(say(self.language, "rules_missing"))
            return
        book = Rulebook.load(self.game.system.id)
        if words in book.entries:
            self._say_rule(book.entries[words])
            return
        found = book.search(words) or [
            entry for entry in book.entries.values() if words and entry.section.startswith(words)
        ]
        for entry in found[:RULES_SHOWN]:
            self._say_rule(entry)
        if not found:
            line(say(self.language, "rules_none", words=words))

    def _say_rule(self, entry: Entry) -> None:
        is_german = self.language == "de"
        line((entry.id, "bold"), f"  {(is_german and entry.text_de) or entry.text}")
        ruling = (is_german and entry.ruling_de) or entry.ruling
        if ruling:
            line(say(self.language, "ruling", text=ruling), indent=2)

    def _say_cited(self, text: str, cite: str) -> None:
        line(f"{self.names.within(text)}  [{cite}]" if cite else self.names.within(text))
