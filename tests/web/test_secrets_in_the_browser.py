"""Two browsers far apart, with hidden stacks and mines: all that reaches either, searched for secrets."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import sqlalchemy as sa
from playwright.sync_api import Browser, Page, expect

from browsing import hot_seat, player
from clicking import Hand, next_turn, play
from planspiel.server import store
from planspiel.server.table import Table
from planspiel.systems import registry
from planspiel.systems.blitzkrieg1940.state import Position
from traffic import Traffic, mines_told, units_told


def truth(folder: Path, seat: Traffic) -> tuple[Position, bytes]:
    """The position as the umpire has it, and the secret of the dice: read where no player can."""
    bearer = {"authorization": f"Bearer {seat.token}"}
    info = seat.page.request.get(f"{seat.page.url.partition('#')[0]}api/game", headers=bearer).json()
    engine = sa.create_engine(f"sqlite:///{folder}/table.sqlite")
    with engine.connect() as connection:
        kept = store.find(connection, info["game"])
        assert kept is not None
        lines = store.lines(connection, kept.id)
        save = store.snapshot(connection, kept.id)
    engine.dispose()
    table = Table.read(kept, registry.load("blitzkrieg1940"), lines, save)
    state = table.game.state
    assert isinstance(state, Position)
    return state, kept.secret


def hidden_units(state: Position, side: str) -> dict[str, str]:
    """Companies of a side that lie under others and have never shown themselves, and where."""
    there = [unit for unit in state.units.values() if unit.side == side and unit.hex and not unit.is_hq]
    return {unit.id: unit.hex for unit in there if unit.id not in state.shown}


def hidden_mines(state: Position) -> set[str]:
    return set(state.mines) - set(state.found_mines)


def invite(where: str, anna: Page, pierre: Page) -> None:
    """Anna sets the game up in the lobby with both secrets; Pierre follows the invitation."""
    anna.goto(where)
    anna.click("label:has(input[value='stonne'])")
    anna.click("label:has-text('With a friend')")
    anna.click(".sides label:has-text('French')")
    anna.click("summary:has-text('Options')")
    for option in ("stack_secrecy", "mine_secrecy"):
        anna.select_option(f"#option-{option}", index=1)
    anna.click("button:has-text('Start the game')")
    pierre.goto(anna.locator(".link input").first.input_value())
    pierre.fill("input[autocomplete='nickname']", "Pierre")
    pierre.click("button:has-text('Platz nehmen')")
    expect(pierre.locator("header")).to_contain_text("Runde 1")
    anna.click("button:has-text('Go on')")
    expect(anna.locator("header")).to_contain_text("Turn 1")


def nothing_is_betrayed(folder: Path, seats: dict[str, Traffic]) -> Position:
    """Each owner was told all of it, so that the search can find it; the enemy was told nothing of it."""
    state, secret = truth(folder, seats["french"])
    for seat, traffic in seats.items():
        own = hidden_units(state, seat)
        assert units_told(traffic, own) == set(own)
        enemy = next(other for other in seats if other != seat)
        assert units_told(traffic, hidden_units(state, enemy)) == set()
        assert secret.hex() not in "".join(traffic.texts)
        assert seats[enemy].token not in "".join(traffic.texts)
    assert mines_told(seats["french"], hidden_mines(state)) == hidden_mines(state)
    assert mines_told(seats["german"], hidden_mines(state)) == set()
    return state


def test_nothing_that_reaches_a_browser_tells_of_hidden_stacks_and_mines(
    where: str, folder: Path, browser: Browser
) -> None:
    anna, pierre = player(browser, "en"), player(browser, "de")
    seats = {"french": Traffic(anna), "german": Traffic(pierre)}
    invite(where, anna, pierre)
    hands = [Hand(anna, Random(1), eager=1), Hand(pierre, Random(2), eager=1)]
    while (hand := next_turn(hands)) is not None and hand.sees()["kind"] != "choose-action":
        hand.answer()
    state = nothing_is_betrayed(folder, seats)
    assert len(hidden_mines(state)) == 4
    assert len(hidden_units(state, "french")) >= 2
    assert hidden_units(state, "german")
    play(hands, most=16)
    nothing_is_betrayed(folder, seats)
    for page in (anna, pierre):
        page.context.close()


def test_at_one_screen_a_curtain_falls_whenever_the_other_player_is_asked(
    where: str, browser: Browser
) -> None:
    page = player(browser, "en")
    page.goto(hot_seat(where, options={"stack_secrecy": True}))
    hand = Hand(page, Random(3))
    asked: list[str] = []
    for _ in range(8):
        if next_turn([hand]) is None:
            break
        asked.append(page.locator(".block strong").inner_text())
        hand.answer()
    changes = sum(one.split()[0] != other.split()[0] for one, other in pairwise(asked))
    assert hand.curtains >= changes + 1
    page.context.close()
