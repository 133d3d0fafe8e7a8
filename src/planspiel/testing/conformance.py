"""The conformance suite: every system keeps the laws of the kernel, in random games from every scenario.

    report = conform(system, Setup("crossing"), seed=1, every=20)

plays one game and looks at every twentieth decision and at all windows. What breaks a law is a `Breach`: it
says which law (`GUARDS`), where, and under which file the game can be loaded again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from planspiel.kernel import Entry, Log, Setup, System, Window
from planspiel.testing.failures import Breach, Failure
from planspiel.testing.guards import (
    Companions,
    Replica,
    answers_are_judged,
    json_is_whole,
    only_events_write,
    state_is_plain,
    types_are_declared,
)
from planspiel.testing.naming import Acquaintance
from planspiel.testing.play import Act, DeadEnd, carry_out, next_act
from planspiel.testing.secrecy import (
    events_tell_no_secrets,
    imagination_copies_nothing,
    secrets_change_nothing,
)
from planspiel.testing.trial import GUARDS, Report, Trial

__all__ = ["GUARDS", "LADDER", "Breach", "Report", "conform", "conform_all", "judge", "play_out", "setups"]

LADDER = 4
"""With more scenarios than this a system has a ladder of them, from the shortest on."""
REPETITIONS = 100
"""A position that comes up so often is a game that does not get on."""


def conform(
    system: System[Any, Any, Any],
    setup: Setup,
    seed: int,
    every: int = 20,
    *,
    guards: Collection[str] = tuple(GUARDS),
    most_decisions: int | None = None,
    folder: Path | None = None,
) -> Report:
    """One random game to its end under all guards; a failure is saved in `folder`."""
    trial = Trial(system, setup, seed, every, guards, folder)
    types_are_declared(trial)
    with trial.faultless("no-fault", "the game"):
        trial.game.begin(trial.log)
        _play(trial, most_decisions or system.most_decisions)
    for guard, what in trial.report.faults():
        trial.fail(guard, what)
    return trial.report


class Unchained(Log):
    """The log of a game whose lines nobody reads unless something is wrong; then they are made anew."""

    __slots__ = ()

    def line(self, what: Entry) -> bytes:
        self.n += 1
        return b""


def play_out(system: System[Any, Any, Any], setup: Setup, seed: int, *, folder: Path | None = None) -> Report:
    """One random game to its end, looked at only for faults, dead ends and endlessness."""
    trial = Trial(system, setup, seed, 0, ("no-fault", "no-dead-end", "ends"), folder)
    trial.log = Unchained()
    with trial.faultless("no-fault", "the game"):
        trial.game.begin(trial.log)
        while not (trial.game.over or _is_endless(trial, system.most_decisions)):
            _measure_memory(trial)
            _act(trial)
    return trial.report


def conform_all(
    system: System[Any, Any, Any],
    games: Iterable[tuple[Setup, int]],
    every: int = 20,
    *,
    guards: Collection[str] = tuple(GUARDS),
    folder: Path | None = None,
) -> Report:
    """Many games, and then the figures of the whole run."""
    total = Report()
    setup, seed = Setup(""), 0
    for setup, seed in games:
        total.add(conform(system, setup, seed, every, guards=guards, folder=folder))
    judge(total, Failure(system.id, setup, seed, every, "", ""), guards)
    return total


def judge(report: Report, last: Failure, guards: Collection[str] = tuple(GUARDS)) -> None:
    """A breach if the figures of a run speak against its system; `last` says which game was the last."""
    for guard, what in report.faults():
        if guard in guards:
            raise Breach(replace(last, guard=guard, what=f"{GUARDS[guard]}, but {what}"), None)


def setups(system: System[Any, Any, Any]) -> Iterator[Setup]:
    """Every scenario with the options as they are, and every other value of an option in some scenario.

    Where there are many, they are a ladder that begins with a short one, and options are tried on that.
    """
    scenarios = tuple(system.scenarios())
    for scenario in scenarios:
        yield Setup(scenario)
    tried = scenarios[:1] if len(scenarios) > LADDER else scenarios
    n = 0
    for name, choice in system.choices().items():
        for value in choice.values:
            if value != choice.default:
                yield Setup(tried[n % len(tried)], {name: value})
                n += 1


# -- one game ------------------------------------------------------------------------------------------


def _play(trial: Trial, most_decisions: int) -> None:
    game, companions, replica = trial.game, Companions(trial), Replica(trial)
    acquaintance = Acquaintance(trial)
    positions: dict[str, int] = {}
    trial.account()
    while not (game.over or trial.stopped):
        is_window = isinstance(game.pause, Window)
        trial.report.windows += is_window
        _look_in_passing(trial, acquaintance)
        is_due = trial.decision % trial.every == 0
        if is_window or is_due:
            _look_closely(trial, companions)
            _gets_on(trial, positions)
        if is_due:
            replica.compare()
        if _is_endless(trial, most_decisions):
            return
        act = _act(trial)
        if act is not None:
            trial.account()
            companions.follow(act)
    _look_in_passing(trial, acquaintance)
    _look_closely(trial, companions)
    replica.compare()


def _is_endless(trial: Trial, most_decisions: int) -> bool:
    if trial.decision < most_decisions:
        return False
    trial.fail("ends", f"this one has not after {most_decisions} decisions")
    return True


def _look_in_passing(trial: Trial, acquaintance: Acquaintance) -> None:
    """At every decision."""
    _measure_memory(trial)
    only_events_write(trial)
    events_tell_no_secrets(trial)
    acquaintance.look()


def _measure_memory(trial: Trial) -> None:
    kept = len(trial.game.since)
    trial.report.memory[kept] = trial.report.memory.get(kept, 0) + 1


def _look_closely(trial: Trial, companions: Companions) -> None:
    """At every n-th decision, at all windows, and at the end."""
    trial.report.checks += 1
    state_is_plain(trial)
    json_is_whole(trial)
    companions.join()
    answers_are_judged(trial)
    if not trial.game.over:
        secrets_change_nothing(trial)
        imagination_copies_nothing(trial)
    only_events_write(trial)


def _gets_on(trial: Trial, positions: dict[str, int]) -> None:
    place = f"{trial.game.digest()} {trial.game.waiting()}"
    positions[place] = positions.get(place, 0) + 1
    if positions[place] >= REPETITIONS:
        trial.fail("ends", f"in this one the same position came up {REPETITIONS} times")
        trial.stopped = True


def _act(trial: Trial) -> Act | None:
    """The next answer or instruction; None if there is none, or it fails where nobody guards that."""
    act = _chosen(trial)
    if act is not None:
        with trial.faultless("no-fault", "an answer", act.seat):
            carry_out(trial.game, act)
            if act.order is not None:
                trial.decision += 1
                trial.report.decisions += 1
            return act
    trial.stopped = True
    return None


def _chosen(trial: Trial) -> Act | None:
    with trial.faultless("no-dead-end", "choosing an answer"):
        try:
            return next_act(trial.game, trial.luck)
        except DeadEnd as end:
            trial.fail("no-dead-end", str(end), cause=end)
    return None
