"""The umpire's table: what players, bots and servers call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec.structs import replace

from planspiel import __version__
from planspiel.kernel.asking import DECLINE, asks, waiting
from planspiel.kernel.codec import Damaged, Save, Told
from planspiel.kernel.decision import Chance, Commitment, Decision, Pause, Policy, Window
from planspiel.kernel.dice import Dice, Keyed, Lucky, RollKey, Scripted, TypedIn, check_pips
from planspiel.kernel.instruction import AllowTakeBack, Instruction, OfferDraw, Resign, TakeBack, WithdrawDraw
from planspiel.kernel.log import (
    Answered,
    Entry,
    Instructed,
    Log,
    Opened,
    Rolled,
    Setup,
    Undone,
    seen,
)
from planspiel.kernel.question import Decline, Illegal, Order, Question, Rng, accepts
from planspiel.kernel.runner import Mark, RuleError, Runner, kept_key
from planspiel.kernel.state import Seat, State, digest
from planspiel.kernel.system import System

__all__ = ["Game", "RuleError"]

S = TypeVar("S", bound=State)
_IMAGININGS, _MOST_IMAGININGS = 20, 400
"""After so many tries a game will do in which the seat would have seen something else; after so many without
any game it is given up."""


class Game(Runner[S]):
    """One game, at the table or imagined."""

    __slots__ = ()

    # -- beginnings ------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        system: System[S, Any, Any],
        setup: Setup,
        dice: Dice | None = None,
        log: Log | None = None,
        name: str = "",
    ) -> Game[S]:
        """A new game of a scenario, run to its first question."""
        setup = system.setup(setup)
        game = cls(system, system.start(setup), setup, dice)
        return game.begin(log, name)

    def begin(self, log: Log | None = None, name: str = "", opened: Opened | None = None) -> Game[S]:
        """Open the log and run to the first question. The game's name is part of what names keyed rolls."""
        if name and isinstance(self.dice, Keyed):
            self.dice = replace(self.dice, game=name)
        self.log = log
        if log is not None:
            self._batch.append(opened or self._opening(name))
        self._advance(None)
        self._flush()
        return self

    def _opening(self, name: str) -> Opened:
        keyed = self.dice if isinstance(self.dice, Keyed) else Keyed(b"")
        return Opened(
            system=self.system.id,
            version=self.system.version,
            release=__version__,
            pack=self.system.pack_name,
            pack_digest=self.system.pack_digest,
            setup=self.setup,
            seats=self.seats,
            game=keyed.game if keyed.secret else name,
            commitment=keyed.commitment if keyed.secret else "",
            words=keyed.words,
        )

    # -- what players call -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answer the game waits for."""
        return waiting(self.pause, self._given)

    def sealed(self) -> tuple[Seat, ...]:
        """The seats that have answered a question which others still have before them."""
        return tuple(self._given)

    def pending(self, seat: Seat) -> Question[Any, Any] | None:
        """What a seat is asked now. A sealed answer may be changed until all are in."""
        pause = self.pause
        if type(pause) is Decision:
            return pause.question if pause.seat == seat else None
        if seat in self.waiting() or isinstance(pause, Commitment):
            return asks(pause).get(seat)
        return None

    def check(self, seat: Seat, order: Order) -> None:
        """Refuse an order that the asked seat may not give, on what it knows."""
        if self.over:
            raise Illegal("The game is over.", "")
        question = self.pending(seat)
        if question is None:
            raise Illegal("Nothing is asked of {seat} now.", "", seat=seat)
        if isinstance(order, Decline) and isinstance(self.pause, Window):
            return
        kinds = accepts(type(question))
        if not isinstance(order, kinds):
            expected = ", ".join(_tag(kind) for kind in kinds)
            raise Illegal(
                "This question is answered by {expected}, not by {given}.",
                question.cite,
                expected=expected,
                given=_tag(type(order)),
            )
        question.check(self.view(seat), order)

    def answer(self, seat: Seat, order: Order) -> None:
        """Give an order. `Illegal` leaves the game untouched, and so does any fault in the rules.

        A request to take something back lapses when the game goes on.
        """
        self.check(seat, order)
        with self._all_or_nothing() as mark:
            self._remember(seat, order, mark)
            self._take_back = ()
            if self.log is not None:
                self._batch.append(Answered(seat, order))
            self._accept(seat, order)

    def choose(self, order: Order) -> None:
        """Give an order taken from the options of the one seat that is asked: not checked again."""
        seat = self.waiting()[0]
        self._history, self._take_back = [], ()
        if self.log is not None:
            self._batch.append(Answered(seat, order))
        self._accept(seat, order)
        if self.log is not None:
            self._flush()

    def throw(self, pips: tuple[int, ...]) -> None:
        """Type in the dice that the game waits for."""
        pause = self.pause
        if not isinstance(pause, Chance):
            raise Illegal("No dice are asked for now.", "")
        check_pips(pause.dice, pips)
        with self._all_or_nothing():
            self._advance(self._thrown(pause, self._roll_key(pause), pips))

    def instruct(self, seat: Seat, instruction: Instruction[Any]) -> None:
        """Say something while the game is suspended: standing orders, resignation, a draw, a taking back."""
        if self.over:
            raise Illegal("The game is over.", "")
        if seat not in self.seats:
            raise Illegal("{seat} is not a seat of this game.", "", seat=seat)
        if isinstance(instruction, TakeBack | AllowTakeBack):
            with self._all_or_nothing():
                self._ask_take_back(seat, instruction)
            return
        self._check_instruction(seat, instruction)
        with self._all_or_nothing():
            if self.log is not None:
                self._batch.append(Instructed(seat, instruction))
            self._since.append(Told(seat, instruction))
            self._told(seat, instruction)
            if self.over:
                self._stop()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[Mark]:
        """Whatever fails inside, in the rules or in writing the log, leaves the game as it was."""
        mark, history, take_back = self._mark(), self._history.copy(), self._take_back
        used = self.dice.used if isinstance(self.dice, Scripted) else 0
        try:
            yield mark
            self._flush()
        except BaseException:
            if isinstance(self.dice, Scripted):
                self.dice.used = used
            self._return_to(mark)
            self._history, self._take_back = history, take_back
            raise

    def _check_instruction(self, seat: Seat, instruction: Instruction[Any]) -> None:
        match instruction:
            case Resign():
                return
            case OfferDraw():
                if seat in self.state.draw_offers:
                    raise Illegal("You have already offered a draw.", "")
            case WithdrawDraw():
                if seat not in self.state.draw_offers:
                    raise Illegal("There is no draw offer of yours to withdraw.", "")
            case _:
                if not isinstance(instruction, self.system.instructions):
                    raise Illegal("This instruction does not belong to this game.", "")
                instruction.check(self.view(seat))

    # -- copies --------------------------------------------------------------------------------------

    def fork(self, dice: Dice | None = None) -> Game[S]:
        """An independent copy at the same question, without log and without the right to take back."""
        twin: Game[S] = Game(
            self.system, self._base, self.setup, dice if dice is not None else self.dice.fork()
        )
        twin._rolls, twin._kept, twin._turn = self._rolls.copy(), self._kept.copy(), self._turn
        twin._run_again(self._base, self._since, self._given)
        twin._take_back = self._take_back
        return twin

    # -- imagining -------------------------------------------------------------------------------------

    def imagine(self, seat: Seat, rng: Rng) -> Game[S]:
        """A complete game that agrees with everything `seat` has seen; what it may not know is sampled.

        What others have sealed is sampled anew, never copied. Among several tries the first is taken in
        which the seat would have seen the same since the last resume point.
        """
        witnessed = self.witnessed(seat)
        game = self.reimagine(seat, rng)
        for tried in range(_MOST_IMAGININGS):
            if game is not None and (game[1] == witnessed or tried >= _IMAGININGS):
                break
            game = self.reimagine(seat, rng) or game
        if game is None:
            raise RuleError(f"no game could be imagined for {seat} after {_MOST_IMAGININGS} tries")
        return game[0]

    def reimagine(self, seat: Seat, rng: Rng) -> tuple[Game[S], list[Entry]] | None:
        """One try at an imagined game, and what `seat` would have seen in it since the last resume point.

        None if the answers since then do not fit the sampled position.
        """
        twin: Game[S] = Game(self.system, self._base, self.setup, Lucky(rng))
        twin._imagine = (seat, rng)
        twin._seen = []
        base = self.system.scramble(self._base, seat, rng)
        own = {seat: self._given[seat]} if seat in self._given else {}
        try:
            twin._run_again(base, self._since, own)
            twin._given = {asked: twin._given[asked] for asked in asks(twin.pause) if asked in twin._given}
            for other in self._given:
                if other != seat and isinstance(self.pause, Commitment | Window):
                    question = twin.pending(other)
                    if question is not None:
                        twin._given[other] = _sealed(twin.pause, question, twin.view(other), rng)
        except (RuleError, Illegal, LookupError, ValueError):
            return None
        except RuntimeError as fault:
            if not isinstance(fault.__cause__, StopIteration):
                raise
            return None  # `next` found nothing, which is a failed lookup too
        seen_there = _seen_by(seat, twin._batch)
        twin._imagine, twin._seen, twin._batch = None, None, []
        twin._rolls, twin._turn = self._rolls.copy(), self._turn
        return twin, seen_there

    def witnessed(self, seat: Seat) -> list[Entry]:
        """What `seat` has seen since the last resume point."""
        twin: Game[S] = Game(self.system, self._base, self.setup, self.dice.fork())
        twin._seen = []
        twin._run_again(self._base, self._since, self._given)
        return _seen_by(seat, twin._batch)

    # -- taking back -----------------------------------------------------------------------------------

    def _remember(self, seat: Seat, order: Order, mark: Mark) -> None:
        if type(self.pause) is not Decision or self.system.is_barrier(self.state, order):
            self._history = []
        else:
            self._history.append((seat, mark))

    def can_take_back(self, seat: Seat) -> bool:
        """True if the seat's last order may be taken back without asking anyone."""
        return bool(self._history) and self._history[-1][0] == seat

    def _ask_take_back(self, seat: Seat, instruction: Instruction[Any]) -> None:
        if isinstance(instruction, TakeBack):
            if self.can_take_back(seat):
                self._take_back_now(seat)
                return
            if self._take_back and self._take_back[0] == seat:
                raise Illegal("You have already asked to take back your last order.", "")
            if self._take_back:
                raise Illegal("{seat} has already asked to take back an order.", "", seat=self._take_back[0])
            if self._last_answer(seat) is None:
                raise Illegal("There is nothing of yours to take back.", "")
            self._take_back = (seat,)
        else:
            if not self._take_back:
                raise Illegal("Nobody has asked to take anything back.", "")
            if seat == self._take_back[0]:
                raise Illegal("Your own request needs the consent of the others.", "")
            if seat not in self._take_back:
                self._take_back = (*self._take_back, seat)
        if self.log is not None:
            self._batch.append(Instructed(seat, instruction))
        if set(self._take_back) >= set(self.seats):
            self._take_back_by_consent()

    @property
    def take_back_asked(self) -> tuple[Seat, ...]:
        """Who asked to take back the last order, and who has consented so far."""
        return self._take_back

    def _take_back_now(self, seat: Seat) -> None:
        _, mark = self._history.pop()
        history = self._history
        self._return_to(mark)
        self._history = history
        if self.log is not None:
            self._batch.append(Undone(mark.log_n, seat))

    def _last_answer(self, seat: Seat) -> int | None:
        """The number of the log entry with the seat's last order, if the log can be read."""
        return next(
            (
                n
                for n, what in reversed(self.log.held() if self.log is not None else [])
                if isinstance(what, Answered) and what.seat == seat and what.by == "player"
            ),
            None,
        )

    def _take_back_by_consent(self) -> None:
        """Back to before the seat's last order; the dice thrown since stay as they fell."""
        from planspiel.kernel.replay import replayed

        seat, *consent = self._take_back
        to = self._last_answer(seat)
        if self.log is None or to is None:
            raise Illegal("There is nothing of yours to take back.", "")
        held = self.log.held()
        kept = {
            kept_key(RollKey(what.turn, what.step, what.why, what.roller, what.nth), what.dice): what.pips
            for n, what in held
            if n >= to and isinstance(what, Rolled)
        }
        before = replayed(self.system, [what for n, what in held if n < to])
        batch, kept = self._batch, {**self._kept, **kept}
        self._return_to(before._mark())
        self._kept = kept
        self._history, self._take_back = [], ()
        self._batch = [*batch, Undone(to, seat, tuple(consent))]

    # -- saving ----------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The whole game as a file, secrets included."""
        dice = self.dice
        return self.system.codec.encode_save(
            Save(
                system=self.system.id,
                version=self.system.version,
                pack_digest=self.system.pack_digest,
                setup=self.setup,
                base=self._base,
                since=self._since,
                sealed=self._given,
                rolls=self._rolls,
                rolls_turn=self._turn,
                kept=self._kept,
                take_back=self._take_back,
                log_n=self.log.n if self.log is not None else 0,
                log_sum=self.log.sum if self.log is not None else "",
                dice=dice if isinstance(dice, Keyed | Scripted | TypedIn) else None,
            )
        )

    @classmethod
    def load(
        cls,
        system: System[S, Any, Any],
        data: bytes,
        dice: Dice | None = None,
        place: str = "save",
        log: Log | None = None,
    ) -> Game[S]:
        """A saved game at its question, its log continued. A file that does not fit is `Damaged`."""
        save = system.codec.decode_save(data, place)
        if save.pack_digest != system.pack_digest:
            raise Damaged(place, "made with another version of the pack")
        if log is not None and (log.n, log.sum) != (save.log_n, save.log_sum):
            raise Damaged(place, f"made after entry {save.log_n} of another log")
        try:
            for fault in system.state_faults(save.base):
                raise Damaged(place, fault)
            game = cls(system, save.base, system.setup(save.setup), dice if dice is not None else save.dice)
            game._resume_save(save)
        except Damaged:
            raise
        except Exception as fault:  # a position from outside may bring any rule to any fault
            raise Damaged(place, f"does not fit the rules ({type(fault).__name__}: {fault})") from None
        game.log = log
        return game

    def _resume_save(self, save: Save[S, Any, Any]) -> None:
        self._rolls, self._turn, self._kept = save.rolls, save.rolls_turn, save.kept
        self._run_again(save.base, save.since, {})
        for seat, order in save.sealed.items():
            self.check(seat, order)
            self._given[seat] = order
        for seat in self.waiting():
            self.view(seat)
        if not (self.over or self.waiting() or isinstance(self.pause, Chance)):
            raise RuleError("nobody is asked anything")
        if not set(save.take_back) <= set(self.seats):
            raise RuleError("a seat that is not in the game asked to take back an order")
        self._take_back = save.take_back

    def digest(self) -> str:
        """A fingerprint of the position, the same for the same game however it was reached."""
        return digest(self.state)


def _tag(kind: type[Order]) -> str:
    return str(kind.__struct_config__.tag)


def _sealed(pause: Pause | None, question: Question[Any, Any], view: Any, rng: Rng) -> Order:
    """What a seat may have answered already while the others are still asked."""
    if isinstance(pause, Window) and (pause.policy is Policy.EACH or rng.randrange(2)):
        return DECLINE  # each in turn: the next is asked only because this one declined
    sampled: Order = question.sample(view, rng)
    return sampled


def _seen_by(seat: Seat, batch: list[Entry]) -> list[Entry]:
    told = (seen(what, seat) for what in batch)
    return [what for what in told if what is not None]
