"""What is to be played: a study. It names everything that the games depend on."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import planspiel
from planspiel import bots
from planspiel.kernel import Seat, Setup, Side, System
from planspiel.kernel.rulebook import nearest
from planspiel.systems import registry

__all__ = [
    "Study",
    "StudyError",
    "camps",
    "checked",
    "game_seed",
    "labels",
    "program",
    "seating",
    "setup_of",
    "split_bots",
    "system_of",
]

MOST_GAMES = 1_000_000
PLAYED_WITH = (
    *("kernel/**/*.py", "boards/**/*.py", "packs/**/*.py", "systems/*.py", "bots/**/*.py"),
    *("sim/study.py", "sim/playing.py", "sim/tally.py"),
)
"""The files of the package on which the result of any game depends, beside those of its system."""


class StudyError(Exception):
    """A study that cannot be played, in one sentence."""


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one scenario between the same bots."""

    system: str
    scenario: str
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    options: dict[str, bool | int | str] = {}
    keep_sides: bool = False
    """The first bot always has the first seat; else sides are exchanged every other game."""
    packs: tuple[str, ...] = ()
    """Folders of user packs laid over the system's own, lowest first."""

    @property
    def key(self) -> str:
        """A short name that tells this study from others, whatever the number of games."""
        named = msgspec.structs.replace(self, games=0)
        return hashlib.sha256(msgspec.json.encode(named, order="sorted")).hexdigest()[:12]


# -- what belongs to a study -----------------------------------------------------------------------------


@cache
def system_of(name: str, packs: tuple[str, ...] = ()) -> System[Any, Any, Any]:
    """The system with its packs; read once in each process."""
    return registry.load(name, [Path(folder) for folder in packs])


def setup_of(study: Study) -> Setup:
    """What players would choose before the first move, with all defaults."""
    return system_of(study.system, study.packs).setup(Setup(study.scenario, study.options))


def checked(study: Study) -> Study:
    """Refuse a study that cannot be played, before anything is played."""
    system = system_of(study.system, study.packs)
    if study.scenario not in system.scenarios():
        close = nearest(study.scenario, system.scenarios())
        raise StudyError(f"{study.system} has no scenario {study.scenario!r}{close}")
    for option in study.options:
        if option not in system.choices():
            raise StudyError(f"{study.system} has no option {option!r}{nearest(option, system.choices())}")
    parties = camps(setup_of(study).seats)
    if len(study.bots) != len(parties):
        sitting = "; ".join(", ".join(seats) for seats in parties)
        raise StudyError(
            f"{study.scenario} is played by {len(parties)} bots (for {sitting}), not by {len(study.bots)}"
        )
    for spec in study.bots:
        bots.make(spec)
    if not 1 <= study.games <= MOST_GAMES:
        raise StudyError(f"a study has from 1 to {MOST_GAMES} games, not {study.games}")
    return study


def split_bots(text: str) -> tuple[str, ...]:
    """`search:bold,2s,greedy` are two bots: a word that only sets the bot before it is no bot of its own."""
    found: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        is_setting = ":" not in part and part not in bots.names()
        if is_setting and found and ":" in found[-1]:
            found[-1] = f"{found[-1]},{part}"
        else:
            found.append(part)
    return tuple(found)


def labels(specs: Sequence[str]) -> tuple[str, ...]:
    """The bots by name, the second of the same kind as `greedy#2`."""
    return tuple(
        spec if (before := specs[:n].count(spec)) == 0 else f"{spec}#{before + 1}"
        for n, spec in enumerate(specs)
    )


# -- who sits where --------------------------------------------------------------------------------------


def camps(seats: Mapping[Seat, tuple[Side, ...]]) -> tuple[tuple[Seat, ...], ...]:
    """Seats that share a side play together, with one bot. Where all do, each seat plays for itself."""
    together: list[tuple[set[Side], list[Seat]]] = []
    for seat, sides in seats.items():
        joined = [camp for camp in together if camp[0] & set(sides)]
        rest = [camp for camp in together if camp not in joined]
        held = set(sides).union(*(camp[0] for camp in joined))
        together = [*rest, (held, [*(name for camp in joined for name in camp[1]), seat])]
    if len(together) == 1:
        return tuple((seat,) for seat in seats)
    order = list(seats)
    found = (tuple(sorted(camp[1], key=order.index)) for camp in together)
    return tuple(sorted(found, key=lambda camp: order.index(camp[0])))


def seating(study: Study, n: int) -> dict[Seat, int]:
    """Which bot of the study sits where in game `n`."""
    parties = camps(setup_of(study).seats)
    turned = 0 if study.keep_sides else n
    return {seat: (place + turned) % len(study.bots) for place, camp in enumerate(parties) for seat in camp}


def game_seed(study: Study, n: int) -> str:
    """The luck of game `n`: nothing else in the study is drawn from it."""
    return hashlib.sha256(f"{study.seed}/{n}".encode()).hexdigest()[:32]


@cache
def program(system: str) -> str:
    """A fingerprint of rules and bots: games played by two versions must not be counted together."""
    root = Path(planspiel.__file__).parent
    own = Path(inspect.getfile(type(system_of(system))))
    is_package = "." in type(system_of(system)).__module__
    files = [file for pattern in PLAYED_WITH for file in sorted(root.glob(pattern))]
    files += sorted(own.parent.glob("*.py")) if is_package else [own]
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.parent.name}/{file.name}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]
