"""Before and after play: creating games, taking seats, what waits for me, rematches, notes, deleting."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec.structs import replace

from planspiel import __version__
from planspiel.kernel import Game, Illegal, Seat, Setup
from planspiel.server import store, wire
from planspiel.server.bots import SUBSTITUTE, is_bot
from planspiel.server.pinning import rules_digest
from planspiel.server.refusals import Refusal
from planspiel.server.resume import dice_of
from planspiel.server.rooms import Room, game_info
from planspiel.server.seating import changing_sides, shared, teams_of
from planspiel.server.service import Service, now
from planspiel.server.store import Holder, Kept, SeatKept, fingerprint

__all__ = [
    "create",
    "delete",
    "info",
    "join",
    "listed",
    "mine",
    "notes",
    "players_in",
    "rematch",
    "write_notes",
]


def new_token() -> str:
    """A link that cannot be guessed: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_game(
    service: Service,
    system: str,
    setup: Setup,
    players: Mapping[str, int],
    *,
    dice: str,
    hot_seat: bool,
    listed: bool,
    before: str = "",
    pace: str = "none",
    substitute: str = "",
) -> Kept:
    """A game about to be created. Its secret is fixed here, before any player says a word."""
    rules = service.system(system)
    name = secrets.token_hex(8)
    try:
        setup = shared(rules, setup, players)
        filled = rules.setup(setup)
        kept = Kept(
            id=name,
            system=system,
            pack_digest=rules.pack_digest,
            release=__version__,
            rules=rules_digest(rules),
            setup=filled,
            stage="gathering",
            dice="typed" if dice == "typed" else "keyed",
            dice_name=name,
            secret=secrets.token_bytes(32),
            hot_seat=hot_seat,
            listed=listed,
            before=before,
            pace=pace,
            substitute=substitute or SUBSTITUTE,
            created=now(),
            changed=now(),
        )
        Game.start(rules, setup, dice_of(kept, ()))  # a scenario that cannot begin is refused now
    except Illegal as illegal:
        raise Refusal.illegal(illegal) from None
    return kept


def players_in(service: Service, system: str, setup: Setup) -> dict[str, int]:
    """How many share each seat in a set-up that was played before."""
    try:
        return {seat: len(team) or 1 for seat, team in teams_of(service.system(system), setup).items()}
    except Illegal as illegal:
        raise Refusal.illegal(illegal) from None


async def create(service: Service, wanted: wire.NewGame) -> wire.Created:
    setup = Setup(wanted.scenario, wanted.options)
    kept = new_game(
        service,
        wanted.system,
        setup,
        wanted.players,
        dice=wanted.dice,
        hot_seat=wanted.hot_seat,
        listed=wanted.listed and not wanted.hot_seat,
        pace=wanted.pace,
        substitute=wanted.substitute,
    )
    own = service.settings.bots
    for seat, bot in wanted.bots.items():
        if seat not in kept.setup.seats:
            raise Refusal("illegal", "{seat} is not a seat of this game.", seat=seat)
        if not is_bot(bot, own):
            raise Refusal("illegal", "There is no bot {bot}.", bot=bot)
    if not is_bot(kept.substitute, own):
        raise Refusal("illegal", "There is no bot {bot}.", bot=kept.substitute)
    places = _places(kept, wanted.bots, wanted.words)
    host, watch = new_token(), new_token()
    links = [(host, Holder(kept.id, "host", Seat(""))), (watch, Holder(kept.id, "watch", Seat("")))]
    table = new_token() if kept.hot_seat else ""
    if table:
        links.append((table, Holder(kept.id, "table", Seat(""))))
    invites = {place.seat: new_token() for place in places if not place.taken}
    links += [(token, Holder(kept.id, "invite", seat)) for seat, token in invites.items()]
    await service.store.write(
        lambda c: store.create(c, kept, places, [(fingerprint(token), holder) for token, holder in links])
    )
    if not invites:
        await visit(service, kept.id)
    return wire.Created(kept.id, host, watch, game_info(kept, places).commitment, table, invites)


def _places(kept: Kept, bots: Mapping[str, str], words: str) -> list[SeatKept]:
    """At one screen all seats are taken; elsewhere those of bots. The host's words go with the first seat."""
    return [
        SeatKept(
            seat=seat,
            bot=bots.get(seat, ""),
            taken=kept.hot_seat or seat in bots,
            words=words if n == 0 and kept.hot_seat else "",
        )
        for n, seat in enumerate(kept.setup.seats)
    ]


async def visit(service: Service, game: str) -> Room:
    """The room of a game, as the database has it; a game whose seats are all taken begins."""
    room = service.room(game)
    async with room.lock:
        await service.enter(room)
    return room


async def join(service: Service, wanted: wire.Join) -> wire.Joined:
    """Take a seat, by invitation or of a listed game. The invitation is spent; the link you get is yours."""
    if wanted.invite:
        holder = await service.holder(wanted.invite)
        if holder.role != "invite":
            raise Refusal("not-allowed", "This link does not allow that.")
    else:
        holder = await _open_seat(service, wanted.game, wanted.seat)
    token = new_token()
    seat = SeatKept(
        seat=holder.seat,
        name=wanted.name,
        words=wanted.words,
        claim=fingerprint(wanted.claim) if len(wanted.claim) >= 16 else "",
    )
    room = service.room(holder.game)
    async with room.lock:
        at = now()
        is_mine = await service.store.write(
            lambda c: store.take(c, holder.game, seat, fingerprint(token), at)
        )
        if not is_mine:
            raise Refusal("taken", "{seat} is taken.", seat=holder.seat)
        room.forget()
        await service.enter(room)
        room.welcome_all()
    return wire.Joined(holder.game, holder.seat, token)


async def _open_seat(service: Service, game: str, seat: str) -> Holder:
    kept = await service.store.read(lambda c: store.find(c, game))
    if kept is None or not kept.listed or seat not in kept.setup.seats:
        raise Refusal("not-found", "There is nothing here.")
    return Holder(game, "invite", Seat(seat))


async def listed(service: Service) -> wire.Lobby:
    """Games with free seats that anyone may take."""

    def read(c: store.Connection) -> list[wire.GameInfo]:
        return [game_info(kept, store.places(c, kept.id)) for kept in store.listed(c, 100)]

    return wire.Lobby(await service.store.read(read))


async def info(service: Service, holder: Holder) -> wire.GameInfo:
    room = await visit(service, holder.game)
    return replace(room.info(), yours=holder.seat)


async def mine(service: Service, wanted: wire.Mine) -> wire.MyGames:
    """The games of these links: those that wait for me first, the longest waiting before the others."""
    hashes = {fingerprint(token): link for link, token in enumerate(wanted.tokens)}

    def read(c: store.Connection) -> list[wire.MyGame]:
        found = []
        for hashed, holder in store.holders(c, list(hashes)).items():
            kept = store.find(c, holder.game)
            if kept is not None and holder.role != "invite":
                found.append(_my_game(kept, store.places(c, kept.id), holder, hashes[hashed]))
        return found

    games = await service.store.read(read)
    games.sort(key=lambda each: (not each.waits_for_me, each.changed if each.waits_for_me else -each.changed))
    waiting = [each.link for each in games if each.waits_for_me]
    return wire.MyGames(games, waiting[0] if waiting else None)


def _my_game(kept: Kept, places: list[SeatKept], holder: Holder, link: int) -> wire.MyGame:
    waits = kept.stage == "playing" and (
        holder.seat in kept.waits if holder.role == "seat" else holder.role == "table" and bool(kept.waits)
    )
    # When a game last changed tells of others' secret orders; to whom it waits for, it is their turn's age.
    changed = kept.changed if waits or kept.stage != "playing" else kept.created
    return wire.MyGame(link, game_info(kept, places), holder.role, holder.seat, waits, changed)


async def rematch(service: Service, holder: Holder, wanted: wire.WantRematch) -> wire.Joined:
    """Another game with the same players: whoever asks first creates it, the others get their links to it."""
    if holder.role not in ("seat", "table"):
        raise Refusal("not-allowed", "This link does not allow that.")
    room = await visit(service, holder.game)
    if room.game.stage != "over":
        raise Refusal("not-started", "The game has not ended.")
    async with room.lock:
        old = room.game
        again = await service.store.read(lambda c: store.find_rematch(c, old.id))
        if again is None:
            again = await _new_rematch(service, old, room.places, wanted.swap)
            room.tell_all(wire.Rematch(again.id))
    return await _link_to(service, again, holder)


async def _new_rematch(service: Service, old: Kept, places: tuple[SeatKept, ...], swap: bool) -> Kept:
    players, before = changing_sides(service.system(old.system), old.setup, swap)
    kept = new_game(
        service,
        old.system,
        old.setup,
        players,
        dice=old.dice,
        hot_seat=old.hot_seat,
        listed=False,
        before=old.id,
        pace=old.pace,
        substitute=old.substitute,
    )
    held = {place.seat: place for place in places}
    taking = [
        SeatKept(
            seat=seat, name=place.name, bot=place.bot, taken=old.hot_seat or bool(place.bot), claim=place.seat
        )
        for seat, place in zip(kept.setup.seats, (held[seat] for seat in before), strict=True)
    ]

    def create_once(c: store.Connection) -> Kept:
        found = store.find_rematch(c, old.id)  # another process may have been asked too
        if found is None:
            store.create(c, kept, taking, [])
        return found or kept

    return await service.store.write(create_once)


async def _link_to(service: Service, again: Kept, holder: Holder) -> wire.Joined:
    """A seat of the rematch is held for whoever had the seat it came from."""
    token = new_token()
    if holder.role == "table":
        new = Holder(again.id, "table", Seat(""))
        await service.store.write(lambda c: store.add_keys(c, [(fingerprint(token), new)]))
        await visit(service, again.id)
        return wire.Joined(again.id, Seat(""), token)
    held = await service.store.read(lambda c: store.places(c, again.id))
    place = next(each for each in held if each.claim == holder.seat)
    room = service.room(again.id)
    async with room.lock:
        await service.store.write(
            lambda c: store.take(c, again.id, replace(place, taken=True), fingerprint(token), now())
        )
        room.forget()
        await service.enter(room)
        room.welcome_all()
    return wire.Joined(again.id, place.seat, token)


async def notes(service: Service, holder: Holder, seat: str) -> wire.Notes:
    """A seat's private notes."""
    mine = service.seat_of(holder, seat)
    places = await service.store.read(lambda c: store.places(c, holder.game))
    return wire.Notes(next((place.notes for place in places if place.seat == mine), ""))


async def write_notes(service: Service, holder: Holder, seat: str, written: wire.Notes) -> wire.Notes:
    mine = service.seat_of(holder, seat)
    await service.store.write(lambda c: store.write_notes(c, holder.game, mine, written.text))
    return written


async def delete(service: Service, holder: Holder) -> wire.Deleted:
    """A game with all its data, by its host, or by those at one screen."""
    if holder.role not in ("host", "table"):
        raise Refusal("not-allowed", "This link does not allow that.")
    room = service.room(holder.game)
    async with room.lock:
        await service.store.write(lambda c: store.delete(c, holder.game))
        service.dissolve(room)
    await service.store.tidy()
    return wire.Deleted(holder.game)
