"""Anti-aircraft fire (Fliegerabwehr) and the self-defence of troops (Truppenfliegerabwehr).

Flak acts only against attacking, dropping and landing aircraft, one field before their goal: once in a turn
as a real counter-move before the aircraft can act, afterwards in an opposed roll with it. Heavy flak
reaches high, medium and light flak low. Who cannot reach the field before may still fire over the target at
the departing one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    DECLINE,
    Decline,
    Event,
    Game,
    Likely,
    Modifiers,
    Odds,
    Question,
    Rng,
    Script,
    Side,
    react_each,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import camouflage, command, secrecy
from planspiel.systems.wiener2022.air_combat import drive_off, shoot_down
from planspiel.systems.wiener2022.air_tasks import Run
from planspiel.systems.wiener2022.effect import BLACK, FACES, LOSS, level_of, points_of, value_of
from planspiel.systems.wiener2022.flak_reach import (
    Flak,
    SelfDefence,
    Stage,
    flak_refusal,
    flak_weapons,
    has_real,
    kind_here,
    self_defence_refusal,
)
from planspiel.systems.wiener2022.losses import Pinned
from planspiel.systems.wiener2022.modifiers import flak_modifiers
from planspiel.systems.wiener2022.opposed import Duel, opposed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import FLYING
from planspiel.systems.wiener2022.state import (
    Known,
    Position,
    at,
    enemy_of,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "AgainstAircraft",
    "Flak",
    "FlakBursts",
    "FlakFired",
    "FlakHit",
    "SelfDefence",
    "Stage",
    "departing",
    "flak_refusal",
    "flak_weapons",
    "is_flying_on",
    "real_fire",
    "suffer_in_the_air",
    "unreal_fire",
]

SIX = 6


class FlakFired(Event[Position], frozen=True):
    """Whoever fires hides no longer; a real counter-move is used up for the turn."""

    said: ClassVar[str] = "{element} fires at {aircraft}."
    reveals: ClassVar[bool] = True
    element: str
    aircraft: str
    real: bool

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        used = state.turn if self.real else element.flak_used
        put(state, replace(element, fired_in=state.half, hidden=False, combed=False, flak_used=used))


class FlakBursts(Event[Position], frozen=True):
    """What those see who do not know where the flak stands."""

    said: ClassVar[str] = "Flak fires at {aircraft}."
    reveals: ClassVar[bool] = True
    aircraft: str


class FlakHit(Event[Position], frozen=True):
    said: ClassVar[str] = "The fire at {aircraft} gives {value}."
    aircraft: str
    natural: int
    value: int


# -- the question ------------------------------------------------------------------------------------------


def answers(
    pack: Pack, known: Known, side: Side, runs: Sequence[Run], stage: Stage, used: Sequence[str]
) -> Iterator[Flak | SelfDefence]:
    """Everything with which a side may answer these runs at this stage."""
    for element in known.elements.values():
        if element.side != side or element.fate != "board" or element.id in used:
            continue
        for weapon in flak_weapons(pack, element):
            for run in runs:
                order = Flak(element.id, weapon.id, run.aircraft)
                if flak_refusal(pack, known, side, order, runs, stage, used) is None:
                    yield order
    if stage == "real":
        for run in runs:
            for element in at(known, run.field):
                defence = SelfDefence(element.id, run.aircraft)
                if self_defence_refusal(pack, known, side, defence, runs, used) is None:
                    yield defence


class AgainstAircraft(Question[WienerView, Flak | SelfDefence], frozen=True):
    """Aircraft attack, drop or land: who fires at them?"""

    prompt: ClassVar[str] = "{aircraft} flies towards {field}: who fires at it?"
    cite: ClassVar[str] = "WPR-fliegerabwehr-2"
    aircraft: str
    field: str
    side: Side
    runs: tuple[Run, ...]
    stage: Stage
    used: tuple[str, ...] = ()
    live: bool = True

    def options(self, view: WienerView) -> Iterator[Flak | SelfDefence]:
        return answers(view.pack, view, self.side, self.runs, self.stage, self.used)

    def check(self, view: WienerView, order: Flak | SelfDefence) -> None:
        if isinstance(order, SelfDefence):
            refusal = self_defence_refusal(view.pack, view, self.side, order, self.runs, self.used)
        else:
            refusal = flak_refusal(view.pack, view, self.side, order, self.runs, self.stage, self.used)
        if refusal is not None:
            raise refusal

    def odds(self, view: WienerView, order: Flak | SelfDefence) -> Odds | None:
        if isinstance(order, SelfDefence) or self.stage == "unreal":
            return None
        weapon = view.pack.weapons[order.weapon]
        run = next(run for run in self.runs if run.aircraft == order.aircraft)
        mods = flak_modifiers(view.pack, view, order.element, weapon, high=run.height == "high")
        names = {0: "no effect", 3: "pinned 3", 4: "pinned 4", 5: "driven off", 6: "shot down"}
        levels = [level_of(value_of(face, mods.total)) for face in FACES]
        results = tuple(Likely(name, levels.count(level)) for level, name in names.items() if level in levels)
        return Odds("WPR-fliegerabwehr-4", 0, mods.lines, results, len(FACES))

    def sample(self, view: WienerView, rng: Rng) -> Flak | SelfDefence:
        return rng.choice(list(self.options(view)))

    def standing(self, view: WienerView) -> Flak | SelfDefence | Decline | None:
        """Who is not told to hold fires; where a question would betray somebody nobody is asked.

        Who hides and was told nothing stays hidden then.
        """
        options = list(self.options(view))
        asked = secrecy.seems_able(view, options) and view.standing.fire == "ask"
        for option in options:
            conduct = view.standing.of(option.element)
            hides = view.elements[option.element].hidden
            if conduct.fire == "fire" or (conduct.fire == "ask" and not (self.live or hides)):
                return option
            asked = asked or (conduct.fire == "ask" and self.live)
        return None if asked else DECLINE


def _asked(
    game: Game[Position], runs: Sequence[Run], stage: Stage, used: tuple[str, ...]
) -> Script[Flak | SelfDefence | None]:
    """The passive party names one weapon, or nobody."""
    state = game.state
    side = enemy_of(state.elements[runs[0].aircraft].side)
    seeming = secrecy.as_they_look(state, side)
    if next(answers(game.pack, seeming, side, runs, stage, used), None) is None:
        return None
    live = secrecy.is_open(state)
    first = runs[0]
    question = AgainstAircraft(first.aircraft, first.field, side, tuple(runs), stage, used, live)
    claim = yield from react_each({seat_of(state, side): question}, live=live)
    return claim[1] if claim is not None else None


# -- fire --------------------------------------------------------------------------------------------------


def is_flying_on(state: Position, run: Run) -> bool:
    """Whether an aircraft is still on its run."""
    return state.elements[run.aircraft].mission in FLYING


@rule("WPR-fliegerabwehr-4", "WPR-fliegerabwehr-1")
def real_fire(game: Game[Position], runs: Sequence[Run], used: tuple[str, ...]) -> Script[tuple[str, ...]]:
    """Real counter-moves and self-defence strike before weapons or troops are dropped."""
    found = yield from _one_after_the_other(game, runs, "real", used)
    return found


@rule("WPR-luftangriffe-5")
def departing(game: Game[Position], runs: Sequence[Run], used: tuple[str, ...]) -> Script[None]:
    """Over the goal, when the attack can no longer be prevented."""
    yield from _one_after_the_other(game, runs, "departing", used)


def _one_after_the_other(
    game: Game[Position], runs: Sequence[Run], stage: Stage, used: tuple[str, ...]
) -> Script[tuple[str, ...]]:
    while True:
        there = [run for run in runs if is_flying_on(game.state, run)]
        if not there:
            return used
        order = yield from _asked(game, there, stage, used)
        if order is None:
            return used
        run = next(run for run in there if run.aircraft == order.aircraft)
        if isinstance(order, SelfDefence):
            used = (*used, order.element, kind_here(game.pack, game.state.elements[order.element]))
            yield from _defend(game, order)
        elif has_real(game.state, game.state.elements[order.element]):
            used = (*used, order.element)
            yield from _fire(game, order, run)
        else:
            used = (*used, order.element)
            yield from _duel(game, order, run, Modifiers())


def _announce(game: Game[Position], name: str, aircraft: str, cite: str, *, real: bool) -> None:
    event = FlakFired(name, aircraft, real, cite=cite)
    secrecy.tell(game, event, (name,), FlakBursts(aircraft, cite=cite))
    command.spend(game, (name,))


def _fire(game: Game[Position], order: Flak, run: Run) -> Script[None]:
    """A real counter-move: one die, read on the effect table."""
    _announce(game, order.element, order.aircraft, "WPR-fliegerabwehr-5", real=True)
    weapon = game.pack.weapons[order.weapon]
    mods = flak_modifiers(game.pack, game.state, order.element, weapon, high=run.height == "high")
    (natural,) = yield from roll(
        "1d6", "flak at {aircraft}", "WPR-fliegerabwehr-4", order.aircraft, None, aircraft=order.aircraft
    )
    value = value_of(natural, points_of(mods.lines))
    _hit(game, order.aircraft, natural, value, "WPR-fliegerabwehr-4")
    yield from camouflage.betray(game, order.element)


@rule("WPR-truppenfla-2")
def _defend(game: Game[Position], order: SelfDefence) -> Script[None]:
    """Only a 6 gives a second die, and that one is read on the effect table."""
    _announce(game, order.element, order.aircraft, "WPR-truppenfla-1", real=False)
    told = secrecy.audience(game, (order.element, order.aircraft))
    name = order.aircraft
    (natural,) = yield from roll(
        "1d6", "self-defence against {aircraft}", "WPR-truppenfla-2", name, told, aircraft=name
    )
    if natural == SIX:
        (second,) = yield from roll(
            "1d6", "second die against {aircraft}", "WPR-truppenfla-2", name, told, aircraft=name
        )
        _hit(game, name, second, value_of(second, 0), "WPR-truppenfla-2")
    yield from camouflage.betray(game, order.element)


# -- opposed rolls -----------------------------------------------------------------------------------------


@rule("WPR-fliegerabwehr-6", "WPR-fliegerabwehr-7")
def unreal_fire(
    game: Game[Position], run: Run, points: Modifiers | None, used: tuple[str, ...]
) -> Script[tuple[Duel | None, tuple[str, ...]]]:
    """Flak without a real counter-move left rolls against the aircraft, as often as there is such flak.

    Returns the last roll, if any: the aircraft's die in it is its attack die. Who only drops or lands
    (no points) may win the roll, but harms nobody with it.
    """
    last: Duel | None = None
    while is_flying_on(game.state, run):
        order = yield from _asked(game, (run,), "unreal", used)
        if not isinstance(order, Flak):
            break
        used = (*used, order.element)
        mods = Modifiers()
        for line in points.lines if points is not None else ():
            mods.add(line.value, str(line.reason), line.cite)
        last = yield from _duel(game, order, run, mods)
        if last.winner == order.element:
            break
    return last, used


def _duel(game: Game[Position], order: Flak, run: Run, theirs: Modifiers) -> Script[Duel]:
    _announce(game, order.element, order.aircraft, "WPR-fliegerabwehr-6", real=False)
    weapon = game.pack.weapons[order.weapon]
    ours = flak_modifiers(game.pack, game.state, order.element, weapon, high=run.height == "high")
    found = yield from opposed(game, order.element, order.aircraft, ours, theirs, cite="WPR-fliegerabwehr-7")
    if found.winner == order.element:
        _hit(game, order.aircraft, found.natural, found.value, "WPR-fliegerabwehr-7")
    yield from camouflage.betray(game, order.element)
    return found


# -- what it does to an aircraft ---------------------------------------------------------------------------


def _hit(game: Game[Position], aircraft: str, natural: int, value: int, cite: str) -> None:
    game.happens(FlakHit(aircraft, natural, value, cite=cite))
    suffer_in_the_air(game, aircraft, value)


@rule("WPR-wirkungstabelle-4", "WPR-lastensegler-2", "WPR-lastensegler-3")
def suffer_in_the_air(game: Game[Position], name: str, value: int) -> None:
    """3 and 4 pin, 5 drives off, 6 shoots down. A glider has no choice but to land: 5 only pins it."""
    level = level_of(value)
    element = game.state.elements[name]
    if not level:
        return
    if level == LOSS:
        shoot_down(game, name, "WPR-wirkungstabelle-4")
    elif level == BLACK and not game.pack.models[element.model].is_glider:
        drive_off(game, name, "WPR-niederhaltung-5")
    elif element.pinned < level:
        game.happens(Pinned(name, level, cite="WPR-niederhaltung-1"))
