"""A real PostgreSQL for the tests: on loopback, in a folder of its own, as its own user."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import psycopg

USER = "planspiel"


def programs() -> Path:
    """The folder of `initdb` and `postgres`; `tools/ensure_debian.sh` installs them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) if os.name == "posix" else []
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        raise RuntimeError("PostgreSQL is not installed: tools/ensure_debian.sh installs it")
    return Path(on_path).parent


class Cluster:
    """PostgreSQL refuses to run as root, so there it runs as the user its package made."""

    def __init__(self, folder: Path) -> None:
        self.user = "postgres" if os.getuid() == 0 else None
        # The folders of pytest are closed to other users, so the data lie beside them.
        self.folder = Path(tempfile.mkdtemp(prefix="planspiel-postgres-"))
        if self.user is not None:
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        self.log = folder / "log"
        self.count = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8")
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} -c fsync=off"
        self._run("pg_ctl", "-D", data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(programs() / program), *arguments],
            user=self.user,
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )

    def fresh(self) -> str:
        """The address of a new, empty database."""
        self.count += 1
        name = f"table{self.count}"
        where = f"postgresql://{USER}@127.0.0.1:{self.port}"
        with psycopg.connect(f"{where}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]  # our own word
        return f"{where}/{name}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
