"""The long run of power cuts: kill a real server 500 times at random points of real games.

    python tools/kills.py [--kills N] [--resume]

Runs the test of `make test` in portions with seeds of their own, so that a run that was stopped goes on with
`--resume`. The result is `soak/server.json`, committed: how many kills, when, at which commit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

TEST = "tests/server/test_power_cuts.py"
PORTION = 50
RESULT = Path("soak") / "server.json"
UNFINISHED = Path(".cache") / "soak" / "kills.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--resume", action="store_true", help="go on where an earlier run was stopped")
    wanted = parser.parse_args()
    portions = -(-wanted.kills // PORTION)
    done = _done() if wanted.resume else set()
    for portion in range(1, portions + 1):
        if portion in done:
            continue
        kills = min(PORTION, wanted.kills - PORTION * (portion - 1))
        print(f"portion {portion} of {portions}: {kills} kills", flush=True)
        if not _passes(kills, portion):
            print(f"portion {portion} failed: PLANSPIEL_KILLS_SEED={portion} shows it again", file=sys.stderr)
            return 1
        done.add(portion)
        _write(UNFINISHED, {"portions": sorted(done)})
    _write(RESULT, {"kills": wanted.kills, "date": _today(), "commit": _commit()})
    UNFINISHED.unlink(missing_ok=True)
    return 0


def _passes(kills: int, seed: int) -> bool:
    environment = {**os.environ, "PLANSPIEL_KILLS": str(kills), "PLANSPIEL_KILLS_SEED": str(seed)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", TEST]
    return subprocess.run(command, env=environment).returncode == 0


def _done() -> set[int]:
    try:
        return set(json.loads(UNFINISHED.read_text())["portions"])
    except (OSError, ValueError, KeyError):
        return set()


def _write(path: Path, what: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(what, indent=2) + "\n")


def _today() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d")


def _commit() -> str:
    found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    return found.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
