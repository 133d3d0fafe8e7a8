"""Telling players who are elsewhere, in the browser, by mail, by webhook: nothing secret, not too often."""

from __future__ import annotations

import json
import time
from queue import Empty

import pytest
from msgspec.structs import replace

from planspiel.server.post import Notice, Unsent, call, is_address, is_allowed
from planspiel.server.settings import Settings
from server.clients import PATIENT, Hall, hall, settle
from server.sinks import mail_sink, web_sink

PLAN = {"do": "plan", "stance": "hold", "mine": 12}
PROMPT = replace(PATIENT, notify_after_seconds=0.05, notify_every_seconds=0.0)
SELDOM = replace(PROMPT, notify_every_seconds=600.0)


def both_plan(table: Hall, links: dict[str, str]) -> None:
    """Afterwards Anna is asked to move, and Ben waits."""
    for seat, mine in (("anna", 12), ("ben", 13)):
        with table.sit(links[seat]) as player:
            assert player.submit({**PLAN, "mine": mine})["say"] == "accepted"


def test_mail_tells_an_absent_player_that_it_is_his_turn_and_nothing_else(database: str) -> None:
    with (
        mail_sink() as (smtp, letters),
        hall(
            database, PROMPT, smtp=smtp, mail_from="umpire@play.example", public_url="http://127.0.0.1/"
        ) as table,
    ):
        assert table.get("/api/server")["email"]
        _, links = table.seated()
        table.put("/api/game/notify", {"email": "anna@home.example", "language": "de"}, links["anna"])
        assert table.get("/api/game/notify", links["anna"])["email"] == "anna@home.example"
        both_plan(table, links)
        letter = letters.get(timeout=10)
        assert "rcpt to:<anna@home.example>" in letter.lower()
        assert "Du bist am Zug: anna." in letter
        assert "http://127.0.0.1/" in letter
        for secret in (*links.values(), "red", "plan", "hold", "ben"):
            assert secret not in letter, secret


def test_who_is_at_the_table_gets_no_mail(database: str) -> None:
    with mail_sink() as (smtp, letters), hall(database, PROMPT, smtp=smtp) as table:
        _, links = table.seated()
        table.put("/api/game/notify", {"email": "anna@home.example"}, links["anna"])
        with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
            anna.submit(PLAN)
            ben.submit({**PLAN, "mine": 13})
            settle({"anna": anna, "ben": ben})
            time.sleep(0.3)
        with pytest.raises(Empty):
            letters.get(timeout=0.2)


def test_a_seat_is_not_told_again_too_soon(database: str) -> None:
    with mail_sink() as (smtp, letters), hall(database, SELDOM, smtp=smtp) as table:
        made, links = table.seated()
        table.put("/api/game/notify", {"email": "anna@home.example"}, links["anna"])
        both_plan(table, links)
        letters.get(timeout=10)
        with table.sit(links["anna"]) as anna:
            anna.submit({"do": "done"})
        with table.sit(links["ben"]) as ben:
            while not ben.is_asked():
                ben.hear()
            ben.instruct({"tell": "resign"})
        assert table.get("/api/game", made["host"])["stage"] == "over"
        with pytest.raises(Empty):
            letters.get(timeout=0.5)


def test_a_webhook_is_called_where_the_host_allows_it(database: str) -> None:
    with web_sink() as (origin, bodies), hall(database, PROMPT, webhooks=(origin,)) as table:
        made, links = table.seated()
        table.put("/api/game/notify", {"webhook": f"{origin}/hook?room=7"}, links["anna"])
        both_plan(table, links)
        body = json.loads(bodies.get(timeout=10))
        assert body == {
            "kind": "your-turn",
            "game": made["game"],
            "seat": "anna",
            "title": body["title"],
            "text": "It is your turn: anna.",
            "where": "",
        }


@pytest.mark.parametrize(
    "wanted",
    [
        {"email": "anna@home.example"},
        {"webhook": "http://127.0.0.1:9/"},
        {"webhook": "https://hooks.example.evil/"},
        {"webhook": "https://hooks.example:8443/"},
        {"webhook": "http://hooks.example/"},
        {"webhook": "https://user@hooks.example/"},
        {"webhook": "file:///etc/passwd"},
        {"webhook": "https://hooks.example:port/"},
    ],
)
def test_what_the_host_does_not_offer_is_refused(database: str, wanted: dict[str, str]) -> None:
    with hall(database, webhooks=("https://hooks.example",)) as table:
        _, links = table.seated()
        assert table.put("/api/game/notify", wanted, links["anna"], status=403)["code"] == "not-allowed"
        assert table.get("/api/game/notify", links["anna"]) == {"email": "", "webhook": "", "language": "en"}


@pytest.mark.parametrize(
    "address", ["anna", "anna@", "a b@c.de", "a@b\nBcc: x@y.de", "a@b,c@d.de", "<a@b.de>"]
)
def test_only_one_plain_address_is_mailed_to(address: str) -> None:
    assert not is_address(address)
    assert is_address("anna.b+x@mail.home.example")


def test_another_s_wishes_cannot_be_read_or_set(table: Hall) -> None:
    made, links = table.seated()
    assert table.get("/api/game/notify", links["ben"], seat="anna", status=403)
    assert table.put("/api/game/notify", {}, made["watch"], status=403)


def test_a_webhook_that_points_elsewhere_is_not_followed() -> None:
    notice = Notice("your-turn", "g", "anna", "Mini", "It is your turn: anna.", "")
    with web_sink() as (inside, reached), web_sink(302, f"{inside}/private") as (origin, _):
        settings = Settings(webhooks=(origin,))
        assert is_allowed(settings, f"{origin}/x")
        with pytest.raises(Unsent):
            call(settings, f"{origin}/x", notice)
        with pytest.raises(Unsent):
            call(settings, f"{inside}/x", notice)
        assert reached.empty()


def test_a_browser_hears_of_its_other_games(table: Hall) -> None:
    _, links = table.seated()
    made, others = table.seated()
    with table.sit(links["anna"], language="de") as anna, table.sit(links["ben"]) as ben:
        found = anna.ask({"say": "follow", "tokens": [others["anna"], made["watch"], "x" * 30]})
        assert found["say"] == "accepted"
        both_plan(table, others)
        told = anna.until("notice")
        assert (told["kind"], told["game"], told["seat"]) == ("your-turn", made["game"], "anna")
        assert told["text"] == "Du bist am Zug: anna."
        with table.sit(others["ben"]) as his:
            his.ask({"say": "chat", "submission": "c", "text": "are you there?"})
        assert anna.until("notice")["kind"] == "message"
        settle({"ben": ben})
        assert not any('"notice"' in text and made["game"] in text for text in ben.heard)


def test_a_draw_and_the_end_are_told(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        anna.instruct({"tell": "offer-draw"})
        assert ben.until("notice")["kind"] == "draw-offered"
        ben.instruct({"tell": "offer-draw"})
        assert anna.until("notice")["kind"] == "over"
