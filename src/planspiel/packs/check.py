"""Comparing plain tables with the declared types of a pack, all faults at once.

msgspec stops at the first error, so this walk over its description of the types comes first; only a table
without faults is decoded.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Meta, inspect

from planspiel.packs.faults import KeyPath, Problem, Problems, listing, printable, show_path
from planspiel.packs.reading import Table


def refers_to(*sections: str) -> Meta:
    """Mark a text field, or the keys of a table, as naming a key of one of these sections of the pack.

    `Annotated[str, refers_to("units")]`; a section may be a dotted path to a table, or to a list of words.
    """
    return Meta(extra={"refers_to": sections})


def check(pack_type: Any, data: Table, path: KeyPath = (), *, complete: bool = True) -> list[Problem]:
    """Everything in `data`, which stands at `path` of the pack, that does not fit the type.

    If some file could not be read the pack is not `complete`, and missing keys and references prove nothing.
    """
    walk = _Walk(data, complete)
    walk.value(inspect.type_info(pack_type), data, path)
    return walk.problems.found


class _Walk:
    def __init__(self, root: Table, complete: bool) -> None:
        self.root = root
        self.complete = complete
        self.problems = Problems()
        self.say = self.problems.say
        self.sections: dict[str, dict[str, None]] = {}

    def value(self, kind: inspect.Type, value: Any, path: KeyPath) -> None:
        """Check one value against one type."""
        match kind:
            case inspect.Metadata(type=inner, extra=extra):
                self.value(inner, value, path)
                self.reference(extra or {}, value, path)
            case inspect.UnionType(types=types):
                self.union(types, value, path)
            case inspect.CustomType() | inspect.AnyType():
                pass
            case _ if not _accepts(kind, value):
                self.say(path, f"must be {_kind_in_words(kind)}, not {_value_in_words(value)}")
            case inspect.StructType():
                self.struct(kind, value, path)
            case inspect.DictType():
                self.table(kind, value, path)
            case inspect.TupleType(item_types=items):
                self.fixed_list(items, value, path)
            case (
                inspect.ListType()
                | inspect.VarTupleType()
                | inspect.SetType()
                | inspect.FrozenSetType()
                | inspect.CollectionType()
            ):
                self.length(kind, value, path, "items")
                for place, inner in enumerate(value):
                    self.value(kind.item_type, inner, (*path, place))
            case inspect.IntType() | inspect.FloatType():
                self.range(kind, value, path)
            case inspect.StrType():
                self.length(kind, value, path, "characters")
                if kind.pattern and not re.search(kind.pattern, value):
                    self.say(path, f"must look like {kind.pattern}, not {printable(value)}")
            case inspect.LiteralType(values=words):
                self.word(words, value, path)
            case inspect.EnumType(cls=cls):
                self.word([member.value for member in cls], value, path)
            case _:
                pass  # rarer kinds are left to msgspec, which decodes afterwards

    def struct(self, kind: inspect.StructType, value: Table, path: KeyPath) -> None:
        fields = {field.encode_name: field for field in kind.fields}
        for key, inner in value.items():
            if key in fields:
                self.value(fields[key].type, inner, (*path, key))
            elif key != kind.tag_field:
                reason = "unknown key" if path else f"unknown section {show_path((key,))}"
                self.say((*path, key), reason, key, (name for name in fields if name not in value))
        missing = [
            field.encode_name for field in kind.fields if field.required and field.encode_name not in value
        ]
        if self.complete:
            for key in missing:
                self.say(path, f"missing {'key' if path else 'section'} {show_path((key,))}")

    def table(self, kind: inspect.DictType, value: Table, path: KeyPath) -> None:
        self.length(kind, value, path, "keys")
        number_keys = isinstance(_bare(kind.key_type), inspect.IntType)
        for key, inner in value.items():
            here = (*path, key)
            if not number_keys:
                self.value(kind.key_type, key, here)
            elif re.fullmatch(r"0|-?[1-9][0-9]{0,17}", key):
                self.value(kind.key_type, int(key), here)
            else:
                self.say(here, "the key must be a whole number")
            self.value(kind.value_type, inner, here)

    def fixed_list(self, items: tuple[inspect.Type, ...], value: list[Any], path: KeyPath) -> None:
        if len(value) != len(items):
            self.say(path, f"must have {len(items)} items, not {len(value)}")
            return
        for place, (item, inner) in enumerate(zip(items, value, strict=True)):
            self.value(item, inner, (*path, place))

    def union(self, types: tuple[inspect.Type, ...], value: Any, path: KeyPath) -> None:
        candidates = [kind for kind in types if _accepts(_bare(kind), value)]
        tagged = [kind for kind in candidates if isinstance(kind, inspect.StructType) and kind.tag_field]
        if not candidates:
            words = " or ".join(dict.fromkeys(_kind_in_words(_bare(kind)) for kind in types))
            self.say(path, f"must be {words}, not {_value_in_words(value)}")
        elif len(tagged) > 1:
            self.tagged(tagged, value, path)
        else:
            self.best_of(candidates, value, path)

    def tagged(self, kinds: list[inspect.StructType], value: Table, path: KeyPath) -> None:
        tag_field = kinds[0].tag_field or "type"
        by_tag = {str(kind.tag): kind for kind in kinds}
        tag = value.get(tag_field)
        if isinstance(tag, str) and tag in by_tag:
            self.struct(by_tag[tag], value, path)
        elif tag_field in value:
            self.word(list(by_tag), tag, (*path, tag_field))
        elif self.complete:
            self.say(path, f"missing key {tag_field}: {listing(by_tag)}")

    def best_of(self, kinds: list[inspect.Type], value: Any, path: KeyPath) -> None:
        """Right if it fits one of them; otherwise say what is wrong by the first."""
        attempts: list[list[Problem]] = []
        for kind in kinds:
            attempt = _Walk(self.root, self.complete)
            attempt.sections = self.sections
            attempt.value(kind, value, path)
            attempts.append(attempt.problems.found)
        if all(attempts):
            self.problems.found += attempts[0]

    def reference(self, extra: dict[str, Any], value: Any, path: KeyPath) -> None:
        sections: tuple[str, ...] = extra.get("refers_to", ())
        if not sections or not self.complete or not isinstance(value, str):
            return
        for section in sections:
            if section not in self.sections:
                self.sections[section] = _words_at(self.root, section)
        if not any(value in self.sections[section] for section in sections):
            known = [word for section in sections for word in self.sections[section]]
            self.say(path, f"there is no {printable(value)} in {' or '.join(sections)}", value, known)

    def word(self, words: Iterable[Any], value: Any, path: KeyPath) -> None:
        known = list(words)
        if any(word == value and type(word) is type(value) for word in known):
            return
        texts = [str(word) for word in known]
        self.say(path, f"must be {listing(texts)}, not {_value_in_words(value)}", value, texts)

    def length(self, kind: Any, value: Any, path: KeyPath, what: str) -> None:
        if kind.min_length is not None and len(value) < kind.min_length:
            self.say(path, f"must have at least {kind.min_length} {what}, not {len(value)}")
        if kind.max_length is not None and len(value) > kind.max_length:
            self.say(path, f"must have at most {kind.max_length} {what}, not {len(value)}")

    def range(self, kind: inspect.IntType | inspect.FloatType, value: float, path: KeyPath) -> None:
        bounds: list[tuple[str, float | None, Callable[[float, float], bool]]] = [
            ("at least", kind.ge, lambda a, b: a >= b),
            ("more than", kind.gt, lambda a, b: a > b),
            ("at most", kind.le, lambda a, b: a <= b),
            ("less than", kind.lt, lambda a, b: a < b),
            ("a multiple of", kind.multiple_of, lambda a, b: a % b == 0),
        ]
        for words, bound, holds in bounds:
            if bound is not None and not holds(value, bound):
                self.say(path, f"must be {words} {bound}, not {value}")


def _bare(kind: inspect.Type) -> inspect.Type:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _words_at(root: Any, section: str) -> dict[str, None]:
    for step in section.split("."):
        root = root.get(step) if isinstance(root, dict) else None
    return {word: None for word in root if isinstance(word, str)} if isinstance(root, dict | list) else {}


def _accepts(kind: inspect.Type, value: Any) -> bool:
    """Whether the value is of the right sort at all, its details aside."""
    match kind:
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType(values=words):
            return type(value) in [type(word) for word in words]
        case inspect.EnumType(cls=cls):
            return type(value) in [type(member.value) for member in cls]
        case inspect.StructType() | inspect.DictType():
            return isinstance(value, dict)
        case inspect.Metadata() | inspect.UnionType() | inspect.AnyType() | inspect.CustomType():
            return True
        case (
            inspect.ListType()
            | inspect.VarTupleType()
            | inspect.TupleType()
            | inspect.SetType()
            | inspect.FrozenSetType()
            | inspect.CollectionType()
        ):
            return isinstance(value, list)
        case _:
            return True


def _kind_in_words(kind: inspect.Type) -> str:
    match kind:
        case inspect.NoneType():
            return "nothing"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number"
        case inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return "text"
        case inspect.LiteralType(values=words):
            return listing(str(word) for word in words)
        case inspect.EnumType(cls=cls):
            return listing(str(member.value) for member in cls)
        case inspect.StructType() | inspect.DictType():
            return "a table"
        case _:
            return "a list"


def _value_in_words(value: Any) -> str:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else "nothing"
