"""Structured logs: one JSON object a line on standard error. No links, orders, messages or names go in."""

from __future__ import annotations

import logging
import sys
import time

import msgspec

__all__ = ["log", "start_logging"]

_logger = logging.getLogger("planspiel.server")


def log(event: str, **facts: str | int | float) -> None:
    """What happened, in few words: ids of games, codes, kinds of faults and counts."""
    _logger.info(event, extra={"facts": facts})


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", {})
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        return msgspec.json.encode({"at": moment, "event": record.getMessage(), **facts}).decode()


def start_logging() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    _logger.handlers = [handler]
    _logger.setLevel(logging.INFO)
    _logger.propagate = False
