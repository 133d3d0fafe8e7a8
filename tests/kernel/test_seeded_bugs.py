"""The suite notices seeded bugs: each has one guard that catches it, and without that guard nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

import mini.system as rules
from mini import Mini
from mini.events import MineLaid, MovementDone, NoiseHeard, StanceTaken
from mini.questions import Done, Move, MoveOrDone, Plan, PlanTheTurn
from mini.state import MiniView, Position, near
from planspiel.kernel import (
    Event,
    Game,
    Illegal,
    Item,
    Odds,
    Public,
    Question,
    Rng,
    Script,
    Seat,
    Setup,
    ask,
    commit,
    resume_point,
    runner,
)
from planspiel.testing.conformance import GUARDS, Breach, Report, conform_all

Scripts = Mapping[str, Callable[..., Script[None]]]


class Bug(Struct, frozen=True):
    """A variant of the mini system with one fault, and the guard that must notice it."""

    guard: str
    system: Callable[[], Mini]
    setup: Setup = Setup("duel")
    seeds: tuple[int, ...] = (0,)
    every: int = 1
    patch: Callable[[pytest.MonkeyPatch], None] = lambda patches: None


BUGS: dict[str, Bug] = {}


def seeded(guard: str, **how: Any) -> Callable[[type[Mini]], type[Mini]]:
    """Enter a faulty system under its name, read as a sentence."""

    def enter(kind: type[Mini]) -> type[Mini]:
        BUGS[kind.__name__] = Bug(guard, kind, **how)
        return kind

    return enter


def asking(question: Question[Any, Any]) -> Scripts:
    """The scripts of the mini system with another question in movement."""

    def movement(game: Game[Position], name: str) -> Script[None]:
        seat = Seat(name)
        while seat not in game.state.done:
            yield from resume_point()
            order = yield from ask(seat, question)
            if isinstance(order, Done):
                game.happens(MovementDone(seat, cite="MINI-2"))
                return
            yield from rules.march(game, order)

    return {**Mini.scripts, "movement": movement}


class Whispering(Mini):
    """Its views carry the whole position where the browser does not see it."""

    def view(self, state: Position, seat: Seat) -> MiniView:
        view = super().view(state, seat)
        view.__dict__["umpire"] = state
        return view


def hidden_enemies(view: MiniView) -> list[int]:
    state: Position = view.__dict__["umpire"]
    return [token.at for token in state.tokens.values() if token.hidden and token.side not in view.sides]


# -- play ----------------------------------------------------------------------------------------------


@seeded("no-fault")
class ResumePointTooDeep(Mini):
    """A resume point inside a sub-procedure."""

    @staticmethod
    def _movement(game: Game[Position], name: str) -> Script[None]:
        def deeper() -> Script[None]:
            yield from resume_point()

        while Seat(name) not in game.state.done:
            yield from resume_point()
            order = yield from ask(Seat(name), MoveOrDone())
            yield from deeper()
            if isinstance(order, Done):
                game.happens(MovementDone(Seat(name), cite="MINI-2"))

    scripts: Mapping[str, Any] = {**Mini.scripts, "movement": _movement}


@seeded("no-fault")
class AgendaRunsDry(Mini):
    """Nothing follows the first turn."""

    @staticmethod
    def _turn_end(game: Game[Position]) -> Script[None]:
        return
        yield

    scripts: Mapping[str, Any] = {**Mini.scripts, "turn-end": _turn_end}


class MoveAtAllCosts(MoveOrDone, frozen=True):
    def options(self, view: MiniView) -> Iterator[Move | Done]:
        return (option for option in super().options(view) if isinstance(option, Move))


@seeded("no-dead-end")
class DeadEnd(Mini):
    """Who has moved every token is still asked to move one."""

    questions = (*Mini.questions, MoveAtAllCosts)
    scripts: Mapping[str, Any] = asking(MoveAtAllCosts())


@seeded("ends", every=10, seeds=(0,))
class EndlessGame(Mini):
    """Nobody ever wins."""

    most_decisions: ClassVar[int] = 100

    @staticmethod
    def _turn_end(game: Game[Position]) -> Script[None]:
        game.then(Item("turn"))
        return
        yield

    scripts: Mapping[str, Any] = {**Mini.scripts, "turn-end": _turn_end}


@seeded("ends", every=1, seeds=(0,))
class StandingStill(Mini):
    """A seat is asked the same again and again, and nothing comes of it."""

    most_decisions: ClassVar[int] = 200

    @staticmethod
    def _movement(game: Game[Position], name: str) -> Script[None]:
        while True:
            yield from resume_point()
            yield from ask(Seat(name), MoveOrDone())

    scripts: Mapping[str, Any] = {**Mini.scripts, "movement": _movement}


@seeded("short-memory", every=20, seeds=(0,))
class LongMemory(Mini):
    """A hundred questions without a resume point."""

    @staticmethod
    def _movement(game: Game[Position], name: str) -> Script[None]:
        for _ in range(100):
            yield from ask(Seat(name), MoveOrDone())
        game.happens(MovementDone(Seat(name), cite="MINI-2"))

    scripts: Mapping[str, Any] = {**Mini.scripts, "movement": _movement}


# -- the laws of the kernel ----------------------------------------------------------------------------


@seeded("resumes", seeds=(0,))
class ProgressInALocal(Mini):
    """How many moves are left is forgotten when the game is reloaded."""

    @staticmethod
    def _movement(game: Game[Position], name: str) -> Script[None]:
        seat, left = Seat(name), 2
        while left > 0:
            yield from resume_point()
            order = yield from ask(seat, MoveOrDone())
            if isinstance(order, Done):
                break
            yield from rules.march(game, order)
            left -= 1
        game.happens(MovementDone(seat, cite="MINI-2"))

    scripts: Mapping[str, Any] = {**Mini.scripts, "movement": _movement}


@seeded("replays")
class RuleThatReadsTheLog(Mini):
    """What happens depends on something that is neither state nor answer."""

    @staticmethod
    def _turn_end(game: Game[Position]) -> Script[None]:
        if game.log is not None:
            game.happens(StanceTaken(game.seats[0], "hold", cite="MINI-1"))
        yield from rules.turn_end(game)

    scripts: Mapping[str, Any] = {**Mini.scripts, "turn-end": _turn_end}


class MoveAnywhere(MoveOrDone, frozen=True):
    def options(self, view: MiniView) -> Iterator[Move | Done]:
        yield from super().options(view)
        yield from (Move(token.id, (token.at,)) for token in view.own.values())

    def sample(self, view: MiniView, rng: Rng) -> Move | Done:
        return rng.choice(list(super().options(view)))


@seeded("options")
class OptionThatCheckRefuses(Mini):
    questions = (*Mini.questions, MoveAnywhere)
    scripts: Mapping[str, Any] = asking(MoveAnywhere())


class MoveCarelessly(MoveOrDone, frozen=True):
    def check(self, view: MiniView, order: Move | Done) -> None:
        if isinstance(order, Move):
            _ = view.own[order.token]
        super().check(view, order)


@seeded("refusals")
class RefusalThatFails(Mini):
    """A token that does not exist is a KeyError instead of a sentence."""

    questions = (*Mini.questions, MoveCarelessly)
    scripts: Mapping[str, Any] = asking(MoveCarelessly())


@seeded("events")
class RuleThatMutatesTheState(Mini):
    @staticmethod
    def _turn_end(game: Game[Position]) -> Script[None]:
        game.state.stances.clear()
        yield from rules.turn_end(game)

    scripts: Mapping[str, Any] = {**Mini.scripts, "turn-end": _turn_end}


class Wavering(Position, kw_only=True):
    morale: Annotated[float, Public] = 0.5


class Weathered(Position, kw_only=True):
    weather: int = 0


@seeded("plain")
class FloatInTheState(Mini):
    state_type = Wavering

    def start(self, setup: Setup) -> Position:
        return Wavering(**asdict(super().start(setup)))


@seeded("declared")
class UndeclaredField(Mini):
    state_type = Weathered

    def start(self, setup: Setup) -> Position:
        return Weathered(**asdict(super().start(setup)))


@seeded("json")
class ViewThatComesBackOtherwise(Mini):
    """A list where the view says there is a tuple."""

    def view(self, state: Position, seat: Seat) -> MiniView:
        view = super().view(state, seat)
        return replace(view, craters=list(view.craters))


# -- secrets -------------------------------------------------------------------------------------------


@seeded("view")
class LeakingView(Mini):
    """A seat's own mines are all mines."""

    def view(self, state: Position, seat: Seat) -> MiniView:
        return replace(super().view(state, seat), own_mines=tuple(sorted(state.mines)))


class MoveCautiously(MoveOrDone, frozen=True):
    def check(self, view: MiniView, order: Move | Done) -> None:
        super().check(view, order)
        if isinstance(order, Move) and len(order.path) == 2:
            for at in hidden_enemies(view):
                if near(view.width, at, order.path[1]) <= 2:
                    raise Illegal("Too dangerous.", self.cite)


@seeded("refusal")
class LeakingRefusal(Whispering):
    """A long move is refused where a hidden enemy is near."""

    questions = (*Mini.questions, MoveCautiously)
    scripts: Mapping[str, Any] = asking(MoveCautiously())


class MoveWarned(MoveOrDone, frozen=True):
    threats: int = 0


@seeded("question")
class LeakingQuestion(Mini):
    """The question says how close the nearest hidden enemy is."""

    questions = (*Mini.questions, MoveWarned)

    @staticmethod
    def _movement(game: Game[Position], name: str) -> Script[None]:
        seat = Seat(name)
        while seat not in game.state.done:
            yield from resume_point()
            tokens = game.state.tokens.values()
            order = yield from ask(seat, MoveWarned(sum(token.at for token in tokens if token.hidden)))
            if isinstance(order, Done):
                game.happens(MovementDone(seat, cite="MINI-2"))
                return
            yield from rules.march(game, order)

    scripts: Mapping[str, Any] = {**Mini.scripts, "movement": _movement}


def _shooters_in_sight_or_not(
    game: Game[Position], target: str, live: bool
) -> dict[Seat, Question[Any, Any]]:
    """As the mini system's, but hidden tokens are asked live as well."""
    found = {**SHOOTERS(game, target, live)}
    if live:
        for seat, question in SHOOTERS(game, target, False).items():
            found.setdefault(seat, question)
    return found


SHOOTERS = rules._shooters


@seeded(
    "waiting",
    seeds=(14, 15, 16),
    patch=lambda patches: patches.setattr(rules, "_shooters", _shooters_in_sight_or_not),
)
class WindowThatTellsOfAHiddenUnit(Mini):
    """A live window that is opened only because of a hidden token."""


def _fire_with_a_report(game: Game[Position], target: str) -> Script[None]:
    """As the mini system's, but all hear when it is over: the game goes on at once where nobody is asked."""
    yield from REACTION_FIRE(game, target)
    game.happens(NoiseHeard(cite="MINI-3"))


REACTION_FIRE = rules.reaction_fire


def _ask_hidden_tokens_too(patches: pytest.MonkeyPatch) -> None:
    patches.setattr(rules, "_shooters", _shooters_in_sight_or_not)
    patches.setattr(rules, "reaction_fire", _fire_with_a_report)


@seeded("pause", seeds=(14, 15, 16), patch=_ask_hidden_tokens_too)
class PauseThatTellsOfAHiddenUnit(Mini):
    """A live window that is opened only because of a hidden token, where otherwise play goes on in sight."""


class MoveAroundThem(MoveOrDone, frozen=True):
    def options(self, view: MiniView) -> Iterator[Move | Done]:
        for option in super().options(view):
            if isinstance(option, Done) or option.path[0] not in hidden_enemies(view):
                yield option


@seeded("offer", seeds=(0, 1, 2, 3))
class LeakingOptions(Whispering):
    """A square with a hidden enemy is not offered."""

    questions = (*Mini.questions, MoveAroundThem)
    scripts: Mapping[str, Any] = asking(MoveAroundThem())


class MoveExplained(MoveOrDone, frozen=True):
    def explain(self, view: MiniView, thing: str) -> Illegal | None:
        if thing in [f"square:{at}" for at in hidden_enemies(view)]:
            return Illegal("Somebody is there.", self.cite)
        return super().explain(view, thing)


@seeded("explanation")
class LeakingExplanation(Whispering):
    questions = (*Mini.questions, MoveExplained)
    scripts: Mapping[str, Any] = asking(MoveExplained())


class MoveWithOdds(MoveOrDone, frozen=True):
    def odds(self, view: MiniView, order: Move | Done) -> Odds:
        return Odds(self.cite, sum(hidden_enemies(view)), (), (), 1)


@seeded("chances")
class LeakingOdds(Whispering):
    questions = (*Mini.questions, MoveWithOdds)
    scripts: Mapping[str, Any] = asking(MoveWithOdds())


class Rumoured(Event[Position], frozen=True):
    said: ClassVar[str] = "There are rumours."
    heard: dict[str, int]


def rumours(heard: Callable[[Position], list[str]]) -> Scripts:
    """Before every move all are told something."""

    def _movement(game: Game[Position], name: str) -> Script[None]:
        seat = Seat(name)
        while seat not in game.state.done:
            yield from resume_point()
            game.happens(Rumoured(dict.fromkeys(heard(game.state), 1)))
            order = yield from ask(seat, MoveOrDone())
            if isinstance(order, Done):
                game.happens(MovementDone(seat, cite="MINI-2"))
                return
            yield from rules.march(game, order)

    return {**Mini.scripts, "movement": _movement}


def _by_place(state: Position) -> list[str]:
    return [f"about {token.id}" for token in sorted(state.tokens.values(), key=lambda token: token.at)]


@seeded("stream")
class LeakingOrderOfEntries(Mini):
    """The same words, in an order that depends on where hidden tokens are: only the bytes differ."""

    events = (*Mini.events, Rumoured)
    scripts: Mapping[str, Any] = rumours(_by_place)


@seeded("names")
class LeakingName(Mini):
    """All hear the name of a token that some have never seen, whatever it does."""

    events = (*Mini.events, Rumoured)
    scripts: Mapping[str, Any] = rumours(lambda state: sorted(state.tokens)[-1:])


@seeded("audience")
class EventWithTooWideAnAudience(Mini):
    """All are told where a mine was laid."""

    @staticmethod
    def _plan(game: Game[Position]) -> Script[None]:
        plans: dict[Seat, Plan] = yield from commit({seat: PlanTheTurn() for seat in game.seats})
        for seat, chosen in plans.items():
            game.happens(StanceTaken(seat, chosen.stance, cite="MINI-1"))
            if chosen.mine not in game.state.mines:
                game.happens(MineLaid(game.state.seats[seat][0], chosen.mine, cite="MINI-1"))

    scripts: Mapping[str, Any] = {**Mini.scripts, "plan": _plan}


@seeded("scramble-keeps")
class ScrambleThatChangesAPublicField(Mini):
    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        twin = super().scramble(state, seat, rng)
        twin.last_turn += 1
        return twin


@seeded("scramble-forgets", seeds=(0, 1))
class ScrambleThatForgetsATable(Mini):
    """Standing orders stay as they are."""

    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        twin = super().scramble(state, seat, rng)
        twin.standing = state.standing.copy()
        return twin


@seeded("scramble-forgets", setup=Setup("coalition", {"scouting": True}), seeds=(0, 1))
class ScrambleThatForgetsAFieldInAPublicTable(Mini):
    """What scouts have found stays as it is."""

    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        twin = super().scramble(state, seat, rng)
        twin.scouting = state.scouting.copy()
        return twin


REIMAGINE = Game.reimagine


def _copying(game: Game[Any], seat: Seat, rng: Rng) -> Any:
    imagined = REIMAGINE(game, seat, rng)
    if imagined is not None and game.sealed():
        imagined[0]._given = dict(game._given)
    return imagined


@seeded("imagination", patch=lambda patches: patches.setattr(Game, "reimagine", _copying))
class SealedAnswerCopied(Mini):
    """An imagined game has the very answer another seat has sealed."""


@seeded("imagination", patch=lambda patches: patches.setattr(runner, "_is_open", lambda instruction: True))
class SecretInstructionCopied(Mini):
    """An imagined game has the standing order another seat has just given."""


@seeded("compared", patch=lambda patches: patches.setattr(Game, "reimagine", lambda *given: None))
class NothingToCompare(Mini):
    """No scrambled game ever fits what a seat has seen."""


# -- the tests -----------------------------------------------------------------------------------------


def run(bug: Bug, folder: Path, guards: frozenset[str]) -> Report:
    games = [(bug.setup, seed) for seed in bug.seeds]
    return conform_all(bug.system(), games, bug.every, guards=guards, folder=folder)


EVERY_BUG = pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS)
ALL = frozenset(GUARDS)


@EVERY_BUG
def test_the_suite_catches_a_seeded_bug(bug: Bug, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bug.patch(monkeypatch)
    with pytest.raises(Breach) as caught:
        run(bug, tmp_path, ALL)
    assert caught.value.guard == bug.guard, str(caught.value)


@EVERY_BUG
def test_without_its_guard_the_bug_goes_unnoticed(
    bug: Bug, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bug.patch(monkeypatch)
    assert run(bug, tmp_path, ALL - {bug.guard}).games == len(bug.seeds)


def test_every_guard_has_a_bug_that_it_alone_notices() -> None:
    assert {bug.guard for bug in BUGS.values()} == set(GUARDS)


@pytest.mark.parametrize(
    "bug", {(bug.setup.scenario, str(bug.setup.options)): bug for bug in BUGS.values()}.values()
)
def test_the_mini_system_itself_passes_where_its_variants_fail(bug: Bug, tmp_path: Path) -> None:
    games = [(bug.setup, seed) for seed in range(4)]
    assert conform_all(Mini(), games, 1, folder=tmp_path).compared > 100
    assert not list(tmp_path.iterdir())
