"""Writes src/wire.ts: the records of the wire as TypeScript, from the schemas that the server validates by.

    python web/wire_types.py

Fields that the server leaves out when they have their default are optional there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from planspiel.kernel.question import Odds
from planspiel.server import wire

TARGET = Path(__file__).parent / "src" / "wire.ts"
REF = "#/components/schemas/"
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = (
    "/** The records of the wire. Written by `web/wire_types.py` from the server's schemas: do not edit. */\n"
)


def typescript() -> str:
    """All records of the server's wire, and the odds of the kernel, which the wire carries as they are."""
    (shown,), odds = msgspec.json.schema_components([Odds], ref_template=REF + "{name}")
    shapes = {f"Weighed{name}" if name == "Odds" else name: shape for name, shape in odds.items()}
    assert shown["$ref"] == REF + "Odds"
    schemas = wire.schemas()
    shapes = {**shapes, **schemas["components"]["schemas"]}
    parts = [_record(name, shape) for name, shape in sorted(shapes.items())]
    unions = {"FromPlayer": schemas["from_player"], "ToPlayer": schemas["to_player"]}
    parts += [f"export type {name} = {_type(shape)};\n" for name, shape in unions.items()]
    return HEAD + "\n" + "\n".join(parts)


def _record(name: str, shape: dict[str, Any]) -> str:
    if shape.get("type") != "object":
        return f"export type {name} = {_type(shape)};\n"
    required = shape.get("required", ())
    told = shape.get("description", "").partition("\n")[0].strip()
    lines = [f"/** {told} */"] if told else []
    lines.append(f"export interface {name} {{")
    for key, field in shape.get("properties", {}).items():
        optional = "" if key in required else "?"
        lines.append(f"  {key}{optional}: {_type(field)};")
    return "\n".join([*lines, "}"]) + "\n"


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).removeprefix(REF)
    if "enum" in shape:
        return " | ".join(msgspec.json.encode(word).decode() for word in shape["enum"])
    if "anyOf" in shape:
        return " | ".join(_type(one) for one in shape["anyOf"])
    kind = shape.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**shape, "type": one}) for one in kind)
    if kind == "array":
        inner = _type(shape.get("items") or {})
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(shape.get('additionalProperties') or {})}>"
    return WORDS.get(str(kind), "unknown")


if __name__ == "__main__":
    TARGET.write_text(typescript())
