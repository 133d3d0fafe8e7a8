"""Direct fire (Feuer, direktes), and the shots with which the passive party answers.

Fire is announced: which element, with which weapon, at which field. One die is rolled for the field. After
smoke has lifted or day has broken, the target may roll against the fire if it could fire back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, cast

from msgspec.structs import replace

from planspiel.kernel import (
    Decline,
    Event,
    Game,
    Illegal,
    Odds,
    Order,
    Question,
    Script,
    react_each,
    roll,
    rule,
)
from planspiel.kernel.asking import DECLINE
from planspiel.systems.wiener2022 import camouflage, command, hits, secrecy, sight
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.aim import (
    flat_weapons,
    has_flat_weapons,
    kind_of,
    ledger_refusal,
    replies,
    reply_refusal,
    seen,
    shot_of,
    target_refusal,
    targets_of,
    unfit_refusal,
)
from planspiel.systems.wiener2022.modifiers import Shot
from planspiel.systems.wiener2022.odds import odds_of
from planspiel.systems.wiener2022.opposed import best_reply, duel, encounter
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.speed import may_fire_on_the_move
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    Screen,
    carriers_of,
    enemy_of,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "DirectFire",
    "FireFell",
    "Fired",
    "OpposeFire",
    "ReturnFire",
    "announce",
    "counter_shot",
    "fire_at",
    "fire_refusal",
    "roller_of",
    "was_closed_before",
]


class DirectFire(Order, frozen=True):
    """One element fires one weapon system in direct lay at a field."""

    element: str
    weapon: str
    field: str


class ReturnFire(Order, frozen=True):
    """The element fired at rolls against the fire."""

    element: str
    weapon: str


class Fired(Event[Position], frozen=True):
    """Whoever fires has used its fire for the turn, unless it answers the enemy; it hides no longer."""

    said: ClassVar[str] = "{firers} fires at {field}."
    reveals: ClassVar[bool] = True
    firers: tuple[str, ...]
    field: str
    kind: str
    answer: bool = False
    indirect: bool = False

    def apply(self, state: Position) -> None:
        for name in self.firers:
            firer = state.elements[name]
            put(state, replace(firer, fired_in=state.half, hidden=False, combed=False))
            if not self.answer:
                self._use_up(state, name)

    def _use_up(self, state: Position, name: str) -> None:
        firer = state.elements[name]
        put(state, replace(firer, shot=True, acted=firer.acted or self.indirect))
        for carrier in carriers_of(state, firer):
            put(state, replace(carrier, shot=True))
        if firer.field:
            state.fired_kinds = (*state.fired_kinds, f"{firer.field}/{self.kind}")


class FireFell(Event[Position], frozen=True):
    """What those see who do not know where the fire comes from."""

    said: ClassVar[str] = "Fire falls on {field}."
    reveals: ClassVar[bool] = True
    field: str


# -- may it fire -------------------------------------------------------------------------------------------


@rule("WPR-feuer-1", "WPR-feuer-2")
def fire_refusal(pack: Pack, known: Known, order: DirectFire) -> Illegal | None:
    """Why announced fire may not be opened; it is judged before any die is rolled."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    firer = known.elements[order.element]
    return (
        unfit_refusal(pack, known, firer, order.weapon)
        or _move_refusal(pack, known, firer)
        or ledger_refusal(pack, known, firer, order.weapon)
        or target_refusal(pack, known, firer, order.weapon, order.field)
    )


def _move_refusal(pack: Pack, known: Known, firer: Element) -> Illegal | None:
    """Who has moved fires only from a vehicle or craft made for it, and up to half its speed."""
    drivers = carriers_of(known, firer) or [firer]
    if all(may_fire_on_the_move(pack, known, driver) for driver in drivers):
        return None
    return Illegal("{element} has moved too far to fire.", "WPR-bewegung-2", element=firer.id)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[DirectFire]:
    theatre, targets = pack.theatre(view.scenario), view.targets
    for weapon in flat_weapons(pack, element):
        reach = sight.nearby(theatre, element.field, pack.weapons[weapon].flat)
        near = [field for field in reach if field in targets]
        if not near or (
            unfit_refusal(pack, view, element, weapon)
            or _move_refusal(pack, view, element)
            or ledger_refusal(pack, view, element, weapon)
        ):
            continue
        for field in near:
            if target_refusal(pack, view, element, weapon, field) is None:
                yield DirectFire(element.id, weapon, field)


def _refusal(pack: Pack, view: WienerView, order: DirectFire) -> Illegal | None:
    return fire_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: DirectFire) -> Odds | None:
    firer = view.elements[order.element]
    shot = shot_of(pack, view, firer, order.weapon, order.field)
    return odds_of(pack, view, shot, seen(pack, view, firer.side))


# -- the shot ----------------------------------------------------------------------------------------------


@rule("WPR-feuereinheiten-1")
def _carry_out(game: Game[Position], order: DirectFire) -> Script[None]:
    """Announcement, the answer after smoke or darkness, the die, and what the firing betrays."""
    firer = game.state.elements[order.element]
    shot = shot_of(game.pack, game.state, firer, order.weapon, order.field)
    answer = yield from _answered(game, shot)
    announce(game, shot, answer=False, cite="WPR-feuer-1")
    if answer is None:
        yield from fire_at(game, shot)
    else:
        yield from _duel_for_the_field(game, shot, answer)
    yield from camouflage.betray(game, order.element)


def announce(game: Game[Position], shot: Shot, *, answer: bool, cite: str) -> None:
    """Everybody hears fire fall; who fires know those who see him, before or after."""
    kind = kind_of(game.pack.weapons[shot.weapon]) if shot.weapon else "bomb"
    event = Fired(shot.firers, shot.field, kind, answer, shot.lay == "indirect", cite=cite)
    secrecy.tell(game, event, shot.firers, FireFell(shot.field, cite=cite))
    command.spend(game, shot.firers)


def fire_at(game: Game[Position], shot: Shot, cite: str = "WPR-waffenwirkung-1") -> Script[None]:
    """One die for the field, read for each target with its own points."""
    told = hits.witnesses(game, shot)
    roller = roller_of(game, shot)
    (natural,) = yield from roll("1d6", "fire at {field}", cite, roller, told, field=shot.field)
    yield from hits.strike(game, shot, natural)


def roller_of(game: Game[Position], shot: Shot) -> str:
    """Whose die it is. Unless all is open it is that of a side: who sees it fall need not see who fires."""
    return shot.firers[0] if shot.firers and secrecy.is_open(game.state) else str(shot.side)


def counter_shot(
    game: Game[Position], firer: str, weapon: str, field: str, real: bool = True, target: str = ""
) -> Script[None]:
    """A counter-move: real, before the mover can use its weapons, or an encounter.

    It strikes the mover alone; without a target named, whoever is in the field.
    """
    here = game.state.elements[firer]
    shot = shot_of(game.pack, game.state, here, weapon, field, (target,) if target else ())
    announce(game, shot, answer=True, cite="WPR-gegenzug-1")
    if real or not target:
        yield from fire_at(game, replace(shot, counter=True))
    else:
        yield from encounter(game, firer, weapon, target)
    yield from camouflage.betray(game, firer)


# -- smoke has lifted, day has broken ----------------------------------------------------------------------


class OpposeFire(Question[WienerView, ReturnFire], frozen=True):
    """Fire comes over a line that was closed until now: whoever could fire back may roll against it."""

    prompt: ClassVar[str] = "{firer} fires at {field}: does somebody there fire back?"
    cite: ClassVar[str] = "WPR-nebel-12"
    firer: str
    field: str
    among: tuple[str, ...]

    def options(self, view: WienerView) -> Iterator[ReturnFire]:
        enemy = view.elements.get(self.firer)
        if enemy is None:
            return
        for name in self.among:
            for weapon in replies(view.pack, view, view.elements[name], enemy):
                yield ReturnFire(name, weapon)

    def check(self, view: WienerView, order: ReturnFire) -> None:
        enemy = view.elements.get(self.firer)
        if order.element not in self.among or enemy is None:
            raise Illegal("{element} is not fired at.", self.cite, element=order.element)
        refusal = reply_refusal(view.pack, view, view.elements[order.element], order.weapon, enemy)
        if refusal is not None:
            raise refusal

    def standing(self, view: WienerView) -> ReturnFire | Decline | None:
        """Who is not told to hold its fire defends itself; where all is open the player is asked."""
        options = list(self.options(view))
        asked = secrecy.seems_able(view, options) and view.standing.fire == "ask"
        for option in options:
            conduct = view.standing.of(option.element)
            waits = secrecy.is_open(view) or view.elements[option.element].hidden
            if conduct.fire == "fire" or (conduct.fire == "ask" and not waits):
                return option
            asked = asked or (conduct.fire == "ask" and secrecy.is_open(view))
        return None if asked else DECLINE


@rule("WPR-gegenwehr-2", "WPR-gegenzug-unechter-2")
def _answered(game: Game[Position], shot: Shot) -> Script[ReturnFire | None]:
    """Offered only over a line that smoke or darkness had closed, and only to those who could fire back."""
    state = game.state
    if not state.lifted and not state.dawn:
        return None
    firer = sight.body(state, state.elements[shot.firers[0]])
    seeming = secrecy.as_they_look(state, enemy_of(shot.side))
    able = tuple(
        one.id
        for one in targets_of(seeming, shot)
        if was_closed_before(game.pack, seeming, firer, one) and best_reply(game.pack, seeming, one, firer)
    )
    if not able:
        return None
    seat = seat_of(state, enemy_of(shot.side))
    question = OpposeFire(firer.id, shot.field, able)
    claim = yield from react_each({seat: question}, live=secrecy.is_open(state))
    return claim[1] if claim else None


def _duel_for_the_field(game: Game[Position], shot: Shot, answer: ReturnFire) -> Script[None]:
    """The firer and one of those fired at roll; if the firer wins, his die counts for the whole field, its
    bridges included."""
    announced = shot_of(
        game.pack,
        game.state,
        game.state.elements[answer.element],
        answer.weapon,
        game.state.elements[shot.firers[0]].field,
        shot.firers,
    )
    announce(game, announced, answer=True, cite="WPR-nebel-12")
    others = [one.id for one in targets_of(game.state, shot) if one.id != answer.element]
    found = yield from duel(game, shot, answer.element, answer.weapon)
    if found.winner == shot.firers[0]:
        for name in others:
            yield from hits.hit(game, shot, name, found.natural)
        yield from hits.strike_ground(game, shot, found.natural)
    yield from camouflage.betray(game, answer.element)


class _Earlier:
    """The table as it was before smoke lifted and day broke."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.smoke: Mapping[str, Screen] = {**{field: Screen(None) for field in known.lifted}, **known.smoke}
        self.night = known.night or _day_has_just_broken(known)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._known, name)


def _day_has_just_broken(known: Known) -> bool:
    """Day breaks at the start of a turn: only its first half-turn follows directly."""
    return known.dawn and known.half % 2 == 1


@rule("WPR-nebel-12")
def was_closed_before(pack: Pack, known: Known, firer: Element, target: Element) -> bool:
    """Whether the firer could not have seen the target before smoke lifted or day broke."""
    before = cast(Known, _Earlier(known))
    if not sight.line_open(pack, before, firer.field, target.field):
        return True
    if not _day_has_just_broken(known):
        return False
    return sight.distance(pack, known, firer.field, target.field) > sight.reach(pack, before, target)


ACTIVITIES = {DirectFire: Activity("other", _options, _refusal, _carry_out, _odds, suits=has_flat_weapons)}
