"""Notes from which source the page was built, so that a test can tell a page that is out of date."""

from __future__ import annotations

import hashlib
from pathlib import Path

WEB = Path(__file__).parent
STAMP = WEB.parent / "src" / "planspiel" / "server" / "page" / "source.sha256"
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
FOLDERS = ("public", "src")


def digest() -> str:
    """A fingerprint of every file that the built page depends on."""
    files = [WEB / name for name in SOURCES]
    files += sorted(path for folder in FOLDERS for path in (WEB / folder).rglob("*") if path.is_file())
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


if __name__ == "__main__":
    STAMP.write_text(digest() + "\n")
