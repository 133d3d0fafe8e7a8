"""Dice: keyed, scripted, typed in, enumerated."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from planspiel.kernel import (
    Chance,
    Dice,
    DiceError,
    Game,
    Illegal,
    Item,
    Keyed,
    Log,
    Lucky,
    Script,
    Scripted,
    Setup,
    Text,
    TooManyBranches,
    TypedIn,
    ask,
    branches,
    react_all,
    roll,
    throws,
    totals,
    verify,
)
from planspiel.kernel.dice import RollKey, check_pips, parse
from planspiel.kernel.log import Opened, Rolled
from probe import ANNA, BEN, OVER, Notes, Say, SayWhat, TurnCame, note, probe

YES = Say("yes")
NOWHERE = RollKey(0, "", Text(""), "", 0)


def chance(dice: str, why: str = "a test") -> Chance:
    return Chance(dice, Text(why), "PROBE-1")


def key(nth: int = 0, *, turn: int = 1, step: str = "main", roller: str = "guns") -> RollKey:
    return RollKey(turn, step, Text("fire at {at}", {"at": "0712"}), roller, nth)


# -- keyed ---------------------------------------------------------------------------------------------


def derived(secret: bytes, words: list[str], game: str, roll_key: RollKey, dice: str) -> list[int]:
    """The published recipe in other words: HMAC-SHA-256 over the compact JSON of what names the roll.

    The stream is cut into single bytes for small dice, into four for those beyond 128 faces; a number
    beyond the last full round of faces is passed over.
    """
    count, sides = map(int, dice.split("d"))
    why = {"template": roll_key.why.template, "values": roll_key.why.values}
    named = [words, game, [roll_key.turn, roll_key.step, why, roll_key.roller, roll_key.nth], dice]
    message = json.dumps(named, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    width = 1 if sides <= 128 else 4
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        stream = hmac.new(secret, message + block.to_bytes(4, "big"), hashlib.sha256).digest()
        cut = [stream[at : at + width] for at in range(0, 32, width)]
        numbers = [int.from_bytes(part, "big") for part in cut]
        faces += [number % sides + 1 for number in numbers if number < 256**width // sides * sides]
        block += 1
    return faces[:count]


@pytest.mark.parametrize("dice", ["1d6", "2d6", "3d10", "2d100", "1d128", "2d1000", "80d6"])
def test_a_keyed_roll_follows_the_published_recipe(dice: str) -> None:
    keyed = Keyed("geheim für dich".encode(), ("grün", "blue"), "friday")
    for nth in range(20):
        expected = derived(keyed.secret, ["grün", "blue"], "friday", key(nth), dice)
        assert list(keyed.throw(chance(dice), key(nth))) == expected


def test_keyed_rolls_never_change_between_releases() -> None:
    """Fixed values: whoever kept a secret and a log must be able to verify it for ever."""
    keyed = Keyed(b"a secret", ("red word", "blue word"), "game-1")
    thrown = [keyed.throw(chance(dice), key()) for dice in ("1d6", "2d6", "1d10", "1d100", "1d1000")]
    assert thrown == [(3,), (5, 2), (1,), (26,), (649,)]


def test_the_published_hash_is_that_of_the_secret() -> None:
    assert Keyed(b"a secret").commitment == hashlib.sha256(b"a secret").hexdigest()


OTHER_NAMES: dict[str, tuple[Keyed, RollKey]] = {
    "secret": (Keyed(b"t"), key()),
    "words": (Keyed(b"s", ("word",)), key()),
    "game": (Keyed(b"s", (), "other"), key()),
    "turn": (Keyed(b"s"), key(turn=2)),
    "step": (Keyed(b"s"), key(step="other")),
    "roller": (Keyed(b"s"), key(roller="other")),
    "nth": (Keyed(b"s"), key(1)),
    "purpose": (Keyed(b"s"), RollKey(1, "main", Text("fire at {at}", {"at": "0713"}), "guns", 0)),
}


@pytest.mark.parametrize(("keyed", "roll_key"), OTHER_NAMES.values(), ids=OTHER_NAMES)
def test_every_part_of_its_name_makes_another_roll(keyed: Keyed, roll_key: RollKey) -> None:
    assert keyed.throw(chance("20d6"), roll_key) != Keyed(b"s").throw(chance("20d6"), key())


@pytest.mark.parametrize(("sides", "rolls"), [(6, 12_000), (10, 12_000), (100, 20_000), (1000, 40_000)])
def test_keyed_dice_are_fair(sides: int, rolls: int) -> None:
    """Chi-square in integers: sum of squares far beyond its mean would need a biased die."""
    keyed, at_once = Keyed(b"fairness"), 200
    faces = Counter(
        pip for nth in range(rolls // at_once) for pip in keyed.throw(chance(f"{at_once}d{sides}"), key(nth))
    )
    assert set(faces) == set(range(1, sides + 1))
    expected = rolls // sides
    squares = sum((faces[face] - expected) ** 2 for face in range(1, sides + 1))
    freedom = sides - 1
    # Mean is `freedom`, variance twice that: five standard deviations above the mean.
    assert (
        squares - freedom * expected
    ) ** 2 < 25 * 2 * freedom * expected**2 or squares < freedom * expected


def words(*order: str) -> Any:
    """Rolls for some words in some order, and what each gave."""

    def main(game: Game[Notes]) -> Script[None]:
        for word in order:
            (pips,) = yield from roll("1d1000", "{word}", "PROBE-1", roller=word, word=word)
            note(game, f"{word}:{pips}")
        yield from ask(ANNA, SayWhat())

    return main


def test_the_same_roll_is_the_same_whatever_was_thrown_before() -> None:
    one = probe(words("a", "b", "c"), dice=Keyed(b"s")).state.notes
    other = probe(words("c", "x", "a", "b"), dice=Keyed(b"s")).state.notes
    assert set(one) < set(other)


def test_the_same_roll_again_in_one_turn_is_counted_and_so_another() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        for _ in range(2):
            game.happens(TurnCame())
            for _ in range(3):
                yield from roll("1d1000", "again", "PROBE-1")
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=Keyed(b"s"), log=Log())
    assert game.log is not None
    rolled = [what for what in game.log.entries or () if isinstance(what, Rolled)]
    assert [(what.turn, what.nth) for what in rolled] == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert len({what.pips for what in rolled}) == 6


def test_counting_goes_on_after_fork_and_load() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        while True:
            (pips,) = yield from roll("1d1000", "again", "PROBE-1")
            note(game, str(pips))
            yield from ask(ANNA, SayWhat())

    game = probe(main, dice=Keyed(b"s"))
    game.answer(ANNA, YES)
    twins = [game.fork(), Game.load(game.system, game.save()), game]
    for twin in twins:
        twin.answer(ANNA, YES)
    assert twins[0].state == twins[1].state == game.state
    assert len(set(game.state.notes)) == 3


def test_rolls_of_different_items_are_different() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.then(Item("step", ("a",)), Item("step", ("b", 2)), Item("ending"))
        return
        yield

    def step(game: Game[Notes], *args: Any) -> Script[None]:
        yield from roll("1d1000", "same words", "PROBE-1")

    def ending(game: Game[Notes]) -> Script[None]:
        game.ends(OVER)
        return
        yield

    game = probe(main, step, ending, dice=Keyed(b"s"), log=Log())
    assert game.log is not None
    rolled = [what for what in game.log.entries or () if isinstance(what, Rolled)]
    assert [what.step for what in rolled] == ["step/a", "step/b/2"]
    assert rolled[0].pips != rolled[1].pips


def test_rolls_are_logged_with_purpose_and_citation() -> None:
    game = probe(words("a"), dice=Scripted((7,)), log=Log())
    assert game.log is not None
    assert Rolled("1d1000", (7,), Text("{word}", {"word": "a"}), "PROBE-1", "a", 0, "main", 0) in (
        game.log.entries or ()
    )


def test_the_source_of_dice_is_not_in_the_state() -> None:
    one, other = (probe(words("a"), dice=dice) for dice in (Scripted((7,)), Scripted((7, 8))))
    assert one.digest() == other.digest()


def test_the_name_of_a_game_goes_into_its_dice() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from roll("2d6", "once", "PROBE-1")
        game.ends(OVER)

    system = probe(main, dice=Scripted((1, 1))).system
    game = Game.start(system, Setup("only"), Keyed(b"s"), Log(), name="friday")
    assert game.log is not None
    kept = game.log.entries or []
    assert isinstance(kept[0], Opened)
    assert kept[0].game == "friday"
    assert verify(system, kept).dice_verified


# -- scripted ------------------------------------------------------------------------------------------


def test_scripted_dice_come_in_order() -> None:
    dice = Scripted((1, 2, 3))
    assert dice.throw(chance("1d6"), NOWHERE) == (1,)
    assert dice.throw(chance("2d6"), NOWHERE) == (2, 3)
    dice.finish()


def test_scripted_dice_that_run_out_are_an_error_that_says_for_what() -> None:
    with pytest.raises(DiceError, match=r"the dice ran out: 2d6 for a test \[PROBE-1\]"):
        Scripted((1,)).throw(chance("2d6"), NOWHERE)


def test_scripted_dice_left_over_are_an_error_that_names_them() -> None:
    dice = Scripted((1, 5, 6))
    dice.throw(chance("1d6"), NOWHERE)
    with pytest.raises(DiceError, match="dice left over: 5, 6"):
        dice.finish()


@pytest.mark.parametrize("pip", [0, 7, -1])
def test_scripted_dice_that_are_not_on_the_die_are_an_error(pip: int) -> None:
    with pytest.raises(DiceError, match=f"{pip} is not on a d6"):
        Scripted((pip,)).throw(chance("1d6"), NOWHERE)


def test_a_fork_uses_its_own_scripted_dice() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        while True:
            yield from ask(ANNA, SayWhat())
            (pips,) = yield from roll("1d6", "next", "PROBE-1")
            note(game, str(pips))

    game = probe(main, dice=Scripted((1, 2)))
    game.fork().answer(ANNA, YES)
    game.answer(ANNA, YES)
    assert game.state.notes == ("1",)


def test_dice_running_out_in_a_game_leave_it_untouched() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        yield from roll("1d6", "first", "PROBE-1")
        yield from roll("2d6", "second", "PROBE-1")

    dice = Scripted((1, 2))
    game = probe(main, dice=dice, log=Log())
    before = game.save()
    with pytest.raises(DiceError):
        game.answer(ANNA, YES)
    assert game.save() == before
    assert dice.used == 0


# -- typed in ------------------------------------------------------------------------------------------


def test_a_real_table_is_waited_for() -> None:
    game = probe(words("a"), dice=TypedIn())
    assert isinstance(game.pause, Chance)
    assert (game.pause.dice, game.pause.roller, str(game.pause.why)) == ("1d1000", "a", "a")
    game.throw((417,))
    assert game.state.notes == ("a:417",)
    assert game.waiting() == (ANNA,)


@pytest.mark.parametrize("pips", [(), (0,), (1001,), (1, 2), (-3,)])
def test_dice_that_cannot_have_fallen_are_refused(pips: tuple[int, ...]) -> None:
    game = probe(words("a"), dice=TypedIn(), log=Log())
    before = game.save()
    with pytest.raises(Illegal, match="1d1000 gives 1 dice with faces from 1 to 1000"):
        game.throw(pips)
    assert game.save() == before


def test_dice_nobody_asked_for_are_refused() -> None:
    with pytest.raises(Illegal, match="No dice are asked for now"):
        probe(words()).throw((1,))


def test_a_game_waiting_for_dice_is_saved_and_loaded() -> None:
    game = probe(words("a", "b"), dice=TypedIn())
    game.throw((3,))
    loaded = Game.load(game.system, game.save())
    assert isinstance(loaded.pause, Chance)
    loaded.throw((4,))
    assert loaded.state.notes == ("a:3", "b:4")


def test_a_keyed_fork_of_a_waiting_game_throws_as_the_game_would_have() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        for _ in range(2):
            (pips,) = yield from roll("1d1000", "again", "PROBE-1")
            note(game, str(pips))
        yield from ask(ANNA, SayWhat())

    keyed = Keyed(b"s")
    first, second = probe(main, dice=keyed).state.notes
    waiting = probe(main, dice=TypedIn())
    waiting.throw((int(first),))
    assert waiting.fork(keyed).state.notes == (first, second)


# -- what is a throw -----------------------------------------------------------------------------------


NO_DICE = [
    "",
    "d6",
    "2d",
    "0d6",
    "1d0",
    "2d6+1",
    "2D6",
    "-1d6",
    "1000d6",
    "1d10000",
    "2d6\n",
    "\u0662d\u0666",
]


@pytest.mark.parametrize("dice", NO_DICE)
def test_what_is_not_a_throw_of_dice_is_an_error(dice: str) -> None:
    with pytest.raises(ValueError, match="is not a throw of dice"):
        parse(dice)


def test_pips_are_checked_against_the_dice() -> None:
    check_pips("2d6", (1, 6))
    with pytest.raises(Illegal):
        check_pips("2d6", (1, 7))


class _Counting:
    """Luck that gives every face in turn."""

    def __init__(self) -> None:
        self.n = -1

    def randrange(self, stop: int, /) -> int:
        self.n += 1
        return self.n % stop

    def choice(self, options: Any, /) -> Any:
        return options[self.randrange(len(options))]

    def shuffle(self, things: list[Any], /) -> None:
        things.reverse()


def test_lucky_dice_have_every_face_from_one() -> None:
    dice: Dice = Lucky(_Counting())
    assert dice.throw(chance("6d6"), NOWHERE) == (1, 2, 3, 4, 5, 6)


# -- enumerated ----------------------------------------------------------------------------------------


def test_every_equally_likely_throw_is_listed_once() -> None:
    assert throws("1d3") == ((1,), (2,), (3,))
    assert len(set(throws("3d6"))) == 216


def test_totals_count_the_throws() -> None:
    assert dict(totals("2d6")) == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert dict(totals("3d10")) == Counter(sum(pips) for pips in throws("3d10"))
    assert sum(totals("20d6").values()) == 6**20


def shot(game: Game[Notes]) -> Script[None]:
    """Hits on 9 or more with two dice; a hit throws a third for damage."""
    yield from ask(ANNA, SayWhat())
    pips = yield from roll("2d6", "hit", "PROBE-1")
    if sum(pips) >= 9:
        (damage,) = yield from roll("1d6", "damage", "PROBE-1")
        note(game, f"damage {damage}")
    yield from react_all({BEN: SayWhat()})


def test_branches_play_every_fall_of_the_dice_with_exact_weights() -> None:
    game = probe(shot, dice=Keyed(b"s"))
    before = game.save()
    trial = game.fork(TypedIn())
    trial.answer(ANNA, YES)
    chances: dict[tuple[str, ...], Fraction] = {}
    for ways, out_of, after in branches(trial, 1000):
        assert after.waiting() == (BEN,)
        notes = after.state.notes
        chances[notes] = chances.get(notes, Fraction(0)) + Fraction(ways, out_of)
    hit = Fraction(10, 36)
    expected: dict[tuple[str, ...], Fraction] = {(f"damage {n}",): hit / 6 for n in range(1, 7)}
    assert chances == {**expected, (): 1 - hit}
    assert game.save() == before


def test_branches_of_a_game_that_waits_for_no_dice_is_the_game_itself() -> None:
    ((ways, out_of, after),) = branches(probe(shot), 1)
    assert (ways, out_of, after.waiting()) == (1, 1, (ANNA,))


@pytest.mark.parametrize("limit", [1, 35, 85])
def test_more_branches_than_wanted_are_an_error(limit: int) -> None:
    trial = probe(shot)
    trial.answer(ANNA, YES)
    with pytest.raises(TooManyBranches, match=f"more than {limit} ways"):
        list(branches(trial, limit))
    assert len(list(branches(trial, 86))) == 26 + 10 * 6
