"""Empty tokens of partly hidden play, which the concealed party moves among the real ones."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Game, Illegal, Order, Script, rule
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Position, at
from planspiel.systems.wiener2022.tokens import next_number, place_token
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "MoveDummy"]

STRIDE = 2
"""A dummy token goes as far in a turn as slow troops may."""
SAFE = 4
"""An empty token is put down farther than this from known enemies: nobody sees farther on the ground."""


class MoveDummy(Order, frozen=True):
    """Move an empty token, or put one down (no token named)."""

    field: str
    token: str = ""


def _none_of_an_element(pack: Pack, view: WienerView, element: Element) -> Iterator[Order]:
    yield from ()


def _options(pack: Pack, view: WienerView) -> Iterator[Order]:
    if view.options["mode"] != "partly" or not _dummies_of(pack, view):
        return
    board = pack.theatre(view.scenario).board
    for token in view.tokens.values():
        if token.side == view.side and token.dummy and token.field:
            for label in board.disc(token.field, STRIDE):
                order = MoveDummy(label, token.id)
                if label != token.field and _refusal(pack, view, order) is None:
                    yield order
    for label in pack.theatre(view.scenario).zones[pack.scenarios[view.scenario].party(view.side).zone]:
        if _refusal(pack, view, MoveDummy(label)) is None:
            yield MoveDummy(label)


def _dummies_of(pack: Pack, view: WienerView) -> int:
    party = pack.scenarios[view.scenario].party(view.side)
    is_attacker = view.side == pack.scenarios[view.scenario].attacking_side
    return 0 if is_attacker else party.tokens


@rule("WPR-verdeckt-3")
def _refusal(pack: Pack, view: WienerView, order: MoveDummy) -> Illegal | None:
    """A limited number of dummies; each moves once a turn, a short way."""
    if view.options["mode"] != "partly":
        return Illegal("Tokens belong to partly hidden play.", "WPR-verdeckt-3")
    theatre = pack.theatre(view.scenario)
    if order.field not in theatre.board or not theatre.enterable(order.field, "infantry"):
        return Illegal("No token can go to {field}.", "WPR-verdeckt-3", field=order.field)
    if any(one.side != view.side for one in at(view, order.field)):
        return Illegal("The enemy is in {field}.", "WPR-verdeckt-3", field=order.field)
    if not order.token:
        return _new_refusal(pack, view, order)
    token = view.tokens.get(order.token)
    if token is None or token.side != view.side or not token.dummy or not token.field:
        return Illegal("{token} is no empty token of yours.", "WPR-verdeckt-3", token=order.token)
    if token.moved == view.half:
        return Illegal("Token {token} has moved.", "WPR-spielablauf-5", token=order.token)
    if theatre.board.distance(token.field, order.field) > STRIDE:
        return Illegal("{field} is too far for the token.", "WPR-verdeckt-3", field=order.field)
    return None


def _new_refusal(pack: Pack, view: WienerView, order: MoveDummy) -> Illegal | None:
    scenario, board = pack.scenarios[view.scenario], pack.theatre(view.scenario).board
    used = sum(token.dummy for token in view.tokens.values() if token.side == view.side)
    if used >= _dummies_of(pack, view):
        return Illegal("No empty tokens are left.", "WPR-verdeckt-3")
    if order.field not in pack.theatre(view.scenario).zones[scenario.party(view.side).zone]:
        return Illegal("{field} is outside your zone.", "WPR-ausgangslage-3", field=order.field)
    foes = (one for one in view.elements.values() if one.side != view.side and one.fate == "board")
    if any(board.distance(foe.field, order.field) <= SAFE for foe in foes):
        return Illegal("The enemy is too near to {field}.", "WPR-verdeckt-3", field=order.field)
    return None


def _carry_out(game: Game[Position], order: MoveDummy) -> Script[None]:
    side = game.state.active
    place_token(game, side, order.token or next_number(game.state), order.field)
    return
    yield


ACTIVITIES = {
    MoveDummy: Activity("other", _none_of_an_element, _refusal, _carry_out, party_options=_options),
}
