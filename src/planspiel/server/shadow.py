"""A running game whose rules have changed: both seats choose at the first difference.

The game was run again in the shadow under the rules as they are now, and they do not lead to what was played.
Nothing goes on until all players choose the same: to go back to before the first difference and to play on
from there, or to end the game without a winner. What was played stays readable in either case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from planspiel.kernel import Outcome, Seat, Text
from planspiel.server import store, wire
from planspiel.server.logs import log
from planspiel.server.pinning import rules_digest
from planspiel.server.records import now
from planspiel.server.refusals import Refusal
from planspiel.server.resume import RulesChanged
from planspiel.server.rooms import Room, tell_lines
from planspiel.server.store import Holder

if TYPE_CHECKING:
    from planspiel.server.service import Service

__all__ = ["choose"]

ENDED = Outcome((), "the rules have changed")


async def choose(service: Service, holder: Holder, said: wire.ChooseRules) -> wire.Accepted:
    """One seat's choice; at one screen it is the choice of all. When all agree it is done."""
    room = service.room(holder.game)
    async with room.lock:
        await service.enter(room)
        if room.trouble is None:
            raise Refusal("illegal", "The rules have not changed.")
        people = [place.seat for place in room.places if not place.bot]
        mine = people if holder.role == "table" else [service.seat_of(holder, said.seat)]
        choices = {**room.game.choices, **dict.fromkeys(mine, said.choice)}
        at = now()
        await service.store.write(lambda c: store.choose(c, room.id, choices, at))
        room.kept = replace(room.game, choices=choices, changed=at)
        if all(choices.get(seat) == said.choice for seat in people):
            await (_go_back if said.choice == "go-back" else _end)(service, room, room.trouble)
        room.welcome_all()
    return wire.Accepted(said.id, said.submission, 0)


async def _go_back(service: Service, room: Room, trouble: RulesChanged) -> None:
    """To before the answer that brought about the first difference. The lines from there on are put aside."""
    system = service.system(room.game.system)
    starts = await service.store.read(lambda c: store.batch_starts(c, room.id))
    to = max((start for start in starts if start <= trouble.entry), default=0)
    kept = replace(room.game, rules=rules_digest(system), pack_digest=system.pack_digest)
    at = now()
    if not await service.store.write(lambda c: store.cut(c, room.id, kept, to, at)):
        raise Refusal("moved-on", "The game went on elsewhere: look again.")
    log("rules-went-back", game=room.id, entry=to)
    await service.read_again(room)
    text = Text(
        "The rules have changed: the game goes back to before the first difference and goes on from there."
    )
    await service.announce(room, Seat(""), f"rules-{at}", "rules", text)
    table = room.table
    if table is not None:
        await service.set_due(room, service.players.due(room, at))
        _, entries = await service.log_of(room.id)
        for connection in room.connections:
            tell_lines(table, connection, entries, 0, anew=True)
            connection.last = b""
        room.tell_positions()


async def _end(service: Service, room: Room, trouble: RulesChanged) -> None:
    at = now()
    entries = room.game.entries
    if not await service.store.write(lambda c: store.close(c, room.id, entries, ENDED, at)):
        raise Refusal("moved-on", "The game went on elsewhere: look again.")
    log("rules-ended", game=room.id, entry=trouble.entry)
    room.forget()
    await service.enter(room)
    text = Text("The rules have changed: the game ends without a winner.")
    await service.announce(room, Seat(""), f"rules-{at}", "rules", text)
