"""Fire counter-moves (Gegenzüge) of the passive party against an approach.

Real ones strike the mover before it can use its weapons: figures, unlimbered weapons, bunkers, and vehicles
in position. Vehicles out of position have only the unreal one, an encounter in which both roll. From one
field each kind of weapon answers a step once, against simultaneous movers each weapon only one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from planspiel.kernel import (
    DECLINE,
    Decline,
    Game,
    Illegal,
    Odds,
    Order,
    Question,
    Rng,
    Script,
    Side,
    react_each,
    rule,
)
from planspiel.systems.wiener2022 import crowding, entering, fire, secrecy, sight
from planspiel.systems.wiener2022.aim import flat_weapons, kind_of, reply_refusal, shot_of
from planspiel.systems.wiener2022.approach import (
    Step,
    as_seen,
    farthest_flat,
    is_triggered,
    passive_near,
    still_there,
)
from planspiel.systems.wiener2022.odds import odds_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, enemy_of, seat_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "CounterFire",
    "CounterMoves",
    "Stage",
    "TankHunt",
    "counter_moves",
    "counter_refusal",
    "is_in_position",
    "real_counter_moves",
    "unreal_counter_moves",
]

Stage = Literal["real", "unreal"]


class CounterFire(Order, frozen=True):
    """One element fires one weapon at one of the movers."""

    element: str
    weapon: str
    target: str


class TankHunt(Order, frozen=True):
    """Figures take on an armoured vehicle that has come into their field."""

    element: str
    target: str


# -- who may fire ------------------------------------------------------------------------------------------


@rule("WPR-gegenzug-echter-4", "WPR-gegenzug-echter-5", "WPR-gegenzug-unechter-1")
def is_in_position(pack: Pack, element: Element) -> bool:
    """Ready for a real counter-move: vehicles with weapons need a position marker, all others do not."""
    if pack.models[element.model].is_bunker:
        return _bunker_is_ready()
    if element.no_position and not element.position:
        return _has_withdrawn()
    return element.position or not pack.models[element.model].is_mobile_gun


@rule("WPR-befestigungen-X1")
def _bunker_is_ready() -> bool:
    """A bunker never moves, so it is always in position."""
    return True


@rule("WPR-bewegungsgegenzug-8")
def _has_withdrawn() -> bool:
    """Who has withdrawn before the enemy is ready for an encounter alone: figures and craft too."""
    return False


def counter_refusal(
    pack: Pack, known: Known, order: CounterFire, steps: Sequence[Step], stage: Stage, used: Sequence[str]
) -> Illegal | None:
    """Why an element may not answer a step with this shot."""
    side = enemy_of(known.active)
    firer = known.elements.get(order.element)
    if firer is None or firer.side != side or firer.fate != "board":
        return Illegal("{element} is no element of yours.", "WPR-gegenzug-1", element=order.element)
    step = next((step for step in steps if step.element == order.target), None)
    target = as_seen(known, step) if step is not None else None
    if step is None or target is None:
        return Illegal("{element} is not moving.", "WPR-gegenzug-1", element=order.target)
    if is_in_position(pack, firer) != (stage == "real"):
        return _wrong_stage(firer, stage)
    refusal = _used_refusal(pack, known, firer, order.weapon, used)
    refusal = refusal or reply_refusal(pack, known, firer, order.weapon, target)
    if refusal is None and not is_triggered(pack, known, firer, order.weapon, step):
        reason = "{target} goes away from {element}: that gives no counter-move."
        return Illegal(reason, "WPR-absetzen-2", target=target.id, element=firer.id)
    return refusal


def _wrong_stage(firer: Element, stage: Stage) -> Illegal:
    if stage == "real":
        reason = "{element} has no position marker: it can only roll in an encounter."
        return Illegal(reason, "WPR-gegenzug-echter-4", element=firer.id)
    return Illegal("{element} had its real counter-move.", "WPR-gegenzug-echter-10", element=firer.id)


@rule("WPR-feuereinheiten-3", "WPR-gleichzeitigkeit-4")
def _used_refusal(
    pack: Pack, known: Known, firer: Element, weapon: str, used: Sequence[str]
) -> Illegal | None:
    """Each weapon answers a step once, and from one field each kind of weapon once."""
    if firer.id in used:
        return Illegal(
            "{element} has already reacted to this step.", "WPR-gleichzeitigkeit-4", element=firer.id
        )
    alike = crowding.like_models_at(pack, known, firer, firer.field)
    kind = f"{firer.field}/{kind_of(pack.weapons[weapon])}" if weapon in pack.weapons else ""
    if kind in used or any(_has_answered(pack, other, used) for other in alike):
        reason = "A weapon of this kind has already answered from {field}."
        return Illegal(reason, "WPR-feuereinheiten-3", field=firer.field)
    return None


@rule("WPR-stauungen-3")
def _has_answered(pack: Pack, element: Element, used: Sequence[str]) -> bool:
    """Whether an element has fired at this step; who has only withdrawn into the field has not."""
    kinds = (kind_of(pack.weapons[weapon]) for weapon in flat_weapons(pack, element))
    return element.id in used and any(f"{element.field}/{kind}" in used for kind in kinds)


@rule("WPR-panzernahbekaempfung-7")
def hunt_refusal(
    pack: Pack, known: Known, order: TankHunt, steps: Sequence[Step], used: Sequence[str]
) -> Illegal | None:
    """Figures strike armour that drives into their field, or past it over a flank, each base once."""
    base, target = known.elements.get(order.element), known.elements.get(order.target)
    step = next((step for step in steps if step.element == order.target), None)
    if base is None or target is None or step is None or base.side == target.side:
        return Illegal("{element} is not moving.", "WPR-gegenzug-1", element=order.target)
    if base.field not in (step.field, step.flank) or base.aboard or not pack.models[base.model].is_base:
        reason = "{element} does not meet {target} in its own field."
        return Illegal(reason, "WPR-panzernahbekaempfung-7", element=base.id, target=target.id)
    if not pack.models[target.model].is_armoured:
        return Illegal("{target} has no armour.", "WPR-panzernahbekaempfung-1", target=target.id)
    if base.fled:
        return _beaten(base)
    if base.id in used:
        return Illegal(
            "{element} has already reacted to this step.", "WPR-gleichzeitigkeit-4", element=base.id
        )
    return None


@rule("WPR-panzernahbekaempfung-9")
def _beaten(base: Element) -> Illegal:
    """Who has fled in this turn fights no armour, whoever's half-turn it is."""
    reason = "{element} cannot fight armour any more in this turn."
    return Illegal(reason, "WPR-panzernahbekaempfung-9", element=base.id)


def counter_moves(
    pack: Pack, known: Known, side: Side, steps: Sequence[Step], stage: Stage, used: Sequence[str]
) -> Iterator[CounterFire | TankHunt]:
    """Everything with which a side may answer the steps at this stage."""
    far = farthest_flat(pack)
    for step in steps:
        target = as_seen(known, step)
        if target is None or target.side == side:
            continue
        for firer in passive_near(pack, known, side, step, far):
            if firer.id in used:
                continue
            if stage == "real" and firer.field in (step.field, step.flank):
                hunt = TankHunt(firer.id, step.element)
                if hunt_refusal(pack, known, hunt, steps, used) is None:
                    yield hunt
            if is_in_position(pack, firer) != (stage == "real"):
                continue
            for weapon in flat_weapons(pack, firer):
                order = CounterFire(firer.id, weapon, step.element)
                if counter_refusal(pack, known, order, steps, stage, used) is None:
                    yield order


# -- the question ------------------------------------------------------------------------------------------


class CounterMoves(Question[WienerView, CounterFire | TankHunt], frozen=True):
    """An approach: who answers it, with what? The passive player chooses the order."""

    prompt: ClassVar[str] = "{mover} moves to {field}: who makes a counter-move?"
    cite: ClassVar[str] = "WPR-gegenzug-1"
    mover: str
    field: str
    side: Side
    stage: Stage
    steps: tuple[Step, ...]
    used: tuple[str, ...] = ()
    live: bool = True

    def options(self, view: WienerView) -> Iterator[CounterFire | TankHunt]:
        return counter_moves(view.pack, view, self.side, self.steps, self.stage, self.used)

    def check(self, view: WienerView, order: CounterFire | TankHunt) -> None:
        if isinstance(order, TankHunt):
            refusal = hunt_refusal(view.pack, view, order, self.steps, self.used)
        else:
            refusal = counter_refusal(view.pack, view, order, self.steps, self.stage, self.used)
        if refusal is not None:
            raise refusal

    def odds(self, view: WienerView, order: CounterFire | TankHunt) -> Odds | None:
        if isinstance(order, TankHunt):
            return None
        target = view.elements[order.target]
        shot = shot_of(
            view.pack, view, view.elements[order.element], order.weapon, target.field, (target.id,)
        )
        return odds_of(view.pack, view, replace(shot, counter=True), frozenset((target.id,)))

    def sample(self, view: WienerView, rng: Rng) -> CounterFire | TankHunt:
        return rng.choice(list(self.options(view)))

    def standing(self, view: WienerView) -> CounterFire | TankHunt | Decline | None:
        """Fire at what is near enough, unless told to hold; nobody is asked where that would betray.

        Who hides and was told nothing stays hidden.
        Where only dummies seem able to answer, their owner is asked as for real guns.
        """
        options = list(self.options(view))
        asked = secrecy.seems_able(view, options) and view.standing.fire == "ask"
        for option in options:
            conduct = view.standing.of(option.element)
            if self._range(view, option) > conduct.within or conduct.fire == "hold":
                continue
            hides = view.elements[option.element].hidden
            if conduct.fire == "fire" or not (self.live or hides):
                return option
            asked = asked or self.live
        return None if asked else DECLINE

    def _range(self, view: WienerView, option: CounterFire | TankHunt) -> int:
        step = next(step for step in self.steps if step.element == option.target)
        return sight.distance(view.pack, view, view.elements[option.element].field, step.field)


# -- carrying out ------------------------------------------------------------------------------------------


@rule("WPR-gegenzug-1", "WPR-gegenzug-echter-6", "WPR-gegenzug-echter-7")
def real_counter_moves(
    game: Game[Position], steps: Sequence[Step], used: tuple[str, ...]
) -> Script[tuple[str, ...]]:
    """They strike before the mover can fire, at every step anew, and cost the passive party nothing."""
    found = yield from _answers(game, steps, "real", used)
    return found


@rule("WPR-gegenzug-unechter-4", "WPR-gleichzeitigkeit-5")
def unreal_counter_moves(
    game: Game[Position], steps: Sequence[Step], used: tuple[str, ...]
) -> Script[tuple[str, ...]]:
    """Encounters, in each further field anew, and against every mover that does not move with another."""
    found = yield from _answers(game, steps, "unreal", used)
    return found


@rule("WPR-gegenzug-echter-10", "WPR-gegenzug-echter-8")
def _answers(
    game: Game[Position], steps: Sequence[Step], stage: Stage, used: tuple[str, ...]
) -> Script[tuple[str, ...]]:
    """One after the other as the passive player likes, until nobody can or will, or no mover is left."""
    side = enemy_of(game.state.active)
    live = secrecy.is_open(game.state)
    while True:
        there = still_there(game.pack, game.state, steps)
        seeming = secrecy.as_they_look(game.state, side)
        if next(counter_moves(game.pack, seeming, side, there, stage, used), None) is None:
            return used
        question = CounterMoves(there[0].element, there[0].field, side, stage, there, used, live)
        claim = yield from react_each({seat_of(game.state, side): question}, live=live)
        if claim is None:
            return used
        used = yield from _answer(game, claim[1], stage, used)


def _answer(
    game: Game[Position], order: CounterFire | TankHunt, stage: Stage, used: tuple[str, ...]
) -> Script[tuple[str, ...]]:
    firer = game.state.elements[order.element]
    if isinstance(order, TankHunt):
        yield from entering.strike(game, order.element, order.target)
        return (*used, order.element)
    kind = kind_of(game.pack.weapons[order.weapon])
    field = game.state.elements[order.target].field
    real = stage == "real"
    yield from fire.counter_shot(game, order.element, order.weapon, field, real, order.target)
    return (*used, order.element, f"{firer.field}/{kind}")
