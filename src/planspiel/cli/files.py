"""Files that anyone may have written: read with a limit, written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from planspiel.cli.errors import BadInput

__all__ = ["LARGEST", "read_bytes", "write_whole"]

LARGEST = 64 * 1024 * 1024


def read_bytes(file: Path) -> bytes:
    """The content of a file of at most 64 MB; a folder, a device or a missing file gets a sentence."""
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            raise BadInput(file, "is a folder, not a file")
        # A device or a pipe could block or never end.
        if not stat.S_ISREG(status.st_mode):
            raise BadInput(file, "is not a file")
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1) if status.st_size <= LARGEST else b""
    except (OSError, ValueError) as fault:
        raise BadInput(file, f"cannot be read: {_why(fault)}") from None
    if status.st_size > LARGEST or len(data) > LARGEST:
        raise BadInput(file, f"is larger than {LARGEST // 2**20} MB")
    return data


def write_whole(file: Path, data: bytes) -> None:
    """Write a file so that whoever reads it finds the old content or the new, never a part."""
    draft: str | None = None
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        os.chmod(draft, 0o644)
        os.replace(draft, file)
    except OSError as fault:
        if draft is not None:
            Path(draft).unlink(missing_ok=True)
        raise BadInput(file, f"cannot be written: {_why(fault)}") from None


def _why(fault: Exception) -> str:
    return (fault.strerror or "unknown reason").lower() if isinstance(fault, OSError) else "bad file name"
