"""What a host and his players do around a game: notices, open seats, deleting, rules that have changed."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import from_menu, hot_seat, player, seated, table
from clicking import Hand, next_turn, play
from planspiel.kernel import Illegal
from planspiel.server.settings import Limits
from planspiel.systems import registry
from planspiel.systems.blitzkrieg1940.system import Blitzkrieg1940
from server.sinks import mail_sink, web_sink

PROMPT = Limits(notify_after_seconds=0.05, notify_every_seconds=0.0)


def opened(browser: Browser, address: str, language: str) -> Page:
    page = player(browser, language)
    page.goto(address)
    expect(page.locator("canvas[data-ready]")).to_be_visible()
    return page


# -- notices -----------------------------------------------------------------------------------------------


def test_who_has_left_is_told_by_mail_and_webhook_where_he_wishes(tmp_path: Path, browser: Browser) -> None:
    with (
        mail_sink() as (smtp, letters),
        web_sink() as (hooks, bodies),
        table(
            tmp_path, limits=PROMPT, smtp=smtp, mail_from="umpire@play.example", webhooks=(hooks,)
        ) as where,
    ):
        seats = seated(where)
        anna = opened(browser, seats["german"], "de")
        from_menu(anna, "Benachrichtigungen")
        anna.get_by_label("E-Mail an").fill("anna@home.example")
        anna.get_by_label("Webhook (Adresse)").fill("https://elsewhere.example/")
        anna.get_by_role("button", name="Sichern").click()
        expect(anna.get_by_role("alert")).to_contain_text("Diese Adresse darf der Server nicht aufrufen.")
        anna.get_by_label("Webhook (Adresse)").fill(f"{hooks}/planspiel")
        anna.get_by_role("button", name="Sichern").click()
        expect(anna.get_by_role("button", name="Gesichert")).to_be_visible()
        anna.context.close()

        pierre = opened(browser, seats["french"], "en")
        pierre.click("header button:has-text('Talk')")
        expect(pierre.locator("ul.present")).to_contain_text("away")
        pierre.keyboard.press("Escape")
        from_menu(pierre, "Offer a draw")
        letter, called = letters.get(timeout=20), json.loads(bodies.get(timeout=20))
        assert "rcpt to:<anna@home.example>" in letter.lower()
        assert called["seat"] == "german"
        for secret in (address.partition("table=")[2] for address in seats.values()):
            assert secret not in letter
            assert secret not in json.dumps(called)
        pierre.context.close()


# -- the lobby ---------------------------------------------------------------------------------------------


def test_a_free_seat_of_an_open_game_is_taken_in_the_lobby(where: str, browser: Browser) -> None:
    anna, pierre = player(browser, "en"), player(browser, "de")
    anna.goto(where)
    anna.click("label:has(input[value='duel'])")
    anna.click("label:has-text('With a friend')")
    anna.click(".sides label:has-text('French')")
    anna.click("label:has-text('Offer free seats to anyone')")
    anna.click("button:has-text('Start the game')")
    anna.click("button:has-text('Go on')")
    pierre.goto(where)
    pierre.get_by_role("region", name="Offene Partien").get_by_role("button", name="Deutsch").click()
    expect(pierre.locator("header")).to_contain_text("Runde 1")
    expect(anna.locator("header")).to_contain_text("Turn 1")
    late = player(browser, "en")
    late.goto(where)
    expect(late.locator("body")).to_contain_text("New game")
    expect(late.get_by_role("region", name="Open games")).to_have_count(0)
    for page in (anna, pierre, late):
        page.context.close()


def test_a_game_is_deleted_with_all_its_data(where: str, folder: Path, browser: Browser) -> None:
    address = hot_seat(where)
    page = opened(browser, address, "en")
    play([Hand(page, Random(4))], most=2)
    before = rows(folder)
    from_menu(page, "Delete the game", "Yes, delete")
    expect(page.locator("body")).to_contain_text("New game")
    after = rows(folder)
    assert after["games"] == before["games"] - 1
    for kind in ("seats", "keys", "batches"):
        assert after[kind] < before[kind], kind
    page.goto(address)
    page.reload()
    expect(page.locator(".sentence")).to_contain_text("This link opens no game.")
    page.context.close()


def rows(folder: Path) -> dict[str, int]:
    """How many rows each table of the database has."""
    with sqlite3.connect(folder / "table.sqlite") as connection:
        names = [
            name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        return {name: connection.execute(f"select count(*) from {name}").fetchone()[0] for name in names}


# -- rules that have changed -------------------------------------------------------------------------------


class Changed(Blitzkrieg1940):
    """The same game in another file: its rules are not those that it was played with."""


def never(question: object, view: object, order: object) -> None:
    raise Illegal("Nobody does this any more.", "BLK-5.1-A")


def test_players_choose_how_to_go_on_when_the_rules_have_changed(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path) as where:
        seats = [address.partition("#")[2] for address in seated(where).values()]
        hands = [Hand(opened(browser, f"{where}#{seat}", "en"), Random(2)) for seat in seats]
        play(hands, most=2)
        first = next_turn(hands)
        assert first is not None
        said = first.page.locator(".log .jump").count()
        for hand in hands:
            hand.page.context.close()
    kinds = {question.__struct_config__.tag: question for question in Blitzkrieg1940.questions}
    monkeypatch.setattr(kinds[next(hand.answers[0] for hand in hands if hand.answers)], "check", never)
    monkeypatch.setitem(registry.registered, "blitzkrieg1940", Changed.build)
    with table(tmp_path) as where:
        pages = [player(browser, "en") for _ in seats]
        for page, seat in zip(pages, seats, strict=True):
            page.goto(f"{where}#{seat}")
            notice = page.get_by_role("alert")
            expect(notice).to_contain_text("The rules are now other than those it was played with.")
            expect(notice).to_contain_text("Both sides must choose the same.")
        told = [page.get_by_role("alert").inner_text() for page in pages]
        assert any("Nobody does this any more." in text for text in told)
        for page in pages:
            page.get_by_role("button", name="Go on from before it").click()
        for page in pages:
            expect(page.get_by_role("alert")).to_have_count(0)
            expect(page.locator("header")).to_contain_text("Turn 1")
            assert page.locator(".log .jump").count() < said
            page.context.close()
