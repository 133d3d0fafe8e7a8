"""Dice are answers given by a chance source; the source is not in the state.

The keyed source derives every roll from a secret whose hash is published at the start. When the secret is
revealed at the end, anyone can derive every roll again. A roll is named by what it is for, not by when it
comes, so the same roll is the same whatever was thrown before it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

from planspiel.kernel.question import Illegal, Rng
from planspiel.kernel.text import Text

if TYPE_CHECKING:
    from planspiel.kernel.decision import Chance

__all__ = [
    "Dice",
    "DiceError",
    "Keyed",
    "Lucky",
    "RollKey",
    "Scripted",
    "TypedIn",
    "check_pips",
    "parse",
    "throws",
    "totals",
]

_DICE = re.compile(r"([0-9]{1,3})d([0-9]{1,4})")


class DiceError(Exception):
    """The dice of a test or a case do not fit the game: run out, left over, or not on the die."""


class RollKey(Struct, frozen=True, array_like=True):
    """What names a roll: turn, agenda item, purpose, roller, and how often just this was rolled before."""

    turn: int
    step: str
    why: Text
    roller: str
    nth: int


class Dice(Protocol):
    """Whoever throws: a throw, or None if a person must type it in."""

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...] | None: ...
    def fork(self) -> Dice: ...


@lru_cache(maxsize=1024)
def parse(dice: str) -> tuple[int, int]:
    """`2d6` is (2, 6)."""
    match = _DICE.fullmatch(dice)
    if match is None or int(match[1]) < 1 or int(match[2]) < 1:
        raise ValueError(f"{dice!r} is not a throw of dice such as 2d6")
    return int(match[1]), int(match[2])


def check_pips(dice: str, pips: tuple[int, ...]) -> None:
    count, sides = parse(dice)
    if len(pips) != count or not all(1 <= pip <= sides for pip in pips):
        raise Illegal(
            "{dice} gives {count} dice with faces from 1 to {sides}.", "", dice=dice, count=count, sides=sides
        )


class Keyed(Struct, frozen=True, tag="keyed"):
    """Dice from `HMAC-SHA-256(secret, words | game | turn | step | purpose | roller | nth)`."""

    secret: bytes
    words: tuple[str, ...] = ()
    game: str = ""

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the first roll."""
        return hashlib.sha256(self.secret).hexdigest()

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...]:
        count, sides = parse(chance.dice)
        named = msgspec.json.encode((self.words, self.game, key, chance.dice), order="sorted")
        return _pips(self.secret, named, count, sides)

    def fork(self) -> Keyed:
        return self


def _pips(secret: bytes, named: bytes, count: int, sides: int) -> tuple[int, ...]:
    """Faces from the keystream, without bias: numbers beyond the last full round of faces are passed over."""
    width = 1 if sides <= 128 else 4
    bound = (256**width // sides) * sides
    pips: list[int] = []
    block = 0
    while True:
        stream = hmac.digest(secret, named + block.to_bytes(4, "big"), "sha256")
        for at in range(0, len(stream) - width + 1, width):
            number = int.from_bytes(stream[at : at + width], "big")
            if number < bound:
                pips.append(number % sides + 1)
                if len(pips) == count:
                    return tuple(pips)
        block += 1


class Scripted(Struct, tag="scripted"):
    """The dice of a test or a case, in order. Running out is an error, and so are dice left over."""

    pips: tuple[int, ...]
    used: int = 0

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...]:
        count, sides = parse(chance.dice)
        thrown = self.pips[self.used : self.used + count]
        if len(thrown) < count:
            raise DiceError(f"the dice ran out: {chance.dice} for {chance.why} [{chance.cite}]")
        for pip in thrown:
            if not 1 <= pip <= sides:
                raise DiceError(f"{pip} is not on a d{sides}: {chance.dice} for {chance.why} [{chance.cite}]")
        self.used += count
        return thrown

    def finish(self) -> None:
        """Call at the end of a test: every die must have been used."""
        if self.used < len(self.pips):
            left = ", ".join(map(str, self.pips[self.used :]))
            raise DiceError(f"dice left over: {left}")

    def fork(self) -> Scripted:
        return Scripted(self.pips, self.used)


class TypedIn(Struct, frozen=True, tag="typed-in"):
    """Real dice on a real table: the game waits until someone types them in."""

    def throw(self, chance: Chance, key: RollKey) -> None:
        return None

    def fork(self) -> TypedIn:
        return self


class Lucky:
    """Dice for imagined games and mass simulation, from the caller's own luck. Not verifiable."""

    __slots__ = ("rng",)

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...]:
        count, sides = parse(chance.dice)
        randrange = self.rng.randrange
        return tuple([randrange(sides) + 1 for _ in range(count)])

    def fork(self) -> Lucky:
        return self


@lru_cache(maxsize=64)
def throws(dice: str) -> tuple[tuple[int, ...], ...]:
    """Every equally likely throw, for odds."""
    count, sides = parse(dice)
    return tuple(product(range(1, sides + 1), repeat=count))


@lru_cache(maxsize=64)
def totals(dice: str) -> Mapping[int, int]:
    """How many throws give each total."""
    count, sides = parse(dice)
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, so_far in ways.items():
            for pip in range(1, sides + 1):
                more[total + pip] = more.get(total + pip, 0) + so_far
        ways = more
    return MappingProxyType(ways)
