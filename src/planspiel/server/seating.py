"""Who sits at a table where several players share a side: team mates are `german`, `german-2`, `german-3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from planspiel.kernel import Illegal, Seat, Setup, Side, System
from planspiel.systems.tools import tools_of

__all__ = ["changing_sides", "most_players", "shared", "teams_of"]

AnySystem = System[Any, Any, Any]
Seats = Mapping[Seat, tuple[Side, ...]]


def most_players(system: AnySystem, seats: Seats) -> dict[Seat, int]:
    """How many players may share each seat of a scenario; those that only one may take are left out."""
    most = tools_of(system.id).most_players
    found = {seat: min((most(side) for side in sides), default=1) for seat, sides in seats.items()}
    return {seat: count for seat, count in found.items() if count > 1}


def shared(system: AnySystem, setup: Setup, players: Mapping[str, int]) -> Setup:
    """The set-up with as many players as wanted in the seats of the scenario; one where nothing is said."""
    seats = _usual_seats(system, setup)
    most = most_players(system, seats)
    for seat, count in players.items():
        if seat not in seats:
            raise Illegal("{seat} is not a seat of this game.", "", seat=seat)
        if not 1 <= count <= most.get(Seat(seat), 1):
            raise Illegal("Of {seat} there may be 1 to {most}.", "", seat=seat, most=most.get(Seat(seat), 1))
    mates = {mate: sides for seat, sides in seats.items() for mate in _mates_of(seat, players.get(seat, 1))}
    return Setup(setup.scenario, setup.options, mates)


def _mates_of(seat: Seat, count: int) -> tuple[Seat, ...]:
    return (seat, *(Seat(f"{seat}-{n}") for n in range(2, count + 1)))


def _usual_seats(system: AnySystem, setup: Setup) -> Seats:
    return system.setup(Setup(setup.scenario, setup.options)).seats


def teams_of(system: AnySystem, setup: Setup) -> dict[str, list[Seat]]:
    """Who shares each seat of the scenario."""
    teams: dict[str, list[Seat]] = {seat: [] for seat in _usual_seats(system, setup)}
    for mate in setup.seats:
        seat = mate if mate in teams else mate.rpartition("-")[0]
        if seat not in teams:
            raise Illegal("{seat} is not a seat of this game.", "", seat=mate)
        teams[seat].append(mate)
    return teams


def changing_sides(system: AnySystem, setup: Setup, swap: bool) -> tuple[dict[str, int], Sequence[Seat]]:
    """For another game with the same people: how many sit in each seat, and where each of them sat before.

    If they change sides, team mates stay together: two against one becomes one against two.
    """
    teams = teams_of(system, setup)
    before = list(teams.values())
    coming = before[-1:] + before[:-1] if swap else before
    players = {seat: len(team) for seat, team in zip(teams, coming, strict=True)}
    return players, tuple(chain.from_iterable(coming))
