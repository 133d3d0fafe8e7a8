"""Takes the pictures in docs/img anew, from the real page on a real server: python tools/screenshots.py"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page  # noqa: E402

from browsing import chromium, hot_seat, player, seated, table  # noqa: E402
from clicking import Hand, next_turn, play  # noqa: E402

PICTURES = ROOT / "docs" / "img"


def take(page: Page, name: str) -> None:
    """Once everything has come and the mouse is out of the way."""
    page.mouse.move(0, 0)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(900)  # the finer land is painted while nothing else is to be done
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=82)


def aim(hand: Hand) -> bool:
    """Play until somebody can be fired at, and plan it, so that the picture shows the odds."""
    for _ in range(60):
        if next_turn([hand]) is None:
            return False
        sees = hand.sees()
        for unit in sorted(sees["subjects"]) if sees["kind"] == "choose-action" else []:
            hand.page.keyboard.press("Escape")
            hand.choose(unit)
            found = hand.sees()
            alone = [
                cell for cell in found["targets"].values() if [*found["targets"].values()].count(cell) == 1
            ]
            if alone:
                hand.click(alone[0])
                hand.page.locator(".preview .results").wait_for()
                return True
        hand.page.keyboard.press("Escape")
        hand.answer()
    return False


def of_the_table(browser: Browser, where: str, language: str, *, dark: bool, phone: bool = False) -> None:
    page = player(browser, language, dark=dark, phone=phone)
    for seed in range(10):  # the dice fall differently each time; some games give nobody a shot
        page.goto(hot_seat(where))
        if aim(Hand(page, Random(seed))):
            break
    take(page, "table-phone" if phone else f"table-{'dark' if dark else 'light'}")
    if not dark and not phone:
        page.keyboard.press("Escape")
        page.keyboard.press("r")
        take(page, "rulebook")
        page.keyboard.press("Escape")
        page.goto(f"{page.url}&text")
        take(page, "text-table")
    page.context.close()


def of_everything_else(browser: Browser, where: str) -> None:
    page = player(browser, "en")
    page.goto(where)
    page.locator("fieldset canvas").wait_for()
    take(page, "lobby")
    page.click("section.first button")
    page.locator("section.guide").wait_for()
    take(page, "guided")
    page.context.close()
    of_secret_orders(browser, where)
    of_squares(browser, where)
    page = player(browser, "de")
    page.goto(hot_seat(where, "stonne"))
    play([Hand(page, Random(2), eager=1)], most=32)
    take(page, "deployment")
    page.context.close()


def of_secret_orders(browser: Browser, where: str) -> None:
    """Barbarossa 1941 while orders are written: a march as a ghost, fire that is being weighed."""
    page = player(browser, "en", dark=True)
    page.goto(seated(where, "lesson", system="barbarossa1941")["german"])
    orders = page.get_by_role("region", name="Orders")
    for unit, kind, way in (("D1", "March", "0803"), ("D3", "Suppressive fire", "S1")):
        orders.locator("button.who").filter(has_text=unit).click()
        orders.locator(".kinds button").filter(has_text=kind).click()
        orders.locator(".ways button").filter(has_text=way).first.click()
        if unit == "D1":
            page.locator("section.preview button.main").click()
    page.locator(".preview .results").wait_for()
    take(page, "secret-orders")
    page.context.close()


def of_squares(browser: Browser, where: str) -> None:
    """Wiener 2022: two tank companies are to set out together, the way of the second is being weighed."""
    page = player(browser, "en")
    page.goto(hot_seat(where, "first_steps", system="wiener2022"))
    page.wait_for_selector("canvas[data-ready]")
    page.keyboard.press("g")
    page.get_by_role("button", name="Take up positions").last.click()
    page.get_by_role("button", name="Take up positions: all 2").click()
    page.get_by_role("button", name="End indirect fire").click()
    hand = Hand(page, Random(1))
    for start, goal in (("6,5", "10,5"), ("6,6", "10,6")):
        page.wait_for_function("() => !document.querySelector('.stage > canvas').offers().isBusy")
        hand.click(start)
        hand.click(goal)
        if goal == "10,5":
            page.get_by_role("button", name="Together with others").click()
    page.locator("section.preview").wait_for()
    take(page, "squares")
    page.context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as where, chromium() as browser:
        of_everything_else(browser, where)
        of_the_table(browser, where, "en", dark=False)
        of_the_table(browser, where, "de", dark=True)
        of_the_table(browser, where, "de", dark=False, phone=True)


if __name__ == "__main__":
    main()
