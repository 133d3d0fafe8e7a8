"""What a step meets that its owner could not know: it comes to light where it stops the mover.

Orders are judged on what a party knows. Here the step is taken on the true ground: an obstacle in the field
or beside a diagonal, a wreck, an enemy; and it is settled over which flank a closed diagonal goes.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from planspiel.kernel import Game, Illegal, rule
from planspiel.systems.wiener2022 import entering, losses, pictures, secrecy, terrain
from planspiel.systems.wiener2022.approach import Step, step_to
from planspiel.systems.wiener2022.march_events import Obstructed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, is_unknown, seat_of
from planspiel.systems.wiener2022.walking import Walker, flanks_to_suffer, foes_in, set_out

__all__ = ["charge", "comes_to_light", "flank_choices", "over_flank"]

CLOSED = ("WPR-diagonale-5", "WPR-bergen-1", "WPR-flammhindernisse-1", "WPR-panzerhindernisse-X1")
"""Refusals that come from what lies in the way, not from the mover."""


def charge(game: Game[Position], element: Element, field: str, named: Sequence[str] = ()) -> Step | None:
    """The step into a field that is attacked; None if something unforeseen stops it before."""
    farther = Walker(game.pack, game.state, element).charge(set_out(element), field)
    if isinstance(farther, Illegal) and (farther.cite in CLOSED or not _is_open(game, element, field)):
        comes_to_light(game, element, field, farther, named)
        return None
    if entering.kindle(game, element, field):
        return None
    return over_flank(game, step_to(element, field), named)


@rule("WPR-minen-2")
def flank_choices(pack: Pack, known: Known, element: Element, field: str) -> list[tuple[str, ...]]:
    """What an attack may name as the flank it goes over: nothing, unless it can choose between two."""
    flanks = flanks_to_suffer(pack, known, element, element.field, field)
    usable = [(one,) for one in flanks if not entering.stops(pack, known, element, one)]
    return [*usable] if len(usable) > 1 else [()]


def comes_to_light(
    game: Game[Position], element: Element, to: str, refusal: Illegal, named: Sequence[str] = ()
) -> str:
    """Why the true ground refuses a step, in a word; what its owner did not know of is found."""
    state = game.state
    if _is_held_unseen(game, element, to) and refusal.cite not in CLOSED:
        entering.meet(game, element, to)
        return "met"
    if refusal.cite == "WPR-diagonale-5":
        _snag(game, element, _tried(game, element, named, to))
        return "held"
    if entering.bars(game.pack, state, element, to) or entering.closes(state, to):
        entering.reveal(game, element, to)
    losses.find_wreck(game, element, to)
    if not _is_open(game, element, to):
        pictures.bump(game, element.side, element.field, to)
    return "closed"


def _is_open(game: Game[Position], element: Element, to: str) -> bool:
    """Whether the ground lets an element step into a field."""
    gait = terrain.gait_of(game.pack, element)
    return terrain.exit_to(game.pack, game.state, gait, element.field, to) is not None


def over_flank(game: Game[Position], step: Step, named: Sequence[str] = ()) -> Step | None:
    """The step with the flank that it goes over; None if an obstacle there stops it."""
    element = game.state.elements[step.element]
    flank = _flank(game, element, named, step.field)
    if not flank:
        return step
    if entering.stops(game.pack, game.state, element, flank):
        _snag(game, element, flank)
        return None
    return replace(step, flank=flank)


def _is_held_unseen(game: Game[Position], element: Element, field: str) -> bool:
    foes = foes_in(game.state, element, field)
    if not foes:
        return False
    view = game.view(seat_of(game.state, element.side))
    return any(foe.id not in view.elements for foe in foes)


def _tried(game: Game[Position], element: Element, named: Sequence[str], to: str) -> str:
    """Which of two flanks with obstacles the mover runs into: one of which it does not know yet, if any."""
    flanks = flanks_to_suffer(game.pack, game.state, element, element.field, to)
    in_turn = sorted(flanks, key=lambda flank: flank not in named)
    hidden = {one.field for one in game.state.barriers.values() if is_unknown(game.state, one)}
    return next((flank for flank in in_turn if flank in hidden), in_turn[0])


def _snag(game: Game[Position], element: Element, flank: str) -> None:
    """An obstacle beside the diagonal comes to light and stops the step."""
    entering.reveal(game, element, flank)
    event = Obstructed(element.id, flank, "", cite="WPR-diagonale-5")
    secrecy.tell(game, event, (element.id,))


@rule("WPR-diagonale-2", "WPR-minen-2")
def _flank(game: Game[Position], element: Element, named: Sequence[str], to: str) -> str:
    """The field that a diagonal step goes over if both are mined or held by enemies the mover knows of.

    Never one that is known to stop it if there is another; whoever names none goes over one that is held
    rather than mined.
    """
    flanks = flanks_to_suffer(game.pack, game.state, element, element.field, to)
    if not flanks:
        return ""
    view = game.view(seat_of(game.state, element.side))
    if any(not _is_barred(game.state, element, one) and not foes_in(view, element, one) for one in flanks):
        return ""
    usable = [one for one in flanks if not entering.stops(game.pack, view, element, one)] or flanks
    least = min(usable, key=lambda one: _is_barred(view, element, one))
    return next((one for one in named if one in usable), least)


def _is_barred(known: Known, element: Element, field: str) -> bool:
    return any(one.field == field and one.side != element.side for one in known.barriers.values())
