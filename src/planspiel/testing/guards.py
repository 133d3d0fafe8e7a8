"""The laws of the kernel, looked at while a game is on trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from planspiel.kernel import (
    DECLINE,
    Game,
    Illegal,
    Log,
    Misfit,
    Order,
    Question,
    Seat,
    Window,
    verify,
)
from planspiel.kernel.log import Undone, resolved
from planspiel.kernel.question import accepts
from planspiel.kernel.replay import Replay
from planspiel.testing.differences import differences, show, strange_values, undeclared
from planspiel.testing.play import Act, carry_out
from planspiel.testing.trial import CAP, Trial

__all__ = [
    "Companions",
    "Replica",
    "answers_are_judged",
    "json_is_whole",
    "only_events_write",
    "shown",
    "state_is_plain",
    "types_are_declared",
]

ANEW = 20
"""After how many decisions the log is run again from its beginning: at first, and then the longer it is the
more rarely, so that a long game is not run again and again."""
HORIZON = 4
"""For how many acts a fork or a loaded save goes along with its game."""
SAMPLES = 3
INVENTED = 12
LONGEST = 160


def shown(value: Any) -> str:
    """A record as a reader of a breach sees it."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


# -- forks and saves -----------------------------------------------------------------------------------


class Companions:
    """Forks and loaded saves that go along with the game for a few acts: all must stay the same."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.twins: list[tuple[str, Game[Any], int]] = []

    def join(self) -> None:
        """A fork of the game here, and the game saved and loaded.

        Where every decision is looked at, the next pair joins when the last one has gone.
        """
        trial, game = self.trial, self.trial.game
        if trial.every == 1 and self.twins:
            return
        with trial.faultless("resumes", "forking"):
            self._join("a fork", game.fork())
        with trial.faultless("resumes", "saving and loading"):
            saved = game.save()
            self._join("a loaded save", Game.load(trial.system, saved))

    def _join(self, name: str, twin: Game[Any]) -> None:
        twin.log = Log(keep=False, n=self.trial.log.n, sum=self.trial.log.sum)
        self.compare(name, twin, "at once")
        for seat in self.trial.game.seats:
            if twin.view(seat) != self.trial.game.view(seat):
                self.trial.fail("resumes", f"{name} gives another view", seat)
        self.twins.append((name, twin, HORIZON))

    def follow(self, act: Act) -> None:
        """The same act leads all to the same place."""
        staying: list[tuple[str, Game[Any], int]] = []
        for name, twin, left in [] if act.takes_back else self.twins:
            after = f"after {HORIZON + 1 - left} more acts"
            with self.trial.faultless("resumes", f"{name} {after}", act.seat):
                carry_out(twin, act)
                self.compare(name, twin, after)
                if left > 1:
                    staying.append((name, twin, left - 1))
        self.twins = staying

    def compare(self, name: str, twin: Game[Any], when: str) -> None:
        trial, game = self.trial, self.trial.game
        if twin.state != game.state:
            spots = ", ".join(show(spot.path) for spot in islice(differences(game.state, twin.state), 5))
            trial.fail("resumes", f"{name} differs {when} in {spots}")
        elif twin.pause != game.pause or twin.waiting() != game.waiting():
            trial.fail("resumes", f"{name} asks something else {when}: {twin.pause} instead of {game.pause}")
        elif twin.save() != game.save():
            trial.fail("resumes", f"{name} has another save {when}: {shown(twin.save().decode())}")


# -- replay --------------------------------------------------------------------------------------------


class Replica:
    """The log so far, run again, leads to the game as it is.

    At each look the new entries are run; the whole log whenever it has grown by `ANEW` decisions and by a
    half, after something was taken back, and at the end, where it is also verified entry by entry.
    """

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self._replay: Replay[Any] | None = None
        self._read = self._begun_at = 0

    def compare(self) -> None:
        trial, game = self.trial, self.trial.game
        with trial.faultless("replays", "replaying the log"):
            twin = self._caught_up()
            if twin.digest() != game.digest():
                spots = ", ".join(show(spot.path) for spot in islice(differences(game.state, twin.state), 5))
                trial.fail("replays", f"the replay differs in {spots}")
            if twin.pause != game.pause or twin.sealed() != game.sealed():
                trial.fail("replays", f"the replay asks {twin.pause} instead of {game.pause}")
        if game.over:
            _verified(trial)

    def _caught_up(self) -> Game[Any]:
        trial, entries = self.trial, self.trial.entries
        fresh = entries[self._read :]
        grown = trial.decision - self._begun_at
        is_due = trial.game.over or trial.share(grown) >= max(ANEW, self._begun_at // 2)
        if self._replay is None or is_due or any(isinstance(what, Undone) for what in fresh):
            self._replay = Replay(trial.system, [what for _, what in resolved(entries)])
            self._begun_at = trial.decision
        else:
            self._replay.go_on(fresh)
        self._read = len(entries)
        return self._replay.game


def _verified(trial: Trial) -> None:
    with trial.faultless("replays", "verifying the log"):
        try:
            verdict = verify(trial.system, trial.entries)
        except Misfit as misfit:
            trial.fail("replays", f"the finished log does not verify: {misfit}", cause=misfit)
            return
        if not (verdict.finished and verdict.dice_verified and verdict.digest == trial.game.digest()):
            trial.fail("replays", f"the finished log verifies to something else: {verdict}")


# -- options and refusals ------------------------------------------------------------------------------


def answers_are_judged(trial: Trial) -> None:
    for seat in trial.game.waiting():
        with trial.faultless("no-fault", "listing options", seat):
            options = _options_pass(trial, seat)
            _strangers_are_refused(trial, seat, options)


def _options_pass(trial: Trial, seat: Seat) -> Sequence[Order]:
    game = trial.game
    question, view = game.pending(seat), game.view(seat)
    assert question is not None
    options = trial.options(seat)
    rng = trial.chance(f"sample {seat}")
    sampled = [question.sample(view, rng) for _ in range(SAMPLES)] if options else []
    tried = rng.sample(options, min(len(options), trial.share(CAP)))
    for n, order in enumerate((*sampled, *tried)):
        trial.report.options += 1
        with trial.faultless("options", f"the choice {shown(order)}", seat):
            game.check(seat, order)
        if n < INVENTED:
            _comes_back(trial, "order", order, seat)
    return options


def _strangers_are_refused(trial: Trial, seat: Seat, options: Sequence[Order]) -> None:
    """Orders of the right type and of wrong ones, and the seat's options given by others."""
    game = trial.game
    before = game.save(), game.state.fork()
    rng = trial.chance(f"invent {seat}")
    for given_by, order in _strangers(trial, seat, options):
        refused = _refused(trial, given_by, order)
        if game.state != before[1]:
            trial.fail("refusals", f"judging {shown(order)} changed the game", given_by)
        if refused:
            trial.report.refused += 1
        elif rng.randrange(2):
            trial.report.carried_out += 1
            with trial.faultless("no-fault", f"carrying out {shown(order)}", given_by):
                game.fork().answer(given_by, order)
    if game.save() != before[0]:
        trial.fail("refusals", "judging orders changed the game", seat)


def _strangers(trial: Trial, seat: Seat, options: Sequence[Order]) -> Iterator[tuple[Seat, Order]]:
    game, system = trial.game, trial.system
    rng = trial.chance(f"strangers {seat}")
    inventor = trial.inventor(f"invent {seat}", game.view(seat))
    kinds = accepts(type(game.pending(seat)))  # type: ignore[arg-type]
    for order in inventor.orders(kinds, options, system.codec, trial.share(INVENTED)):
        yield seat, order
    for order in inventor.orders(system.orders, (), system.codec, SAMPLES):
        yield seat, order
    if not isinstance(game.pause, Window):
        yield seat, DECLINE
    for other in game.seats:
        if other != seat and options:
            yield other, rng.choice(options)
    yield Seat("nobody"), options[0] if options else DECLINE


def _refused(trial: Trial, seat: Seat, order: Order) -> bool:
    """Whether an order is refused, by `check` and then by `answer`; they must agree."""
    game = trial.game
    with trial.faultless("refusals", f"checking {shown(order)}", seat):
        try:
            game.check(seat, order)
            return False
        except Illegal:
            pass
    with trial.faultless("refusals", f"answering {shown(order)}", seat):
        try:
            game.answer(seat, order)
        except Illegal:
            return True
        trial.fail("refusals", f"check refuses {shown(order)} and answer takes it", seat)
    return True


# -- the state -----------------------------------------------------------------------------------------


def only_events_write(trial: Trial) -> None:
    """The events of the log, applied one after another, give the state."""
    if trial.expected != trial.game.state:
        spots = ", ".join(show(s.path) for s in islice(differences(trial.expected, trial.game.state), 5))
        trial.fail("events", f"no event wrote {spots}")
        trial.expected = trial.game.state.fork()


def state_is_plain(trial: Trial) -> None:
    for strange in islice(strange_values(trial.game.state, trial.plain), 1):
        trial.fail("plain", strange)
        return
    trial.plain = trial.game.state.fork()


def types_are_declared(trial: Trial) -> None:
    """Every field says who may know it; everything on the wire has a schema; what is explained has a name."""
    system = trial.system
    silent = undeclared(system.state_type)
    if silent:
        trial.fail("declared", f"{', '.join(silent)} of {system.state_type.__name__} say nothing")
    with trial.faultless("json", "writing the JSON schemas"):
        msgspec.json.encode(system.codec.schemas())
    explaining = [kind.__name__ for kind in system.questions if kind.explain is not Question.explain]
    if explaining and not any(system.things(trial.game.state)):
        trial.fail("explanation", f"{explaining[0]} explains things, and `things` names none to ask it about")


# -- JSON ----------------------------------------------------------------------------------------------


def json_is_whole(trial: Trial) -> None:
    """Views and questions come back from JSON equal; at the end the whole log does."""
    game = trial.game
    for seat in game.seats:
        _comes_back(trial, "view", game.view(seat), seat)
        question = game.pending(seat)
        if question is not None:
            _comes_back(trial, "question", question, seat)
    if game.over:
        with trial.faultless("json", "reading the log back"):
            entries = list(trial.system.codec.decode_log(trial.log.lines()))
            for wrote, read in zip(trial.entries, entries, strict=True):
                if wrote != read:
                    trial.fail("json", f"an entry of the log comes back as {shown(read)}, was {shown(wrote)}")


def _comes_back(trial: Trial, kind: str, record: Struct, seat: Seat) -> None:
    with trial.faultless("json", f"reading back the {kind} {shown(record)}", seat):
        read = trial.system.codec.decode(kind, msgspec.json.encode(record))
        if read != record or type(read) is not type(record):
            trial.fail("json", f"the {kind} {shown(record)} comes back as {shown(read)}", seat)
