"""Lines of sight: what a straight line passes, and which of it blocks the view.

Geometry and rules are kept apart. A board gives a ``Line`` (exact, in integers, cached); the rules say in a
``Model`` which fields block it and why; ``line_of_sight`` puts both together and answers with a ``Verdict``
that names the blocking fields, so that the table can say a sentence and draw a height profile. The words
here are for hexes and squares alike: a *field* is one space of the board, given by its label.

Rules that need more than "this field blocks this line" (blind hexes behind an obstacle, views from the edge
of a height, smoke at an end) walk over ``line.steps`` themselves; every field passed stands there, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Step(NamedTuple):
    """One thing a line passes on its way.

    ``fields`` holds one field if the line crosses its interior. It holds two, in label order, if the line
    passes *between* them: along the side two hexes share, or through the corner at which two squares touch.
    Fields off the board are left out, so a step between two may name one, and any step may be empty.
    ``along`` is how far on the step lies, in parts of ``Line.span``.
    """

    fields: tuple[str, ...]
    between: bool
    along: int


@dataclass(frozen=True)
class Line:
    """The straight line between the centres of two fields, without the two fields themselves.

    ``grazed`` are hexes the line touches in a single corner while it crosses both other hexes that meet
    there; no rule we know counts them as passed. Two lines with exchanged ends have the same steps in
    reverse.
    """

    start: str
    end: str
    steps: tuple[Step, ...]
    span: int
    grazed: tuple[str, ...] = ()

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Every field the line crosses or runs along, in order, without the ends."""
        return tuple(field for step in self.steps for field in step.fields)

    @cached_property
    def crossed(self) -> tuple[str, ...]:
        """The fields whose interior the line crosses, in order, without the ends."""
        return tuple(field for step in self.steps if not step.between for field in step.fields)


Height = Callable[[str], int]
Obstacle = Callable[[str], str | None]
"""The name of what stands in a field and hides what is behind it ("wood"), or None."""

Model = Callable[[Line, str], str | None]
"""Why a field, alone, blocks a line ("wood", "higher ground"), or None if it does not."""

Tie = Callable[[Sequence[str | None]], bool]
"""Whether a line between two fields is blocked, given why each of the two blocks (None: it does not)."""


@dataclass(frozen=True)
class Verdict:
    """Whether one field sees another; if not, the first fields that block, each with its reason."""

    line: Line
    blockers: tuple[tuple[str, str], ...] = ()
    between: bool = False

    @property
    def is_open(self) -> bool:
        return not self.blockers

    def sentence(self) -> str:
        """The verdict for a reader: ``0706 does not see 0702: wood in 0703.``"""
        start, end = self.line.start, self.line.end
        if self.is_open:
            return f"{start} sees {end}."
        why = " and ".join(f"{reason} in {field}" for field, reason in self.blockers)
        beside = " beside the line" if self.between else ""
        return f"{start} does not see {end}: {why}{beside}."


def blocked_if_both_block(reasons: Sequence[str | None]) -> bool:
    """A line between two fields is open if either of them is (off the board counts as open)."""
    return None not in reasons


def blocked_if_either_blocks(reasons: Sequence[str | None]) -> bool:
    """A line between two fields is open only if both of them are."""
    return any(reason is not None for reason in reasons)


def line_of_sight(line: Line, blocks: Model, tie: Tie = blocked_if_both_block) -> Verdict:
    """Follow the line from its start until something blocks it. The two end fields never block."""
    for fields, between, _ in line.steps:
        if not between:
            for field in fields:
                reason = blocks(line, field)
                if reason is not None:
                    return Verdict(line, ((field, reason),))
            continue
        reasons = [blocks(line, field) for field in fields]
        if tie(reasons if len(fields) == 2 else [*reasons, None]):
            found = zip(fields, reasons, strict=True)
            return Verdict(line, tuple((f, r) for f, r in found if r is not None), between=True)
    return Verdict(line)


# Models: each is one sentence of a rulebook; any_of joins them.


def any_of(*models: Model) -> Model:
    """A field blocks if it does so by any of the models; the first that does gives the reason."""

    def blocks(line: Line, field: str) -> str | None:
        for model in models:
            reason = model(line, field)
            if reason is not None:
                return reason
        return None

    return blocks


def obstacles(obstacle: Obstacle) -> Model:
    """An obstacle blocks whatever the heights."""
    return lambda line, field: obstacle(field)


def higher_than_both_ends(height: Height, reason: str = "higher ground") -> Model:
    """Ground above both ends blocks; ground level with the higher end, or lower, does not."""

    def blocks(line: Line, field: str) -> str | None:
        ground = height(field)
        return reason if ground > height(line.start) and ground > height(line.end) else None

    return blocks


def obstacles_level_with_an_end(obstacle: Obstacle, height: Height) -> Model:
    """An obstacle blocks only if it stands on the level of the one end or of the other."""

    def blocks(line: Line, field: str) -> str | None:
        found = obstacle(field)
        if found is None:
            return None
        return found if height(field) in (height(line.start), height(line.end)) else None

    return blocks


def obstacles_not_below_both_ends(obstacle: Obstacle, height: Height) -> Model:
    """An obstacle blocks unless both ends look down on it."""

    def blocks(line: Line, field: str) -> str | None:
        found = obstacle(field)
        if found is None:
            return None
        ground = height(field)
        return None if ground < height(line.start) and ground < height(line.end) else found

    return blocks


def above_the_slope(top: Height, eye: Height, reason: str = "higher ground") -> Model:
    """What rises above the straight slope from eye to eye blocks; what just reaches it does not.

    ``top`` is the height of a field with what stands on it, ``eye`` that of an observer in a field. The
    slope is read where the line is nearest to the centre of the field.
    """

    def blocks(line: Line, field: str) -> str | None:
        along = next(step.along for step in line.steps if field in step.fields)
        slope = eye(line.start) * (line.span - along) + eye(line.end) * along
        return reason if top(field) * line.span > slope else None

    return blocks


class ProfilePoint(NamedTuple):
    """A point of a height profile: the fields there, their heights, and how far on, as in ``Step``."""

    fields: tuple[str, ...]
    heights: tuple[int, ...]
    along: int


def height_profile(line: Line, height: Height) -> tuple[ProfilePoint, ...]:
    """The ground along a line with both ends, ready to be drawn."""
    points: Iterable[tuple[tuple[str, ...], int]] = (
        ((line.start,), 0),
        *((step.fields, step.along) for step in line.steps),
        ((line.end,), line.span),
    )
    return tuple(ProfilePoint(fields, tuple(map(height, fields)), along) for fields, along in points)
