"""What games say about a scenario: balance by strength of play, decisive rules, what an option changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from planspiel.kernel import Side
from planspiel.sim.playing import Played
from planspiel.sim.statistics import Share, contrast, share
from planspiel.sim.study import Study, StudyError, setup_of, system_of
from planspiel.sim.summary import Summary, sides_of, summarise

__all__ = ["Balance", "Decisive", "Play", "Tried", "Verdict", "balance_of", "decisive_rules", "studies_of"]

FAIR = (0.35, 0.65)
"""Between equal players neither side should win more than this."""
FEWEST_WINS = 5
"""A side must have won so often before its wins are compared."""
RARE = 0.1
"""A rule that fires in a smaller share of games is not compared."""

Play = Callable[[Study], Sequence[Played]]
"""However a study is played."""


class Decisive(Struct, frozen=True):
    """A rule that fires more often when one side wins."""

    rule: str
    per_turn: dict[Side, float]
    """How often it fired in a turn, in the games that each side won."""
    contrast: float
    """The difference in standard errors; above 0 it goes with wins of the second side."""


class Tried(Struct, frozen=True):
    """The same games with one option changed."""

    option: str
    value: bool | int | str
    changed: int
    """How many games went another way."""
    side_shares: dict[Side, Share]
    draws: int
    mean_turns: float


class Verdict(Struct, frozen=True):
    """`balanced`, `leaning`, `one-sided` or `open`, and who is ahead by how much of the decided games."""

    word: str
    bot: str
    ahead: Side
    share: Share


class Balance(Struct, frozen=True):
    """All that is reported of a scenario."""

    system: str
    scenario: str
    games: int
    seed: int
    verdict: Verdict
    strengths: dict[str, Summary]
    """Each bot against itself, weakest first."""
    ladder: tuple[Summary, ...]
    """Each bot against the next weaker one, sides exchanged."""
    main: str
    """The bot whose games the following is taken from."""
    compared: int
    decisive: tuple[Decisive, ...]
    better_dice_won: Share | None
    options: tuple[Tried, ...]


# -- what is played --------------------------------------------------------------------------------------


def main_bot(bots: Sequence[str]) -> str:
    """Options are tried with `greedy`, which is quick and sensible, else with the strongest bot."""
    return "greedy" if "greedy" in bots else bots[-1]


def studies_of(base: Study, bots: Sequence[str], options: Sequence[str]) -> Iterator[Study]:
    """Every study of a report, in its order. `base` has the scenario, the seed and the number of games."""
    for bot in bots:
        yield replace(base, bots=(bot, bot))
    for weaker, stronger in pairwise(bots):
        yield replace(base, bots=(stronger, weaker))
    for _, tried in _tries(base, main_bot(bots), options):
        yield tried


def _tries(base: Study, main: str, options: Sequence[str]) -> Iterator[tuple[str, Study]]:
    """Each option at each of its other values."""
    usual = setup_of(base).options
    for name, choice in system_of(base.system, base.packs).choices().items():
        for value in choice.values if name in options else ():
            if value != usual[name]:
                yield name, replace(base, bots=(main, main), options={**base.options, name: value})


def balance_of(base: Study, bots: Sequence[str], options: Sequence[str], play: Play) -> Balance:
    """Play all studies of the report, and say what comes of them."""
    sides = sides_of(base)
    if len(sides) != 2:
        raise StudyError(f"{base.scenario} has {len(sides)} sides; a report is about two")
    played = {study.key: play(study) for study in studies_of(base, bots, options)}
    strengths = {bot: _summary(base, played, (bot, bot)) for bot in bots}
    pairs = pairwise(bots)
    main = main_bot(bots)
    usual = played[replace(base, bots=(main, main)).key]
    compared, decisive = decisive_rules(usual, sides)
    return Balance(
        system=base.system,
        scenario=base.scenario,
        games=base.games,
        seed=base.seed,
        verdict=verdict_on(strengths[main], main),
        strengths=strengths,
        ladder=tuple(_summary(base, played, (stronger, weaker)) for weaker, stronger in pairs),
        main=main,
        compared=compared,
        decisive=decisive,
        better_dice_won=better_dice_won(usual, sides),
        options=tuple(
            _tried(tried, option, usual, played[tried.key]) for option, tried in _tries(base, main, options)
        ),
    )


def _summary(base: Study, played: Mapping[str, Sequence[Played]], bots: tuple[str, str]) -> Summary:
    study = replace(base, bots=bots)
    return summarise(study, played[study.key])


# -- what comes of it ------------------------------------------------------------------------------------


def verdict_on(summary: Summary, bot: str) -> Verdict:
    """The wins of the side that is ahead, among the decided games, against what is fair."""
    decided = sum(summary.wins_by_side.values())
    ahead = max(summary.wins_by_side, key=lambda side: summary.wins_by_side[side])
    found = share(summary.wins_by_side[ahead], decided)
    if decided == 0 or (found.low < 0.5 and found.high > FAIR[1]):
        word = "open"
    elif found.high <= FAIR[1]:
        word = "balanced"
    else:
        word = "one-sided" if found.share > FAIR[1] else "leaning"
    return Verdict(word, bot, ahead, found)


def decisive_rules(
    games: Sequence[Played], sides: Sequence[Side], most: int = 12
) -> tuple[int, tuple[Decisive, ...]]:
    """How many rules were compared, and those that tell the wins of the two sides apart best.

    Long games fire every rule more often, so firings are counted per turn. That a rule ended the game is no
    news.
    """
    won = {side: [game for game in games if game.winners == (side,)] for side in sides}
    if min(len(wins) for wins in won.values()) < FEWEST_WINS:
        return 0, ()
    known = sorted({rule for game in games for rule in game.rules} - {game.cite for game in games})
    common = [rule for rule in known if sum(rule in game.rules for game in games) >= RARE * len(games)]
    found = [_decisive(rule, won, sides) for rule in common]
    ranked = sorted((each for each in found if each.contrast), key=lambda each: -abs(each.contrast))
    return len(common), tuple(ranked[:most])


def _decisive(rule: str, won: Mapping[Side, Sequence[Played]], sides: Sequence[Side]) -> Decisive:
    rates = {side: [game.rules.get(rule, 0) / max(1, game.turns) for game in won[side]] for side in sides}
    means = {side: round(sum(each) / len(each), 3) for side, each in rates.items()}
    return Decisive(rule, means, round(contrast(rates[sides[1]], rates[sides[0]]), 2))


def better_dice_won(games: Sequence[Played], sides: Sequence[Side]) -> Share | None:
    """In what share of the decided games the winner had the better dice; None without dice."""
    one, other = sides
    leads = [
        (favour(game, one) - favour(game, other), game.winners[0])
        for game in games
        if len(game.winners) == 1 and one in game.throws and other in game.throws
    ]
    unequal = [(lead, winner) for lead, winner in leads if lead]
    if not unequal:
        return None
    return share(sum((lead > 0) == (winner == one) for lead, winner in unequal), len(unequal))


def favour(game: Played, side: Side) -> float:
    """How far the dice of one game helped a side, in standard deviations."""
    thrown = game.throws[side]
    return thrown.favour_doubled / 2 / sqrt(thrown.spread / 12) if thrown.spread else 0.0


def _tried(tried: Study, option: str, usual: Sequence[Played], games: Sequence[Played]) -> Tried:
    found = summarise(tried, games)
    changed = sum(_course(before) != _course(after) for before, after in zip(usual, games, strict=False))
    return Tried(option, tried.options[option], changed, found.side_shares, found.draws, found.turns.mean)


def _course(game: Played) -> tuple[object, ...]:
    return game.winners, game.turns, game.decisions, game.rules
