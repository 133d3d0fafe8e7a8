"""A mail server and a web server that only take what is sent to them."""

from __future__ import annotations

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread
from typing import Any


@contextmanager
def mail_sink() -> Iterator[tuple[str, Queue[str]]]:
    """Its address, and the letters that arrive: the envelope's lines and the text."""
    letters: Queue[str] = Queue()

    class Letters(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            envelope: list[str] = []
            self._say("220 sink")
            while command := self.rfile.readline().decode().strip():
                word = command.partition(" ")[0].upper()
                if word == "DATA":
                    self._say("354 go on")
                    letters.put("\n".join([*envelope, *self._lines()]))
                elif word in ("MAIL", "RCPT"):
                    envelope.append(command)
                if word == "QUIT":
                    self._say("221 bye")
                    return
                self._say("250 ok")

        def _lines(self) -> Iterator[str]:
            while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
                yield line

        def _say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Letters)
    with _serving(server):
        yield f"smtp://127.0.0.1:{server.server_address[1]}", letters


@contextmanager
def web_sink(status: int = 200, location: str = "") -> Iterator[tuple[str, Queue[bytes]]]:
    """Its origin, and the bodies that arrive."""
    bodies: Queue[bytes] = Queue()

    class Bodies(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.put(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(status)
            if location:
                self.send_header("location", location)
            self.send_header("content-length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Bodies)
    with _serving(server):
        yield f"http://127.0.0.1:{server.server_address[1]}", bodies


@contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
