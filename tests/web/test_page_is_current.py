"""The page that ships is the one that its source gives, and small enough."""

from __future__ import annotations

import gzip
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "planspiel" / "server" / "page"
BUDGET = 400_000


def stamp() -> ModuleType:
    spec = spec_from_file_location("stamp", ROOT / "web" / "stamp.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_built_page_is_made_from_the_present_source() -> None:
    built_from = (PAGE / "source.sha256").read_text().strip()
    assert built_from == stamp().digest(), "web/ has changed since the page was built: run make web"


def test_the_page_fits_its_budget_when_compressed() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in PAGE.rglob("*") if path.is_file()}
    assert sum(sizes.values()) <= BUDGET, sizes


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    html = (PAGE / "index.html").read_text()
    assert not re.findall(r'(?:src|href)="(?!\./)[^"]+"', html)


def test_the_lock_of_the_page_names_no_host() -> None:
    assert "resolved" not in (ROOT / "web" / "package-lock.json").read_text()
