"""A position for people to look at: as text, or as a picture. Both show what one seat knows, no more."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from planspiel.env.extras import pillow
from planspiel.env.match import Match
from planspiel.env.numbers import Words
from planspiel.env.places import Lying, lying
from planspiel.env.sheet import Sheet, sheet_of
from planspiel.kernel import Seat, Text

__all__ = ["RENDER_MODES", "Renderer"]

RENDER_MODES = ["ansi", "rgb_array"]
Picture = NDArray[np.uint8]

HEX = 28
"""Pixels from one place to the next."""
MARGIN = 24
CAPTION = 44
PAPER = "#f4efe2"
GROUND = ("#e9e2c8", "#c9d3a4", "#9fb98a", "#d8b48c", "#b9c7d6", "#cdbcd8", "#d9d9d9", "#e3c6c6")
OWN, OTHER, INK = "#2f5d8a", "#a8442f", "#20201c"
MOST_LINES = 12


class Renderer:
    """Draws a match. What is printed on the board is drawn once."""

    def __init__(self, match: Match) -> None:
        mode = match.terms.render_mode
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode is {' or '.join(map(repr, RENDER_MODES))}, not {mode!r}")
        self._match = match
        self._sheet = sheet_of(match.system, match.setup)
        self._ground: Any = None

    def render(self, seat: Seat) -> str | Picture | None:
        match self._match.terms.render_mode:
            case "ansi":
                return self.text(seat)
            case "rgb_array":
                return self.picture(seat)
            case _:
                return None

    # -- text ------------------------------------------------------------------------------------------

    def text(self, seat: Seat) -> str:
        """Who decides what, the board with its stacks, and the first candidates."""
        lines = self._caption(seat)
        if self._sheet is not None:
            lines += ["", *_grid(self._sheet, self._stacks(seat)), ""]
        else:
            lines += self._records(seat)
        offered = self._match.candidates(seat)
        lines += [f"{n:3}  {_said(order)}" for n, order in enumerate(offered[:MOST_LINES])]
        if len(offered) > MOST_LINES:
            lines.append(f"     and {len(offered) - MOST_LINES} more")
        return "\n".join(lines)

    def _caption(self, seat: Seat) -> list[str]:
        match = self._match
        game = match.running
        first = f"{match.system.title}: {match.setup.scenario}, turn {game.state.turn}, as {seat} sees it"
        if match.over:
            return [first, f"Over: {match.reasons()['reason']}"]
        question = match.question(seat)
        if question is None:
            return [first, f"{', '.join(match.asked())} must decide"]
        prompt = type(question).prompt
        values = {
            name: value for name, value in structs.asdict(question).items() if isinstance(value, str | int)
        }
        return [first, f"{seat}: {Text(prompt, values) if prompt else type(question).__name__}"]

    def _records(self, seat: Seat) -> list[str]:
        """What stands in the tables of a view, where there is no board to show it on."""
        view = self._match.running.view(seat)
        tables = [table for table in structs.asdict(view).values() if isinstance(table, dict)]
        records = [record for table in tables for record in table.values() if isinstance(record, Struct)]
        return [f"  {_said(record)}" for record in records[: 4 * MOST_LINES]]

    def _stacks(self, seat: Seat) -> Counter[Lying]:
        """How many records lie at each place, one's own and others'."""
        assert self._sheet is not None
        sides = self._match.setup.seats
        own = (seat, *sides[seat])
        others = [word for other in sides for word in (other, *sides[other]) if word not in own]
        words = Words(own, others, self._sheet.centres)
        view = structs.asdict(self._match.running.view(seat))
        found = (
            lying(key, record, words)
            for table in view.values()
            if isinstance(table, dict)
            for key, record in table.items()
            if isinstance(record, Struct)
        )
        return Counter(each for each in found if each is not None)

    # -- picture ---------------------------------------------------------------------------------------

    def picture(self, seat: Seat) -> Picture:
        """The board with a counter for each stack: blue one's own, red the others', with their number."""
        image_draw = pillow("ImageDraw")
        if self._sheet is None:
            return self._written(self.text(seat))
        if self._ground is None:
            self._ground = self._printed(self._sheet)
        image = self._ground.copy()
        draw = image_draw.Draw(image)
        draw.text((MARGIN, 8), "\n".join(self._caption(seat)), fill=INK)
        for (place, sign), count in sorted(self._stacks(seat).items()):
            x, y = self._pixel(self._sheet, self._sheet.centres[place])
            shift = -HEX // 6 if sign > 0 else HEX // 6
            left, top = x + shift - HEX // 4, y + shift // 2 - HEX // 4
            area = (left, top, left + HEX // 2, top + HEX // 2)
            draw.rectangle(area, fill=OWN if sign > 0 else OTHER, outline="white")
            draw.text((left + 4, top + 1), str(count), fill="white")
        return np.asarray(image, dtype=np.uint8).copy()

    def _printed(self, sheet: Sheet) -> Any:
        width, height = sheet.size
        size = (
            max(640, int(width * HEX) + 2 * (MARGIN + HEX)),
            int(height * HEX) + 2 * (MARGIN + HEX) + CAPTION,
        )
        image = pillow("Image").new("RGB", size, PAPER)
        draw = pillow("ImageDraw").Draw(image)
        kinds = sorted(set(sheet.terrain.values()))
        for label, corners in sheet.outlines.items():
            kind = sheet.terrain.get(label)
            colour = GROUND[kinds.index(kind) % len(GROUND)] if kind is not None else GROUND[0]
            draw.polygon([self._pixel(sheet, corner) for corner in corners], fill=colour, outline="#8d8a7a")
        return image

    def _pixel(self, sheet: Sheet, point: tuple[float, float]) -> tuple[int, int]:
        left, top = sheet.origin
        return (
            int((point[0] - left) * HEX) + MARGIN + HEX,
            int((point[1] - top) * HEX) + MARGIN + HEX + CAPTION,
        )

    def _written(self, text: str) -> Picture:
        """A system without a board: its text."""
        lines = text.split("\n")
        size = (2 * MARGIN + 7 * max(map(len, lines)), 2 * MARGIN + 16 * len(lines))
        image = pillow("Image").new("RGB", size, PAPER)
        pillow("ImageDraw").Draw(image).multiline_text((MARGIN, MARGIN), text, fill=INK)
        return np.asarray(image, dtype=np.uint8).copy()


def _grid(sheet: Sheet, stacks: Counter[Lying]) -> list[str]:
    """Every place three columns wide: a dot, or own and others' stacks as `+2` and `-1`, `*` for both."""
    (left, top), spots = sheet.origin, {}
    across = sorted({round(x - left, 3) for x, _ in sheet.centres.values()})
    down = sorted({round(y - top, 3) for _, y in sheet.centres.values()})
    for label, (x, y) in sheet.centres.items():
        own, others = stacks[Lying(label, 1.0)], stacks[Lying(label, -1.0)]
        mark = f"*{own + others}" if own and others else f"+{own}" if own else f"-{others}" if others else "."
        spots[down.index(round(y - top, 3)), across.index(round(x - left, 3))] = mark
    return [
        "".join(spots.get((row, column), "").ljust(3) for column in range(len(across))).rstrip()
        for row in range(len(down))
    ]


def _said(record: Any) -> str:
    """A record in a line: its kind, and what is not as it is by default."""
    fields = structs.asdict(record)
    defaults = {field.name: field.default for field in structs.fields(record)}
    told = [f"{name}={_short(value)}" for name, value in fields.items() if value != defaults[name]]
    return f"{type(record).__name__} {' '.join(told)}".rstrip()


def _short(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
