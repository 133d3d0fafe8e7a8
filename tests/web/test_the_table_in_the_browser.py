"""What a player does besides playing: take back, save and load, replay and share, change the language, use a
keyboard alone or a phone."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Locator, Page, expect

from browsing import from_menu, hot_seat, player, seated
from clicking import Hand, next_turn, play


def lines(page: Page) -> list[str]:
    """The log as it can be read."""
    return page.locator(".log .jump").all_inner_texts()


def sentence(page: Page) -> Locator:
    return page.locator(".ask .sentence")


# -- taking back -------------------------------------------------------------------------------------------


def test_an_order_is_taken_back_by_a_key_as_long_as_nothing_was_learned(where: str, browser: Browser) -> None:
    page = player(browser, "en")
    page.goto(hot_seat(where, "stonne"))
    hand = Hand(page, Random(1))
    assert next_turn([hand]) is hand
    before = lines(page), sentence(page).inner_text()
    hand.answer()
    assert next_turn([hand]) is hand
    expect(sentence(page)).not_to_have_text(before[1])
    page.keyboard.press("z")
    expect(sentence(page)).to_have_text(before[1])
    expect(page.locator(".answers .button:has-text('↶')")).to_have_count(0)
    assert lines(page)[-1] == "German takes back an order."
    page.context.close()


def test_after_dice_both_players_must_consent_and_the_dice_stay(where: str, browser: Browser) -> None:
    seats = seated(where)
    anna, pierre = player(browser, "de"), player(browser, "en")
    anna.goto(seats["german"])
    pierre.goto(seats["french"])
    hands = [Hand(anna, Random(1), eager=0), Hand(pierre, Random(2), eager=0)]
    first = next_turn(hands)
    assert first is not None
    first.answer()
    other = hands[1] if first is hands[0] else hands[0]
    next_turn(hands)
    if first.page.locator(".answers .button:has-text('↶')").count():
        from_menu(first.page, "↶")
    else:
        from_menu(first.page, "Um Rücknahme bitten" if first is hands[0] else "Ask to take back")
        request = other.page.locator(".request[role='alert']")
        expect(request).to_contain_text(
            "bleiben, wie sie fielen" if first is hands[1] else "stay as they fell"
        )
        request.locator(".main").click()
    first.answered = ""
    assert next_turn(hands) is first
    for page in (anna, pierre):
        page.context.close()


# -- saving and loading ------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_where_it_stood(where: str, browser: Browser, tmp_path: Path) -> None:
    page = player(browser, "de")
    page.goto(hot_seat(where))
    hand = Hand(page, Random(5))
    play([hand], most=5)
    next_turn([hand])
    stood = lines(page), sentence(page).inner_text(), page.locator("header h1").inner_text()
    with page.expect_download() as found:
        from_menu(page, "Spielstand sichern")
    file = tmp_path / "duel.planspiel.json"
    found.value.save_as(file)
    page.context.close()

    elsewhere = player(browser, "de")
    elsewhere.goto(where)
    elsewhere.set_input_files("input[type='file']", file)
    expect(sentence(elsewhere)).to_have_text(stood[1])
    expect(elsewhere.locator(".log .jump")).to_have_text(stood[0])
    assert elsewhere.locator("header h1").inner_text() == stood[2]
    play([Hand(elsewhere, Random(6))], most=2)
    assert len(lines(elsewhere)) > len(stood[0])
    elsewhere.context.close()


# -- replay ------------------------------------------------------------------------------------------------


def test_a_finished_game_is_replayed_verified_and_shared(where: str, browser: Browser) -> None:
    page = player(browser, "en")
    page.goto(hot_seat(where))
    play([Hand(page, Random(8))], most=8)
    page.click("header .menu > button")
    page.click("button:has-text('Resign')")
    page.click("button:has-text('Yes, resign')")
    expect(page.locator(".block")).to_contain_text("The game is over")

    bar = page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="To the beginning").click()
    expect(sentence(page)).to_contain_text("This is how it stood after line 1.")
    page.keyboard.press(".")
    expect(sentence(page)).not_to_contain_text("after line 1.")
    page.locator(".log .jump").nth(3).click()
    shown = sentence(page).inner_text()
    expect(page.locator(".log li.shown")).to_have_count(1)
    bar.get_by_role("button", name="Share").click()
    link = bar.get_by_role("dialog").locator("input").input_value()
    bar.get_by_role("button", name="To the present").click()
    expect(page.locator(".block")).to_contain_text("The game is over")

    page.keyboard.press("d")
    page.click("button:has-text('Verify the dice')")
    expect(page.locator(".verdict.good")).to_be_visible()
    page.context.close()

    guest = player(browser, "en")
    guest.goto(link)
    expect(sentence(guest)).to_contain_text("This is how it stood after line")
    assert guest.locator(".log li.shown").count() == 1
    assert shown.split()[:6] == sentence(guest).inner_text().split()[:6]
    assert guest.locator(".answers .button").count() == 1, "a guest may look, and go to the present"
    guest.context.close()


# -- languages ---------------------------------------------------------------------------------------------


def test_the_language_changes_at_any_time_and_nothing_is_lost(where: str, browser: Browser) -> None:
    page = player(browser, "de")
    page.goto(hot_seat(where, "stonne"))
    hand = Hand(page, Random(1))
    while (asked := next_turn([hand])) is not None and asked.sees()["kind"] != "place-forces":
        asked.answer()
    before = hand.sees()
    expect(sentence(page)).to_contain_text("Stelle")
    count = len(lines(page))
    page.click("header .langs button:has-text('EN')")
    expect(sentence(page)).to_contain_text("Place your forces")
    expect(page.locator(".block")).to_contain_text("French decides")
    expect(page.locator(".log .jump").last).to_contain_text("is assigned to")
    assert page.locator("html").get_attribute("lang") == "en"
    assert hand.sees() == before
    page.click("header .langs button:has-text('DE')")
    expect(page.locator(".log .jump").last).to_contain_text("zugeteilt")
    assert len(lines(page)) == count
    page.goto(f"{where}#lobby")
    expect(page.locator("body")).to_contain_text("Neue Partie")
    page.click("header .langs button:has-text('EN')")
    expect(page.locator("body")).to_contain_text("New game")
    page.context.close()


# -- keyboard ----------------------------------------------------------------------------------------------


def tab_to(page: Page, selector: str) -> None:
    """Press the tabulator until the focus is where one wants it."""
    for _ in range(300):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator never comes to {selector}")


def answer_by_keys(page: Page, hand: Hand) -> None:
    """What glows is visited with V and chosen with Enter; buttons have keys."""
    sees = hand.sees()
    if any(sees["subjects"].values()) and sees["kind"] == "choose-action":
        tab_to(page, "canvas")
        if not sees["chosen"]:
            page.keyboard.press("v")
            page.keyboard.press("Enter")
        if hand.sees()["goals"] or hand.sees()["targets"]:
            page.keyboard.press("v")
            expect(page.locator("#spoken")).to_contain_text("can be chosen")
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.querySelector('canvas').offers().isPlanned")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Escape")
            page.keyboard.press("e")
    elif page.locator(".answers .button:has-text('N')").count() and sees["kind"].startswith("react"):
        page.keyboard.press("n")
    elif sees["subjects"]:
        tab_to(page, ".section > .button.wide")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("1" if sees["count"] > 1 else "e")
    hand.answered = sees["decision"]
    hand.answers.append(sees["kind"])
    page.wait_for_function(
        "(before) => document.querySelector('canvas').offers().decision !== before", arg=sees["decision"]
    )


def test_turns_are_played_by_keyboard_alone(where: str, browser: Browser) -> None:
    page = player(browser, "en")
    page.goto(hot_seat(where))
    hand = Hand(page, Random(1))
    for _ in range(24):
        if next_turn([hand]) is None:
            break
        answer_by_keys(page, hand)
    assert "choose-action" in hand.answers
    expect(page.locator(".log")).to_contain_text("moves to")
    page.keyboard.press("r")
    expect(page.get_by_role("searchbox").first).to_be_visible()
    page.keyboard.press("Escape")
    page.context.close()


# -- a phone -----------------------------------------------------------------------------------------------


def test_a_phone_shows_the_whole_table_and_plays_by_touch(where: str, browser: Browser) -> None:
    page = player(browser, "de", phone=True)
    page.goto(hot_seat(where))
    hand = Hand(page, Random(2))
    assert play([hand], most=8) > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for tab, text in (("Marker", "In der Tasse"), ("Truppe", "III/11 RDP"), ("Protokoll", "wird gezogen")):
        page.get_by_role("tab", name=tab).tap()
        expect(page.get_by_role("tabpanel")).to_contain_text(text, ignore_case=True)
    page.context.close()
