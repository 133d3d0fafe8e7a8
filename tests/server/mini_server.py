"""A server that knows the mini system, as a process of its own: prints its address when it is ready."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec

from mini import Mini
from planspiel.server.run import address, bound, serve
from planspiel.server.settings import Settings
from planspiel.systems import registry


def main() -> None:
    """The settings come as one JSON argument."""
    registry.register("mini", lambda overlays: Mini())
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    listening = bound(settings)
    serve(settings, listening, ready=lambda: print(address(settings, listening), flush=True))


if __name__ == "__main__":
    main()
