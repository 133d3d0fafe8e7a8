"""Bots by name: `random`, `greedy:bold`, `search:cautious,200`, `search:2s`, `my.module:factory`."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable

from planspiel.bots.greedy import GreedyBot
from planspiel.bots.random_bot import RandomBot
from planspiel.bots.search import SearchBot
from planspiel.bots.situation import Bot, Budget
from planspiel.kernel.rulebook import nearest
from planspiel.systems.advice import BALANCED, TEMPERS, Temper

__all__ = ["BadSpec", "make", "names"]

_SECONDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s")
_SIMULATIONS = re.compile(r"[0-9]{1,7}")


class BadSpec(ValueError):
    """A bot that does not exist, said in a sentence."""


def names() -> tuple[str, ...]:
    """The bots that every system can be played with."""
    return tuple(_MAKERS)


def make(spec: str) -> Bot:
    """The bot that a word describes; `BadSpec` says what is wrong with it."""
    name, colon, rest = spec.strip().partition(":")
    words = [word.strip() for word in rest.split(",")] if colon else []
    if name in _MAKERS:
        return _MAKERS[name](spec, words)
    if colon and len(words) == 1 and ("." in name or words[0].isidentifier()):
        return _own(spec, name, words[0])
    raise BadSpec(f"there is no bot {name!r}{nearest(name, names())}")


def _random(spec: str, words: list[str]) -> Bot:
    if words:
        raise BadSpec(f"the random bot takes no settings, but {spec!r} gives some")
    return RandomBot()


def _greedy(spec: str, words: list[str]) -> Bot:
    temper, budget = _settings(spec, words)
    if budget != Budget():
        raise BadSpec(f"the greedy bot takes no budget, but {spec!r} gives one")
    return GreedyBot(temper)


def _search(spec: str, words: list[str]) -> Bot:
    temper, budget = _settings(spec, words)
    return SearchBot(temper, budget)


def _settings(spec: str, words: list[str]) -> tuple[Temper, Budget]:
    """A personality and a budget, in any order, each at most once."""
    temper: Temper | None = None
    seconds: float | None = None
    simulations: int | None = None
    for word in words:
        if word in TEMPERS and temper is None:
            temper = TEMPERS[word]
        elif (found := _SECONDS.fullmatch(word)) and seconds is None and float(found[1]) > 0:
            seconds = float(found[1])
        elif _SIMULATIONS.fullmatch(word) and simulations is None and int(word) > 0:
            simulations = int(word)
        else:
            known = ", ".join(TEMPERS)
            raise BadSpec(
                f"{word!r} in {spec!r} is neither a personality ({known}), a number of simulations such as "
                f"200, nor a time such as 2s{nearest(word, tuple(TEMPERS))}, or it is said twice"
            )
    return temper or BALANCED, Budget(seconds, simulations)


def _own(spec: str, module: str, factory: str) -> Bot:
    """A bot of somebody's own: a function or class that is called without arguments."""
    try:
        found: Bot = getattr(importlib.import_module(module), factory)()
    except Exception as fault:
        raise BadSpec(f"the bot {spec!r} cannot be made: {fault!r}{nearest(module, names())}") from fault
    if not callable(getattr(found, "choose", None)) or not isinstance(getattr(found, "name", None), str):
        raise BadSpec(f"{spec!r} makes no bot: a bot has a name and a method choose(situation, rng)")
    return found


_MAKERS: dict[str, Callable[[str, list[str]], Bot]] = {
    "random": _random,
    "greedy": _greedy,
    "search": _search,
}
