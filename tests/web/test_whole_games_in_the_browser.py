"""Games played by clicking: at one screen to the end, and against a bot."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Browser, expect

from browsing import hot_seat, player
from clicking import Hand, play


def test_a_whole_duel_is_played_at_one_screen_by_clicking_with_real_dice(
    where: str, browser: Browser
) -> None:
    """The dice are typed in, so that the same hand plays the same game every time."""
    page = player(browser, "de")
    page.goto(hot_seat(where, dice="typed"))
    hand = Hand(page, Random(4))
    play([hand])
    expect(page.locator(".block")).to_contain_text("Die Partie ist zu Ende")
    expect(page.get_by_role("button", name="Revanche")).to_be_visible()
    assert hand.throws >= 4
    assert {"choose-action", "formation-drawn", "react-to-movement"} <= set(hand.answers)
    page.context.close()


def test_some_turns_are_played_against_a_bot_that_was_chosen_in_the_lobby(
    where: str, browser: Browser
) -> None:
    page = player(browser, "en", dark=True)
    page.goto(where)
    page.click("label:has-text('Orp: a duel')")
    page.click("label:has-text('Against a bot')")
    page.click(".sides label:has-text('French')")
    page.select_option("label:has-text('Opponent') select", "greedy")
    page.click("button:has-text('Start the game')")
    hand = Hand(page, Random(7), eager=0.7)
    assert play([hand], most=25) > 0
    log = page.locator(".log")
    expect(log).to_contain_text("VA 4 Pz")
    expect(page.locator("header")).to_contain_text("Turn")
    page.context.close()
