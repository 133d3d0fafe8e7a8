"""What a game is played with: a fingerprint of its rules. The pack has one of its own.

While both are as they were, a game is resumed from its latest save. If either has changed, the whole game is
run again in the shadow, and goes on only if the rules as they are now lead to every line that was played.
"""

from __future__ import annotations

import hashlib
import inspect
from functools import lru_cache
from pathlib import Path
from typing import Any

from planspiel import boards, kernel
from planspiel.kernel import System
from planspiel.server.records import Kept

__all__ = ["is_pinned", "rules_digest"]

AnySystem = System[Any, Any, Any]
APART = ("advice*.py", "tools*.py", "german*.py")
"""What a system tells bots, shows beside its questions, or says in German, changes no game."""


@lru_cache(maxsize=64)
def rules_digest(system: AnySystem) -> str:
    """One hash of the source files that decide what happens in a game of this system."""
    total = hashlib.sha256(type(system).__qualname__.encode())
    for folder in (_folder(type(system)), _folder(kernel), _folder(boards)):
        for path in sorted(folder.rglob("*.py")):
            if not any(path.match(apart) for apart in APART):
                total.update(f"\0{path.relative_to(folder)}\0".encode())
                total.update(path.read_bytes())
    return total.hexdigest()


def _folder(what: Any) -> Path:
    return Path(inspect.getfile(what)).parent


def is_pinned(kept: Kept, system: AnySystem) -> bool:
    """Whether rules and pack are those that the game was last played with."""
    return (kept.rules, kept.pack_digest) == (rules_digest(system), system.pack_digest)
