"""What is kept off the table: floods, strangers' pages, large bodies, crowds; and what guards the page."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect as connect_sync

from planspiel.server import limits, refusals, wire
from planspiel.server.settings import Settings
from server.clients import PATIENT, Hall, hall, process

PLAN = {"do": "plan", "stance": "hold", "mine": 12}


def test_who_says_too_much_at_once_is_refused_and_may_go_on_later(database: str) -> None:
    with hall(database, replace(PATIENT, messages_per_second=50.0, messages_at_once=10)) as table:
        made = table.hot_seat()
        with table.sit(made["table"]) as both:
            answers = [both.ask({"say": "explain", "thing": "x"}) for _ in range(100)]
            assert {answer.get("code") for answer in answers} == {None, "too-fast"}
            time.sleep(0.2)
            assert both.submit(PLAN)["say"] == "accepted"


def test_who_asks_too_much_over_http_is_refused(database: str) -> None:
    with hall(database, replace(PATIENT, requests_per_second=1.0, requests_at_once=5)) as table:
        found = [table.http.get("/api/health").status_code for _ in range(10)]
        assert found[:4] == [200] * 4
        assert 429 in found


def test_a_list_for_which_there_is_no_time_comes_to_its_end_all_the_same(database: str) -> None:
    with hall(database, replace(PATIENT, listing_seconds=0.0)) as table:
        made = table.hot_seat()
        with table.sit(made["table"]) as both:
            found: list[Any] = []
            more = True
            while more:
                asking = {"say": "options", "decision": both.decision, "after": len(found), "limit": 200}
                listed = both.ask(asking)
                assert listed["options"], "a portion that is not the last is never empty"
                found += listed["options"]
                more = listed.get("more", False)
            assert len(found) > 1


def test_a_bucket_gives_so_many_at_once_and_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: moment)
    bucket = limits.Bucket(2.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    moment += 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_a_huge_message_ends_the_connection_and_changes_nothing(table: Hall) -> None:
    made = table.hot_seat()
    with table.sit(made["table"]) as both:
        huge = json.dumps({"say": "chat", "submission": "1", "text": "x" * 10_000_000})
        with pytest.raises((ConnectionClosed, EOFError)):  # noqa: PT012 - either may notice
            both.socket.send(huge)
            both.until("accepted")
    with table.sit(made["table"]) as both:
        assert both.submit(PLAN)["say"] == "accepted"


def test_a_huge_body_is_refused(table: Hall) -> None:
    found = table.http.post("/api/games", content=b"x" * 1_000_000)
    assert (found.status_code, found.json()["code"]) == (413, "too-large")
    found = table.http.post("/api/saves", content=b"x" * 40_000_000)
    assert (found.status_code, found.json()["code"]) == (413, "too-large")


def test_a_name_or_a_word_that_is_too_long_is_refused(table: Hall) -> None:
    made = table.create()
    for field in ("name", "words", "claim"):
        wanted = {"invite": made["invites"]["anna"], field: "x" * 201}
        assert table.post("/api/join", wanted, status=400)["code"] == "malformed"


def test_a_page_from_elsewhere_can_neither_play_nor_write(table: Hall) -> None:
    elsewhere = {"origin": "https://evil.example"}
    assert table.http.post("/api/games", content=b"{}", headers=elsewhere).status_code == 403
    with pytest.raises(InvalidStatus):
        connect_sync(table.address.replace("http", "ws") + "api/play", origin="https://evil.example")  # type: ignore[arg-type]
    own = {"origin": table.address.rstrip("/")}
    assert table.http.post("/api/games", content=b"{}", headers=own).status_code == 400


def test_a_local_table_is_not_reached_under_a_strange_name(table: Hall) -> None:
    assert table.http.get("/api/health", headers={"host": "rebound.example"}).status_code == 403


@pytest.mark.parametrize(
    ("settings", "hosts"),
    [
        (Settings(), ("127.0.0.1", "localhost", "::1")),
        (Settings(host="0.0.0.0"), ()),
        (
            Settings(host="0.0.0.0", public_url="https://play.example/"),
            ("play.example", "127.0.0.1", "localhost", "::1"),
        ),
    ],
)
def test_a_server_is_reached_under_its_names(settings: Settings, hosts: tuple[str, ...]) -> None:
    assert limits.allowed_hosts(settings) == hosts


def test_every_answer_carries_the_headers_that_guard_the_page(table: Hall) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/api/game"):
        headers = table.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_who_does_not_say_hello_is_shown_out(database: str) -> None:
    with hall(database, replace(PATIENT, hello_seconds=0.2)) as table:
        silent = connect_sync(table.address.replace("http", "ws") + "api/play")
        with silent, pytest.raises(ConnectionClosed, match="no hello"):
            silent.recv(timeout=10)
        with connect_sync(table.address.replace("http", "ws") + "api/play") as rude:
            rude.send('{"say":"submit"}')
            assert json.loads(rude.recv(timeout=10))["code"] == "malformed"


def test_a_table_takes_no_more_than_its_share(database: str) -> None:
    with hall(database, replace(PATIENT, connections_per_game=2)) as table:
        made, links = table.seated()
        full = pytest.raises(Exception, match="too-many")
        with table.sit(made["watch"]), table.sit(made["watch"]), full, table.sit(links["anna"]):
            pass


def test_who_asks_and_never_reads_is_cut_off(database: str) -> None:
    with hall(database, replace(PATIENT, outbox=8)) as table:
        made = table.hot_seat("large")
        where = table.address.replace("http", "ws") + "api/play"
        with connect_sync(where, max_queue=1, close_timeout=0.1) as deaf:
            deaf.send(json.dumps({"say": "hello", "token": made["table"]}))
            with suppress(ConnectionClosed):
                for _ in range(20_000):
                    deaf.send('{"say":"look","seat":"ben"}')
            deadline = time.monotonic() + 20
            while table.get("/api/health")["connections"] and time.monotonic() < deadline:
                time.sleep(0.05)
            assert table.get("/api/health")["connections"] == 0
        with table.sit(made["table"]) as both:
            assert both.submit({**PLAN, "mine": 500})["say"] == "accepted"


def test_a_thousand_connections_leave_room_for_a_player(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    crowd = replace(PATIENT, connections=1500, connections_per_game=1500)
    try:
        with process(f"sqlite:///{tmp_path / 'games.sqlite'}", crowd) as running:
            asyncio.run(_crowd(running.hall))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def _crowd(table: Hall) -> None:
    """A thousand watch one game; one player plays; all of them hear of it."""
    made, links = await asyncio.to_thread(table.seated)
    address = table.address.replace("http", "ws") + "api/play"
    watching = []
    for start in range(0, 1000, 100):
        watching += await asyncio.gather(*(_watch(address, made["watch"]) for _ in range(start, start + 100)))
    health = (await asyncio.to_thread(httpx.get, table.address + "api/health")).json()
    assert health["connections"] == 1000
    with table.sit(links["anna"]) as anna:
        found = await asyncio.to_thread(anna.submit, PLAN)
        assert found["say"] == "accepted"
    await asyncio.gather(*(_until_sealed(socket) for socket in watching))
    await asyncio.gather(*(socket.close() for socket in watching))


async def _watch(address: str, link: str) -> Any:
    socket = await connect(address, compression=None, open_timeout=60, max_queue=None)
    await socket.send(json.dumps({"say": "hello", "token": link}))
    while json.loads(await asyncio.wait_for(socket.recv(), 60))["say"] != "present":
        pass
    return socket


async def _until_sealed(socket: Any) -> None:
    while json.loads(await asyncio.wait_for(socket.recv(), 60)).get("sealed") != ["anna"]:
        pass


# -- what is documented ------------------------------------------------------------------------------------


def test_the_api_and_the_wire_describe_themselves(table: Hall) -> None:
    document = table.get("/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    assert document["paths"]["/api/games"]["post"]["summary"]
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert named <= set(document["components"]["schemas"])
    wired = table.get("/api/wire.json")
    assert set(wired["from_player"]["discriminator"]["mapping"]) >= {"hello", "submit", "options", "throw"}


def test_every_route_stands_in_the_guide() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "http-api.md").read_text(encoding="utf-8")
    from planspiel.server.api import ROUTES

    for route in ROUTES:
        assert f"`{route.method} {route.path}`" in guide, route.path
    for kind in wire.FromPlayer.__args__:
        assert f"`{kind.__struct_config__.tag}`" in guide
    for kind in wire.ToPlayer.__args__:
        assert f"`{kind.__struct_config__.tag}`" in guide


def test_every_refusal_of_the_server_has_german(table: Hall) -> None:
    from planspiel.kernel.text import GERMAN

    source = Path(refusals.__file__).parent
    found = {
        template
        for file in source.glob("*.py")
        for template in re.findall(r'Refusal\(\s*"[a-z-]+",\s*"([^"]+)"', file.read_text(encoding="utf-8"))
    }
    assert len(found) > 15
    assert found <= {*refusals.GERMAN, *GERMAN}


def test_without_a_page_there_is_a_sentence_with_the_address_of_the_api(table: Hall) -> None:
    found = table.http.get("/")
    if "html" not in found.headers["content-type"]:
        assert f"{table.address}api/openapi.json" in found.text


def test_a_built_page_is_served(database: str, tmp_path: Path) -> None:
    from planspiel.server.app import application
    from planspiel.server.store import Store

    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<title>Planspiel</title>", encoding="utf-8")
    (page / "table.js").write_text("// table", encoding="utf-8")
    kept = Store(database)
    app = application(Settings(), kept, page=page)

    async def ask() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
            assert "<title>Planspiel</title>" in (await http.get("/")).text
            script = await http.get("/table.js")
            assert script.text == "// table"
            assert script.headers["content-encoding"] == "gzip"
            known = {"if-none-match": script.headers["etag"]}
            assert (await http.get("/table.js", headers=known)).status_code == 304
            plain = await http.get("/table.js", headers={"accept-encoding": "identity"})
            assert plain.text == "// table"
            assert "content-encoding" not in plain.headers
            assert (await http.get("/api/health")).status_code == 200
            assert (await http.get("/../../etc/passwd")).status_code == 404

    asyncio.run(ask())
    kept.close()
