"""Lobby, guided first game, talk, requests, rematch and text table, used as a player uses them."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from browsing import grave_findings, hot_seat, player, seated


def follow_guide(page: Page, draw: str, do: str) -> list[str]:
    """Do what the guide says until it has nothing more to say; the paragraphs it named on the way."""
    cites: list[str] = []
    guide = page.locator("section.guide")
    for _ in range(40):
        button = guide.locator(f"button:has-text('{draw}'), button:has-text('{do}')")
        ended = guide.locator("strong")
        expect(button.or_(ended).first).to_be_visible()
        if ended.count():
            break
        cites.append(guide.locator(".cite.bold").inner_text())
        step = guide.inner_text()
        button.first.click()
        expect(guide).not_to_have_text(step)
    return cites


def test_the_guided_first_game_is_one_click_away_and_ends_well(where: str, browser: Browser) -> None:
    page = player(browser, "de")
    page.goto(where)
    page.click("section.first button")
    cites = follow_guide(page, "Marker ziehen", "Mach es für mich")
    assert len(cites) >= 12
    assert len(set(cites)) >= 8
    expect(page.locator("section.guide")).to_contain_text("Geschafft")
    page.context.close()


def test_the_guide_copes_with_a_player_who_does_something_else(where: str, browser: Browser) -> None:
    page = player(browser, "en", phone=True)
    page.goto(where)
    page.click("section.first button")
    page.click("button:has-text('Draw a marker')")
    page.click("section.guide button:has-text('Do it for me')")
    expect(page.locator("section.guide")).to_contain_text("Step 3")
    page.click("button:has-text('End the activation')")
    expect(page.locator("section.guide")).to_contain_text("not what I suggested")
    assert grave_findings(page) == []
    page.context.close()


def test_two_players_talk_offer_a_draw_and_play_again(where: str, browser: Browser) -> None:
    seats = seated(where)
    anna, pierre = player(browser, "de"), player(browser, "en", dark=True)
    anna.goto(seats["german"])
    pierre.goto(seats["french"])
    anna.click("header button:has-text('Gespräch')")
    anna.fill("input[maxlength='1000']", "Bonjour!")
    anna.keyboard.press("Enter")
    pierre.click("header button:has-text('Talk (1 new)')")
    expect(pierre.get_by_role("list", name="Talk")).to_contain_text("Bonjour!")
    assert grave_findings(pierre) == []
    pierre.keyboard.press("Escape")

    anna.keyboard.press("Escape")
    anna.click("button[aria-label='Mehr']")
    anna.click("button:has-text('Unentschieden anbieten')")
    pierre.click("button:has-text('Refuse')")
    expect(pierre.locator("button:has-text('Refuse')")).to_have_count(0)
    pierre.click("button[aria-label='More']")
    pierre.click("button:has-text('Resign')")
    pierre.click("button:has-text('Yes, resign')")
    anna.click("button:has-text('Revanche mit vertauschten Seiten')")
    pierre.click("button:has-text('To the rematch')")
    expect(pierre.locator("header")).to_contain_text("Turn 1")
    anna.context.close()
    pierre.context.close()


def test_an_invitation_is_copied_from_the_lobby_and_taken_up(where: str, browser: Browser) -> None:
    anna, pierre = player(browser, "en"), player(browser, "de", phone=True)
    anna.goto(where)
    anna.click("label:has-text('Orp: a duel')")
    anna.click("label:has-text('With a friend')")
    assert grave_findings(anna) == []
    anna.click("button:has-text('Start the game')")
    invitation = anna.locator(".link input").first.input_value()
    pierre.goto(invitation)
    pierre.fill("input[autocomplete='nickname']", "Pierre")
    pierre.click("button:has-text('Platz nehmen')")
    expect(pierre.locator("header")).to_contain_text("Runde 1")
    anna.click("button:has-text('Go on')")
    expect(anna.locator("header")).to_contain_text("Turn 1")
    anna.context.close()
    pierre.context.close()


def test_the_text_table_is_played_by_keyboard_alone(where: str, browser: Browser) -> None:
    page = player(browser, "en")
    page.goto(seated(where, dice="typed")["german"] + "&text")
    page.click(".faces button:has-text('4')")
    page.keyboard.press("Tab")
    page.click(".now section button.main")
    page.focus("#order")
    page.keyboard.type("1\n")
    expect(page.locator(".sentence")).to_contain_text("Choose a unit and its action")
    page.keyboard.type("fire 1206\n")
    expect(page.locator(".count")).to_contain_text("choices with “fire 1206”")
    number = page.locator(".choices b").first.inner_text()
    page.keyboard.type(f"odds {number}\n")
    expect(page.locator(".answer")).to_contain_text("Base value")
    page.keyboard.type("why HQ III/11 RDP\n")
    expect(page.locator(".answer")).to_contain_text("§")
    assert grave_findings(page) == []
    before = page.locator(".log li").count()
    page.keyboard.type("end-activation\n")
    page.keyboard.type(f"{page.locator('.choices b').first.inner_text()}\n")
    expect(page.locator(".log li")).not_to_have_count(before)
    page.context.close()


def test_a_curtain_hides_the_whole_table_between_two_players(where: str, browser: Browser) -> None:
    page = player(browser, "de")
    page.goto(hot_seat(where, options={"stack_secrecy": True}))
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator(".page").get_attribute("inert") is not None
    assert grave_findings(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(".curtain")).to_have_count(0)
    page.context.close()


def test_the_lobby_lists_my_games_and_what_waits_for_me(where: str, browser: Browser) -> None:
    page = player(browser, "de", dark=True)
    page.goto(seated(where, dice="typed")["german"])
    expect(page.locator("header")).to_contain_text("Runde 1")
    page.goto(f"{where}#lobby")
    expect(page.locator("section[aria-labelledby='mine']")).to_contain_text("Orp: Duell um die Brücke")
    assert grave_findings(page) == []
    page.context.close()
