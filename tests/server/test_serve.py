"""`planspiel serve` and what starts a table at home."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread

import httpx
import pytest

from planspiel.cli import serve as serving
from planspiel.cli.errors import BadInput
from planspiel.cli.serve import from_environment, serve_table
from server.clients import hall

COMMAND = [sys.executable, "-m", "planspiel.cli.main", "serve"]


def started(*options: str) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_server_says_its_address_serves_and_ends_when_asked(tmp_path: Path) -> None:
    running = started("--port", "0", "--database", f"sqlite:///{tmp_path / 'new' / 'games.sqlite'}")
    assert running.stdout is not None
    where = re.search(r"http://127\.0\.0\.1:\d+/", running.stdout.readline())
    assert where is not None
    assert httpx.get(where[0] + "api/health").json()["games"] == 0
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=20)
    assert "Traceback" not in err
    assert '"event":"stopped"' in err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--database", "mysql://x/y"], "--database: --database takes"),
        (["--public-url", "play.example"], "--public-url: takes an address"),
        (["--host", "256.0.0.1"], "--port: cannot be used"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(options: list[str], reason: str) -> None:
    running = started("--port", "0", *options)
    _, err = running.communicate(timeout=20)
    assert running.returncode == 2
    assert reason in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("PLANSPIEL_SMTP", "mail.example"), ("PLANSPIEL_WEBHOOKS", "https://hooks.example hooks.elsewhere")],
)
def test_a_setting_of_the_environment_that_cannot_be_is_a_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadInput, match=name):
        serve_table("127.0.0.1", 0, "", "")


def test_mail_webhooks_and_own_bots_are_set_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSPIEL_SMTP", "smtp://umpire:word@mail.example:587")
    monkeypatch.setenv("PLANSPIEL_WEBHOOKS", "https://hooks.example https://other.example:8443")
    monkeypatch.setenv("PLANSPIEL_BOTS", "my.bots:Clever")
    found = from_environment()
    assert found.smtp == "smtp://umpire:word@mail.example:587"
    assert found.webhooks == ("https://hooks.example", "https://other.example:8443")
    assert (found.bots, found.plugins) == (("my.bots:Clever",), ())


def test_a_taken_port_is_a_sentence_for_a_host(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        running = started("--port", str(other.getsockname()[1]))
        _, err = running.communicate(timeout=20)
    assert running.returncode == 2
    assert "cannot be used" in err


def test_a_table_that_is_open_already_is_shown_again(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with hall(database) as table:
        serving.open_table(database, int(table.address.split(":")[2].strip("/")), browser=False)
    assert "already open" in capsys.readouterr().out


def test_at_home_a_port_of_another_program_is_passed_over(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(serving, "serve", lambda settings, listening, ready: ready())
    monkeypatch.setattr(serving, "Thread", _AtOnce)
    monkeypatch.setattr(serving.webbrowser, "open", lambda where: shown.append(where))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        serving.open_table(database, other.getsockname()[1])
    said = capsys.readouterr().out
    assert "takes a free one" in said
    assert "No browser could be started here" in said
    assert shown


class _AtOnce(Thread):
    def start(self) -> None:
        self.run()
