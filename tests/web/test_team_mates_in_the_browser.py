"""Three at a table: two Germans who share an army of Barbarossa 1941, and one Soviet."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from browsing import grave_findings, player


def guest(browser: Browser, link: str, name: str) -> Page:
    """Someone who opens an invitation and sits down."""
    page = player(browser, "en")
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    return page


def units(page: Page) -> Locator:
    return page.get_by_role("region", name="Orders").locator("button.who")


def test_team_mates_share_an_army_and_hand_units_over(where: str, browser: Browser) -> None:
    anna = player(browser, "en")
    anna.goto(where)
    anna.click("label:has-text('Barbarossa 1941')")
    anna.click("label:has-text('First steps')")
    anna.click("label:has-text('With a friend')")
    anna.get_by_role("group", name="Players per side").get_by_label("German").select_option("2")
    assert grave_findings(anna) == []
    anna.get_by_role("button", name="Start the game").click()
    links = [anna.get_by_label(f"Link for {seat}").input_value() for seat in ("German 2", "Soviet")]
    otto, boris = guest(browser, links[0], "Otto"), guest(browser, links[1], "Boris")
    expect(otto.locator("canvas[data-ready]")).to_be_visible()
    anna.get_by_role("button", name="Go on").click()

    # The units are dealt round: each plans his own.
    for page, own in ((anna, ["D1", "D3"]), (otto, ["D2"]), (boris, ["S1", "S2"])):
        expect(units(page)).to_have_text([re.compile(unit) for unit in own])

    units(anna).filter(has_text="D1").click()
    anna.get_by_label("Planned by").select_option("german-2")
    expect(anna.get_by_role("region", name="Log")).to_contain_text("handed over to German 2")
    for page in (anna, otto):
        page.locator(".seal .main").click()
    expect(anna.get_by_role("region", name="Decision")).to_contain_text("Soviet")
    expect(boris.locator(".sealed")).to_contain_text("German 2")
    boris.locator(".seal .main").click()

    expect(units(otto).filter(has_text="D1")).to_be_visible()
    expect(units(anna)).to_have_count(1)
    assert "handed over" not in boris.content()
