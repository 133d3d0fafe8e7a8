"""Running scripts: the stack of agenda items, their questions and dice, and running them again.

`State` and the answers since the last resume point are the whole game: a fork or a load runs the top item of
the agenda again on the state of that resume point and feeds it those answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from planspiel.kernel import rulebook
from planspiel.kernel.asking import DECLINE, WAITING, asks, resolution, waiting
from planspiel.kernel.codec import Given, Resolved, Thrown, Told
from planspiel.kernel.decision import (
    Chance,
    Commitment,
    Decision,
    Pause,
    ResumePoint,
    Script,
    Window,
    resume_point,
)
from planspiel.kernel.dice import Dice, Keyed, Lucky, RollKey, TypedIn
from planspiel.kernel.event import DrawOffered, DrawWithdrawn, Ended, Event, Finished, Scheduled
from planspiel.kernel.instruction import Instruction, OfferDraw, Resign, WithdrawDraw
from planspiel.kernel.log import Answered, Closed, Entry, Happened, Log, Rolled, Setup, step_name
from planspiel.kernel.question import Decline, Order, Question, Rng, accepts
from planspiel.kernel.state import Item, Outcome, Seat, State
from planspiel.kernel.system import System

__all__ = ["Mark", "RuleError", "Runner", "kept_key"]

S = TypeVar("S", bound=State)

NOBODY: tuple[Seat, ...] = ()
_FINISHED = Finished()
_RESUME_CODE = resume_point.__code__


class RuleError(Exception):
    """A rule system broke a law of the kernel: a fault in the program, never of a player."""


class Mark(NamedTuple):
    """Everything needed to come back to a moment: what a save holds, in memory."""

    base: Any
    since: tuple[Given, ...]
    given: dict[Seat, Order]
    rolls: dict[str, int]
    turn: int
    kept: dict[str, tuple[int, ...]]
    log_n: int


class Runner(Generic[S]):
    """A position, the scripts that run on it, and what they wait for."""

    __slots__ = (
        "_base", "_batch", "_entered", "_feed", "_given", "_history", "_imagine", "_kept", "_rolls",
        "_script", "_seen", "_since", "_take_back", "_turn", "_views", "_writes", "dice", "log", "pack",
        "pause", "seats", "setup", "state", "system",
    )  # fmt: skip

    def __init__(self, system: System[S, Any, Any], state: S, setup: Setup, dice: Dice | None = None) -> None:
        """A game about to begin on `state`."""
        self.system = system
        self.pack = system.pack
        self.state = state
        self.setup = setup
        self.seats = tuple(setup.seats)
        self.dice: Dice = dice if dice is not None else TypedIn()
        self.log: Log | None = None
        self.pause: Pause | None = None
        self._base: S = state
        self._since: list[Given] = []
        self._given: dict[Seat, Order] = {}
        self._rolls: dict[str, int] = {}
        self._kept: dict[str, tuple[int, ...]] = {}
        self._turn = -1
        self._take_back: tuple[Seat, ...] = ()
        self._history: list[tuple[Seat, Mark]] = []
        self._views: dict[Seat, Any] = {}
        self._batch: list[Entry] = []
        self._script: Script[None] | None = None
        self._entered = False
        self._writes = 0
        self._feed: list[Given] | None = None
        self._imagine: tuple[Seat, Rng] | None = None
        self._seen: list[Entry] | None = None

    @property
    def base(self) -> S:
        """The state at the last resume point."""
        return self._base

    @property
    def since(self) -> tuple[Given, ...]:
        """The answers, dice and instructions since then."""
        return tuple(self._since)

    # -- what rules call -------------------------------------------------------------------------------

    def happens(
        self, event: Event[Any], seen_by: tuple[Seat, ...] | None = None, twin: Event[Any] | None = None
    ) -> None:
        """Apply, log and show an event. `seen_by` is its audience, None for all; the others get `twin`."""
        event.apply(self.state)
        self._writes += 1
        if self._views:
            self._views = {}
        if rulebook.recorder is not None and event.cite:
            rulebook.recorder.add(event.cite)
        if event.reveals and self._history:
            self._history = []
        if (self.log is not None and self._feed is None) or self._seen is not None:
            self._batch.append(Happened(event, seen_by, twin))

    def then(self, *items: Item) -> None:
        """Put items on the agenda, to run in this order once the present item is finished."""
        self.happens(Scheduled(items), NOBODY)

    def ends(self, outcome: Outcome) -> None:
        """End the game here."""
        self.happens(Ended(outcome, cite=outcome.cite))

    def view(self, seat: Seat) -> Any:
        """What a seat may know now."""
        view = self._views.get(seat)
        if view is None:
            view = self.system.view(self.state, seat)
            view.__dict__["pack"] = self.pack
            self._views[seat] = view
        return view

    # -- running ---------------------------------------------------------------------------------------

    def _accept(self, seat: Seat, order: Order) -> None:
        pause = self.pause
        if type(pause) is Decision:
            self._since.append(Resolved({seat: order}))
            self._advance(order)
            return
        self._given[seat] = order
        value = self._settle()
        if value is not WAITING:
            self._advance(value)

    def _settle(self) -> Any:
        """Let standing orders answer what they can; what the script gets if that completes the answers."""
        pause, given = self.pause, self._given
        assert isinstance(pause, Commitment | Window)
        while (value := resolution(pause, given)) is WAITING:
            if isinstance(pause, Commitment) or not self._stand(pause):
                return WAITING
        self._since.append(Resolved(given))
        self._given = {}
        return value

    def _stand(self, window: Window) -> bool:
        """True if some standing order answered."""
        stood = False
        for seat in waiting(window, self._given):
            question = window.asks[seat]
            order: Order | None = None
            if type(question).standing is not Question.standing:
                order = question.standing(self.view(seat))
            if order is None and not window.live:
                order = DECLINE
            if order is not None:
                self._given[seat] = order
                stood = True
                if self.log is not None and self._feed is None:
                    self._batch.append(Answered(seat, order, by="standing"))
        return stood

    def _advance(self, value: Any) -> None:
        """Run scripts until someone must answer or the game is over."""
        while True:
            script = self._script
            if script is None:
                script = self._begin_item()
                if script is None:
                    return
                value = None
            try:
                pause = script.send(value)
            except StopIteration:
                self._script = None
                if self.state.outcome is None:
                    self.happens(_FINISHED, NOBODY)
                continue
            if self.state.outcome is not None:
                self._stop()
                return
            if type(pause) is ResumePoint:
                self._resume(script)
                value = None
                continue
            self.pause = pause
            if type(pause) is Chance:
                value = self._chance(pause)
                if value is None:
                    return
                continue
            value = self._open(pause)
            if value is WAITING:
                return

    def _begin_item(self) -> Script[None] | None:
        state = self.state
        if state.outcome is not None:
            self._stop()
            return None
        if not state.agenda:
            raise RuleError("the agenda ran dry before the game had an outcome")
        if self._feed is not None:
            raise RuleError("an item ended before the question it had reached: progress kept in a local?")
        self._base = state.fork()
        self._since = []
        return self._open_script(state.agenda[-1])

    def _open_script(self, item: Item) -> Script[None]:
        make = self.system.scripts.get(item.script)
        if make is None:
            known = ", ".join(self.system.scripts)
            raise RuleError(f"the agenda names {item.script!r}, but the scripts are {known}")
        self._script = make(self, *item.args)
        self._entered = False
        self._writes = 0
        return self._script

    def _resume(self, script: Script[None]) -> None:
        """Forget the answers so far. Before the first pass nothing has been written since the item began."""
        name = self.state.agenda[-1].script
        inner = getattr(script, "gi_yieldfrom", None)
        if getattr(inner, "gi_code", None) is not _RESUME_CODE:
            raise RuleError(f"a resume point deeper than the item's own frame in {name}")
        if not self._entered:
            if self._writes or self._since:
                raise RuleError(f"{name} writes or asks before its first resume point")
            self._entered = True
            return
        if self._feed is not None:
            raise RuleError(f"{name} passes a resume point it had not reached: progress kept in a local?")
        self._base = self.state.fork()
        self._since = []

    def _open(self, pause: Pause) -> Any:
        """A question is put: feed it if we are running again, else let standing orders and players answer."""
        feed = self._feed
        if feed is not None:
            self._feed_told()
            if feed:
                return self._fed(pause, feed.pop(0))
            self._feed = None
            return self._settle() if self._imagine is not None and _asks_nobody(pause) else WAITING
        # A window that is not live is no barrier: that nothing can be taken back any more would tell of it.
        if self._history and not (type(pause) is Window and not pause.live):
            asked = self._history[-1][0]
            if any(seat != asked for seat in asks(pause)):
                self._history = []
        return WAITING if type(pause) is Decision else self._settle()

    def _chance(self, chance: Chance) -> tuple[int, ...] | None:
        """Dice are thrown at once by a source that can, else the game waits for them."""
        if self._history:
            self._history = []
        feed = self._feed
        if feed is not None:
            self._feed_told()
            if feed:
                return self._fed_throw(chance, feed.pop(0))
            self._feed = None
        key = self._roll_key(chance)
        kept = self._kept.pop(kept_key(key, chance.dice), None) if self._kept else None
        pips = kept if kept is not None else self.dice.throw(chance, key)
        return None if pips is None else self._thrown(chance, key, pips)

    def _roll_key(self, chance: Chance) -> RollKey:
        """The name of this roll. Counting starts anew each turn, since the turn is in the name."""
        if self.state.turn != self._turn:
            self._turn = self.state.turn
            self._rolls = {}
        step = step_name(self.state.agenda[-1])
        nth = self._rolls.get(_counted(step, chance), 0)
        return RollKey(self._turn, step, chance.why, chance.roller, nth)

    def _thrown(self, chance: Chance, key: RollKey, pips: tuple[int, ...]) -> tuple[int, ...]:
        self._rolls[_counted(key.step, chance)] = key.nth + 1
        self._since.append(Thrown(pips))
        if rulebook.recorder is not None and chance.cite:
            rulebook.recorder.add(chance.cite)
        if self.log is not None or self._seen is not None:
            self._batch.append(_rolled(chance, key, pips))
        return pips

    def _stop(self) -> None:
        """The game is over: nothing runs, nothing is asked."""
        if self._script is not None:
            self._script.close()
        self._script = None
        self.pause = None
        self._feed = None
        self._given = {}
        self._base = self.state.fork()
        self._since = []
        if self.log is not None and self.state.outcome is not None:
            secret = self.dice.secret if isinstance(self.dice, Keyed) else b""
            self._batch.append(Closed(self.state.outcome, secret))

    def _flush(self) -> None:
        if self.log is not None and self._batch:
            batch, self._batch = self._batch, []
            self.log.extend(batch)

    def _told(self, seat: Seat, instruction: Instruction[Any]) -> None:
        """What an instruction does, now and when it is replayed."""
        match instruction:
            case Resign():
                self.ends(self.system.resigned(self.state, self.setup, seat))
            case OfferDraw():
                self.happens(DrawOffered(seat))
                if set(self.state.draw_offers) >= set(self.seats):
                    self.ends(Outcome((), "draw by agreement"))
            case WithdrawDraw():
                self.happens(DrawWithdrawn(seat))
            case _:
                for event in instruction.events(self.view(seat)):
                    self.happens(event, (seat,))

    # -- running again ---------------------------------------------------------------------------------

    def _run_again(self, base: S, since: Iterable[Given], given: dict[Seat, Order]) -> None:
        """From the state of the last resume point and the answers since to the present question."""
        self._base = base
        self.state = base.fork()
        self._since = []
        self._given = {}
        self._views = {}
        self.pause = None
        if base.outcome is not None:
            self._script = None
            return
        self._feed = list(since)
        self._open_script(self.state.agenda[-1])
        self._advance(None)
        self._feed_told()
        self._feed = None
        self._given = dict(given)

    def _feed_told(self) -> None:
        """Instructions that were given while the present question was open."""
        feed = self._feed
        while feed and isinstance(feed[0], Told):
            told = feed.pop(0)
            assert isinstance(told, Told)
            if self._imagine is not None and told.seat != self._imagine[0] and not _is_open(told.instruction):
                continue  # known to its owner alone: what came of it is in the sampled position, or not
            self._since.append(told)
            self._told(told.seat, told.instruction)

    def _fed(self, pause: Pause, given: Given) -> Any:
        if not isinstance(given, Resolved):
            raise RuleError("dice were recorded where a question is asked: progress kept in a local?")
        answers = given.answers
        if self._imagine is not None:
            answers = self._imagined_answers(pause, answers)
        self._since.append(Resolved(answers))
        value = resolution(pause, answers)
        if value is WAITING:
            raise RuleError("the recorded answers do not complete this question")
        return value

    def _fed_throw(self, chance: Chance, given: Given) -> tuple[int, ...]:
        if not isinstance(given, Thrown):
            raise RuleError("an answer was recorded where dice are thrown: progress kept in a local?")
        pips = given.pips
        if self._imagine is not None:
            seat, rng = self._imagine
            if chance.seen_by is not None and seat not in chance.seen_by:
                pips = Lucky(rng).throw(chance, self._roll_key(chance))
        self._since.append(Thrown(pips))
        if self._seen is not None:
            self._batch.append(_rolled(chance, self._roll_key(chance), pips))
        return pips

    def _imagined_answers(self, pause: Pause, answers: dict[Seat, Order]) -> dict[Seat, Order]:
        """A window that is not live may ask others than it did: their standing orders answer anew."""
        assert self._imagine is not None
        if not isinstance(pause, Window) or pause.live:
            return {seat: self._imagined_answer(pause, seat, order) for seat, order in answers.items()}
        mine = {
            seat: self._imagined_answer(pause, seat, order)
            for seat, order in answers.items()
            if seat == self._imagine[0] and seat in pause.asks
        }
        return {
            seat: mine.get(seat) or question.standing(self.view(seat)) or DECLINE
            for seat, question in pause.asks.items()
        }

    def _imagined_answer(self, pause: Pause, seat: Seat, order: Order) -> Order:
        """What another seat may have answered in secret; open answers are those everyone saw."""
        assert self._imagine is not None
        me, rng = self._imagine
        question = asks(pause)[seat]
        if seat != me and (isinstance(pause, Commitment) or (isinstance(pause, Decision) and pause.secret)):
            sampled: Order = question.sample(self.view(seat), rng)
            return sampled
        if not isinstance(order, (Decline, *accepts(type(question)))):
            raise RuleError("the recorded answer does not fit the question")
        return order

    def _mark(self) -> Mark:
        return Mark(
            self._base,
            tuple(self._since),
            dict(self._given),
            self._rolls.copy(),
            self._turn,
            self._kept.copy(),
            self.log.n if self.log is not None else 0,
        )

    def _return_to(self, mark: Mark) -> None:
        self._batch = []
        self._rolls, self._turn, self._kept = mark.rolls.copy(), mark.turn, mark.kept.copy()
        self._run_again(mark.base, mark.since, mark.given)


def _asks_nobody(pause: Pause) -> bool:
    """No player is waited for: the window is empty, or only standing orders answer it."""
    return isinstance(pause, Window) and not (pause.live and pause.asks)


def _is_open(instruction: Instruction[Any]) -> bool:
    return isinstance(instruction, Resign | OfferDraw | WithdrawDraw)


def _counted(step: str, chance: Chance) -> str:
    return f"{step}|{chance.roller}|{chance.why}"


def kept_key(key: RollKey, dice: str) -> str:
    """A roll that was taken back stays for the same roll with the same dice; others are thrown anew."""
    return f"{key.turn}|{key.step}|{key.roller}|{key.why}|{key.nth}|{dice}"


def _rolled(chance: Chance, key: RollKey, pips: tuple[int, ...]) -> Rolled:
    return Rolled(
        chance.dice, pips, chance.why, chance.cite, chance.roller, key.turn, key.step, key.nth, chance.seen_by
    )
