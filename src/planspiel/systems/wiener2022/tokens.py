"""Numbered tokens of partly hidden play: concealed troops that move, and dummies among them.

A token gets the next number when it first appears, whatever it stands for, so that numbers tell nothing. It
is turned over when the enemy detects what is under it.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Side, rule
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Position, Token, enemy_of, seats_of

__all__ = ["TokenPlaced", "TokenRemoved", "TokenTurned", "keep_tokens", "next_number", "place_token"]


class TokenPlaced(Event[Position], frozen=True):
    said: ClassVar[str] = "Token {token} is in {field}."
    token: str
    side: Side
    field: str
    element: str = ""
    dummy: bool = False

    def apply(self, state: Position) -> None:
        token = Token(self.token, self.side, self.field, self.element, self.dummy, state.half)
        state.tokens[self.token] = token


class TokenTurned(Event[Position], frozen=True):
    said: ClassVar[str] = "Token {token} is turned over in {field}."
    reveals: ClassVar[bool] = True
    token: str
    field: str
    element: str = ""

    def apply(self, state: Position) -> None:
        _take_away(state, self.token)


class TokenRemoved(Event[Position], frozen=True):
    """The troops under a token are no longer on the ground; who they were the enemy does not learn."""

    said: ClassVar[str] = "Token {token} is taken away from {field}."
    reveals: ClassVar[bool] = True
    token: str
    field: str

    def apply(self, state: Position) -> None:
        _take_away(state, self.token)


def _take_away(state: Position, token: str) -> None:
    state.tokens[token] = replace(state.tokens[token], field="", element="")


# -- after every step --------------------------------------------------------------------------------------


@rule("WPR-verdeckt-3")
def keep_tokens(game: Game[Position], side: Side) -> None:
    """Tokens follow the troops under them; who is seen loses his, who moves unseen gets one."""
    state = game.state
    seen = sight.detected(game.pack, state, enemy_of(side)) | _on_the_board(state)
    tokens = {token.element: token for token in state.tokens.values() if token.element}
    for element in tuple(state.elements.values()):
        if element.side != side:
            continue
        token = tokens.get(element.id)
        is_under_token = element.fate == "board" and not element.aboard and element.id not in seen
        if token is not None and element.id in seen:
            game.happens(TokenTurned(token.id, token.field, element.id, cite="WPR-verdeckt-3"))
        elif token is not None and not is_under_token:
            game.happens(TokenRemoved(token.id, token.field, cite="WPR-verdeckt-3"))
        elif is_under_token and (token.field != element.field if token else element.moved):
            place_token(game, side, token.id if token else next_number(state), element.field, element.id)
    _turn_empty_ones(game, side)


def _on_the_board(state: Position) -> frozenset[str]:
    """Who was placed on the board and still stands there."""
    return frozenset(name for name, field in state.shown.items() if state.elements[name].field == field)


def next_number(state: Position) -> str:
    return f"T{1 + len(state.tokens)}"


def place_token(game: Game[Position], side: Side, token: str, field: str, element: str = "") -> None:
    """The enemy learns number and field."""
    shown = TokenPlaced(token, side, field, cite="WPR-verdeckt-3")
    known = replace(shown, element=element, dummy=not element)
    game.happens(known, seats_of(game.state, side), shown)


def _turn_empty_ones(game: Game[Position], side: Side) -> None:
    state = game.state
    for token in tuple(state.tokens.values()):
        if token.side == side and token.field and token.dummy and _is_found(game.pack, state, token):
            game.happens(TokenTurned(token.id, token.field, cite="WPR-verdeckt-3"))


def _is_found(pack: Pack, state: Position, token: Token) -> bool:
    """An empty token is found out where figures in its place would be detected."""
    figures = next(model.id for model in pack.models.values() if model.is_pure_figures)
    phantom = Element(token.id, token.side, figures, fate="board", field=token.field)
    return any(eyes.detect(state, phantom) for eyes in sight.eyes_of(pack, state, (enemy_of(token.side),)))
