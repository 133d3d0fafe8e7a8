"""What the tests of the air chapters share: parties with an air pool, and aircraft in the air."""

from __future__ import annotations

from typing import Any

from planspiel.systems.wiener2022.scenario import Air, Aircraft, Party, Placed
from wiener2022.positions import pack

__all__ = ["air_party", "on_mission"]


def air_party(*pool: Aircraft, name: str = "Blue", **rules: Any) -> Party:
    """A party with these aircraft; `rules` are priority, by_role, requests."""
    unit = next(iter(pack().units))
    air = Air(pool=pool, **rules)
    return Party(name=name, name_de=name, zone="all", units=(Placed(unit=unit),), air=air)


def on_mission(model: str, **fields: Any) -> dict[str, Any]:
    """An aircraft that has been granted; name it in `flights` to have its mission announced too."""
    return {"model": model, "mission": "granted", **fields}
