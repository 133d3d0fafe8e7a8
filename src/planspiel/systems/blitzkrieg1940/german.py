"""The German of every sentence, merged from the chapters' catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

__all__ = ["SENTENCES"]
