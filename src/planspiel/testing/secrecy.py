"""Non-interference: what a seat may not know changes nothing of what it sees.

A twin of the game is imagined in which everything the seat may not know is otherwise. If the seat would have
seen the same in it since the last resume point, then all that it can look at must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from planspiel.kernel import (
    DECLINE,
    Decision,
    Decline,
    Entry,
    Game,
    Illegal,
    Order,
    Question,
    RuleError,
    Seat,
    State,
    Window,
)
from planspiel.kernel.log import Happened, Rolled
from planspiel.kernel.question import accepts
from planspiel.testing.differences import ALL, altered, differences, secret_spots, show, value_at
from planspiel.testing.guards import shown
from planspiel.testing.play import invented_instruction
from planspiel.testing.trial import Slot, Trial

__all__ = ["events_tell_no_secrets", "imagination_copies_nothing", "secrets_change_nothing"]

TWINS = 2
ORDERS = 30
THINGS = 40
CHANCES = 8
SPOTS = 3
CONFIRMATIONS = 20


def secrets_change_nothing(trial: Trial) -> None:
    for seat in trial.game.seats:
        _scramble_is_faithful(trial, seat)
        _twins_look_the_same(trial, seat)


# -- scramble ------------------------------------------------------------------------------------------


def _scrambled(trial: Trial, state: State, seat: Seat, rng: Random) -> State:
    twin: State = trial.system.scramble(state, seat, rng)
    return twin


def _scramble_is_faithful(trial: Trial, seat: Seat) -> None:
    """It changes no public field, keeps the seat's view, and leaves out no secret that is kept from it."""
    system, base = trial.system, trial.game.base
    untouched = base.fork()
    with trial.faultless("no-fault", "scramble", seat):
        twin = _scrambled(trial, base, seat, trial.chance(f"scramble {seat}"))
        if base != untouched:
            trial.fail("scramble-keeps", "scramble wrote into the state it was given", seat)
        changed = list(differences(base, twin))
        for spot in changed:
            if spot.known_to == ALL:
                trial.fail("scramble-keeps", f"scramble changed {show(spot.path)}, which all may know", seat)
        mine, other = _bytes(system.view(base, seat)), _bytes(system.view(twin, seat))
        if mine != other:
            trial.fail("view", f"the seat's view tells them apart:{_apart(mine, other)}", seat)
        _count_secrets(trial, seat, {spot.slot for spot in changed})


def _count_secrets(trial: Trial, seat: Seat, changed: set[str]) -> None:
    """A secret is kept from the seat if its view stays the same without it."""
    base, rng = trial.game.base, trial.chance(f"secrets {seat}")
    view = _bytes(trial.system.view(base, seat))
    by_slot: dict[str, list[tuple[str | int, ...]]] = {}
    for spot in secret_spots(base):
        by_slot.setdefault(spot.slot, []).append(spot.path)
    for slot, paths in by_slot.items():
        found = trial.report.secrets.setdefault(slot, Slot())
        found.changed += slot in changed
        if found.changed:  # whether it could have been changed oftener says nothing against scramble
            continue
        rng.shuffle(paths)
        found.occasions += any(_is_kept_from(trial, seat, base, path, view) for path in paths[:SPOTS])


def _is_kept_from(trial: Trial, seat: Seat, base: State, path: tuple[str | int, ...], view: bytes) -> bool:
    try:
        return _bytes(trial.system.view(altered(base, path), seat)) == view
    except Exception:  # a position that cannot be looked at without it: then it is in sight
        return False


# -- twins ---------------------------------------------------------------------------------------------


def _twins_look_the_same(trial: Trial, seat: Seat) -> None:
    """All twins show the seat the same and judge its orders alike."""
    game, rng = trial.game, trial.chance(f"twins {seat}")
    with trial.faultless("imagination", "witnessing the game", seat):
        witnessed = game.witnessed(seat)
        asked = _about(trial, seat, rng)
        here = {
            **_shown_to(game, seat, witnessed),
            **_judged(game, seat, asked, trial.options(seat)),
        }
        for _ in range(trial.share(TWINS)):
            imagined = game.reimagine(seat, rng)
            if imagined is None or imagined[1] != witnessed:
                trial.report.diverged += 1
                if imagined is not None:
                    _pause_tells_nothing(trial, seat, witnessed, imagined[1])
                continue
            trial.report.compared += 1
            offer = _offer(trial, imagined[0], seat)
            there = {
                **_shown_to(imagined[0], seat, imagined[1]),
                **_judged(imagined[0], seat, asked, offer),
            }
            _compare(trial, seat, here, there)


def _pause_tells_nothing(trial: Trial, seat: Seat, here: list[Entry], there: list[Entry]) -> None:
    """The twin ran on where this game waits: there a secret may only come out by dice or an event for it.

    Bookkeeping may come before that, as it is told with it.
    """
    if len(there) <= len(here) or there[: len(here)] != here:
        return
    more = there[len(here) :]
    further = next((what for what in more if not _is_bookkeeping(what)), more[0])
    if isinstance(further, Rolled) or (isinstance(further, Happened) and further.event.reveals):
        return
    goes_on = shown(_bytes(further).decode(errors="replace"))
    trial.fail("pause", f"with other secrets the game would not wait here but go on with {goes_on}", seat)


def _is_bookkeeping(what: Entry) -> bool:
    return isinstance(what, Happened) and not what.event.said


def _compare(trial: Trial, seat: Seat, here: dict[str, bytes], there: dict[str, bytes]) -> None:
    if here["waiting"] != there["waiting"]:  # then another question is open, and nothing else can be compared
        trial.fail("waiting", f"it tells them apart:{_apart(here['waiting'], there['waiting'])}", seat)
        return
    for guard, seen in there.items():
        if here[guard] != seen:
            trial.fail(guard, f"it tells two games apart:{_apart(here[guard], seen)}", seat)


class _About(Struct, frozen=True):
    """What the seat asks about in all twins: orders it might give, options to weigh, things on the table."""

    orders: Sequence[Order]
    options: Sequence[Order]
    things: Sequence[str]


def _shown_to(game: Game[Any], seat: Seat, witnessed: list[Entry]) -> dict[str, bytes]:
    """What a seat sees without asking, by the guard that stands for it."""
    return {
        "waiting": _bytes({"over": game.over, "waits for": game.waiting()}),
        "view": _bytes(game.view(seat)),
        "stream": _bytes(witnessed),
        "question": _bytes(game.pending(seat)),
    }


def _judged(game: Game[Any], seat: Seat, about: _About, offer: Sequence[Order]) -> dict[str, bytes]:
    """What a seat hears if it asks, by the guard that stands for it."""
    question, view = game.pending(seat), game.view(seat)
    refusals = _bytes([(order, _refusal(game, seat, order)) for order in about.orders])
    if question is None:
        return {"refusal": refusals, "offer": b"", "explanation": b"", "chances": b""}
    chosen = [option for option in about.options if not isinstance(option, Decline)]
    return {
        "refusal": refusals,
        "offer": _bytes(offer),
        "explanation": _bytes([(thing, _explanation(question, view, thing)) for thing in about.things]),
        "chances": _bytes([question.odds(view, option) for option in chosen]),
    }


def _offer(trial: Trial, game: Game[Any], seat: Seat) -> Sequence[Order]:
    question = game.pending(seat)
    return () if question is None else trial.listed(question, game.view(seat))


def _refusal(game: Game[Any], seat: Seat, order: Order) -> Any:
    try:
        game.check(seat, order)
    except Illegal as refusal:
        return refusal.reason, refusal.cite
    except (
        Exception
    ) as fault:  # the guard of refusals says so if this game raises it; a twin must do the same
        return repr(fault)
    return None


def _explanation(question: Question[Any, Any], view: Any, thing: str) -> Any:
    refusal = question.explain(view, thing)
    return None if refusal is None else (refusal.reason, refusal.cite)


def _about(trial: Trial, seat: Seat, rng: Random) -> _About:
    """Things the seat sees and things it does not."""
    game, system = trial.game, trial.system
    things = list(system.things(game.state))
    things = rng.sample(things, min(len(things), trial.share(THINGS)))
    question, view = game.pending(seat), game.view(seat)
    if question is None:
        return _About((), (), things)
    options = trial.options(seat)
    inventor = trial.inventor(f"orders {seat}", view)
    invented = inventor.orders(accepts(type(question)), options, system.codec, ORDERS)
    some = rng.sample(options, min(len(options), CHANCES))
    return _About((*some, *invented), some, things)


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _apart(here: bytes, there: bytes) -> str:
    """Both, from a little before the first byte in which they differ."""
    at = next(
        (n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there))
    )
    start = max(0, at - 40)
    pieces = (shown(said[start : start + 160].decode(errors="replace")) for said in (here, there))
    return "".join(f"\n    ...{piece}" for piece in pieces)


# -- events --------------------------------------------------------------------------------------------


def events_tell_no_secrets(trial: Trial) -> None:
    """What an event writes is known to whoever sees it: then scramble may not think otherwise."""
    for seat, learned in trial.learned.items():
        if learned:
            with trial.faultless("no-fault", "scramble", seat):
                _audience_is_right(trial, seat)


def _audience_is_right(trial: Trial, seat: Seat) -> None:
    state, rng = trial.game.state, trial.chance(f"audience {seat}")
    twins = [_scrambled(trial, state, seat, rng) for _ in range(trial.share(TWINS))]
    for path, event in trial.learned[seat].items():
        written = value_at(state, path)
        if any(value_at(twin, path) != written for twin in twins) and _is_told(trial, seat, path, rng):
            tag = type(event).__struct_config__.tag
            trial.fail("audience", f"{tag} tells {show(path)}, which scramble says it may not know", seat)


def _is_told(trial: Trial, seat: Seat, path: tuple[str | int, ...], rng: Random) -> bool:
    """Whether the events alone say what was written: from any position they lead to the same."""
    written = value_at(trial.game.state, path)
    came_through = 0
    for _ in range(CONFIRMATIONS):
        twin = _scrambled(trial, trial.before, seat, rng)
        try:
            for event in trial.happened:
                event.apply(twin)
        except LookupError:  # events that do not fit this position
            continue
        came_through += 1
        if value_at(twin, path) != written:
            return False
    return came_through > 0


# -- imagining -----------------------------------------------------------------------------------------


def imagination_copies_nothing(trial: Trial) -> None:
    """Games that differ only in what another seat has sealed or said in secret are imagined alike."""
    game, rng = trial.game, trial.chance("sealed")
    for one, other, author in (*_sealed_twice(trial, rng), *_instructed(trial, rng)):
        for seat in game.seats:
            if seat == author or one.pause != other.pause:
                continue
            with trial.faultless("imagination", "imagining", seat):
                trial.report.imagined += 1
                luck = rng.randrange(2**32)
                if _imagined(one, seat, luck) != _imagined(other, seat, luck):
                    what = f"what {author} has sealed or said in secret is found in the imagined game"
                    trial.fail("imagination", what, seat)


def _sealed_twice(trial: Trial, rng: Random) -> Iterator[tuple[Game[Any], Game[Any], Seat]]:
    """Two forks in which one seat has sealed different answers while others are still asked."""
    game = trial.game
    waiting = game.waiting()
    if isinstance(game.pause, Decision) or len(waiting) < 2:
        return
    author = rng.choice(waiting)
    question, view = game.pending(author), game.view(author)
    assert question is not None
    answers: list[Order] = [DECLINE] if isinstance(game.pause, Window) else []
    answers += [question.sample(view, rng) for _ in range(6)]
    first, *rest = answers
    second = next((answer for answer in rest if answer != first), None)
    if second is None:
        return
    one, other = game.fork(), game.fork()
    one.answer(author, first)
    other.answer(author, second)
    if author in one.sealed() and author in other.sealed():
        yield one, other, author


def _instructed(trial: Trial, rng: Random) -> Iterator[tuple[Game[Any], Game[Any], Seat]]:
    """The game, and a fork in which one seat has said something."""
    told = invented_instruction(trial.game, rng)
    if told is None:
        return
    other = trial.game.fork()
    other.instruct(*told)
    yield trial.game.fork(), other, told[0]


def _imagined(game: Game[Any], seat: Seat, luck: int) -> Any:
    try:
        twin = game.imagine(seat, Random(luck))
    except RuleError as fault:
        return str(fault)
    return twin.save(), twin.state, twin.pause
