"""The printed material of a scenario for the page: the board with its ground, the counters, the scenario.

It is open to all and never changes, so it is fetched once per pack: `/api/systems/{system}/material/{scenario}`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from planspiel.kernel import System
from planspiel.packs.maps import BoardMap, HexMap

__all__ = ["material"]

_ASIDE = ("maps", "scenarios", "charts")
"""Sections of a pack that are not sent whole."""


def material(system: System[Any, Any, Any], scenario: str) -> dict[str, Any]:
    """The board and all sections of the pack that a table draws from; `KeyError` without such a scenario."""
    pack = system.pack
    found = pack.scenarios[scenario]
    sections = [name for name in pack.__struct_fields__ if name not in _ASIDE]
    return {
        "board": board(pack.maps[found.map]),
        "scenario": msgspec.to_builtins(found, str_keys=True),
        **{name: msgspec.to_builtins(getattr(pack, name), str_keys=True) for name in sections},
    }


def board(the_map: BoardMap[Any, Any, Any, Any]) -> dict[str, Any]:
    """A map as the page draws it: every cell with its ground, and all that has a name or a course."""
    ground = the_map.ground()
    is_hex = isinstance(the_map, HexMap)
    return {
        "kind": "hex" if is_hex else "square",
        "title": the_map.title,
        "title_de": the_map.title_de,
        "layout": msgspec.to_builtins(the_map.layout) if isinstance(the_map, HexMap) else None,
        "cells": {
            label: {"terrain": terrain, "level": ground.level[label]}
            for label, terrain in ground.terrain.items()
        },
        "sides": msgspec.to_builtins(ground.sides),
        **{
            part: list(msgspec.to_builtins(getattr(the_map, part)).values())
            for part in ("places", "courses", "ways", "objectives")
        },
    }
