"""`planspiel play --text`: the table in a terminal, on the same views and questions as the browser's.

Seats are played by whoever sits at the terminal, or by bots. Everything is text that a screen reader can read
line by line: numbered choices, a board listed by area, and every change as one sentence with its paragraph.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import SystemRandom
from typing import Any

from planspiel.bots import BadSpec, Bot, Budget, Fault, make, ruled, situation_of
from planspiel.cases.telling import asked, catalogue, outcome, refused, said
from planspiel.cli.errors import BadInput
from planspiel.cli.logs import rolled
from planspiel.cli.printing import line
from planspiel.cli.text_board import Board, Names, things_in
from planspiel.cli.text_draft import Draft, DraftStep
from planspiel.cli.text_file import kept_file, load, save
from planspiel.cli.text_lookup import Lookup
from planspiel.cli.text_words import COMMANDS, HELP, YES, say
from planspiel.kernel import (
    DECLINE,
    AllowTakeBack,
    Assembly,
    Chance,
    Commitment,
    Game,
    Illegal,
    Keyed,
    Log,
    Order,
    Question,
    Resign,
    Seat,
    Setup,
    TakeBack,
    TypedIn,
    Window,
    render,
)
from planspiel.kernel.log import Answered, Entry, Happened, Rolled, Undone, seen
from planspiel.kernel.rulebook import Language, nearest
from planspiel.systems import registry

__all__ = ["TextTable", "play_text"]

PAGE = 30
"""Choices that are printed at once."""
LISTED = 3000
"""Choices that are listed at all."""
BOT_SECONDS = 5.0

Read = Callable[[], str]


class Leave(Exception):
    """The player leaves the table."""


def play_text(
    system: str,
    scenario: str | None,
    seats: Sequence[str],
    language: Language,
    *,
    go_on: bool = False,
    file: Path | None = None,
    typed_dice: bool = False,
) -> None:
    """Play a game in the terminal; `go_on` with the one that was left, or from a file."""
    if go_on or file is not None:
        if scenario is not None or typed_dice:
            raise BadInput("--continue and --load", "take no scenario and no dice: the game has its own")
        found = file if file is not None else kept_file(system)
        if file is None and not found.exists():
            raise BadInput("--continue", f"no game of {system} was left here")
        game = load(found)
        if game.system.id != system:
            raise BadInput(found, f"is a game of {game.system.id}, not of {system}")
    else:
        game = new_game(system, scenario, typed_dice=typed_dice)
    TextTable(game, bots_of(game, seats), language, _typed).run()


def new_game(system: str, scenario: str | None, *, typed_dice: bool = False) -> Game[Any]:
    rules = registry.load(system)
    known = rules.scenarios()
    chosen = scenario if scenario is not None else known[0]
    if chosen not in known:
        raise BadInput(system, f"there is no scenario {chosen!r}{nearest(chosen, known)}")
    dice = TypedIn() if typed_dice else Keyed(secrets.token_bytes(32), (), secrets.token_hex(8))
    return Game.start(rules, Setup(chosen), dice, Log())


def bots_of(game: Game[Any], written: Sequence[str]) -> dict[Seat, Bot]:
    """`french=greedy` gives that seat to a bot; `greedy` alone takes the last seat that is free."""
    bots: dict[Seat, Bot] = {}
    for word in written:
        name, equals, spec = word.partition("=")
        free = [seat for seat in game.seats if seat not in bots]
        seat = Seat(name) if equals else free[-1] if free else Seat("")
        if seat not in game.seats:
            raise BadInput("--seat", f"there is no free seat {name!r}{nearest(name, game.seats)}")
        try:
            bots[seat] = make(spec if equals else name)
        except BadSpec as bad:
            raise BadInput("--seat", str(bad)) from None
    return bots


def _typed() -> str:
    """A line from the player; the end of input is leaving."""
    try:
        return input("> ").strip()
    except (EOFError, KeyboardInterrupt):
        raise Leave from None


class TextTable:
    """One game at one terminal."""

    def __init__(self, game: Game[Any], bots: Mapping[Seat, Bot], language: Language, read: Read) -> None:
        self.game = game
        self.bots = bots
        self.language: Language = language
        self.read = read
        self.words = catalogue(game.system, language)
        self.names = Names(game.system, language)
        self.board = Board(game.system, game.setup.scenario, self.names)
        self.names.meet([*game.seats, *(side for sides in game.setup.seats.values() for side in sides)])
        self.lookup = Lookup(game, self.board, self.names, language)
        self.seat = self._first_human()
        self._known: dict[Seat, int] = dict.fromkeys(game.seats, 0)
        self._luck = SystemRandom()
        self._faults: list[Fault] = []
        self._draft: Draft | None = None

    def _first_human(self) -> Seat:
        return next((seat for seat in self.game.seats if seat not in self.bots), self.game.seats[0])

    def run(self) -> None:
        self._say("welcome", system=self.game.system.title, scenario=self.game.setup.scenario)
        try:
            while not self.game.over:
                self._step()
        except Leave:
            self._leave()
            return
        self._tell(self.seat)
        assert self.game.state.outcome is not None
        line(self.names.within(outcome(self.game.state.outcome, self.words)))
        kept_file(self.game.system.id).unlink(missing_ok=True)

    def _step(self) -> None:
        if isinstance(self.game.pause, Chance):
            self._throw(self.game.pause)
            return
        waiting = self.game.waiting()
        person = next((seat for seat in waiting if seat not in self.bots), None)
        if person is None:
            self._let_bot_choose(waiting[0])
        else:
            self._ask(person)

    def _let_bot_choose(self, seat: Seat) -> None:
        situation = situation_of(self.game, seat, Budget(seconds=BOT_SECONDS))
        faults = len(self._faults)
        chosen = ruled(self.game, self.bots[seat], situation, self._luck, self._faults)
        if len(self._faults) > faults:
            self._say("bot_failed", seat=self.names.of(seat))
        self.game.answer(seat, chosen.order)

    def _throw(self, chance: Chance) -> None:
        self._tell(self.seat)
        self._say("dice", dice=chance.dice, why=self.names.within(render(chance.why, self.words)))
        self._say("type_dice")
        typed = self.read()
        if self._command(typed) == "quit":
            raise Leave
        try:
            self.game.throw(tuple(int(word) for word in typed.split()))
        except Illegal as illegal:
            self._refuse(illegal)
        except ValueError:
            self._say("type_dice")

    # -- what happened -----------------------------------------------------------------------------------

    def _tell(self, seat: Seat, last: int | None = None) -> None:
        """What this seat has not been told yet, or the last lines of all it was told."""
        assert self.game.log is not None
        self.names.call(things_in(self.game.view(seat)))
        entries = self.game.log.entries or []
        since = 0 if last is not None else self._known[seat]
        told = [text for what in entries[since:] if (text := self._sentence(seen(what, seat)))]
        for text in told[-last:] if last is not None else told:
            line(text)
        if last is not None and not told:
            self._say("nothing_new")
        seats = [seat] if self._hides_something() else self.game.seats
        self._known.update(dict.fromkeys(seats, len(entries)))

    def _sentence(self, what: Entry | None) -> str:
        match what:
            case Happened():
                text, cite = said(what.event, self.words), what.event.cite
            case Rolled():
                text, cite = rolled(what, self.words), what.cite
            case Undone():
                text, cite = say(self.language, "undone"), ""
            case _:
                return ""
        return f"{self.names.within(text)}  [{cite}]" if text and cite else self.names.within(text)

    def _hides_something(self) -> bool:
        """Whether the options of the game keep something from a player, or orders are sealed now."""
        options = self.game.setup.options
        secret = any(
            value is True and ("hidden" in name or "secre" in name) for name, value in options.items()
        )
        return secret or isinstance(self.game.pause, Commitment)

    # -- asking ------------------------------------------------------------------------------------------

    def _ask(self, seat: Seat) -> None:
        """One question, until it is answered or something else changed the game."""
        if seat != self.seat and self._hides_something():
            line("\n" * 40)
            self._say("curtain", seat=self.names.of(seat))
            self.read()
        self.seat = seat
        self._tell(seat)
        question = self.game.pending(seat)
        assert question is not None
        is_reaction = isinstance(self.game.pause, Window)
        who = say(self.language, "reacts" if is_reaction else "decides", seat=self.names.of(seat))
        cite = f"  [{question.cite}]" if question.cite else ""
        line((f"{who}: ", "bold"), self.names.within(asked(question, self.words)) + cite)
        view = self.game.view(seat)
        self._draft = Draft(question, view, self.board) if isinstance(question, Assembly) else None
        choices = self._choices(question, view, is_reaction)
        self._show(choices)
        before = self.game.log.n if self.game.log is not None else 0
        while self.game.log is not None and self.game.log.n == before and not self.game.over:
            self._obey(self.read(), choices)

    def _choices(self, question: Question[Any, Any], view: Any, is_reaction: bool) -> Choices:
        if self._draft is not None:
            return Choices(*self._draft.lines(), is_reaction)
        options = list(islice(question.options(view), LISTED))
        return Choices(options, [self.board.order(order, view) for order in options], is_reaction)

    def _show(self, choices: Choices) -> None:
        shown = choices.page()
        key = "choices_of" if choices.words else "choices"
        if choices.words and not choices.found:
            self._say("no_choices", words=choices.words)
        else:
            self._say(key, n=len(choices.found), all=len(choices.orders), words=choices.words)
        for number in shown:
            line(f"{number + 1:>4}  {choices.labels[number]}")
        if choices.may_decline:
            line(f"   0  {say(self.language, 'decline')}")
        if choices.left:
            self._say("more", n=choices.left)
        elif len(choices.orders) == LISTED and not choices.words:
            self._say("cut", n=LISTED)

    def _command(self, typed: str) -> str:
        first = typed.split(maxsplit=1)[0].casefold() if typed else ""
        return next((name for name, spelt in COMMANDS.items() if first in spelt), "")

    def _obey(self, typed: str, choices: Choices) -> None:
        command, rest = self._command(typed), " ".join(typed.split()[1:])
        if typed.isdecimal() and not self._is_meant_as_cell(typed, choices):
            self._choose(int(typed), choices)
        elif command == "no" and choices.may_decline and not rest:
            self._give(DECLINE)
        elif command == "odds" and self._draft is not None:
            self._part_odds(rest, choices)
        elif command in ("odds", "why", "rules", "look", "board"):
            self.lookup.look(command, rest, self.seat, choices.orders)
        elif command == "help":
            for text in HELP[self.language]:
                line(text)
        elif command == "log":
            self._tell(self.seat, int(rest) if rest.isdecimal() and int(rest) > 0 else 20)
        elif command == "undo":
            self._undo()
        elif command == "resign":
            self._resign()
        elif command == "save":
            self._save(Path(rest) if rest else kept_file(self.game.system.id))
        elif command == "quit":
            raise Leave
        elif command == "more":
            self._show(choices)
        else:
            choices.filter(typed)
            self._show(choices)

    def _part_odds(self, number: str, choices: Choices) -> None:
        """The chances of a line of the draft."""
        step = choices.orders[int(number) - 1] if number.isdecimal() and self._has(number, choices) else None
        draft = self._draft
        if draft is None or not isinstance(step, DraftStep) or step.part is None:
            self._say("odds_none")
            return
        self.lookup.show_odds(draft.question.part_odds(draft.view, step.piece, step.part, draft.given))

    @staticmethod
    def _has(number: str, choices: Choices) -> bool:
        return 1 <= int(number) <= len(choices.orders)

    def _is_meant_as_cell(self, typed: str, choices: Choices) -> bool:
        return typed in self.board and (typed.startswith("0") or int(typed) > len(choices.orders))

    def _choose(self, number: int, choices: Choices) -> None:
        if number == 0 and choices.may_decline:
            self._give(DECLINE)
        elif 1 <= number <= len(choices.orders):
            self._take(choices.orders[number - 1], choices)
        else:
            self._say("not_offered", n=number)

    def _take(self, chosen: Order | DraftStep, choices: Choices) -> None:
        """An order is given at once; a line of a draft leads on in it until it is sealed."""
        if not isinstance(chosen, DraftStep):
            self._give(chosen)
            return
        assert self._draft is not None
        try:
            whole = self._draft.take(chosen)
        except Illegal as illegal:
            self._refuse(illegal)
            whole = None
        if whole is not None:
            self._give(whole)
        else:
            choices.renew(*self._draft.lines())
            self._show(choices)

    def _give(self, order: Order) -> None:
        try:
            self.game.answer(self.seat, order)
        except Illegal as illegal:
            self._refuse(illegal)

    # -- everything else ---------------------------------------------------------------------------------

    def _undo(self) -> None:
        """At once up to the last barrier; beyond it if all at the terminal agree, and no bot has answered."""
        try:
            if self.game.can_take_back(self.seat):
                self.game.instruct(self.seat, TakeBack())
            elif self.bots:
                self._say("undo_bot")
            else:
                self._undo_by_consent()
        except Illegal as illegal:
            self._refuse(illegal)

    def _undo_by_consent(self) -> None:
        asker = self._last_to_answer()
        self._say("undo_by_consent", seat=self.names.of(asker))
        if self.read().casefold() not in YES:
            return
        if asker not in self.game.take_back_asked:
            self.game.instruct(asker, TakeBack())
        for seat in self.game.seats:
            if seat != asker and self.game.take_back_asked:
                self.game.instruct(seat, AllowTakeBack())

    def _last_to_answer(self) -> Seat:
        assert self.game.log is not None
        held = (what for _, what in reversed(self.game.log.held()))
        return next((what.seat for what in held if isinstance(what, Answered)), self.seat)

    def _resign(self) -> None:
        self._say("resign_sure", seat=self.names.of(self.seat))
        if self.read().casefold() in YES:
            self.game.instruct(self.seat, Resign())

    def _save(self, file: Path) -> None:
        try:
            save(self.game, file)
            self._say("saved", file=str(file))
        except BadInput as bad:
            line(str(bad))

    def _leave(self) -> None:
        save(self.game, kept_file(self.game.system.id))
        self._say("kept", system=self.game.system.id)

    def _refuse(self, illegal: Illegal) -> None:
        cite = f"  [{illegal.cite}]" if illegal.cite else ""
        line(self.names.within(refused(illegal, self.words)) + cite)

    def _say(self, word: str, **values: str | int) -> None:
        line(say(self.language, word, **values))


class Choices:
    """The numbered choices of a question, and which of them are shown."""

    def __init__(self, orders: list[Any], labels: list[str], may_decline: bool) -> None:
        self.orders, self.labels, self.may_decline = orders, labels, may_decline
        self.words = ""
        self.found = list(range(len(orders)))
        self._shown = 0

    def renew(self, orders: list[Any], labels: list[str]) -> None:
        """Another list in the place of this one."""
        self.orders, self.labels, self.words = orders, labels, ""
        self.found, self._shown = list(range(len(orders))), 0

    def filter(self, words: str) -> None:
        """Only choices with all these words; a choice keeps its number."""
        self.words = words
        wanted = words.casefold().split()
        self.found = [
            number
            for number, label in enumerate(self.labels)
            if all(word in f"{label} {_tag(self.orders[number])}".casefold() for word in wanted)
        ]
        self._shown = 0

    def page(self) -> list[int]:
        """The next choices to print; after the last ones the first again."""
        if self._shown >= len(self.found):
            self._shown = 0
        page = self.found[self._shown : self._shown + PAGE]
        self._shown += len(page)
        return page

    @property
    def left(self) -> int:
        return len(self.found) - self._shown


def _tag(order: Order | DraftStep) -> str:
    """The English word of an order, which finds it in any language."""
    if isinstance(order, DraftStep):
        return order.verb if order.part is None else str(order.part.__struct_config__.tag)
    return str(order.__struct_config__.tag)
