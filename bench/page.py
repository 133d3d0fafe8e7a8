"""The page in Debian's chromium on a generated map of 2,000 hexes with 300 counters, and its size.

No server of ours takes part: what it would send is made up here, so that the page alone is measured.
"""

from __future__ import annotations

import gzip
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute, sync_playwright

from planspiel.cli.bench import row
from planspiel.systems import registry

PAGE = Path(os.environ.get("PLANSPIEL_PAGE") or Path(registry.__file__).parents[1] / "server" / "page")
"""The built page; the variable names another folder, for comparing builds."""
CHROMIUM = "/usr/bin/chromium"
SCREEN: ViewportSize = {"width": 1600, "height": 1000}
COLUMNS, ROWS, COUNTERS = 50, 40, 300
SECONDS = 2.5
REPEATS = 3
SYSTEM, SCENARIO = "blitzkrieg1940", "generated"
TERRAINS = ("o0", "o1", "o1", "o1", "o2", "o2", "w1", "w2", "v1", "r1")


# -- what the server would send --------------------------------------------------------------------------


@cache
def pack() -> dict[str, Any]:
    """The shipped pack and a map of our own in it, four times as large as the largest."""
    plain: dict[str, Any] = msgspec.to_builtins(registry.load(SYSTEM).pack, enc_hook=str)
    shipped = plain["maps"]["hannut"]
    town = {"at": "2520", "name": "Middleton", "kind": "village"}
    sheet = {
        **shipped,
        "grid": grid(),
        "fields": {},
        "places": {"town": town},
        "courses": {},
        "sides": {},
        "objectives": {},
        "ways": {
            "road": {"kind": "main_road", "path": [f"{n:02}20" for n in range(1, COLUMNS + 1)], "exits": {}}
        },
    }
    scenario = {**plain["scenarios"]["hannut"], "map": SCENARIO}
    return {**plain, "maps": {SCENARIO: sheet}, "scenarios": {SCENARIO: scenario}}


def grid() -> str:
    """Patches of terrain: most hexes are like the one to their west."""
    rng = Random(SYSTEM)
    lines = ["    " + " ".join(f"{n:02}" for n in range(1, COLUMNS + 1))]
    for line in range(1, ROWS + 1):
        row_of = [rng.choice(TERRAINS)]
        while len(row_of) < COLUMNS:
            row_of.append(rng.choice(TERRAINS) if rng.randrange(3) == 0 else row_of[-1])
        lines.append(f"{line:02}  " + " ".join(row_of))
    return "\n".join(lines)


@cache
def view() -> dict[str, Any]:
    """All companies of the pack, again and again, until there are enough counters."""
    rng = Random(SCENARIO)
    companies = [
        (formation, company, found["counter"])
        for formation, printed in pack()["formations"].items()
        for company, found in printed["companies"].items()
    ]
    hexes = [f"{x:02}{y:02}" for x in range(1, COLUMNS + 1) for y in range(1, ROWS + 1)]
    units = {}
    for n, where in enumerate(rng.sample(hexes, COUNTERS)):
        formation, company, counter = companies[n % len(companies)]
        unit = f"{company}#{n}" if n >= len(companies) else company
        side = pack()["formations"][formation]["side"]
        units[unit] = {"id": unit, "side": side, "formation": formation, "counter": counter, "hex": where}
        units[unit] |= {"fate": "map", "steps": 1 + n % 2, "neutralised": n % 9 == 0, "acted": n % 7 == 0}
    empty: dict[str, Any] = {name: {} for name in ("formations", "markers", "works", "mines", "control")}
    return {"seat": "german", "turn": 1, "activation": None, "units": units, **empty}


def told() -> list[dict[str, Any]]:
    """What is said to whoever says hello: who he is, the log, the position with a question."""
    seats = [{"seat": seat, "sides": [seat]} for seat in ("german", "french")]
    game: dict[str, Any] = {
        "game": "g",
        "system": SYSTEM,
        "scenario": SCENARIO,
        "options": {},
        "stage": "playing",
    }
    game |= {"hot_seat": True, "dice": "keyed", "commitment": "", "seats": seats, "pack_digest": ""}
    asked = {"decision": "1", "question": {"ask": "act"}, "prompt": "Choose.", "cite": "BLK-6.1-A"}
    return [
        {"say": "welcome", "role": "seat", "seat": "german", "game": game},
        {"say": "lines", "seat": "german", "since": 0, "lines": []},
        {"say": "position", "n": 0, "seat": "german", "awaited": ["german"], "view": view(), "asked": asked},
    ]


def answer(socket: WebSocketRoute, message: str | bytes) -> None:
    asked = msgspec.json.decode(message)
    if asked["say"] == "hello":
        for line in told():
            socket.send(msgspec.json.encode(line).decode())
    elif asked["say"] == "options":
        units = islice(view()["units"].items(), 40)
        options = [{"do": "move", "unit": unit, "path": [found["hex"]]} for unit, found in units]
        listed = {"say": "options-listed", "re": asked["id"], "decision": "1", "options": options}
        socket.send(msgspec.json.encode(listed).decode())


class Files(SimpleHTTPRequestHandler):
    """The built page, the pack, and an empty dictionary."""

    def do_GET(self) -> None:
        if self.path.startswith("/api/"):
            body = msgspec.json.encode(pack() if self.path.endswith("/pack") else {})
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing of what was fetched."""


# -- the browser -----------------------------------------------------------------------------------------


@contextmanager
def opened() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address where the page is served."""
    files = ThreadingHTTPServer(("127.0.0.1", 0), lambda *args: Files(*args, directory=str(PAGE)))
    thread = threading.Thread(target=files.serve_forever, daemon=True)
    thread.start()
    view()  # made before the clock runs
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
            yield browser, f"http://127.0.0.1:{files.server_port}/#table=generated"
            browser.close()
    finally:
        files.shutdown()


def table(browser: Browser, address: str) -> Page:
    """A page at which the map is drawn and the question is answered by a click."""
    page = browser.new_page(viewport=SCREEN)
    page.route_web_socket("**/api/play", lambda socket: socket.on_message(lambda m: answer(socket, m)))
    page.goto(address)
    page.wait_for_function(READY)
    return page


# The map can be used once the canvas knows where a cell lies and the choices have come.
READY = """() => {
  const canvas = document.querySelector("canvas");
  return canvas?.locate?.("2520") && document.querySelector("[data-ready]") !== null;
}"""

# Frames while the hand moves the map: one event in each frame, as fast as the page draws them.
FRAMES = """async ([seconds, kind]) => {
  const canvas = document.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const at = (type, dx, dy) => new PointerEvent(type, { clientX: x + dx, clientY: y + dy, bubbles: true,
    pointerId: 1, pointerType: "mouse", button: 0 });
  canvas.setPointerCapture = () => {};
  const act = kind === "zoom"
    ? (n) => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: n % 80 < 40 ? -24 : 24, clientX: x,
        clientY: y, cancelable: true }))
    : (n) => canvas.dispatchEvent(at("pointermove", Math.sin(n / 25) * 260, Math.cos(n / 31) * 180));
  if (kind === "pan") canvas.dispatchEvent(at("pointerdown", 0, 0));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let n = 0; n < 20; n++) { act(n); await frame(); }
  const start = performance.now();
  let frames = 0;
  while (performance.now() - start < seconds * 1000) { act(20 + frames++); await frame(); }
  const rate = frames / ((performance.now() - start) / 1000);
  if (kind === "pan") canvas.dispatchEvent(at("pointerup", 0, 0));
  return rate;
}"""


def rate(kind: str) -> float:
    with opened() as (browser, address):
        page = table(browser, address)
        page.keyboard.press("g")  # the whole map, then near enough that nearly all counters are drawn in full
        for _ in range(2 if kind == "pan" else 0):
            page.keyboard.press("+")
        page.wait_for_timeout(1500)
        return median(float(page.evaluate(FRAMES, [SECONDS, kind])) for _ in range(REPEATS))


@row("page/interactive", unit="s", bound=1.5)
def interactive() -> float:
    """From opening the address until the largest map can be clicked, with nothing kept from before."""
    with opened() as (browser, address):
        times = []
        for _ in range(REPEATS):
            page = table(browser, address)
            times.append(float(page.evaluate("document.querySelector('[data-ready]').dataset.ready")))
            page.close()
        return median(times) / 1000


@row("page/pan-fps", unit="frames/s", bound=50.0, at_least=True)
def pan() -> float:
    """Frames per second while the map is dragged."""
    return rate("pan")


@row("page/zoom-fps", unit="frames/s", bound=50.0, at_least=True)
def zoom() -> float:
    """Frames per second while the wheel turns, in and out again."""
    return rate("zoom")


@row("page/size-kb", unit="KB", bound=400.0)
def size() -> float:
    """What a browser fetches for the page, compressed."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in PAGE.iterdir() if file.is_file()) / 1000
