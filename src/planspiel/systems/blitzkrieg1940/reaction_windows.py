"""6.3 Reactions: the windows in which the passive side is asked, one reaction after another."""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Game, Script, Seat, Side, react_each, rule
from planspiel.systems.blitzkrieg1940 import movement
from planspiel.systems.blitzkrieg1940.reaction_orders import CounterFire, OpportunityFire
from planspiel.systems.blitzkrieg1940.reactions import (
    ReactToFire,
    ReactToMovement,
    fire_back,
    fire_of_opportunity,
    passive_units,
    try_to_retreat,
)
from planspiel.systems.blitzkrieg1940.state import Position, enemy_of

__all__ = ["after_entering", "after_fire", "after_indirect_fire"]


@rule("BLK-6.3-A", "BLK-6.3.1-F", "BLK-6.3.1-G4")
def after_entering(game: Game[Position], movers: Sequence[str]) -> Script[bool]:
    """Active units have entered a hex, from the map or from outside. True if somebody reacted."""
    return (yield from _window(game, movers, None))


def after_fire(game: Game[Position], firer: str, targets: Sequence[str]) -> Script[bool]:
    """An active unit has fired. True if somebody reacted."""
    return (yield from _window(game, targets, firer))


def after_indirect_fire(game: Game[Position], targets: Sequence[str]) -> Script[bool]:
    """Salvoes or strikes have fallen on a hex: only retreat is possible (6.3.3-X1)."""
    return (yield from _window(game, targets, ""))


@rule("BLK-6.3.1-E", "BLK-6.3.1-I", "BLK-6.3.1-G3")
def _window(game: Game[Position], names: Sequence[str], firer: str | None) -> Script[bool]:
    """One reaction after another until the passive side has had enough; it need announce none in advance.

    `names` are the movers, or with a firer the units fired at.
    """
    assert game.state.activation is not None
    side = enemy_of(game.state.activation.side)
    tried: tuple[str, ...] = ()
    reacted = False
    while True:
        question = _question(game.state, side, tried, names, firer)
        if question is None or not _might_react(game, question):
            return reacted
        claim = yield from react_each(dict.fromkeys(_seats(game.state, side), question))
        if claim is None:
            return reacted
        reacted, order = True, claim[1]
        tried = (*tried, *movement.with_passengers(game.state, (order.unit,)))
        if isinstance(order, OpportunityFire):
            yield from fire_of_opportunity(game, order)
        elif isinstance(order, CounterFire):
            yield from fire_back(game, order, _answered(game.state, firer or ""))
        else:
            yield from try_to_retreat(game, order)


@rule("BLK-8.1.1-G1")
def _might_react(game: Game[Position], question: ReactToMovement | ReactToFire) -> bool:
    """Whether somebody can react; with stack secrecy also whether the enemy must think somebody might."""
    pack, state = game.pack, game.state
    if next(question.reactions(pack, state), None) is not None:
        return True
    if not state.options["stack_secrecy"]:
        return False
    near = question.scene(pack, state)
    return any(
        unit.hex in near and unit.id not in state.shown for unit in passive_units(state, question.side)
    )


def _question(
    state: Position, side: Side, tried: tuple[str, ...], names: Sequence[str], firer: str | None
) -> ReactToMovement | ReactToFire | None:
    there = tuple(name for name in names if state.units[name].fate == "map")
    if firer is not None:
        return ReactToFire(side, tried, there, _answered(state, firer))
    return ReactToMovement(side, tried, there, state.units[there[0]].hex) if there else None


@rule("BLK-12.1-SPECIAL-X1")
def _answered(state: Position, firer: str) -> str:
    """At whom a shot is answered: a company that fires from its carrier is one target with it."""
    return (state.units[firer].carrier or firer) if firer else ""


def _seats(state: Position, side: Side) -> list[Seat]:
    return [seat for seat, sides in state.seats.items() if side in sides]
