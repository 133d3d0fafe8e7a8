"""The command line. Commands import what they need when they run, so that it starts quickly."""

import sys
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from planspiel import __version__
from planspiel.cli.errors import BAD_INPUT, CHECK_FAILED, guarded

__all__ = ["app"]

app = typer.Typer(
    help="A computer umpire for tabletop wargames.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
packs_app = typer.Typer(
    help="Units, charts, maps and scenarios.", rich_markup_mode=None, no_args_is_help=True
)
app.add_typer(packs_app, name="packs")


class Language(StrEnum):
    EN = "en"
    DE = "de"


class EngineName(StrEnum):
    LOCAL = "local"
    RAY = "ray"


Json = Annotated[bool, typer.Option("--json", help="Print nothing but JSON.")]
Tongue = Annotated[Language, typer.Option("--language", help="English or German.")]
Overlays = Annotated[
    list[Path] | None, typer.Option("--pack", help="The folder of a user pack to lay over the system's own.")
]
SystemName = Annotated[str, typer.Argument(metavar="SYSTEM", help="The id of a system.")]
ScenarioName = Annotated[str, typer.Argument(metavar="SCENARIO", help="The id of a scenario.")]
Jobs = Annotated[int, typer.Option("--jobs", help="How many processes play at a time.")]
Machinery = Annotated[EngineName, typer.Option("--engine", help="This machine, or a Ray cluster.")]
Address = Annotated[
    str, typer.Option("--address", help="The Ray cluster to join, `auto` for one that runs here.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")]
LogFile = Annotated[Path, typer.Argument(metavar="LOG", help="The log of a game.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"planspiel {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
@guarded
def planspiel(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter still gets the rest
    if ctx.invoked_subcommand is None:
        from planspiel.cli.serve import open_table

        open_table()


@app.command("play")
@guarded
def play_command(
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help="With --text: the system.")] = None,
    scenario: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO]", help="With --text: else its first one.")
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free.")] = 8440,
    browser: Annotated[bool, typer.Option(help="Open the browser on it.")] = True,
    check: Annotated[bool, typer.Option("--check", help="Start, fetch the page, stop.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Play in this terminal, in text alone.")] = False,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", help="With --text: SEAT=BOT, such as french=greedy.")
    ] = None,
    go_on: Annotated[bool, typer.Option("--continue", help="With --text: the game left last.")] = False,
    load: Annotated[Path | None, typer.Option("--load", help="With --text: a game kept as a file.")] = None,
    typed_dice: Annotated[bool, typer.Option("--typed-dice", help="With --text: throw real dice.")] = False,
    language: Tongue = Language.EN,
) -> None:
    """Start a table for this machine and open the browser on it, or with --text play in the terminal."""
    from planspiel.cli.errors import BadInput

    if text:
        from planspiel.cli.text import play_text

        if system is None:
            raise BadInput("--text", "say which system, for example: planspiel play --text blitzkrieg1940")
        play_text(system, scenario, seat or [], language.value, go_on=go_on, file=load, typed_dice=typed_dice)
        return
    if system is not None or seat or go_on or load is not None or typed_dice:
        raise BadInput("play", "SYSTEM, --seat, --continue, --load and --typed-dice go with --text")
    from planspiel.cli.serve import check_table, open_table

    if check:
        check_table()
    else:
        open_table(port=port, browser=browser)


@app.command("serve")
@guarded
def serve_command(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free.")] = 8440,
    public_url: Annotated[
        str, typer.Option("--public-url", help="The address players use, if a proxy stands before it.")
    ] = "",
    database: Annotated[
        str, typer.Option("--database", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = "",
) -> None:
    """Run a table for others."""
    from planspiel.cli.serve import serve_table

    serve_table(host, port, public_url, database)


@app.command("systems")
@guarded
def systems_command(json: Json = False) -> None:
    """The systems, whether they can be played, and how many of their rules tests prove."""
    from planspiel.cli.systems import systems

    systems(json)


@app.command("scenarios")
@guarded
def scenarios_command(system: SystemName, json: Json = False) -> None:
    """The scenarios of a system, who plays in them, and the game options."""
    from planspiel.cli.systems import scenarios

    scenarios(system, json)


@app.command("rules")
@guarded
def rules_command(
    system: SystemName,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule.")] = None,
    search: Annotated[str | None, typer.Option("--search", help="Rules that hold these words.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="How many rules tests prove.")] = False,
    language: Annotated[
        Language | None, typer.Option("--language", help="Search and print in this language alone.")
    ] = None,
    json: Json = False,
) -> None:
    """Look up the rules of a system. Words are searched in English and German, and printed in English."""
    from planspiel.cli import rules

    if coverage:
        rules.coverage(system, id, search, json)
    else:
        rules.lookup(system, id, search, None if language is None else language.value, json)


@app.command("adjudicate")
@guarded
def adjudicate_command(
    case: Annotated[Path, typer.Argument(metavar="CASE.toml", help="The file of the case.")],
    view: Annotated[list[str] | None, typer.Option("--view", help="Show the view of this seat.")] = None,
    branch: Annotated[str | None, typer.Option("--branch", help="Follow this branch alone.")] = None,
    pack: Overlays = None,
    language: Tongue = Language.EN,
    json: Json = False,
) -> None:
    """Judge a hand-written position with scripted dice and answers."""
    from planspiel.cli.adjudicate import adjudicate

    raise typer.Exit(adjudicate(case, view or [], branch, pack or [], language.value, json))


@app.command("replay")
@guarded
def replay_command(
    log: LogFile,
    seat: Annotated[str | None, typer.Option("--seat", help="Only what this seat was told.")] = None,
    language: Tongue = Language.EN,
    json: Json = False,
) -> None:
    """Tell a game from its events, without running any rule."""
    from planspiel.cli.logs import replay

    replay(log, seat, language.value, json)


@app.command("verify")
@guarded
def verify_command(log: LogFile, pack: Overlays = None, json: Json = False) -> None:
    """Run the rules of a game again, derive every roll, and name the first entry that does not fit."""
    from planspiel.cli.logs import verified

    if not verified(log, pack or [], json):
        raise typer.Exit(CHECK_FAILED)


@app.command("bench")
@guarded
def bench_command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAMES]", help="Parts of names, or patterns.")
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Keep the figures for this version and CPU.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure the rows of bench/ and hold them against their bounds."""
    from planspiel.cli.measuring import measured

    if not measured(names or [], write, json):
        raise typer.Exit(CHECK_FAILED)


@app.command("selfplay")
@guarded
def selfplay_command(
    system: SystemName,
    scenario: ScenarioName,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 100,
    bots: Annotated[
        str, typer.Option("--bots", help="Who plays, such as `greedy,random`; sides are exchanged.")
    ] = "greedy,greedy",
    jobs: Jobs = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    engine: Machinery = EngineName.LOCAL,
    address: Address = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="A game option.")
    ] = None,
    keep_sides: Annotated[
        bool, typer.Option("--keep-sides", help="The first bot always has the first side.")
    ] = False,
    pack: Overlays = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep every game in this file, one line each.")
    ] = None,
    resume: Resume = False,
    logs: Annotated[
        Path | None, typer.Option("--logs", help="Write the log of every game into this folder.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the figures into this file (png, svg or pdf).")
    ] = None,
    json: Json = False,
) -> None:
    """Let bots play many games, and say who won, how long it took, what was lost and which rules fired."""
    from planspiel.cli.selfplay import Asked, How, selfplay

    packs = tuple(str(folder) for folder in pack or ())
    asked = Asked(system, scenario, bots, games, seed, tuple(settings or ()), keep_sides, packs)
    how = How(jobs, engine.value, address, out, resume, logs)
    raise typer.Exit(selfplay(asked, how, plot, json))


@app.command("balance")
@guarded
def balance_command(
    system: SystemName,
    scenario: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO]", help="One scenario; all if left out.")
    ] = None,
    games: Annotated[int, typer.Option("--games", help="How many games for each row of the report.")] = 40,
    bots: Annotated[
        str, typer.Option("--bots", help="Bots in order of strength; each plays against itself.")
    ] = "random,greedy",
    option: Annotated[
        list[str] | None, typer.Option("--option", help="Try only these game options; `none` tries none.")
    ] = None,
    jobs: Jobs = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    engine: Machinery = EngineName.LOCAL,
    address: Address = "",
    pack: Overlays = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write the report into this file (html).")] = None,
    resume: Resume = False,
    language: Annotated[
        Language, typer.Option("--language", "--lang", help="English or German.")
    ] = Language.EN,
    json: Json = False,
) -> None:
    """Report on the balance of scenarios: by strength of play, length, decisive rules, options."""
    from planspiel.cli.balance import Wanted, balance
    from planspiel.cli.selfplay import How

    packs = tuple(str(folder) for folder in pack or ())
    wanted = Wanted(system, scenario, bots, games, seed, tuple(option or ()), packs)
    how = How(jobs, engine.value, address, None, resume)
    raise typer.Exit(balance(wanted, how, out, language.value, json))


@packs_app.command("check")
@guarded
def packs_check_command(
    what: Annotated[
        str | None, typer.Argument(metavar="[PATH|SYSTEM]", help="The folder of a pack, or a system.")
    ] = None,
    json: Json = False,
) -> None:
    """Check a pack, the packs of a system, or all packs, and say all that is wrong."""
    from planspiel.cli.packs import checked

    if not checked(what, json):
        raise typer.Exit(BAD_INPUT)


@packs_app.command("provenance")
@guarded
def packs_provenance_command(
    system: SystemName,
    pack: Annotated[
        str | None, typer.Option("--pack", help="Another pack than `base`: name or folder.")
    ] = None,
    json: Json = False,
) -> None:
    """How much of a pack is printed, published, historical or reconstructed."""
    from planspiel.cli.packs import provenance

    provenance(system, pack, json)


if __name__ == "__main__":
    app()
