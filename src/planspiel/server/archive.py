"""Saves: a game as a file. The file holds the log and the secret of the dice; loading it runs the log again.

In a running game with several links the file would tell its reader everything, so it is sealed with the
server's key and can only be put back where it came from, under the links it had.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import Annotated, cast

import anyio.to_thread
import msgspec
from msgspec import Meta, Raw, Struct, field
from msgspec.structs import replace

from planspiel.kernel import Damaged, Seat
from planspiel.kernel.file import GameFile
from planspiel.server import store, wire
from planspiel.server.lobby import new_game, new_token, players_in, visit
from planspiel.server.refusals import Refusal
from planspiel.server.resume import RulesChanged
from planspiel.server.service import Service, now
from planspiel.server.store import Append, Appended, Holder, Kept, SeatKept, fingerprint
from planspiel.server.table import Table
from planspiel.server.wire import Pace

__all__ = ["restore", "save"]


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A link that opened the game, by its fingerprint."""

    hash: Annotated[str, Meta(min_length=64, max_length=64)]
    role: store.Role
    seat: Seat


class Archive(GameFile, frozen=True, forbid_unknown_fields=True, tag_field="planspiel", tag="game"):
    """A game as a file. Links, places and pace are there only in a sealed one."""

    places: list[SeatKept] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    pace: Pace = "none"
    substitute: Annotated[str, Meta(max_length=80)] = ""


class Sealed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="planspiel", tag="sealed"):
    """An archive that only the server that made it can open."""

    data: str


_files = msgspec.json.Decoder(Archive | Sealed)
_archive = msgspec.json.Decoder(Archive)


async def save(service: Service, holder: Holder) -> bytes:
    """The game as a file: open at one screen or after the end, else sealed."""
    if holder.role not in ("seat", "table", "host"):
        raise Refusal("not-allowed", "This link does not allow that.")
    kept, places, links = await service.store.read(
        lambda c: (
            store.find(c, holder.game),
            store.places(c, holder.game),
            store.all_keys(c, holder.game),
        )
    )
    if kept is None:
        raise Refusal("no-such-link", "This link opens no game.")
    if kept.stage == "gathering":
        raise Refusal("not-started", "The game has not begun.")
    lines = await service.store.read(lambda c: store.lines(c, kept.id))
    archive = Archive(
        kept.id,
        kept.system,
        kept.setup,
        kept.dice,
        kept.dice_name,
        kept.secret,
        [Raw(line) for line in lines],
    )
    if kept.hot_seat or kept.stage == "over":
        return wire.encode(archive)
    secret = replace(
        archive,
        places=[replace(place, notes="") for place in places],
        links=[Link(hashed, each.role, each.seat) for hashed, each in links],
        pace=cast("Pace", kept.pace),
        substitute=kept.substitute,
    )
    return wire.encode(Sealed(await _seal(service, wire.encode(secret))))


async def restore(service: Service, data: bytes) -> wire.Restored:
    """A game from a file. Nothing in it is believed: the rules run its log again, line by line."""
    try:
        found = _files.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
        raise Refusal("malformed", "This is not a save: {reason}", reason=str(fault)[:200]) from None
    if isinstance(found, Sealed):
        return await _put_back(service, await _unseal(service, found))
    if found.links or found.places:
        raise Refusal("malformed", "This is not a save: {reason}", reason="only a sealed save has links")
    kept = new_game(
        service,
        found.system,
        found.setup,
        players_in(service, found.system, found.setup),
        dice=found.dice,
        hot_seat=True,
        listed=False,
    )
    kept = replace(kept, dice_name=found.dice_name, secret=found.secret)
    places = [SeatKept(seat=seat, taken=True) for seat in kept.setup.seats]
    token = new_token()
    await _insert(service, kept, places, [(fingerprint(token), Holder(kept.id, "table", Seat("")))], found)
    return wire.Restored(kept.id, token)


async def _put_back(service: Service, found: Archive) -> wire.Restored:
    """A sealed game returns under its own name and links, if it is no longer here."""
    if await service.store.read(lambda c: store.find(c, found.game)) is not None:
        raise Refusal("not-allowed", "The game of this save is still here.")
    kept = new_game(
        service,
        found.system,
        found.setup,
        players_in(service, found.system, found.setup),
        dice=found.dice,
        hot_seat=False,
        listed=False,
        pace=found.pace,
        substitute=found.substitute,
    )
    kept = replace(kept, id=found.game, dice_name=found.dice_name, secret=found.secret)
    links = [(link.hash, Holder(found.game, link.role, link.seat)) for link in found.links]
    await _insert(service, kept, found.places, links, found)
    return wire.Restored(kept.id)


async def _insert(
    service: Service, kept: Kept, places: list[SeatKept], links: list[tuple[str, Holder]], found: Archive
) -> None:
    lines = [bytes(line) for line in found.lines]
    try:
        table = await anyio.to_thread.run_sync(Table.read, kept, service.system(kept.system), lines, None)
    except (Damaged, RulesChanged) as fault:
        raise Refusal("malformed", "This is not a save: {reason}", reason=str(fault)[:200]) from None
    if table.game.seats != tuple(kept.setup.seats):
        raise Refusal("malformed", "This is not a save: {reason}", reason="its log is of other seats")
    at, pace = now(), int(service.limits.pace(kept.pace) * 1000)
    whole = Append(
        game=kept.id,
        first=0,
        lines=lines,
        stage="over" if table.game.over else "playing",
        waits=table.waits(),
        outcome=table.game.state.outcome,
        at=at,
        save=table.save_if_due(),
        due=at + pace if pace and not table.game.over else 0,
    )

    def write(c: store.Connection) -> Appended:
        store.create(c, kept, places, links)
        return store.append(c, whole)

    await service.store.write(write)
    await visit(service, kept.id)


async def share(service: Service, holder: Holder) -> wire.Shared:
    """A link to a finished game for anyone. It follows from the server's key, so it is always the same."""
    if holder.role == "invite":
        raise Refusal("not-allowed", "This link does not allow that.")
    kept = await service.store.read(lambda c: store.find(c, holder.game))
    if kept is None or kept.stage != "over":
        raise Refusal("not-allowed", "The game has not ended.")
    named = hmac.digest(await _key(service), b"share|" + kept.id.encode(), "sha256")
    token = base64.urlsafe_b64encode(named[:24]).decode()
    watch = Holder(kept.id, "watch", Seat(""))

    def add(c: store.Connection) -> None:
        if store.holder(c, fingerprint(token)) is None:
            store.add_keys(c, [(fingerprint(token), watch)])

    await service.store.write(add)
    return wire.Shared(token)


# -- sealing -----------------------------------------------------------------------------------------------


async def _key(service: Service) -> bytes:
    """The server's key: made once, kept in the database, the same for all its processes."""
    from cryptography.fernet import Fernet

    fresh = Fernet.generate_key()
    return await service.store.write(lambda c: store.setting(c, "seal", fresh))


async def _seal(service: Service, data: bytes) -> str:
    from cryptography.fernet import Fernet

    return Fernet(await _key(service)).encrypt(data).decode()


async def _unseal(service: Service, sealed: Sealed) -> Archive:
    from cryptography.fernet import Fernet, InvalidToken

    try:
        data = Fernet(await _key(service)).decrypt(sealed.data.encode())
        return _archive.decode(data)
    except (InvalidToken, msgspec.MsgspecError, UnicodeEncodeError, binascii.Error):
        raise Refusal("not-allowed", "This save was sealed by another server, or was changed.") from None
