"""`planspiel selfplay`: many games between bots, and their figures."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any

from msgspec import Struct
from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from planspiel.bots import BadSpec
from planspiel.cli.errors import BadInput
from planspiel.cli.files import write_whole
from planspiel.cli.printing import compact, line, print_json, print_table, table
from planspiel.kernel import Choice, System
from planspiel.kernel.rulebook import nearest
from planspiel.sim.gathering import Stopped, engine_of, gather
from planspiel.sim.playing import Played
from planspiel.sim.results import Results, read_results
from planspiel.sim.study import Study, StudyError, checked, labels, split_bots, system_of
from planspiel.sim.summary import Summary, summarise
from planspiel.sim.tally import tally_of

__all__ = [
    "INTERRUPTED",
    "Asked",
    "How",
    "Run",
    "again",
    "own_file",
    "played",
    "say",
    "selfplay",
    "understood",
]

INTERRUPTED = 130
"""The exit code of a command that was stopped with Ctrl-C."""
WORDS: Mapping[str, bool] = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
MOST_JOBS = 1024


class Asked(Struct, frozen=True):
    """A study in the words of the command line."""

    system: str
    scenario: str
    bots: str
    games: int
    seed: int = 1
    settings: tuple[str, ...] = ()
    keep_sides: bool = False
    packs: tuple[str, ...] = ()


class How(Struct, frozen=True):
    """How a study is played, which changes nothing in its result."""

    jobs: int = 1
    engine: str = "local"
    address: str = ""
    out: Path | None = None
    resume: bool = False
    logs: Path | None = None


class Run(Struct, frozen=True):
    """The games of a study, and how long those took that were played just now."""

    study: Study
    games: list[Played]
    seconds: float
    decisions: int
    stopped: bool = False
    kept: Path | None = None
    """Where the games are kept, if they are."""

    @property
    def summary(self) -> Summary:
        return summarise(self.study, self.games, self.seconds, self.decisions)


@contextmanager
def understood() -> Iterator[None]:
    """A study that cannot be played is bad input, in the one sentence it brings."""
    try:
        yield
    except (StudyError, BadSpec) as fault:
        raise BadInput("", str(fault)) from None


def selfplay(asked: Asked, how: How, plot: Path | None, as_json: bool) -> int:
    with understood():
        if plot is not None:
            from planspiel.sim.plots import ready_for

            ready_for(plot)
        system = system_of(asked.system, asked.packs)
        study = study_of(asked, system)
        run = played(study, how)
    summary = run.summary
    print_json(summary) if as_json else _show(summary, system)
    if plot is not None and run.games:
        from planspiel.sim.plots import plotted

        write_whole(plot, plotted(summary, tally_of(system).names(study.scenario, "en"), plot.suffix[1:]))
    if not run.stopped:
        return 0
    say(f"Stopped after {len(run.games)} of {study.games} games; they are kept in {run.kept}.")
    say(f"To go on: {again()}")
    return INTERRUPTED


def study_of(asked: Asked, system: System[Any, Any, Any]) -> Study:
    """The study that was asked for, if it can be played."""
    return checked(
        Study(
            system=asked.system,
            scenario=asked.scenario,
            bots=split_bots(asked.bots),
            games=asked.games,
            seed=asked.seed,
            options=options_of(system, asked.settings),
            keep_sides=asked.keep_sides,
            packs=asked.packs,
        )
    )


def options_of(system: System[Any, Any, Any], settings: Sequence[str]) -> dict[str, bool | int | str]:
    """`--set option=value`, read as the option wants it."""
    choices = system.choices()
    options: dict[str, bool | int | str] = {}
    for setting in settings:
        name, equals, word = setting.partition("=")
        if not equals:
            raise BadInput("--set", f"{setting!r} is not of the form option=value")
        if name not in choices:
            raise BadInput("--set", f"{system.id} has no option {name!r}{nearest(name, choices)}")
        options[name] = _value(name, choices[name], word)
    return options


def _value(name: str, choice: Choice, word: str) -> bool | int | str:
    for value in choice.values:
        if (WORDS.get(word.lower()) is value) if isinstance(value, bool) else str(value) == word:
            return value
    known = ", ".join(compact(value) for value in choice.values)
    raise BadInput("--set", f"{name} may be {known}, not {word!r}")


# -- playing ---------------------------------------------------------------------------------------------


def played(study: Study, how: How, what: str = "") -> Run:
    """Play a study with a progress bar. What is over is kept in a file as soon as it is over."""
    if not 1 <= how.jobs <= MOST_JOBS:
        raise StudyError(f"games can be played by 1 to {MOST_JOBS} processes, not {how.jobs}")
    file = how.out or own_file(study)
    if how.out is not None and how.out.exists() and not how.resume:
        raise StudyError(f"{how.out}: exists already; go on with it (--resume) or name another file")
    done = read_results(file, study) if how.resume and (how.out is not None or file.exists()) else []
    began, decisions = perf_counter(), 0
    with ExitStack() as at_last:
        engine = at_last.enter_context(
            closing(engine_of(how.engine, min(how.jobs, study.games), how.address))
        )
        results = at_last.enter_context(closing(Results(file, study, done)))
        bar = at_last.enter_context(_Bar(study, done, what))

        def each(game: Played) -> None:
            nonlocal decisions
            decisions += game.decisions
            if how.logs is not None:
                _write_log(how.logs, game)
            results.add(game)
            bar.advance(game)

        stopped = False
        try:
            games = gather(study, engine, done=done, each=each, logs=how.logs is not None)
        except Stopped as interrupt:
            games, stopped = interrupt.games, True
        seconds = perf_counter() - began
    if how.out is None and not stopped:
        file.unlink(missing_ok=True)
    return Run(study, games, seconds, decisions, stopped, file if stopped or how.out else None)


def own_file(study: Study) -> Path:
    """Where a study that was not given a file is kept until it is finished."""
    name = f"{study.system}-{study.scenario}-{study.key}.jsonl"
    return user_cache_path("planspiel") / "selfplay" / name


def _write_log(folder: Path, game: Played) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StudyError(f"{folder}: cannot be made a folder: {fault.strerror}") from None
    write_whole(folder / f"game-{game.n + 1:05}.log", game.log)


class _Bar:
    """Games done, time taken and time left, on standard error if somebody looks at it."""

    def __init__(self, study: Study, done: Sequence[Played], what: str) -> None:
        self._wins = dict.fromkeys(labels(study.bots), 0)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed} of {task.total} games"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[wins]}"),
            console=Console(stderr=True, markup=False, highlight=False),
            disable=not sys.stderr.isatty(),
            transient=True,
        )
        self._bar = self._progress.add_task(what or study.scenario, total=study.games, wins="")
        for game in done[: study.games]:
            self.advance(game)

    def advance(self, game: Played) -> None:
        for bot in game.won_by:
            self._wins[bot] += 1
        self._progress.update(
            self._bar, advance=1, wins=", ".join(f"{bot} {won}" for bot, won in self._wins.items())
        )

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def again() -> str:
    """The command that was typed, to go on with."""
    words = [word for word in sys.argv[1:] if word != "--resume"]
    return shlex.join(["planspiel", *words, "--resume"])


def say(text: str) -> None:
    Console(stderr=True, markup=False, highlight=False, soft_wrap=True).print(text)


# -- printing --------------------------------------------------------------------------------------------


def percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def _show(found: Summary, system: System[Any, Any, Any]) -> None:
    names = tally_of(system).names(found.scenario, "en")
    sides = "sides exchanged every other game" if found.sides_exchanged else "sides kept"
    line((f"{found.system}, {found.scenario}: {found.games} games", "bold"), f", seed {found.seed}, {sides}")
    if found.options:
        line(f"Options: {compact(dict(found.options))}")
    line()
    won = table("winner", "games", "share", "95 % interval")
    for bot, count in found.wins.items():
        part = found.win_shares[bot]
        won.add_row(bot, str(count), percent(part.share), f"{percent(part.low)} to {percent(part.high)}")
    for side, count in found.wins_by_side.items():
        part = found.side_shares[side]
        named = f"as {names.get(side, side)}"
        won.add_row(named, str(count), percent(part.share), f"{percent(part.low)} to {percent(part.high)}")
    won.add_row("nobody", str(found.draws), percent(found.draws / found.games if found.games else 0), "")
    print_table(won)
    _show_course(found, names)
    if any(found.faults.values()):
        line((f"Orders replaced because they were illegal, failed or late: {compact(found.faults)}", "bold"))
    line()
    rate = f"{found.decisions_per_second:.0f} a second" if found.seconds else "none of them now"
    line(f"{found.decisions} decisions, {rate}.")


def _show_course(found: Summary, names: Mapping[str, str]) -> None:
    """Length, endings, losses, dice, rules."""
    line()
    ended = ", ".join(f"{count} in turn {turn}" for turn, count in found.turns.counts.items())
    line(f"Games ended in turn {found.turns.mean:.1f} on average: {ended}.")
    for ending, count in found.endings.items():
        line(f"{count} x {ending}", indent=2)
    for side, lost in found.losses.items():
        ranked = sorted(lost.items(), key=lambda pair: (-pair[1], pair[0]))
        line(f"Steps lost by {names.get(side, side)} in a game: {sum(lost.values()):.1f}")
        line(", ".join(f"{names.get(kind, kind)} {steps:.2f}" for kind, steps in ranked), indent=2)
    for side, luck in found.luck.items():
        dice = f"{luck.dice} dice, mean {luck.mean:.3f} (expected {luck.expected:.3f})"
        line(f"Dice of {names.get(side, side)}: {dice}, {luck.favour:+.1f} standard deviations in its favour")
    ranked_rules = sorted(found.rules.items(), key=lambda pair: (-pair[1].times, pair[0]))
    often = ", ".join(f"{rule} {fired.times}" for rule, fired in ranked_rules[:12])
    line(f"{len(found.rules)} rules fired, most often: {often}")
