"""Blowing up bunkers (Befestigungen): engineers at the bunker, on 4 and more, with what they carry."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Game, Illegal, Odds, Order, Script, rule
from planspiel.systems.wiener2022 import losses, secrecy, work
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, at, on_board
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "BlowBunker", "blow_refusal"]


class BlowBunker(Order, frozen=True):
    element: str
    target: str


@rule("WPR-befestigungen-5")
def blow_refusal(pack: Pack, known: Known, order: BlowBunker) -> Illegal | None:
    """Engineers at the bunker; no stock is used."""
    target = known.elements.get(order.target)
    if target is None or target.side == known.active or not pack.models[target.model].is_bunker:
        return Illegal("{target} is no enemy bunker.", "WPR-befestigungen-5", target=order.target)
    if not on_board(target):
        return Illegal("{target} is no enemy bunker.", "WPR-befestigungen-5", target=order.target)
    place = _place(pack, known, order.element, target.field)
    return work.engineer_refusal(pack, known, order.element, place)


@rule("WPR-befestigungen-9")
def _place(pack: Pack, known: Known, name: str, field: str) -> str:
    """In the field of the bunker, or next to it: the enemy in the bunker keeps them out."""
    worker = known.elements.get(name)
    board = pack.theatre(known.scenario).board
    if worker is not None and worker.field in board and board.distance(worker.field, field) == 1:
        return worker.field
    return field


def _blow(game: Game[Position], order: BlowBunker) -> Script[None]:
    field = game.state.elements[order.target].field
    done = yield from work.attempt(game, order.element, field, "WPR-befestigungen-5")
    if done:
        yield from losses.knock_out(game, order.target, "WPR-befestigungen-5")
        secrecy.look(game)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[BlowBunker]:
    for field in (element.field, *pack.theatre(view.scenario).board.neighbours(element.field)):
        for target in at(view, field):
            order = BlowBunker(element.id, target.id)
            if blow_refusal(pack, view, order) is None:
                yield order


def _judge(pack: Pack, view: WienerView, order: BlowBunker) -> Illegal | None:
    return blow_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: BlowBunker) -> Odds | None:
    return work.success_odds(pack, "WPR-befestigungen-5")


ACTIVITIES = {BlowBunker: Activity("other", _options, _judge, _blow, _odds, suits=work.is_engineer)}
