"""A hand at the mouse: sees what glows on the page and clicks it, until somebody else is asked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browsing import SECONDS

OFFERS = "document.querySelector('canvas')?.offers?.() ?? null"
LOCATE = """(what) => {
  const canvas = document.querySelector("canvas");
  const found = canvas.locate(what);
  if (!found) return null;
  const box = canvas.getBoundingClientRect();
  const [x, y] = [box.left + found[0], box.top + found[1]];
  return document.elementFromPoint(x, y) === canvas ? [x, y] : null;
}"""
ANSWERED = "(before) => document.querySelector('canvas').offers().decision !== before"
PLANNED = """(before) => {
  const offers = document.querySelector("canvas").offers();
  return offers.isPlanned || offers.decision !== before;
}"""
BAR = ".answers .button:not(:has-text('↶'))"
LIST = ".section > .button.wide:not(.no)"


class Hand:
    """Somebody who plays by clicking, without much thought."""

    def __init__(self, page: Page, rng: Random, *, eager: float = 0.85) -> None:
        self.page, self.rng = page, rng
        self.is_touch = page.viewport_size is not None and page.viewport_size["width"] < 760
        self.eager = eager
        """How often a thing on the map is preferred to a button."""
        self.answered = ""
        self.answers: list[str] = []
        """The kinds of question answered so far."""
        self.curtains = self.throws = 0

    # -- eyes ----------------------------------------------------------------------------------------------

    def sees(self) -> dict[str, Any]:
        """What glows, and the question it answers."""
        found: dict[str, Any] | None = self.page.evaluate(OFFERS)
        return found or {"decision": "", "isBusy": True, "isOver": False}

    def where(self, what: str) -> tuple[float, float]:
        """Where a cell or a fanned counter can be clicked; whoever cannot see it looks at the whole map."""
        found = self.page.evaluate(LOCATE, what)
        if found is None:
            self.page.keyboard.press("g")
            found = self.page.wait_for_function(LOCATE, arg=what).json_value()
        return found[0], found[1]

    def is_asked(self) -> bool:
        """Whether there is something new to answer, all of whose choices have come."""
        sees = self.sees()
        return not sees["isBusy"] and sees["decision"] not in ("", self.answered)

    # -- fingers -------------------------------------------------------------------------------------------

    def click(self, what: str) -> None:
        x, y = self.where(what)
        if self.is_touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def choose(self, unit: str) -> None:
        """Click a unit; one in a stack shows itself when the stack is fanned out."""
        sees = self.sees()
        if sees["chosen"] == unit:
            return
        self.click(sees["subjects"][unit])
        if self.sees()["chosen"] != unit:
            self.click(unit)
        expect_chosen(self.page, unit)

    def answer(self) -> None:
        """Answer the question that is asked: by something on the map, or by a button."""
        sees = self.sees()
        before: str = sees["decision"]
        buttons = self.buttons()
        on_map = [unit for unit, cell in sorted(sees["subjects"].items()) if cell]
        if (on_map or sees["goals"] or sees["targets"]) and (not buttons or self.rng.random() < self.eager):
            self.by_map(sees, on_map)
        else:
            self.rng.choice(buttons).click()
        self.page.wait_for_function(ANSWERED, arg=before)
        self.answered = before
        self.answers.append(sees["kind"])

    def by_map(self, sees: dict[str, Any], on_map: Sequence[str]) -> None:
        if on_map and not sees["goals"] and not sees["targets"]:
            self.choose(self.rng.choice(on_map))
            sees = self.sees()
        places = sorted({*sees["targets"].values(), *sees["goals"]} - {""})
        if not places:
            expect(self.page.locator(LIST).first).to_be_visible()
            self.rng.choice(self.unit_buttons()).click()
            return
        place = self.rng.choice(places)
        self.click(place)
        aimed = sorted(unit for unit, cell in sees["targets"].items() if cell == place)
        if self.sees()["fan"] == place:  # a stack opens at the first click
            self.click(self.rng.choice(aimed) if aimed else place)
        self.page.wait_for_function(PLANNED, arg=sees["decision"])
        if self.sees()["isPlanned"]:
            self.page.locator(".preview .go .main").click()

    def buttons(self) -> list[Locator]:
        """Buttons in the decision bar, or in the list when they are many; taking back is not an answer."""
        found, sees = self.page.locator(BAR), self.sees()
        if not any(sees[glowing] for glowing in ("subjects", "targets", "goals")):
            expect(found.or_(self.page.locator(LIST)).first).to_be_visible()
        return found.all() or self.unit_buttons()

    def unit_buttons(self) -> list[Locator]:
        return self.page.locator(LIST).all()

    def raise_curtain(self) -> None:
        """Whoever stands before a curtain is asked nothing yet."""
        self.curtains += 1
        assert self.sees()["decision"] == ""
        self.page.locator(".curtain button").click()
        expect(self.page.locator(".curtain")).to_have_count(0)

    def throw(self) -> None:
        """Real dice, read off and typed in."""
        self.throws += 1
        while (face := self.page.locator(".faces .button:not([disabled])")).count():
            self.rng.choice(face.all()).click()
        self.page.locator(".go .main").first.click()
        expect(self.page.locator(".faces .button[disabled]")).to_have_count(0)


def expect_chosen(page: Page, unit: str) -> None:
    page.wait_for_function("(unit) => document.querySelector('canvas').offers().chosen === unit", arg=unit)


def next_turn(hands: Sequence[Hand]) -> Hand | None:
    """Whoever is asked next; None when the game is over. Curtains are raised and dice thrown on the way."""
    until = monotonic() + SECONDS / 1000
    while monotonic() < until:
        for hand in hands:
            if hand.page.locator(".curtain button").count():
                hand.raise_curtain()
            elif hand.page.locator(".faces").count():
                hand.throw()
            elif hand.is_asked():
                return hand
            elif hand.sees()["isOver"]:
                return None
    raise AssertionError(f"nobody is asked: {[hand.sees() for hand in hands]}")


def play(hands: Sequence[Hand], most: int = 400) -> int:
    """Click on until the game is over, or so many questions are answered; how many that were."""
    for answered in range(most):
        hand = next_turn(hands)
        if hand is None:
            return answered
        hand.answer()
    return most
