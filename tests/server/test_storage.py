"""The database: compare and append, resuming, group commit, migrations."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from planspiel.kernel import Seat, Setup
from planspiel.server import database as databases
from planspiel.server import store, talk
from planspiel.server.schema import metadata
from planspiel.server.store import Append, Appended, Holder, Kept, SeatKept, Store
from server.clients import Player, hall, play_out, process, settle


@pytest.fixture
def kept(any_database: str) -> Iterator[Store]:
    opened = Store(any_database)
    yield opened
    opened.close()


def game(name: str = "g") -> Kept:
    return Kept(
        id=name,
        system="mini",
        pack_digest="p",
        setup=Setup("duel"),
        stage="gathering",
        dice="keyed",
        dice_name=name,
        secret=b"secret",
        hot_seat=False,
        listed=False,
        created=1,
        changed=1,
    )


def batch(first: int, *lines: bytes, name: str = "g", submission: str = "") -> Append:
    return Append(
        game=name,
        first=first,
        lines=lines,
        stage="playing",
        waits=(Seat("anna"),),
        outcome=None,
        at=2,
        seat=Seat("anna"),
        submission=submission,
        told=7,
    )


def create(kept: Store, name: str = "g") -> None:
    places = [SeatKept(seat=Seat("anna")), SeatKept(seat=Seat("ben"))]
    links = [(store.fingerprint(name), Holder(name, "host", Seat("")))]
    asyncio.run(kept.write(lambda c: store.create(c, game(name), places, links)))


def append(kept: Store, what: Append) -> Appended:
    return asyncio.run(kept.append(what))


def lines(kept: Store, name: str = "g") -> list[bytes]:
    return asyncio.run(kept.read(lambda c: store.lines(c, name)))


def test_lines_are_read_back_as_they_were_appended(kept: Store) -> None:
    create(kept)
    assert append(kept, batch(0, b"a", b"b")) is Appended.DONE
    assert append(kept, batch(2, b"c")) is Appended.DONE
    assert lines(kept) == [b"a", b"b", b"c"]


def test_of_two_that_append_at_the_same_entry_one_is_refused_and_writes_nothing(kept: Store) -> None:
    create(kept)
    assert append(kept, batch(0, b"a")) is Appended.DONE
    assert append(kept, batch(0, b"x", submission="late")) is Appended.MOVED_ON
    assert append(kept, batch(5, b"x")) is Appended.MOVED_ON
    assert lines(kept) == [b"a"]
    assert asyncio.run(kept.read(lambda c: store.accepted(c, "g", Seat("anna"), "late"))) is None


def test_a_submission_is_written_once(kept: Store) -> None:
    create(kept)
    assert append(kept, batch(0, b"a", submission="one")) is Appended.DONE
    assert append(kept, batch(1, b"b", submission="one")) is Appended.AGAIN
    assert lines(kept) == [b"a"]
    assert asyncio.run(kept.read(lambda c: store.accepted(c, "g", Seat("anna"), "one"))) == 7


def test_a_job_that_fails_fails_alone(kept: Store) -> None:
    create(kept)
    create(kept, "h")

    def broken(connection: sa.Connection) -> None:
        connection.execute(sa.text("insert into settings values ('half', 'written')"))
        raise RuntimeError("broken")

    async def together() -> list[object]:
        return await asyncio.gather(
            kept.append(batch(0, b"a")),
            kept.write(broken),
            kept.append(batch(0, b"b", name="h")),
            kept.append(batch(0, b"c", name="gone")),
            return_exceptions=True,
        )

    one, two, three, four = asyncio.run(together())
    assert (one, three, four) == (Appended.DONE, Appended.DONE, Appended.MOVED_ON)
    assert isinstance(two, RuntimeError)
    assert lines(kept) == [b"a"]
    assert lines(kept, "h") == [b"b"]
    assert asyncio.run(kept.write(lambda c: store.setting(c, "half", b"free"))) == b"free"


def test_two_stores_on_one_database_never_write_the_same_entry(kept: Store, any_database: str) -> None:
    create(kept)
    other = Store(any_database)

    async def race(mine: Store, word: bytes, others: Store) -> int:
        done = 0
        for _ in range(40):
            first = len(await others.read(lambda c: store.lines(c, "g")))
            done += await mine.append(batch(first, word)) is Appended.DONE
        return done

    async def both() -> tuple[int, int]:
        return await asyncio.gather(race(kept, b"a", other), race(other, b"b", kept))

    done = sum(asyncio.run(both()))
    assert len(lines(kept)) == done
    assert done >= 40
    other.close()


def test_a_seat_is_taken_once_but_the_same_claim_may_ask_again(kept: Store) -> None:
    create(kept)
    anna = SeatKept(seat=Seat("anna"), claim="c" * 64)

    def take(seat: SeatKept, link: str) -> bool:
        return asyncio.run(kept.write(lambda c: store.take(c, "g", seat, link, 3)))

    assert take(anna, "first")
    assert not take(SeatKept(seat=Seat("anna"), claim="d" * 64), "stranger")
    assert not take(SeatKept(seat=Seat("anna")), "stranger")
    assert take(anna, "second")
    assert asyncio.run(kept.read(lambda c: store.holder(c, "first"))) is None
    assert asyncio.run(kept.read(lambda c: store.holder(c, "second"))) == Holder("g", "seat", Seat("anna"))


def test_deleting_a_game_empties_every_table_of_it(kept: Store) -> None:
    create(kept)
    create(kept, "h")
    append(kept, batch(0, b"a", submission="one"))
    append(kept, batch(0, b"b", name="h"))
    asyncio.run(kept.write(lambda c: talk.say(c, "g", Seat("anna"), "s", "hello", 1)))
    asyncio.run(kept.write(lambda c: store.delete(c, "g")))

    def left(connection: sa.Connection) -> int:
        found = 0
        for table in metadata.sorted_tables:
            column = table.c.get("game") if table.name != "games" else table.c.id
            if column is not None:
                found += connection.execute(sa.select(sa.func.count()).where(column == "g")).scalar_one()
        return found

    assert asyncio.run(kept.read(left)) == 0
    assert lines(kept, "h") == [b"b"]


def test_the_migrations_make_the_tables_that_the_code_has(kept: Store) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert asyncio.run(kept.read(differences)) == []


def test_the_newest_migration_is_the_one_the_server_expects() -> None:
    folder = Path(databases.__file__).parent / "migrations"
    assert ScriptDirectory(str(folder)).get_heads() == [databases.HEAD]


def test_a_game_of_the_first_tables_is_there_in_the_newest(any_database: str) -> None:
    writing, reading = databases.engines(any_database)
    config = Config()
    config.set_main_option("script_location", "planspiel.server:migrations")
    old = {
        "id": "g", "system": "mini", "pack_digest": "p", "setup": '{"scenario":"duel"}', "stage": "playing",
        "entries": 0, "talk": 0, "waits": "[]", "outcome": "", "dice": "keyed", "dice_name": "g",
        "secret": b"s", "hot_seat": False, "listed": False, "before": "", "created": 1, "changed": 2,
    }  # fmt: skip
    with writing.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        columns = sa.table("games", *(sa.column(name) for name in old))
        connection.execute(columns.insert(), old)
    writing.dispose()
    reading.dispose()
    kept = Store(any_database)
    try:
        found = asyncio.run(kept.read(lambda c: store.find(c, "g")))
    finally:
        kept.close()
    assert found is not None
    assert (found.setup.scenario, found.pace, found.rules, found.choices) == ("duel", "none", "", {})


def test_a_database_from_the_future_is_refused_in_a_sentence(any_database: str) -> None:
    kept = Store(any_database)
    asyncio.run(
        kept.write(lambda c: c.execute(sa.text("update alembic_version set version_num = '9999'")) and None)
    )
    kept.close()
    with pytest.raises(databases.DatabaseError, match="newer version"):
        Store(any_database)


@pytest.mark.parametrize(
    "url", ["", "games.sqlite", "sqlite://", "mysql://host/name", "sqlite:////proc/no/x.sqlite"]
)
def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(databases.DatabaseError) as refusal:
        Store(url)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("every", [1, 7, 10_000])
def test_a_game_goes_on_where_it_was_in_another_process(
    any_database: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every few orders the server is left and another one goes on; saves at every turn, or none."""
    monkeypatch.setattr("planspiel.server.table.SNAPSHOT_EVERY", every)
    rng = Random(every)
    with hall(any_database) as table:
        made, links = table.seated(options={"scouting": True})
    last: dict[str, object] = {}
    is_over = False
    while not is_over:
        with hall(any_database) as table, table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
            players = {"anna": anna, "ben": ben}
            for name, player in players.items():
                assert player.position == last.get(name, player.position)
            play_out(players, rng, most=5)
            _disturb(players, rng)
            settle(players)
            last = {name: player.position for name, player in players.items()}
            is_over = "outcome" in anna.position
    with hall(any_database) as table:
        assert table.get("/api/game/verify", made["host"])["dice_verified"]


def _disturb(players: dict[str, Player], rng: Random) -> None:
    """A standing order, and an order taken back, alone or by consent."""
    anna, ben = players["anna"], players["ben"]
    settle(players)
    if "outcome" in anna.position:
        return
    anna.instruct({"tell": "set-standing-order", "reaction": rng.choice(["ask", "fire", "hold"])})
    if rng.randrange(2) and anna.instruct({"tell": "take-back"})["say"] == "accepted":
        settle(players)
        if ben.position.get("take_back"):
            assert ben.instruct({"tell": "allow-take-back"})["say"] == "accepted"


def test_two_processes_on_one_database_play_one_game(any_database: str) -> None:
    """Anna plays through one server, Ben through another; each hears of what the other does."""
    rng = Random(8)
    with process(any_database) as one, process(any_database) as two:
        _, links = one.hall.seated()
        with one.hall.sit(links["anna"]) as anna, two.hall.sit(links["ben"]) as ben:
            for _ in range(12):
                asked = next(each for each in (anna, ben) if each.is_asked())
                assert asked.play(rng)["say"] == "accepted"
                settle({"": asked})
                other = ben if asked is anna else anna
                while not (anna.is_asked() or ben.is_asked()):
                    other.until("position")
            anna.ask({"say": "chat", "submission": "1", "text": "well played"})
            while "well played" not in ben.heard[-1]:
                ben.hear()


def test_two_processes_refuse_to_carry_out_two_orders_to_one_question(any_database: str) -> None:
    """The same seat at both servers answers the same question: one order is carried out."""
    with process(any_database) as one, process(any_database) as two:
        made = one.hall.hot_seat()
        with one.hall.sit(made["table"]) as here, two.hall.sit(made["table"]) as there:
            plan = {"do": "plan", "stance": "hold", "mine": 12}
            question = here.decision
            assert there.decision == question
            assert here.submit(plan)["say"] == "accepted"
            late = there.submit({**plan, "mine": 13}, decision=question)
            assert late["say"] == "refused"
            assert late["code"] in ("moved-on", "stale")
            settle({"": here})
        lines = two.hall.get("/api/game/log", made["table"], seat="anna")["lines"]
        answers = [line for line in lines if line["line"]["what"]["entry"] == "answered"]
        assert len(answers) == 1


def test_messages_are_numbered_for_each_game_and_said_once(kept: Store) -> None:
    create(kept)
    create(kept, "h")

    def say(name: str, submission: str) -> int | None:
        found = asyncio.run(kept.write(lambda c: talk.say(c, name, Seat("anna"), submission, "hello", 1)))
        return None if found is None else found.n

    assert [say("g", "a"), say("h", "a"), say("g", "b"), say("g", "a"), say("gone", "a")] == [
        1,
        1,
        2,
        None,
        None,
    ]
    assert [each.n for each in asyncio.run(kept.read(lambda c: talk.said(c, "g", 0, 10)))] == [1, 2]
    assert [each.n for each in asyncio.run(kept.read(lambda c: talk.said(c, "g", 0, 1)))] == [2]
