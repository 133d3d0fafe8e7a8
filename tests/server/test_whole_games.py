"""Whole games over the wire."""

from __future__ import annotations

from random import Random

import pytest

from server.clients import Hall, play_out


@pytest.mark.parametrize("scenario", ["duel", "coalition"])
def test_a_game_with_a_link_for_each_seat_is_played_to_its_end(table: Hall, scenario: str) -> None:
    made, links = table.seated(scenario)
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        players = {"anna": anna, "ben": ben}
        if scenario == "coalition":
            with table.sit(links["bea"]) as bea:
                play_out({**players, "bea": bea}, Random(5))
        else:
            play_out(players, Random(5))
    assert table.get("/api/game", made["host"])["stage"] == "over"
    assert table.get("/api/game/verify", made["host"])["dice_verified"]
