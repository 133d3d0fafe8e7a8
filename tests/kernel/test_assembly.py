"""A question answered piece by piece."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from msgspec import field

from planspiel.kernel import Assembled, Assembly, Illegal, Part, Seat, View
from planspiel.kernel.question import accepts


class Go(Part, frozen=True):
    to: int


class Plan(Assembled, frozen=True):
    parts: dict[str, Go] = field(default_factory=dict)


class Lanes(View[None], kw_only=True):
    carts: tuple[str, ...] = ("a", "b", "c")


class PlanCarts(Assembly[Lanes, Plan, Go], frozen=True):
    """Each cart takes one of three lanes, and no two the same."""

    driven: str = ""

    def pieces(self, view: Lanes) -> Sequence[str]:
        return view.carts

    def parts(self, view: Lanes, piece: str, given: Mapping[str, Go]) -> Iterator[Go]:
        return (Go(lane) for lane in range(3))

    def whole(self, view: Lanes, given: Mapping[str, Go]) -> Plan:
        return Plan(dict(given))

    def must_have(self, view: Lanes, piece: str) -> bool:
        return piece == self.driven

    def check_whole(self, view: Lanes, given: Mapping[str, Go]) -> None:
        if len({part.to for part in given.values()}) < len(given):
            raise Illegal("Two carts take the same lane.", "")


VIEW = Lanes(seat=Seat("one"))


def test_the_choices_are_the_least_order_and_every_single_part() -> None:
    options = list(PlanCarts().options(VIEW))
    assert options[0] == Plan({})
    assert len(options) == 1 + 3 * 3
    assert Plan({"b": Go(2)}) in options


def test_a_thing_that_must_have_a_part_has_one_in_every_choice() -> None:
    options = list(PlanCarts("a").options(VIEW))
    assert all("a" in option.parts for option in options)
    assert Plan({"a": Go(1)}) in options
    assert Plan({"a": Go(0), "b": Go(0)}) not in options


@pytest.mark.parametrize("seed", range(20))
def test_a_sample_and_all_choices_pass_the_check(seed: int) -> None:
    question = PlanCarts("b")
    question.check(VIEW, question.sample(VIEW, random.Random(seed)))
    for option in question.options(VIEW):
        question.check(VIEW, option)


def test_samples_differ() -> None:
    question = PlanCarts()
    assert len({str(question.sample(VIEW, random.Random(seed))) for seed in range(40)}) > 10


@pytest.mark.parametrize(
    ("question", "parts", "reason"),
    [
        (PlanCarts(), {"x": Go(1)}, "x cannot be given anything here."),
        (PlanCarts(), {"a": Go(7)}, "This is not one of the choices offered."),
        (PlanCarts(), {"a": Go(1), "b": Go(1)}, "Two carts take the same lane."),
        (PlanCarts("c"), {"a": Go(1)}, "c still needs something."),
    ],
)
def test_a_wrong_part_is_refused(question: PlanCarts, parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(Illegal) as refusal:
        question.check(VIEW, Plan(parts))
    assert str(refusal.value.reason) == reason


def test_the_kernel_knows_which_order_answers_it() -> None:
    assert accepts(PlanCarts) == (Plan,)
