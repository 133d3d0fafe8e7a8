"""`planspiel systems`, `planspiel scenarios` and, until there is a table, `planspiel play`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from planspiel.cli.printing import compact, line, print_json, print_table, table
from planspiel.kernel import Setup
from planspiel.kernel.rulebook import SYSTEMS
from planspiel.systems import registry
from planspiel.testing.report import coverage_report

__all__ = ["scenarios", "systems"]


class Listed(Struct, frozen=True, omit_defaults=True):
    """What is said of a system. Only the systems of the mission have a rulebook index to count."""

    id: str
    title: str
    state: str
    countable: int | None = None
    covered: int | None = None


def systems(as_json: bool) -> None:
    found = listed()
    if as_json:
        print_json(found)
        return
    shown = table("id", "system", "state", "rules proved")
    for each in found:
        proved = "no rulebook index" if each.countable is None else f"{each.covered} of {each.countable}"
        shown.add_row(each.id, each.title, each.state, proved)
    print_table(shown)


def listed() -> list[Listed]:
    """The five systems of the mission, then all others that can be played."""
    playable = registry.names()
    return [_listed(name, name in playable) for name in dict.fromkeys((*registry.MISSION, *playable))]


def _listed(name: str, is_playable: bool) -> Listed:
    state = "playable" if is_playable else "planned"
    if name not in SYSTEMS:
        return Listed(name, registry.title(name), state)
    report = coverage_report(name)
    return Listed(name, registry.title(name), state, report.countable, report.covered)


def scenarios(name: str, as_json: bool) -> None:
    system = registry.load(name)
    setups = {scenario: system.setup(Setup(scenario)) for scenario in system.scenarios()}
    if as_json:
        options = [{"name": option, **_choice(choice)} for option, choice in system.choices().items()]
        found = [
            {"id": scenario, "seats": setup.seats, **_title(system.scenario_title(scenario))}
            for scenario, setup in setups.items()
        ]
        print_json({"system": name, "scenarios": found, "options": options})
        return
    shown = table("scenario", "seats", "title")
    for scenario, setup in setups.items():
        seats = ", ".join(f"{seat} ({', '.join(sides)})" for seat, sides in setup.seats.items())
        shown.add_row(scenario, seats, system.scenario_title(scenario))
    print_table(shown)
    if system.choices():
        line()
        chosen = table("option", "values", "default", "about")
        for option, choice in system.choices().items():
            values = ", ".join(compact(value) for value in choice.values)
            chosen.add_row(option, values, compact(choice.default), choice.title)
        print_table(chosen)


def _title(title: str) -> dict[str, str]:
    return {"title": title} if title else {}


def _choice(choice: Any) -> dict[str, Any]:
    return {name: getattr(choice, name) for name in choice.__struct_fields__}
