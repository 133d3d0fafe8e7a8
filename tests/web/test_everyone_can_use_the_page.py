"""Every screen, in both languages and themes, as axe-core judges it."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from browsing import grave_findings, hot_seat, player
from clicking import Hand, next_turn, play


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_screen_keeps_anyone_from_using_it(
    where: str, browser: Browser, language: str, dark: bool
) -> None:
    page = player(browser, language, dark=dark)
    found: dict[str, list[str]] = {}
    page.goto(where)
    expect(page.locator("fieldset label.pick").first).to_be_visible()
    page.locator("details summary").first.click()
    found["lobby"] = grave_findings(page)

    address = hot_seat(where)
    page.goto(address)
    hand = Hand(page, Random(1))
    play([hand], most=4)
    next_turn([hand])
    found["table"] = grave_findings(page)

    page.keyboard.press("r")
    expect(page.get_by_role("searchbox").last).to_be_visible()
    found["rulebook"] = grave_findings(page)
    page.keyboard.press("Escape")

    page.keyboard.press(",")
    expect(page.locator(".now i.live")).to_have_count(0)
    found["replay"] = grave_findings(page)

    page.goto(f"{address}&text")
    expect(page.locator("#order")).to_be_visible()
    found["text table"] = grave_findings(page)
    assert found == {screen: [] for screen in found}
    page.context.close()
