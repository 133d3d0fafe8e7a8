"""Anti-aircraft fire (Fliegerabwehr) and the self-defence of troops (Truppenfliegerabwehr).

Flak acts only against attacking, dropping and landing aircraft, one field before their goal: once in a turn
as a real counter-move before the aircraft can act, afterwards in an opposed roll with it. Heavy flak
reaches high, medium and light flak low. Who cannot reach the field before may still fire over the target at
the departing one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from planspiel.boards.square import parse_field
from planspiel.kernel import (
    DECLINE,
    Choice,
    Decline,
    Event,
    Game,
    Illegal,
    Likely,
    Modifiers,
    Odds,
    Order,
    Question,
    Rng,
    Script,
    Side,
    react_each,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import camouflage, command, secrecy
from planspiel.systems.wiener2022.activities import no_ammunition
from planspiel.systems.wiener2022.aim import aboard_refusal, kind_of
from planspiel.systems.wiener2022.air_combat import drive_off, shoot_down
from planspiel.systems.wiener2022.air_tasks import Run
from planspiel.systems.wiener2022.catalogue import Weapon
from planspiel.systems.wiener2022.effect import BLACK, FACES, LOSS, level_of, points_of, value_of
from planspiel.systems.wiener2022.losses import Pinned
from planspiel.systems.wiener2022.modifiers import flak_modifiers
from planspiel.systems.wiener2022.opposed import Duel, opposed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import FLYING
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    enemy_of,
    on_board,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "CHOICES",
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

Stage = Literal["real", "unreal", "departing"]
SIX = 6

CHOICES = {
    "heavy_flak_low": Choice(
        False,
        "Heavy flak may also fire at low attacks",
        "Schwere FlAK darf auch gegen Tiefangriffe wirken",
        "WPR-fliegerabwehr-8",
    ),
}


class Flak(Order, frozen=True):
    """One flak weapon fires at one aircraft."""

    element: str
    weapon: str
    aircraft: str


class SelfDefence(Order, frozen=True):
    """A troop in the target field fires at the aircraft that attacks it."""

    element: str
    aircraft: str


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


# -- who may fire at which aircraft ------------------------------------------------------------------------


def flak_weapons(pack: Pack, element: Element) -> list[Weapon]:
    """What an element can fire at aircraft."""
    return [pack.weapons[name] for name in pack.models[element.model].weapons if pack.weapons[name].air]


@rule("WPR-fliegerabwehr-3", "WPR-fliegerabwehr-8")
def reaches_height(known: Known, weapon: Weapon, run: Run) -> bool:
    """Heavy flak against high attacks; medium, light and heavy machine guns against low ones and landings."""
    if weapon.flak == "heavy":
        return run.height == "high" or bool(known.options["heavy_flak_low"])
    return run.height == "low"


@rule("WPR-fliegerabwehr-2")
def in_range(field: str, weapon: Weapon, goal: str) -> bool:
    """Fields to where the aircraft is; the field before the goal may lie off the board."""
    (ax, ay), (bx, by) = parse_field(field), _coordinates(goal)
    return max(abs(ax - bx), abs(ay - by)) <= weapon.air


def _coordinates(label: str) -> tuple[int, int]:
    x, _, y = label.partition(",")
    return int(x), int(y)


@rule("WPR-fliegerabwehr-9")
def unready_refusal(pack: Pack, element: Element) -> Illegal | None:
    """Unlimbered or mounted, and not pinned at 5 or more; a position marker is not needed."""
    if element.aboard:
        return Illegal("{element} is not ready to fire.", "WPR-fliegerabwehr-9", element=element.id)
    return _unfit_refusal(element)


def _unfit_refusal(element: Element) -> Illegal | None:
    if not on_board(element) or element.guise:
        return Illegal("{element} is not ready to fire.", "WPR-fliegerabwehr-9", element=element.id)
    if element.pinned >= BLACK:
        return Illegal("{element} is pinned and cannot fire.", "WPR-niederhaltung-4", element=element.id)
    if not element.ammunition:
        return no_ammunition(element)
    return None


@rule("WPR-fliegerabwehr-5", "WPR-fliegerabwehr-6")
def has_real(known: Known, element: Element) -> bool:
    """Each weapon has one real counter-move against aircraft in a turn; unreal ones have no limit."""
    return element.flak_used != known.turn


def flak_refusal(
    pack: Pack, known: Known, side: Side, order: Flak, runs: Sequence[Run], stage: Stage, used: Sequence[str]
) -> Illegal | None:
    """Why a flak weapon may not fire at this aircraft now."""
    element = known.elements.get(order.element)
    if element is None or element.side != side:
        return Illegal("{element} is no element of yours.", "WPR-fliegerabwehr-1", element=order.element)
    run = next((run for run in runs if run.aircraft == order.aircraft), None)
    if run is None:
        return Illegal("{element} does not attack or land.", "WPR-fliegerabwehr-1", element=order.aircraft)
    refusal = unready_refusal(pack, element) or _used_refusal(known, element, stage, used)
    if refusal is not None:
        return refusal
    weapon = next((one for one in flak_weapons(pack, element) if one.id == order.weapon), None)
    if weapon is None:
        return Illegal("{element} has no such flak weapon.", "WPR-fliegerabwehr-3", element=element.id)
    if not reaches_height(known, weapon, run):
        return Illegal("{element} does not act at this height.", "WPR-fliegerabwehr-8", element=element.id)
    return _range_refusal(element, weapon, run, stage)


@rule("WPR-luftangriffe-7")
def _used_refusal(known: Known, element: Element, stage: Stage, used: Sequence[str]) -> Illegal | None:
    """Each weapon engages one aircraft of a simultaneous attack, really or, if that is used up, unreally."""
    if element.id in used:
        return Illegal("{element} has already fired.", "WPR-luftangriffe-7", element=element.id)
    if stage == "real" and not has_real(known, element):
        reason = "{element} has had its real counter-move in this turn."
        return Illegal(reason, "WPR-fliegerabwehr-5", element=element.id)
    if stage == "unreal" and has_real(known, element):
        return Illegal("{element} has its real counter-move.", "WPR-fliegerabwehr-6", element=element.id)
    return None


@rule("WPR-luftangriffe-5")
def _range_refusal(element: Element, weapon: Weapon, run: Run, stage: Stage) -> Illegal | None:
    """One field before the goal; who does not reach that may fire over the goal as the aircraft leaves."""
    before = in_range(element.field, weapon, run.before)
    if stage != "departing" and before:
        return None
    if stage == "departing" and not before and in_range(element.field, weapon, run.field):
        return None
    return Illegal("{element} is out of range.", "WPR-fliegerabwehr-2", element=element.id)


# -- troops in the target field ----------------------------------------------------------------------------


@rule("WPR-truppenfla-1", "WPR-truppenfla-3", "WPR-feuer-fahrzeuge-1")
def self_defence_refusal(
    pack: Pack, known: Known, side: Side, order: SelfDefence, runs: Sequence[Run], used: Sequence[str]
) -> Illegal | None:
    """Armed troops below level 5 against a low attack on their own field, each weapon kind once.

    Carried troops fire their machine weapons; a machine gun aboard cannot act as flak.
    """
    element = known.elements.get(order.element)
    if element is None or element.side != side:
        return Illegal("{element} is no element of yours.", "WPR-truppenfla-1", element=order.element)
    run = next((run for run in runs if run.aircraft == order.aircraft), None)
    if run is None or run.field != element.field or run.purpose != "attack" or run.height != "low":
        return Illegal(
            "{element} is not attacked from low height.", "WPR-truppenfla-1", element=order.element
        )
    weapon = pack.main_weapon(pack.models[element.model])
    if weapon is None:
        return Illegal("{element} is unarmed.", "WPR-truppenfla-1", element=element.id)
    refusal = _unfit_refusal(element)
    if refusal is None and element.aboard:
        refusal = aboard_refusal(pack, known, element, weapon)
    if refusal is not None:
        return refusal
    if flak_weapons(pack, element) and not (element.aboard and weapon.family == "mg"):
        return Illegal("{element} fires as flak.", "WPR-truppenfla-3", element=element.id)
    if _kind_here(pack, element) in used:
        return Illegal("A weapon of this kind has tried.", "WPR-truppenfla-3", element=element.id)
    return None


def _kind_here(pack: Pack, element: Element) -> str:
    weapon = pack.main_weapon(pack.models[element.model])
    return f"{element.field}/{kind_of(weapon)}" if weapon is not None else ""


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
            used = (*used, order.element, _kind_here(game.pack, game.state.elements[order.element]))
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
