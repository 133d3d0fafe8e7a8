"""The HTTP API: lobby, systems, rules, saves, logs, reports, replays. Play itself goes over the WebSocket.

Each route is one function; what it takes and gives stands in its `@route`, from which the OpenAPI document is
made. The link of a player goes in the header `Authorization: Bearer LINK`, never in an address.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import anyio.to_thread
import msgspec
from msgspec import Raw
from msgspec.structs import replace

from planspiel import __version__
from planspiel.kernel import Misfit, Seat, Setup, System, render, verify
from planspiel.kernel.log import Opened
from planspiel.kernel.rulebook import SYSTEMS, Rulebook
from planspiel.server import archive, lobby, store, talk, wire
from planspiel.server.bots import BOTS
from planspiel.server.measuring import dice_statistics
from planspiel.server.moments import view_after
from planspiel.server.refusals import Refusal
from planspiel.server.rooms import game_info
from planspiel.server.routing import ROUTES, Call, Plain, Route, route
from planspiel.server.seating import most_players
from planspiel.server.store import Kept
from planspiel.server.telling import lines_of, report, umpires_lines, words_in
from planspiel.systems import registry
from planspiel.systems.tools import tools_of

__all__ = ["ROUTES", "Call", "Plain", "Route"]

# -- systems -----------------------------------------------------------------------------------------------


@route("GET", "/api/health", answer=wire.Health)
async def health(call: Call) -> wire.Health:
    """The version, and how many games and connections this process has."""
    connections = sum(len(room.connections) for room in call.service.rooms.values())
    return wire.Health(__version__, len(call.service.rooms), connections)


@route("GET", "/api/server", answer=wire.ServerInfo)
async def server(call: Call) -> wire.ServerInfo:
    """What this server offers: mail, webhooks, paces."""
    settings = call.service.settings
    paces: tuple[wire.Pace, ...] = ("none", "live", "day", "three-days")
    return wire.ServerInfo(
        __version__,
        bool(settings.smtp),
        settings.webhooks,
        [wire.PaceInfo(pace, settings.limits.pace(pace)) for pace in paces],
    )


@route("GET", "/api/bots", answer=list[wire.BotInfo])
async def bots(call: Call) -> list[wire.BotInfo]:
    """The bots that may take a seat."""
    own = [wire.BotInfo(spec, spec, spec, "", "") for spec in call.service.settings.bots]
    return [*BOTS, *own]


@route("GET", "/api/systems", answer=list[wire.SystemInfo])
async def systems(call: Call) -> list[wire.SystemInfo]:
    """All systems, and whether they can be played.

    Those of the mission are known by name, so that the lobby need not wait until they are built.
    """
    playable = registry.names()
    mission = [
        wire.SystemInfo(name, each.title, each.title_de, name in playable)
        for name, each in registry.MISSION.items()
    ]
    others = [await call.service.shelf.fetch(name) for name in playable if name not in registry.MISSION]
    found = [*mission, *(wire.SystemInfo(each.id, each.title, each.title_de, True) for each in others)]
    return sorted(found, key=lambda each: not each.playable)


@route("GET", "/api/systems/{system}", answer=wire.SystemDetail)
async def system(call: Call) -> wire.SystemDetail:
    """The scenarios of a system with their seats, and the game options with their paragraphs."""
    found = await call.service.shelf.fetch(call.path["system"])
    seats = {name: found.setup(Setup(name)).seats for name in found.scenarios()}
    scenarios = [wire.ScenarioInfo(name, each, most_players(found, each)) for name, each in seats.items()]
    return wire.SystemDetail(
        found.id,
        found.title,
        found.title_de,
        found.pack_name,
        found.pack_digest,
        scenarios,
        dict(found.choices()),
    )


@route("GET", "/api/systems/{system}/schema", answer=dict[str, Any])
async def schema(call: Call) -> dict[str, Any]:
    """JSON schemas of the system's orders, events, instructions, questions and view."""
    return (await call.service.shelf.fetch(call.path["system"])).codec.schemas()


@route("GET", "/api/systems/{system}/pack", answer=dict[str, Any])
async def pack(call: Call) -> Plain:
    """The printed material, open to all: maps, counters, charts, scenarios.

    Under `boards` are the fields of scenarios that are laid together of several maps.
    """
    found = await call.service.shelf.fetch(call.path["system"])
    return Plain(await anyio.to_thread.run_sync(_material, found), is_printed=True)


@lru_cache(maxsize=16)
def _material(system: System[Any, Any, Any]) -> bytes:
    tools = tools_of(system.id)
    laid = {name: tools.board(system.pack, name) for name in system.scenarios()}
    boards = {name: board for name, board in laid.items() if board is not None}
    printed = msgspec.to_builtins(system.pack, enc_hook=str)
    return msgspec.json.encode({**printed, "boards": boards} if boards else printed)


@route("GET", "/api/systems/{system}/german", answer=dict[str, str])
async def german(call: Call) -> dict[str, str]:
    """The German of every sentence of the system and of the table, by its English template.

    Where a book names its sections instead of counting them, `§ planning` is the heading of `BAR-planning-1`.
    """
    found = await call.service.shelf.fetch(call.path["system"])
    return {**(words_in(found, "de") or {}), **_headings(found.id)}


@lru_cache(maxsize=16)
def _headings(system: str) -> dict[str, str]:
    """The headings of the book's sections, by the word that stands for them in the ids of the rules."""
    if system not in SYSTEMS:
        return {}
    entries = Rulebook.load(system).entries.values()
    named = ((_NAMED.match(entry.id), entry.section) for entry in entries)
    return {f"§ {found[1]}": _bare(section) for found, section in named if found is not None}


def _bare(heading: str) -> str:
    """A heading as it is cited: "Die Planungsphase" is § Planungsphase."""
    bare = _ARTICLE.sub("", heading)
    return bare[:1].upper() + bare[1:]


@route(
    "GET", "/api/systems/{system}/rules", answer=list[wire.RuleFound], query=("search", "language", "limit")
)
async def rules(call: Call) -> list[wire.RuleFound]:
    """Rules that hold all the words searched for, best first; all of them without words."""
    book = _rulebook(call.path["system"])
    words = call.query.get("search", "")[:200]
    found = book.search(words) if words.strip() else list(book.entries.values())
    return [_rule(entry) for entry in found[: call.number("limit", 100)]]


@route("GET", "/api/systems/{system}/rules/{rule}", answer=wire.RuleFound)
async def rule(call: Call) -> wire.RuleFound:
    """One rule."""
    entry = _rulebook(call.path["system"]).entries.get(call.path["rule"])
    if entry is None:
        raise Refusal("not-found", "There is nothing here.")
    return _rule(entry)


_NAMED = re.compile(r"[A-Z]+-([a-z][a-z-]*?)-?X?\d*$")
"""The id of a rule in a section that has a name: `BAR-fire-test-4`."""
_ARTICLE = re.compile(r"^(Der|Die|Das|Ein|Eine) ")


def _rulebook(system: str) -> Rulebook:
    if system not in SYSTEMS:
        raise Refusal("not-found", "There is nothing here.")
    return Rulebook.load(system)


def _rule(entry: Any) -> wire.RuleFound:
    return wire.RuleFound(
        entry.id, entry.section, entry.kind, entry.text, entry.text_de, entry.ruling, entry.ruling_de
    )


# -- the lobby ---------------------------------------------------------------------------------------------


@route("GET", "/api/lobby", answer=wire.Lobby)
async def listed(call: Call) -> wire.Lobby:
    """Games with free seats that anyone may take."""
    return await lobby.listed(call.service)


@route("POST", "/api/games", body=wire.NewGame, answer=wire.Created)
async def create(call: Call) -> wire.Created:
    """Create a game. The answer holds its links; invitations are for the players, one for each seat."""
    return await lobby.create(call.service, call.decoded(wire.NewGame))


@route("POST", "/api/join", body=wire.Join, answer=wire.Joined)
async def join(call: Call) -> wire.Joined:
    """Take a seat. The game begins when all seats are taken."""
    return await lobby.join(call.service, call.decoded(wire.Join))


@route("POST", "/api/mine", body=wire.Mine, answer=wire.MyGames)
async def mine(call: Call) -> wire.MyGames:
    """The games of my links, those that wait for me first."""
    return await lobby.mine(call.service, call.decoded(wire.Mine))


@route("POST", "/api/saves", answer=wire.Restored, is_upload=True)
async def restore(call: Call) -> wire.Restored:
    """Load a save. An open one becomes a new game at one screen, a sealed one returns under its links."""
    return await archive.restore(call.service, call.body)


# -- one game ----------------------------------------------------------------------------------------------


@route("GET", "/api/game", answer=wire.GameInfo, needs_link=True)
async def game(call: Call) -> wire.GameInfo:
    """The game that a link opens."""
    return await lobby.info(call.service, await call.holder())


@route("DELETE", "/api/game", answer=wire.Deleted, needs_link=True)
async def delete(call: Call) -> wire.Deleted:
    """Delete a game with all its data."""
    return await lobby.delete(call.service, await call.holder())


@route("POST", "/api/game/rematch", body=wire.WantRematch, answer=wire.Joined, needs_link=True)
async def rematch(call: Call) -> wire.Joined:
    """My link to another game with the same players, which is created if nobody asked before."""
    return await lobby.rematch(call.service, await call.holder(), call.decoded(wire.WantRematch))


@route("GET", "/api/game/notes", answer=wire.Notes, query=("seat",), needs_link=True)
async def notes(call: Call) -> wire.Notes:
    """My private notes."""
    return await lobby.notes(call.service, await call.holder(), call.query.get("seat", ""))


@route("PUT", "/api/game/notes", body=wire.Notes, answer=wire.Notes, query=("seat",), needs_link=True)
async def write_notes(call: Call) -> wire.Notes:
    """Keep my private notes."""
    seat = call.query.get("seat", "")
    return await lobby.write_notes(call.service, await call.holder(), seat, call.decoded(wire.Notes))


@route("GET", "/api/game/chat", answer=wire.Messages, query=("after",), needs_link=True)
async def chat(call: Call) -> wire.Messages:
    """The latest messages."""
    holder, after = await call.holder(), call.number("after", 0)
    if holder.role == "invite":
        raise Refusal("not-allowed", "This link does not allow that.")
    return wire.Messages(await call.service.store.read(lambda c: talk.said(c, holder.game, after, 200)))


@route("GET", "/api/game/save", answer=dict[str, Any], needs_link=True)
async def save(call: Call) -> Plain:
    """The game as a file: sealed, unless it is played at one screen or over."""
    holder = await call.holder()
    return Plain(await archive.save(call.service, holder), name=f"{holder.game}.planspiel.json")


@route(
    "GET",
    "/api/game/log",
    answer=wire.Log,
    query=("seat", "since", "language", "full", "file"),
    needs_link=True,
)
async def game_log(call: Call) -> wire.Log | Plain:
    """The stream of my seat, or of a spectator; with `full=1` after the end everything.

    `file=1` gives the bare lines, as `planspiel replay` reads them.
    """
    kept, seat, full = await _reader(call)
    lines, entries = await call.service.log_of(kept.id)
    words = words_in(call.service.system(kept.system), call.language())
    since = call.number("since", 0)
    told = umpires_lines(lines, entries, words)[since:] if full else lines_of(entries, seat, words, since)
    if call.query.get("file") == "1":
        return Plain(
            b"".join(bytes(each.line) + b"\n" for each in told), "application/jsonl", f"{kept.id}.jsonl"
        )
    return wire.Log(seat or Seat(""), since + len(told), told)


@route("GET", "/api/game/moment", answer=wire.Moment, query=("seat", "n"), needs_link=True)
async def moment(call: Call) -> wire.Moment:
    """What my seat saw after line `n` of its stream: from events, without running any rule."""
    kept, seat, _ = await _reader(call)
    _, entries = await call.service.log_of(kept.id)
    n = call.number("n", 0)
    rules = call.service.system(kept.system)
    view = await anyio.to_thread.run_sync(view_after, rules, entries, seat, n)
    return wire.Moment(n, seat or Seat(""), Raw(wire.encode(view)))


@route("GET", "/api/game/report", answer=wire.Report, query=("seat", "language", "full"), needs_link=True)
async def battle_report(call: Call) -> wire.Report:
    """A readable account of the battle, as far as my seat knows; after the end with `full=1` of all."""
    kept, seat, full = await _reader(call)
    _, entries = await call.service.log_of(kept.id)
    return report(call.service.system(kept.system), entries, seat, call.language(), full=full)


@route("GET", "/api/game/verify", answer=wire.DiceCheck, needs_link=True)
async def verify_dice(call: Call) -> wire.DiceCheck:
    """After the end: run the rules again, derive every roll from the revealed secret, compare every line."""
    kept, _, _ = await _reader(call)
    commitment = game_info(kept, ()).commitment
    if kept.stage != "over":
        return wire.DiceCheck(False, commitment, reason="The game has not ended.")
    _, entries = await call.service.log_of(kept.id)
    rules = call.service.system(kept.system)
    # A game may outlive its pack: its lines were compared with the pack as it is now when that changed.
    opened = entries[0]
    if isinstance(opened, Opened) and kept.pack_digest == rules.pack_digest:
        entries = [replace(opened, pack_digest=rules.pack_digest), *entries[1:]]
    secret = kept.secret.hex() if kept.dice == "keyed" else ""
    try:
        verdict = await anyio.to_thread.run_sync(verify, rules, entries)
    except Misfit as misfit:
        return wire.DiceCheck(False, commitment, secret=secret, entry=misfit.n, reason=misfit.reason)
    return wire.DiceCheck(
        True, commitment, verdict.entries, verdict.rolls, verdict.dice_verified, verdict.finished, secret
    )


@route("GET", "/api/game/dice", answer=wire.DiceStatistics, query=("seat", "full"), needs_link=True)
async def dice(call: Call) -> wire.DiceStatistics:
    """How often each face fell, of the dice that my seat has seen; after the end with `full=1` of all."""
    kept, seat, full = await _reader(call)
    _, entries = await call.service.log_of(kept.id)
    room = await lobby.visit(call.service, kept.id)
    view = None if room.table is None else room.table.view(seat)
    tools = tools_of(kept.system)

    def side_of(roller: str) -> str:
        return "" if view is None else tools.side_of(view, roller) or ""

    return dice_statistics(entries, seat, side_of, full=full)


@route("GET", "/api/game/reasons", answer=list[wire.Reasons], query=("language",), needs_link=True)
async def reasons(call: Call) -> list[wire.Reasons]:
    """After the end: why bots decided as they did."""
    kept, _, _ = await _reader(call)
    if kept.stage != "over":
        raise Refusal("not-allowed", "The game has not ended.")
    words = words_in(call.service.system(kept.system), call.language())
    found = await call.service.store.read(lambda c: store.reasons_of(c, kept.id))
    return [
        wire.Reasons(each.n, each.seat, each.bot, [render(text, words) for text in each.why], each.fault)
        for each in found
    ]


@route("POST", "/api/game/share", answer=wire.Shared, needs_link=True)
async def share(call: Call) -> wire.Shared:
    """A link that shows a finished game to anyone: the same each time."""
    return await archive.share(call.service, await call.holder())


@route("GET", "/api/game/notify", answer=wire.Notify, query=("seat",), needs_link=True)
async def notify(call: Call) -> wire.Notify:
    """Where my seat is told that it is awaited."""
    return await call.service.notices.wishes(await call.holder(), call.query.get("seat", ""))


@route("PUT", "/api/game/notify", body=wire.Notify, answer=wire.Notify, query=("seat",), needs_link=True)
async def write_notify(call: Call) -> wire.Notify:
    """Where my seat wants to be told that it is awaited: by mail, or at an address that the host allows."""
    wanted = call.decoded(wire.Notify)
    return await call.service.notices.wish(await call.holder(), call.query.get("seat", ""), wanted)


async def _reader(call: Call) -> tuple[Kept, Seat | None, bool]:
    """Which stream a link may read: a seat's own, a spectator's; all of it when the game is over."""
    holder = await call.holder()
    if holder.role == "invite":
        raise Refusal("not-allowed", "This link does not allow that.")
    kept = await call.service.store.read(lambda c: store.find(c, holder.game))
    if kept is None:
        raise Refusal("no-such-link", "This link opens no game.")
    if kept.stage == "gathering":
        raise Refusal("not-started", "The game has not begun.")
    wanted, is_over = call.query.get("seat", ""), kept.stage == "over"
    full = call.query.get("full") == "1"
    if full and not is_over:
        raise Refusal("not-allowed", "The game has not ended.")
    if wanted and wanted not in kept.setup.seats:
        raise Refusal("wrong-seat", "{seat} is not a seat of this game.", seat=wanted[:64])
    if is_over and wanted:
        return kept, Seat(wanted), full
    if holder.role == "table":
        return kept, Seat(wanted) if wanted else None, full
    if wanted and (holder.role != "seat" or wanted != holder.seat):
        raise Refusal("wrong-seat", "{seat} is not yours.", seat=wanted[:64])
    return kept, holder.seat if holder.role == "seat" else None, full
