"""Barbarossa 1941 in two browsers: a whole game by clicking, and nothing of the other's secrets is told."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from browsing import from_menu, grave_findings, player, seated
from traffic import Traffic, mines_told

ROUNDS = 5
SEATS = ("german", "soviet")


class Side:
    """A player in a browser of their own, and everything that the server has told it."""

    def __init__(self, browser: Browser, address: str, language: str) -> None:
        self.page = player(browser, language, dark=language == "en")
        self.language = language
        self.traffic = Traffic(self.page)
        self.page.goto(address)
        self.page.wait_for_selector("canvas[data-ready]")

    @property
    def frames(self) -> list[str]:
        return self.traffic.frames

    def told(self, since: int = 0) -> list[dict[str, Any]]:
        """What came unasked: positions, lines of the log. Answers are about what this player asked for."""
        said = [json.loads(frame) for frame in self.frames[since:]]
        return [message for message in said if "re" not in message]

    @property
    def position(self) -> dict[str, Any]:
        return next(said for said in reversed(self.told()) if said["say"] == "position")

    @property
    def is_over(self) -> bool:
        return "outcome" in self.position

    def asks(self) -> str:
        return str(self.position.get("asked", {}).get("question", {}).get("ask", ""))

    # -- clicking --------------------------------------------------------------------------------------

    @property
    def orders(self) -> Locator:
        return self.page.get_by_role("region", name="Befehle" if self.language == "de" else "Orders")

    def order(self, unit: str, *kinds: str) -> None:
        """Give a unit, named by the beginning of its row, the first of these orders that it may have.

        A unit that is suppressed or destroyed has no row.
        """
        expect(self.page.locator(".seal .main")).to_be_visible()
        row = self.orders.locator("button.who").filter(has_text=unit)
        if not row.count():
            return
        row.click()
        buttons = self.orders.locator(".kinds button")
        expect(buttons.first).to_be_visible()
        for kind in kinds:
            if buttons.filter(has_text=kind).count():
                buttons.filter(has_text=kind).first.click()
                break
        else:
            row.click()
            return
        ways = self.orders.locator(".ways button")
        if ways.count():
            ways.first.click()
        give = self.page.locator("section.preview button.main")
        if give.count():
            give.click()

    def aim(self, cell: str) -> None:
        """Click a cell of the map."""
        found = self.page.evaluate("cell => document.querySelector('.stage > canvas').locate(cell)", cell)
        box = self.page.locator(".stage > canvas").bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + found[0], box["y"] + found[1])

    def seal(self) -> None:
        self.page.locator(".seal .main").click()

    def answer(self) -> None:
        """Whatever is asked in the middle of a round: leave it to the units, or say the first thing."""
        if self.page.locator(".seal .main").count():
            self.seal()
        else:
            self.page.locator(".answers .button").first.click()


def sides(where: str, browser: Browser, scenario: str, languages: tuple[str, str]) -> tuple[Side, Side]:
    """Both players of a new game, each in a browser of their own."""
    seats = seated(where, scenario, system="barbarossa1941")
    anna, boris = (
        Side(browser, seats[seat], language) for seat, language in zip(SEATS, languages, strict=True)
    )
    return anna, boris


def until_planning(sides: tuple[Side, Side], turn: int) -> None:
    """Both have sealed: answer what comes up until the next round is planned, or the battle is over."""
    for _ in range(200):
        for side in sides:
            if side.asks() not in ("", "plan-round"):
                side.answer()
        done = [side.is_over or side.position["view"]["turn"] > turn for side in sides]
        if all(done):
            return
        sides[0].page.wait_for_timeout(60)
    raise AssertionError(f"round {turn} did not end")


def orders_in(messages: list[dict[str, Any]], side: str) -> list[Any]:
    """Orders of a side's units in what somebody was told: on cards in a view, or turned up in the log."""
    found: list[Any] = []
    for message in messages:
        units = message.get("view", {}).get("units", {}).values()
        found += [unit["order"] for unit in units if unit["side"] == side and "order" in unit]
        for line in message.get("lines", []):
            event = line["line"]["what"].get("event", {}) if "what" in line["line"] else {}
            if event.get("event") in ("order-given", "order-seen") and event["unit"][0] == side[0]:
                found.append(event["order"])
    return found


def test_a_whole_game_in_two_browsers_in_which_nobody_learns_the_others_secrets(
    where: str, browser: Browser
) -> None:
    anna, boris = sides(where, browser, "lesson", ("de", "en"))

    # Round 1: a way drawn on the map, fire by the list, an ambush in the bushes.
    anna.aim("0603")
    expect(anna.orders.locator(".kinds button").first).to_be_visible()
    anna.aim("0703")
    anna.page.locator("section.preview button.main").click()
    anna.order("D3", "Unterdrückungsfeuer")
    anna.order("D2", "Hinterhalt")
    expect(anna.orders).to_contain_text("3 von 3")
    assert grave_findings(anna.page) == []
    anna.seal()
    expect(boris.page.locator(".sealed")).to_contain_text("German")
    boris.page.wait_for_timeout(300)
    assert orders_in(boris.told(), "german") == []
    sealed = [json.dumps(message) for message in boris.told()]
    with boris.page.expect_download():
        from_menu(boris.page, "Battle report")
    for word in ("suppressive-fire", "ambush", "cautious-move", '"march"', "0703"):
        assert all(word not in text for text in (*sealed, *boris.traffic.bodies)), word
    assert orders_in(anna.told(), "soviet") == []
    boris.order("S1", "Defend")
    boris.seal()
    until_planning((anna, boris), 1)
    assert orders_in(boris.told(), "german"), "after the reveal the orders lie open"

    # Round 2: the platoon in ambush is off the board for the other, and so is its order.
    hidden = next(unit for unit in anna.position["view"]["units"].values() if unit["id"] == "g2")
    assert hidden["hidden"]
    known = boris.position["view"]["units"]["g2"]
    assert known["hidden"]
    assert "hex" not in known
    since = len(boris.frames)
    anna.order("D2", "Hinterhalt")
    anna.seal()
    boris.seal()
    until_planning((anna, boris), 2)
    unit = anna.position["view"]["units"]["g2"]
    if unit.get("hidden"):
        later = json.dumps(boris.told(since))
        assert "ambush" not in later
        assert '"hex": "0605"' not in later

    # The reveal is played back step by step, then the game goes on to its end.
    anna.page.get_by_role("button", name="Nächster Schritt").click()
    expect(anna.page.locator(".sentence")).to_contain_text("So stand es")
    anna.page.get_by_role("button", name="Zum Ergebnis").click()
    for turn in range(3, ROUNDS + 1):
        before = len(anna.frames)
        anna.order("D3", "Feuer eröffnen", "Unterdrückungsfeuer")
        anna.order("D1", "Marsch", "Vorsichtige Bewegung")
        boris.order("S2", "Open fire", "Cautious move", "Wait")
        boris.seal()
        anna.page.wait_for_timeout(200)
        assert orders_in(anna.told(before), "soviet") == []
        anna.seal()
        until_planning((anna, boris), turn)
        if anna.is_over:
            break
    expect(anna.page.locator(".bar .block")).to_contain_text("Die Partie ist zu Ende")
    expect(boris.page.locator(".bar .block")).to_contain_text("The game is over")
    for side, other in ((anna, "s"), (boris, "g")):
        for message in side.told():
            for name, unit in message.get("view", {}).get("units", {}).items():
                assert name[0] != other or not {"ammo", "boxes", "owes"} & set(unit), message["say"]
    anna.page.context.close()
    boris.page.context.close()


def test_cards_and_an_army_are_shown_and_bought(where: str, browser: Browser) -> None:
    anna, boris = sides(where, browser, "counter_attack", ("en", "de"))
    army = anna.page.get_by_role("region", name="Build your army")
    expect(army).to_contain_text("45 of 45 strength points left")
    army.get_by_role("button", name="more: Hs 126", exact=False).click()
    expect(army).not_to_contain_text("45 of 45 strength points left")
    army.locator("button.name").first.click()
    expect(anna.page.get_by_role("region", name="Unit card", exact=False)).to_contain_text("Aircraft")
    anna.page.get_by_role("tab", name="Back: orders").click()
    expect(anna.page.get_by_role("region", name="Unit card", exact=False)).to_contain_text("Intercept")
    army.get_by_role("button", name="Seal").click()
    boris.page.get_by_role("region", name="Armee zusammenstellen").get_by_role(
        "button", name="Versiegeln"
    ).click()
    place = anna.page.get_by_role("region", name="Deployment")
    place.get_by_role("button", name="Place the rest").click()
    expect(place).not_to_contain_text("still lacking")
    assert grave_findings(anna.page) == []
    place.locator(".seal .main").click()
    boris.page.wait_for_timeout(300)
    placed = [u for u in boris.position["view"]["units"].values() if u["side"] == "german" and u.get("hex")]
    assert placed == [], "where the other stands is seen when both have finished"
    anna.page.context.close()
    boris.page.context.close()


def test_mines_are_known_to_their_owner_alone_in_frames_answers_reports_and_replays(
    where: str, browser: Browser
) -> None:
    anna, boris = sides(where, browser, "breakthrough", ("en", "de"))
    boris.page.get_by_role("button", name="mehr: Minenfeld").click()
    expect(boris.page.get_by_label("Minenfeld: 1")).to_be_visible()
    for side in (anna, boris):
        side.page.locator("section button.main.wide").click()
    for side in (anna, boris):
        side.page.get_by_role("button", name=re.compile("Place the rest|Rest aufstellen")).click()
        expect(side.page.locator(".seal .main")).to_be_enabled()
    boris.page.locator("button.who").filter(has_text="Minenfeld 1").click()
    boris.page.locator(".kinds button").filter(has_text="Verminen").click()
    boris.page.locator(".ways button").first.click()
    boris.page.locator("section.preview button.main").click()
    for side in (anna, boris):
        side.seal()
    for side in (anna, boris):
        expect(side.orders).to_be_visible()
        with side.page.expect_download():
            from_menu(side.page, "Battle report" if side.language == "en" else "Gefechtsbericht")
        side.page.get_by_role("button", name=re.compile("To the beginning|An den Anfang")).click()
        expect(side.page.locator(".sentence")).to_contain_text(re.compile("how it stood|So stand es"))
    (mined,) = (field["hex"] for field in boris.position["view"]["mines"].values())
    assert mines_told(boris.traffic, {mined}) == {mined}, "the search would find it"
    assert mines_told(anna.traffic, {mined}) == set()
    assert anna.traffic.bodies, "reports and replays were searched too"
    anna.page.context.close()
    boris.page.context.close()


def test_missions_standing_fire_and_groups_are_ordered_by_clicking(where: str, browser: Browser) -> None:
    anna, boris = sides(where, browser, "counter_attack", ("de", "en"))
    for step in (".button.main.wide", ".seal .main"):  # nothing is bought, then all are placed
        for side in (anna, boris):
            if step == ".seal .main":
                side.page.get_by_role("button", name=re.compile("Place the rest|Rest aufstellen")).click()
            button = side.page.locator(f"section {step}")
            expect(button).to_be_enabled()
            button.click()
    expect(anna.orders).to_be_visible()
    anna.page.keyboard.press("g")  # the whole map

    # An aircraft on its airfield: the hex is clicked on the map, and its chances are shown in three sums.
    anna.orders.locator("button.who").filter(has_text="Ju-87").click()
    anna.orders.locator(".kinds button").filter(has_text="Luftschlag").click()
    goals = anna.page.evaluate("document.querySelector('.stage > canvas').offers().goals")
    anna.aim(goals[0])
    preview = anna.page.locator("section.preview")
    expect(preview).to_contain_text("auf dem Flugplatz")
    expect(preview.locator(".sum")).to_have_count(3)
    expect(preview.locator(".sum").first).to_contain_text("Würfel")
    expect(preview).not_to_contain_text("infantry")
    preview.locator("button.main").click()
    expect(anna.orders).to_contain_text("Luftschlag · Anflug über")

    # A unit that defends is told when to fire; it is written on a group card beside its orders.
    anna.orders.locator("button.who").filter(has_text="D1 ").click()
    anna.orders.locator(".kinds button").filter(has_text="Verteidigen").click()
    anna.orders.locator(".ways button").first.click()
    preview.get_by_label("Feuert").select_option("hold")
    preview.locator("button.main").click()
    expect(anna.orders).to_contain_text("nicht feuern")
    card = anna.page.get_by_role("region", name="Einheitenkarte", exact=False)
    card.get_by_label("Gruppenkarte").select_option("2")
    expect(anna.page.locator(".log")).to_contain_text("Gruppe 2")
    assert grave_findings(anna.page) == []
    anna.seal()
    boris.seal()
    expect(anna.page.locator(".log")).to_contain_text("D1 Infanteriezug: Verteidigen · ")
    expect(anna.page.locator(".log")).to_contain_text("nicht feuern")
    expect(boris.page.locator(".log")).to_contain_text("D1 infantry platoon: Defend · ")
    expect(boris.page.locator(".log")).not_to_contain_text("hold fire")
    expect(boris.page.locator(".log")).not_to_contain_text("group 2")
    anna.page.context.close()
    boris.page.context.close()
