"""The figures of a study. From the same games they are the same, in the same order, to the last digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median

from msgspec import Struct

from planspiel.kernel import Side
from planspiel.sim.playing import Played, Throws
from planspiel.sim.statistics import Share, share
from planspiel.sim.study import Study, labels, setup_of

__all__ = ["Fired", "Luck", "Summary", "TurnHeld", "Turns", "luck_of", "sides_of", "summarise"]


class Turns(Struct, frozen=True):
    """In which turn games ended."""

    mean: float
    median: float
    shortest: int
    longest: int
    counts: dict[str, int]


class TurnHeld(Struct, frozen=True):
    """The end of a turn, in the games that came so far: turn 0 is after set-up."""

    turn: int
    games: int
    held: dict[str, dict[Side, float]]
    """For each objective, in what share of these games each side held it."""
    points: dict[Side, float]
    """Mean victory points."""


class Fired(Struct, frozen=True):
    """How often a rule was cited, and in how many games."""

    times: int
    games: int


class Luck(Struct, frozen=True):
    """The dice of a side against what was to be expected of them."""

    dice: int
    mean: float
    expected: float
    favour: float
    """How far they helped the side, in standard deviations: chance alone stays between -2 and 2 mostly."""


class Summary(Struct, frozen=True):
    """What `selfplay --json` prints. Only `decisions_per_second` and `seconds` differ from run to run."""

    system: str
    scenario: str
    options: dict[str, bool | int | str]
    bots: tuple[str, ...]
    games: int
    seed: int
    sides_exchanged: bool
    wins: dict[str, int]
    """By bot; the second bot of the same kind is `greedy#2`."""
    win_shares: dict[str, Share]
    wins_by_side: dict[Side, int]
    side_shares: dict[Side, Share]
    wins_by_bot_and_side: dict[str, dict[Side, int]]
    draws: int
    endings: dict[str, int]
    """Why games ended."""
    turns: Turns
    decisions: int
    decisions_per_second: float
    seconds: float
    losses: dict[Side, dict[str, float]]
    """Mean steps lost in a game, by type of unit."""
    objectives: tuple[TurnHeld, ...]
    rules: dict[str, Fired]
    luck: dict[Side, Luck]
    faults: dict[str, int]
    """How often a bot's order had to be replaced by a random one."""


def summarise(study: Study, games: Sequence[Played], seconds: float = 0.0, decisions: int = 0) -> Summary:
    """The figures of these games; `decisions` were made in `seconds`, the rest in an earlier run."""
    named, sides = labels(study.bots), sides_of(study)
    wins = {bot: sum(game.won_by == (bot,) for game in games) for bot in named}
    by_side = {side: sum(side in game.winners for game in games) for side in sides}
    return Summary(
        system=study.system,
        scenario=study.scenario,
        options=dict(sorted(study.options.items())),
        bots=named,
        games=len(games),
        seed=study.seed,
        sides_exchanged=not study.keep_sides,
        wins=wins,
        win_shares={bot: share(won, len(games)) for bot, won in wins.items()},
        wins_by_side=by_side,
        side_shares={side: share(won, len(games)) for side, won in by_side.items()},
        wins_by_bot_and_side={
            bot: {
                side: sum(side in game.winners for game in games if game.won_by == (bot,)) for side in sides
            }
            for bot in named
        },
        draws=sum(not game.won_by for game in games),
        endings=dict(sorted(Counter(_ending(game) for game in games).items())),
        turns=_turns([game.turns for game in games]),
        decisions=sum(game.decisions for game in games),
        decisions_per_second=round(decisions / seconds, 1) if seconds > 0 else 0.0,
        seconds=round(seconds, 3),
        losses=_losses(games, sides),
        objectives=_timeline(games, sides),
        rules=_rules(games),
        luck={side: luck_of(games, side) for side in sides if any(side in game.throws for game in games)},
        faults={bot: sum(game.faults.get(bot, 0) for game in games) for bot in named},
    )


def sides_of(study: Study) -> tuple[Side, ...]:
    """All sides of the scenario, in the order of their seats."""
    return tuple(dict.fromkeys(side for sides in setup_of(study).seats.values() for side in sides))


def _ending(game: Played) -> str:
    who = ", ".join(game.winners) or "draw"
    return f"{who}: {game.reason}"


def _turns(turns: Sequence[int]) -> Turns:
    if not turns:
        return Turns(0.0, 0.0, 0, 0, {})
    counts = {str(turn): turns.count(turn) for turn in sorted(set(turns))}
    return Turns(round(fmean(turns), 3), float(median(turns)), min(turns), max(turns), counts)


def _losses(games: Sequence[Played], sides: Iterable[Side]) -> dict[Side, dict[str, float]]:
    total: dict[Side, Counter[str]] = {side: Counter() for side in sides}
    for game in games:
        for side, lost in game.losses.items():
            total.setdefault(side, Counter()).update(lost)
    return {
        side: {kind: round(steps / len(games), 4) for kind, steps in sorted(lost.items())}
        for side, lost in total.items()
        if lost
    }


def _timeline(games: Sequence[Played], sides: Sequence[Side]) -> tuple[TurnHeld, ...]:
    last = max((len(game.holdings) for game in games), default=0)
    found = (
        _held(turn, [game for game in games if turn < len(game.holdings)], sides) for turn in range(last)
    )
    return tuple(held for held in found if held.held or held.points)


def _held(turn: int, games: Sequence[Played], sides: Sequence[Side]) -> TurnHeld:
    held: dict[str, Counter[Side]] = {}
    points: Counter[Side] = Counter()
    for game in games:
        for place, side in game.holdings[turn].items():
            held.setdefault(place, Counter())[side] += 1
        points.update(game.points[turn])
    scored = [side for side in sides if any(side in game.points[turn] for game in games)]
    return TurnHeld(
        turn,
        len(games),
        {
            place: {side: round(by[side] / len(games), 4) for side in sides if by[side]}
            for place, by in sorted(held.items())
        },
        {side: round(points[side] / len(games), 4) for side in scored},
    )


def _rules(games: Sequence[Played]) -> dict[str, Fired]:
    times: Counter[str] = Counter()
    fired_in: Counter[str] = Counter()
    for game in games:
        times.update(game.rules)
        fired_in.update(dict.fromkeys(game.rules, 1))
    return {rule: Fired(times[rule], fired_in[rule]) for rule in sorted(times)}


def luck_of(games: Iterable[Played], side: Side) -> Luck:
    """All dice of a side together."""
    total = Throws()
    for game in games:
        if side in game.throws:
            total.join(game.throws[side])
    if total.dice == 0:
        return Luck(0, 0.0, 0.0, 0.0)
    favour = total.favour_doubled / 2 / sqrt(total.spread / 12) if total.spread else 0.0
    return Luck(
        total.dice,
        round(total.pips / total.dice, 4),
        round(total.expected_doubled / 2 / total.dice, 4),
        round(favour, 3),
    )
