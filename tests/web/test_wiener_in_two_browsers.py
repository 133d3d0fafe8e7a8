"""Wiener 2022 in browsers: decisions by clicking, and a whole hidden game that betrays nobody's secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from browsing import SECONDS, grave_findings, hot_seat, player, seated, table
from clicking import Hand, play
from planspiel.kernel import Entry, Seat
from planspiel.kernel.log import Answered, Happened, Instructed
from planspiel.kernel.replay import Replay
from planspiel.server import store
from planspiel.systems import registry
from planspiel.systems.wiener2022.secrecy import DummyExposed
from planspiel.systems.wiener2022.state import Position
from server.clients import PATIENT, Player
from traffic import Traffic, mines_told, records, stands

WORDS = Path(__file__).parents[2] / "web" / "src" / "systems" / "wiener2022.words.ts"
SEATS = ("blue", "red")
MOST = 900
"""Decisions after which a game must be over."""


def aim(page: Page, cell: str) -> None:
    """Click the middle of a field, once all choices have come."""
    page.wait_for_function("() => !document.querySelector('.stage > canvas').offers().isBusy")
    found = page.evaluate("cell => document.querySelector('.stage > canvas').locate(cell)", cell)
    box = page.locator(".stage > canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + found[0], box["y"] + found[1])


def throw(page: Page, *pips: int) -> None:
    """Real dice, read off and typed in."""
    for pip in pips:
        page.locator(".faces button").nth(pip - 1).click()
    page.locator(".go .main").click()


def test_every_order_has_a_word_on_the_table() -> None:
    kinds = WORDS.read_text(encoding="utf-8").partition("export const OBSTACLES")[0]
    schema = registry.load("wiener2022").codec.schemas()
    tags = set(re.findall(r"'do': \{'enum': \['([a-z-]+)'\]", str(schema)))
    assert len(tags) > 60
    assert {tag for tag in tags if not re.search(rf'^  "?{tag}"?: ', kinds, re.MULTILINE)} == set()


def test_aircraft_are_chosen_beside_the_map_and_attack_by_clicking(where: str, browser: Browser) -> None:
    page = player(browser, "de")
    page.goto(hot_seat(where, "meeting", system="wiener2022", dice="typed"))
    page.wait_for_selector("canvas[data-ready]")
    for _ in range(2):
        page.get_by_role("button", name="Den Rest aufstellen").click()
        page.get_by_role("button", name="Versiegeln").click()
    for _ in range(2):
        page.get_by_role("button", name="In Stellung gehen: keine").click()
    page.get_by_role("button", name="Flugzeuge anfordern").click()
    throw(page, 6, 6, 6)
    page.get_by_role("button", name=re.compile("Einfliegen lassen")).first.click()
    throw(page, 1)  # Red's fighter does not come
    bomber = page.locator("[data-away]").filter(has_text="Schlachtfliegerstaffel").first
    bomber.click()
    expect(bomber).to_have_attribute("aria-pressed", "true")
    goals = page.evaluate("document.querySelector('canvas').offers().goals")
    page.keyboard.press("g")
    aim(page, goals[0])
    expect(page.locator(".preview")).to_contain_text("Luftangriff")


def test_positions_a_march_together_and_dismounting_are_ordered_by_clicking(
    where: str, browser: Browser
) -> None:
    page = player(browser, "de")
    page.goto(hot_seat(where, "first_steps", system="wiener2022"))
    page.wait_for_selector("canvas[data-ready]")
    page.keyboard.press("g")
    page.get_by_role("button", name="In Stellung gehen", exact=False).last.click()  # Red's tanks
    page.get_by_role("button", name="In Stellung gehen: alle 2").click()
    page.get_by_role("button", name="Steilfeuer beenden").click()
    expect(page.locator(".answers")).to_contain_text("FERTIG")

    # Two tank companies set out together.
    preview = page.locator("section.preview")
    for start, goal in (("6,5", "10,5"), ("6,6", "10,6")):
        aim(page, start)
        aim(page, goal)
        expect(preview).to_contain_text(goal)
        preview.get_by_role("button", name=re.compile("Gemeinsam mit anderen|Zu den anderen dazu")).click()
    group = page.get_by_role("region", name="Gemeinsam")
    expect(group.locator("li")).to_have_count(2)
    assert grave_findings(page) == []
    group.get_by_role("button", name="Gemeinsam ausführen").click()
    expect(page.locator(".log")).to_contain_text("1. Panzerkompanie (P-4) bewegt sich nach 10,5")
    expect(page.locator(".log")).to_contain_text("3. Panzerkompanie (P-4) bewegt sich nach 10,6")

    # Who is mounted gets off through the counter of its vehicle; then both lie in the field.
    aim(page, "4,5")
    card = page.get_by_role("region", name="Einheitenkarte", exact=False)
    expect(card).to_contain_text("trägt 5. Kompanie (Figurenbase)")
    page.get_by_role("button", name="Absitzen").click()
    expect(page.locator(".log")).to_contain_text("5. Kompanie (Figurenbase)")
    page.get_by_role("button", name="FERTIG").click()
    play([Hand(page, Random(5), eager=0.5)], most=6)
    page.context.close()


def test_the_guided_first_game_ends_well(where: str, browser: Browser) -> None:
    page = player(browser, "en", dark=True)
    page.goto(where)
    page.click("section.first button:has-text('Wiener')")
    guide = page.locator("section.guide")
    for _ in range(30):
        button = guide.locator("button:has-text('Do it for me')")
        expect(button.or_(guide.locator("strong")).first).to_be_visible()
        if guide.locator("strong").count():
            break
        step = guide.inner_text()
        button.click()
        expect(guide).not_to_have_text(step)
    expect(guide).to_contain_text("5 against 2")
    page.context.close()


# -- a whole hidden game -----------------------------------------------------------------------------------


class Spy:
    """A player with a browser that shows the game, all that reaches it, and a wire to answer by."""

    def __init__(self, browser: Browser, address: str, language: str) -> None:
        self.page = player(browser, language, dark=language == "en")
        self.traffic = Traffic(self.page)
        self.page.goto(address)
        self.page.wait_for_selector("canvas[data-ready]", timeout=3 * SECONDS)

    def deploy(self, *barriers: str) -> None:
        """Secret obstacles where they are offered first, everything else spread by the page."""
        page = self.page
        for name in barriers:
            page.locator("button.who").filter(has_text=name).first.click()
            page.locator(".kinds button").first.click()
            page.locator(".ways button").first.click()
            page.locator("section.preview button.main").click()
        page.get_by_role("button", name=re.compile("Place the rest|Rest aufstellen")).click()
        expect(page.locator(".seal .main")).to_be_enabled(timeout=6 * SECONDS)
        page.locator(".seal .main").click()


def answered(player_: Player, rng: Random) -> None:
    """Something on offer; phases end soon, so that the battle does."""
    asked = player_.position["asked"]
    options = player_.options(60)
    done = {"do": "done"} if asked["question"]["ask"] == "choose-activity" else None
    if done and rng.random() < 0.55 and player_.submit(done)["say"] == "accepted":
        return
    if asked.get("may_decline"):
        options.append({"do": "decline"})
    for _ in range(5):
        if player_.submit(rng.choice(options or [done or {"do": "decline"}]))["say"] == "accepted":
            return
    raise AssertionError(f"nothing is accepted: {asked}")


def fought_out(where: str, tokens: dict[str, str], rng: Random) -> None:
    """Answer over the wire what either seat is asked, until the battle is over."""
    address = where.replace("http", "ws").rstrip("/") + "/api/play"
    with connect(address, max_size=None) as one, connect(address, max_size=None) as other:
        players = [Player(socket, tokens[seat]) for socket, seat in zip((one, other), SEATS, strict=True)]
        for _ in range(MOST):
            for each in players:
                each.ask({"say": "explain", "thing": "field:1,1"})  # hear what has come meanwhile
            if any("outcome" in each.position for each in players):
                return
            for each in players:
                if each.is_asked() and not each.position["asked"].get("is_sealed"):
                    answered(each, rng)
                    break
    raise AssertionError("the battle does not end")


def truth(folder: Path, spy: Spy) -> tuple[Position, bytes, dict[str, set[tuple[str, str]]]]:
    """The last position as the umpire has it, the secret of the dice, and who was ever seen where by whom."""
    bearer = {"authorization": f"Bearer {spy.traffic.token}"}
    info = spy.page.request.get(f"{spy.page.url.partition('#')[0]}api/game", headers=bearer).json()
    engine = sa.create_engine(f"sqlite:///{folder}/table.sqlite")
    with engine.connect() as connection:
        kept = store.find(connection, info["game"])
        assert kept is not None
        lines = store.lines(connection, kept.id)
    engine.dispose()
    system = registry.load("wiener2022")
    first, *rest = decisions(system.codec.decode_log(lines, "the kept log"))
    again = Replay(system, first)
    seen: dict[str, set[tuple[str, str]]] = {seat: set() for seat in SEATS}
    for entries in rest:
        again.go_on(entries)
        found = exposed(entries)
        state = again.game.state
        assert isinstance(state, Position)
        for seat in SEATS:
            known = again.game.view(Seat(seat)).elements.values()
            seen[seat] |= {(one.id, one.field) for one in known if one.side != seat}
            seen[seat] |= {(one.element, one.field) for one in state.ghosts.values() if one.side == seat}
            seen[seat] |= found
    return state, kept.secret, seen


def exposed(entries: Iterable[Entry]) -> set[tuple[str, str]]:
    """Dummies that somebody has walked into: they are recognised and gone in the same moment."""
    events = (entry.event for entry in entries if isinstance(entry, Happened))
    return {(event.element, event.field) for event in events if isinstance(event, DummyExposed)}


def decisions(entries: Iterable[Entry]) -> list[list[Entry]]:
    """A log in pieces, each of which begins with something that a player has said."""
    found: list[list[Entry]] = [[]]
    for entry in entries:
        is_said = entry.by == "player" if isinstance(entry, Answered) else isinstance(entry, Instructed)
        if is_said:
            found.append([])
        found[-1].append(entry)
    return found


def views(traffic: Traffic) -> Iterator[dict[str, Any]]:
    for text in traffic.frames:
        message = json.loads(text)
        if message.get("view"):
            yield message["view"]


def test_a_whole_hidden_game_in_two_browsers_betrays_nobody(tmp_path: Path, browser: Browser) -> None:
    with table(tmp_path, limits=PATIENT) as where:
        seats = seated(where, "night_attack", system="wiener2022", options={"mode": "hidden"})
        spies = {
            seat: Spy(browser, seats[seat], language)
            for seat, language in zip(SEATS, ("de", "en"), strict=True)
        }
        spies["blue"].deploy("Panzerminen 1", "Schützenminen 1")
        spies["red"].deploy()
        fought_out(where, {seat: spy.traffic.token for seat, spy in spies.items()}, Random(7))
        for spy in spies.values():
            over = re.compile("zu Ende|is over")
            expect(spy.page.locator(".bar .block")).to_contain_text(over, timeout=6 * SECONDS)
        state, secret, seen = truth(tmp_path, spies["blue"])

    for seat, spy in spies.items():
        enemy = next(other for other in SEATS if other != seat)
        assert spies[enemy].traffic.token not in "".join(spy.traffic.texts)
        unseen = nobody_unseen_is_named(spy.traffic, enemy, state, seen[seat])
        owner = "".join(spies[enemy].traffic.frames)
        assert unseen
        assert all(f'"{name}"' in owner for name in unseen), "the search would find them"
        for view in views(spy.traffic):
            assert all(view["elements"][name]["side"] == seat for name in view["stock"])
            assert {one["side"] for one in view["barrages"].values()} <= {seat}
            for works in ("barriers", "charges"):
                hidden = [one for one in view[works].values() if one.get("hidden", works == "charges")]
                assert {one["side"] for one in hidden} <= {seat}
        during = [text for text in spy.traffic.texts if '"outcome"' not in text]
        assert secret.hex() not in "".join(during), "the dice stay sealed as long as they fall"
    mined = {one.field for one in state.barriers.values() if one.side == "blue" and one.hidden}
    assert mined, "a minefield that was never met"
    assert mines_told(spies["blue"].traffic, mined) == mined, "the search would find it"
    assert mines_told(spies["red"].traffic, mined) == set()
    for spy in spies.values():
        spy.page.context.close()


def nobody_unseen_is_named(
    traffic: Traffic, enemy: str, state: Position, seen: set[tuple[str, str]]
) -> list[str]:
    """Who never came into sight is not even named; who did, never with a field where nobody saw it.

    The names of the former come back.
    """
    known = {name for name, _ in seen}
    theirs = [one for one in state.elements.values() if one.side == enemy]
    unseen = [one.id for one in theirs if one.id not in known]
    places = {(one.id, one.field) for one in theirs if one.field} - seen
    lines = ("\n".join(words) for text in traffic.texts for words in records(json.loads(text)))
    for line in lines:
        assert not [name for name in unseen if name in line and stands(name, line)], line[:400]
        named = [(name, place) for name, place in places if name in line and place in line]
        assert not [1 for name, place in named if stands(name, line) and stands(place, line)], line[:400]
    return unseen
