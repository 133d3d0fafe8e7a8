"""Orders, events and the rest as JSON: tagged, strict, with a schema."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from mini.questions import Move
from planspiel.kernel import Damaged, Decline, Event, Instruction, Order, Question
from planspiel.kernel.event import KERNEL_EVENTS
from planspiel.kernel.instruction import KERNEL_INSTRUCTIONS
from planspiel.kernel.question import accepts
from planspiel.kernel.text import kebab
from playing import SYSTEM, entries, finished, new_game
from probe import Probe

CODEC = SYSTEM.codec
KINDS: dict[str, tuple[str, tuple[type[Any], ...]]] = {
    "order": ("do", (Decline, *SYSTEM.orders)),
    "event": ("event", (*KERNEL_EVENTS, *SYSTEM.events)),
    "instruction": ("tell", (*KERNEL_INSTRUCTIONS, *SYSTEM.instructions)),
    "question": ("ask", SYSTEM.questions),
}


def test_an_order_goes_through_json_unchanged() -> None:
    order = Move("red-0", (1, 2))
    assert CODEC.order(msgspec.json.encode(order)) == order
    assert CODEC.order_from({"do": "move", "token": "red-0", "path": [1, 2]}) == order


def test_every_record_of_a_whole_game_goes_through_json_unchanged() -> None:
    for what in entries(finished(11, "coalition")):
        encoded = msgspec.json.encode(what)
        assert msgspec.json.decode(encoded, type=CODEC._entry_type) == what


@pytest.mark.parametrize(("kind", "tag_field", "types"), [(kind, *found) for kind, found in KINDS.items()])
def test_records_are_tagged_with_their_names_in_kebab_case(
    kind: str, tag_field: str, types: tuple[type[Any], ...]
) -> None:
    for found in types:
        config = found.__struct_config__
        assert (config.tag_field, config.tag) == (tag_field, kebab(found.__name__)), kind


WRONG: dict[str, tuple[str, str]] = {
    "unknown field": ('{"do":"done","hurry":true}', "unknown field `hurry`"),
    "unknown tag": ('{"do":"dance"}', "Invalid value 'dance'"),
    "no tag": ("{}", "missing required field `do`"),
    "missing field": ('{"do":"move","token":"red-0"}', "missing required field `path`"),
    "wrong type": ('{"do":"move","token":7,"path":[]}', "Expected `str`, got `int` - at `$.token`"),
    "number for flag": ('{"do":"plan","stance":1,"mine":2}', "Expected `str`, got `int` - at `$.stance`"),
    "no whole number": (
        '{"do":"move","token":"a","path":[1.5]}',
        "Expected `int`, got `float` - at `$.path[0]`",
    ),
    "not an object": ("[]", "Expected `object`, got `array`"),
}


@pytest.mark.parametrize(("text", "reason"), WRONG.values(), ids=WRONG)
def test_an_order_that_does_not_fit_is_damaged_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(Damaged) as refused:
        CODEC.order(text)
    assert reason in str(refused.value)
    with pytest.raises(Damaged, match=r"^case.toml, \[orders\]: "):
        CODEC.order_from(json.loads(text), "case.toml, [orders]")


@pytest.mark.parametrize("text", ['{"tell":"resign","why":"tired"}', '{"tell":"sing"}'])
def test_an_instruction_that_does_not_fit_is_damaged(text: str) -> None:
    with pytest.raises(Damaged, match=r"^instruction: "):
        CODEC.instruction_from(json.loads(text))


def test_a_state_refuses_fields_it_does_not_know() -> None:
    plain = msgspec.to_builtins(new_game(1).state)
    assert CODEC.state_from(plain) == new_game(1).state
    with pytest.raises(Damaged, match="unknown field `fog`"):
        CODEC.state_from({**plain, "fog": 1})


@pytest.mark.parametrize(("kind", "tag_field", "types"), [(kind, *found) for kind, found in KINDS.items()])
def test_the_schema_covers_every_type_on_the_wire(
    kind: str, tag_field: str, types: tuple[type[Any], ...]
) -> None:
    schemas = CODEC.schemas()
    mapping = schemas["kinds"][kind]["discriminator"]["mapping"]
    assert schemas["kinds"][kind]["discriminator"]["propertyName"] == tag_field
    assert set(mapping) == {kebab(found.__name__) for found in types}
    for reference in mapping.values():
        name = reference.removeprefix("#/$defs/")
        assert schemas["$defs"][name]["properties"][tag_field]


def test_the_schema_covers_the_view_and_every_reference_leads_somewhere() -> None:
    schemas = CODEC.schemas()
    assert "MiniView" in schemas["$defs"]
    text = json.dumps(schemas)
    references = {part.split('"')[0] for part in text.split('"$ref": "#/$defs/')[1:]}
    assert references
    assert references <= set(schemas["$defs"])


def test_the_schema_forbids_unknown_fields_of_orders() -> None:
    assert CODEC.schemas()["$defs"]["Move"]["additionalProperties"] is False


def test_a_question_tells_which_orders_answer_it() -> None:
    for question in SYSTEM.questions:
        assert accepts(question)
        assert set(accepts(question)) <= set(SYSTEM.orders)


def test_a_question_that_does_not_tell_is_a_fault() -> None:
    class Vague(Question, frozen=True):  # type: ignore[type-arg]
        pass

    with pytest.raises(TypeError, match="does not say which orders answer it"):
        accepts(Vague)


def test_only_what_modules_define_themselves_is_declared() -> None:
    assert Order not in SYSTEM.orders
    assert Event not in SYSTEM.events
    assert Instruction not in SYSTEM.instructions
    assert Move not in Probe.orders
