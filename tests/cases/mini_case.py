"""The mini system as cases and the command line see it: with a pack of tables that can be overlaid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from mini.state import Pack, Position
from mini.system import PACK, Mini
from planspiel.packs import Inline, Source, load

GERMAN = {
    "Turn {turn} begins.": "Zug {turn} beginnt.",
    "{token} moves to {to}.": "{token} zieht nach {to}.",
    "{by} shoots at {at}": "{by} schießt auf {at}",
    "Shoot at {target}?": "Auf {target} schießen?",
    "{to} is not next to {at}.": "{to} grenzt nicht an {at}.",
}


class CasedMini(Mini):
    """Mini, built from tables, with some German and an eye for nonsense in positions."""

    def __init__(self, pack: Pack, digest: str) -> None:
        super().__init__(pack)
        self.pack_digest = digest

    def german(self) -> Mapping[str, str]:
        return GERMAN

    def state_faults(self, state: Position) -> Iterator[str]:
        sides = [side for sides in state.seats.values() for side in sides]
        for name, token in state.tokens.items():
            if token.id != name:
                yield f"the token {name} calls itself {token.id}"
            if token.side not in sides:
                yield f"nobody commands the side of {name}: {token.side}"
            if not 0 <= token.at < state.width * state.height:
                yield f"{name} stands at {token.at}, which is not on the board"


def build(overlays: Sequence[Source] = ()) -> CasedMini:
    """What the registry calls."""
    tables = msgspec.json.decode(msgspec.json.encode(PACK))
    loaded = load(Pack, [Inline("mini", {"provenance": "reconstructed", **tables}), *overlays])
    return CasedMini(loaded.pack, loaded.digest)
