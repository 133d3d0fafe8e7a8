"""`planspiel balance`: what many games say about the balance of scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from planspiel.cli.errors import BadInput
from planspiel.cli.files import write_whole
from planspiel.cli.printing import line, print_json, print_table, table
from planspiel.cli.selfplay import INTERRUPTED, How, again, own_file, percent, played, say, understood
from planspiel.kernel import System
from planspiel.kernel.rulebook import nearest
from planspiel.sim.balance import Balance, balance_of, studies_of
from planspiel.sim.playing import Played
from planspiel.sim.study import Study, StudyError, checked, split_bots, system_of
from planspiel.sim.tally import tally_of

__all__ = ["Wanted", "balance"]


class Wanted(Struct, frozen=True):
    """A report in the words of the command line."""

    system: str
    scenario: str | None
    bots: str
    games: int
    seed: int = 1
    options: tuple[str, ...] = ()
    """Empty: all options are tried; `none`: none is."""
    packs: tuple[str, ...] = ()


class _Interrupted(Exception):
    """Ctrl-C; what is over is kept."""


def balance(wanted: Wanted, how: How, out: Path | None, language: str, as_json: bool) -> int:
    with understood():
        system = system_of(wanted.system, wanted.packs)
        if out is not None:
            _ready_for(out)
        bases = list(_bases(wanted, system))
        bots, options = split_bots(wanted.bots), _options(wanted, system)
        try:
            reports = [_report(base, bots, options, how) for base in bases]
        except _Interrupted:
            say(f"Stopped. What is over is kept.\nTo go on: {again()}")
            return INTERRUPTED
    for base in bases:
        for study in studies_of(base, bots, options):
            own_file(study).unlink(missing_ok=True)
    if out is not None:
        from planspiel.sim.report import page

        write_whole(out, page(reports, system, language).encode())
    if as_json:
        print_json(reports)
        return 0
    for report in reports:
        _show(report, system, language)
    if out is not None:
        line(f"The report is in {out}.")
    else:
        line("With --out FILE.html there are pictures, lengths, decisive rules and options as well.")
    return 0


def _ready_for(out: Path) -> None:
    from planspiel.sim.plots import new_figure

    if out.suffix not in (".html", ".htm"):
        raise StudyError(f"{out}: a report is called .html")
    if not out.parent.is_dir():
        raise StudyError(f"{out}: there is no folder {out.parent}")
    new_figure(1, 1)


def _bases(wanted: Wanted, system: System[Any, Any, Any]) -> Iterator[Study]:
    """One study for each scenario, checked with every bot before anything is played."""
    for scenario in [wanted.scenario] if wanted.scenario is not None else system.scenarios():
        base = Study(wanted.system, scenario, (), wanted.games, wanted.seed, packs=wanted.packs)
        for bot in split_bots(wanted.bots):
            checked(replace(base, bots=(bot, bot)))
        yield base


def _options(wanted: Wanted, system: System[Any, Any, Any]) -> list[str]:
    known = system.choices()
    if wanted.options in ((), ("none",)):
        return [] if wanted.options else list(known)
    for name in wanted.options:
        if name not in known:
            raise BadInput("--option", f"{system.id} has no option {name!r}{nearest(name, known)}")
    return list(wanted.options)


def _report(base: Study, bots: Sequence[str], options: Sequence[str], how: How) -> Balance:
    total = len(list(studies_of(base, bots, options)))
    begun = 0

    def play(study: Study) -> list[Played]:
        """Each study has a file of its own, so that a report that was stopped goes on where it was."""
        nonlocal begun
        begun += 1
        file = own_file(study)
        if not how.resume:
            file.unlink(missing_ok=True)
        what = f"{study.scenario} {begun} of {total}: {' : '.join(study.bots)}"
        what += "".join(f", {name}={value}" for name, value in study.options.items())
        run = played(study, replace(how, out=file, resume=file.exists()), what)
        if run.stopped:
            raise _Interrupted
        return run.games

    return balance_of(base, bots, options, play)


def _show(report: Balance, system: System[Any, Any, Any], language: str) -> None:
    names = tally_of(system).names(report.scenario, language)
    line((f"{report.system}, {report.scenario}", "bold"), f": {report.games} games a row, seed {report.seed}")
    line()
    sides = list(report.strengths[report.main].wins_by_side)
    shown = table("bots", *(names.get(side, side) for side in sides), "draws", "last turn")
    for bot, summary in report.strengths.items():
        parts = [summary.side_shares[side] for side in sides]
        said = [f"{percent(part.share)} ({percent(part.low)} to {percent(part.high)})" for part in parts]
        shown.add_row(f"{bot} : {bot}", *said, str(summary.draws), f"{summary.turns.mean:.1f}")
    for tried in report.options:
        parts = [tried.side_shares[side] for side in sides]
        said = [f"{percent(part.share)} ({percent(part.low)} to {percent(part.high)})" for part in parts]
        shown.add_row(f"{tried.option}={tried.value}", *said, str(tried.draws), f"{tried.mean_turns:.1f}")
    print_table(shown)
    ahead = names.get(report.verdict.ahead, report.verdict.ahead)
    found = report.verdict.share
    line()
    line(
        f"Between {report.main} bots the scenario is {report.verdict.word}: {ahead} "
        f"{percent(found.share)} of the wins ({percent(found.low)} to {percent(found.high)})."
    )
    line()
