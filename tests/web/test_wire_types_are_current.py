"""The page's types of the wire are those that the server's schemas give."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_wire_follow_the_schemas_of_the_server() -> None:
    spec = spec_from_file_location("wire_types", WEB / "wire_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (WEB / "src" / "wire.ts").read_text() == module.typescript(), "run python web/wire_types.py"
