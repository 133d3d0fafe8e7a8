"""Lines of sight, and who detects whom.

Sight has two halves. A line between two fields is the same in both directions: ground, heights, smoke and
ruins decide it, elements never do. How far an element is seen belongs to the element: its size, where it
stands, whether it is camouflaged, whether it has fired, whether it is dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from planspiel.boards.square import DIRECTIONS
from planspiel.kernel import Choice, Illegal, Side, rule
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known
from planspiel.systems.wiener2022.tables import SightRow
from planspiel.systems.wiener2022.theatre import Theatre

__all__ = [
    "CHOICES",
    "Eyes",
    "body",
    "detected",
    "detects",
    "detects_at",
    "distance",
    "eyes_of",
    "has_lately_fired",
    "in_arc",
    "is_airborne",
    "is_inside",
    "is_lit",
    "is_on_water",
    "is_small",
    "keep_what_is_seen",
    "line_open",
    "line_refusal",
    "looks_into",
    "nearby",
    "reach",
]

CHOICES: Final[Mapping[str, Choice]] = {
    "low_cover_blocks": Choice(
        True,
        "Wood and houses block the view from a height above them",
        "Wald und Häuser verdecken auch die Sicht von einer Höhe",
        "WPR-hoehen-6",
    ),
    "riders_always_small": Choice(
        True,
        "Riders, cyclists and motorcyclists are small targets even while they ride",
        "Reiter, Radfahrer und Motorradfahrer sind auch beritten kleine Ziele",
        "WPR-erkennen-8",
    ),
}

MOUNTED: Final = ("rider", "cyclist", "motorcycle")
ON_FOOT: Final = 1
"""Fields that figures cover on foot; who moves no farther counts as dismounted."""


# -- lines -------------------------------------------------------------------------------------------------


def distance(pack: Pack, known: Known, a: str, b: str) -> int:
    """Fields from one to the other; a diagonal step counts like any other."""
    return pack.theatre(known.scenario).board.distance(a, b)


@lru_cache(maxsize=20_000)
def nearby(theatre: Theatre, field: str, radius: int) -> tuple[str, ...]:
    """The fields at most so far away, in label order."""
    return theatre.board.disc(field, radius)


@rule("WPR-hoehen-3", "WPR-ueberschiessen-1", "WPR-felder-teilung-5", "WPR-sichtweitentabelle-5")
def line_open(pack: Pack, known: Known, a: str, b: str) -> bool:
    """From the middle of one field to the middle of the other, up and down alike. Troops never block it.

    Fields of buildings side by side see each other; a third one between two blocks.
    """
    if a == b:
        return True
    smoke = known.smoke
    if smoke and (a in smoke or b in smoke):
        return _smoke_closes()
    theatre, low_cover = pack.theatre(known.scenario), bool(known.options.get("low_cover_blocks", True))
    if not _over_the_ground(theatre, a, b, low_cover):
        return False
    if not (smoke or known.ruins):
        return True
    return _past_smoke_and_ruins(theatre, known, a, b)


@rule("WPR-nacht-sicht-2", "WPR-nebel-1")
def _smoke_closes() -> bool:
    """Into smoke or natural fog, and out of it, there is no line."""
    return False


@rule("WPR-raum-tot-1", "WPR-hoehen-1", "WPR-hoehen-2")
def _over_the_ground(theatre: Theatre, a: str, b: str, low_cover: bool) -> bool:
    """Wood, buildings, rock and ground above both ends hide what is behind; level ground has no crest."""
    return theatre.static_line(a, b) if low_cover else _over_low_cover(theatre, a, b)


@lru_cache(maxsize=200_000)
def _over_low_cover(theatre: Theatre, a: str, b: str) -> bool:
    return _is_clear(theatre, a, b, lambda label: _hides_unless_low(theatre, label, a, b))


@rule("WPR-hoehen-6")
def _hides_unless_low(theatre: Theatre, label: str, a: str, b: str) -> bool:
    """The other reading: from above one looks over wood and houses that stand lower."""
    highest = max(theatre.level[a], theatre.level[b])
    return theatre.level[label] > highest or (label in theatre.hiding and theatre.level[label] == highest)


@rule("WPR-nebel-2")
def _past_smoke_and_ruins(theatre: Theatre, known: Known, a: str, b: str) -> bool:
    """Smoke, ruins and ground count together where a line passes between two fields."""
    low_cover = bool(known.options.get("low_cover_blocks", True))

    def hides(label: str) -> bool:
        if label in known.smoke or label in known.ruins:
            return True
        if low_cover:
            return theatre.hides(label, a, b)
        return _hides_unless_low(theatre, label, a, b)

    return _is_clear(theatre, a, b, hides)


def _is_clear(theatre: Theatre, a: str, b: str, hides: Callable[[str], bool]) -> bool:
    if theatre.ground[a] == theatre.ground[b] == "wood" and theatre.board.distance(a, b) == 1:
        return False
    for step in theatre.board.line(a, b).steps:
        closed = [hides(label) for label in step.fields]
        if all(closed) and len(closed) == (2 if step.between else 1):
            return False
    return True


@rule("WPR-hinterhang-1")
def line_refusal(pack: Pack, known: Known, a: str, b: str) -> Illegal | None:
    """Why there is no line of sight and flat fire: the target lies in dead ground, or there is smoke."""
    if line_open(pack, known, a, b):
        return None
    if a in known.smoke or b in known.smoke or pack.theatre(known.scenario).static_line(a, b):
        return Illegal("There is smoke between {start} and {end}.", "WPR-nebel-1", start=a, end=b)
    return Illegal("{end} is in dead ground as seen from {start}.", "WPR-hinterhang-1", start=a, end=b)


@rule("WPR-befestigungen-8")
def in_arc(theatre: Theatre, facing: int, field: str, target: str) -> bool:
    """Whether a field lies within 45 degrees of a facing, borders included; -1 faces all round."""
    if facing < 0 or field == target:
        return True
    (ax, ay), (bx, by) = theatre.board.field(field), theatre.board.field(target)
    (fx, fy), x, y = DIRECTIONS[facing], bx - ax, by - ay
    along = fx * x + fy * y
    return along > 0 and 2 * along * along >= (fx * fx + fy * fy) * (x * x + y * y)


def looks_into(pack: Pack, known: Known, one: Element, field: str) -> bool:
    """Whether somebody looks into a field, as far as a large target would be seen there."""
    row: SightRow = "large_air_water" if one.height else "large"
    dark = known.night and (bool(one.height) or field not in known.light)
    theatre = pack.theatre(known.scenario)
    if theatre.board.distance(one.field, field) > pack.tables.sight_range(row, dark=dark):
        return False
    if not in_arc(theatre, one.facing, one.field, field):
        return False
    return bool(one.height) or line_open(pack, known, one.field, field)


# -- how far an element is seen ----------------------------------------------------------------------------


def body(known: Known, element: Element) -> Element:
    """The thing that is seen: whoever is aboard looks like what carries or tows it."""
    carrier = known.elements.get(element.aboard)
    while carrier is not None and carrier.fate == "board":
        element, carrier = carrier, known.elements.get(carrier.aboard)
    return element


@rule("WPR-fahrzeuge-3", "WPR-mitfahren-2")
def is_inside(pack: Pack, known: Known, element: Element) -> bool:
    """Whether somebody aboard is one with the carrier: who sees the carrier does not learn who is in it.

    Riders sit on their tank for all to see, and whoever fires from aboard shows himself.
    """
    while element.aboard:
        carrier = known.elements.get(element.aboard)
        if carrier is None:
            return False
        if element.fired_in != known.half and not pack.models[carrier.model].carries_riders:
            return True
        element = carrier
    return False


def is_airborne(pack: Pack, element: Element) -> bool:
    return bool(element.height) and pack.models[element.model].is_aircraft


@rule("WPR-erkennen-1")
def is_small(pack: Pack, known: Known, element: Element) -> bool:
    """Figures, and weapons no higher than an anti-tank gun, as the catalogue says; all else is large."""
    model = _model(pack, element)
    if model.mobility in MOUNTED:
        return _is_small_mounted(known, element)
    return model.size == "small"


@rule("WPR-erkennen-2", "WPR-erkennen-8", "WPR-reiter-2")
def _is_small_mounted(known: Known, element: Element) -> bool:
    """Riders and cyclists are small; by the other reading only if they move no faster than on foot."""
    return bool(known.options.get("riders_always_small", True)) or element.moved <= ON_FOOT


def _model(pack: Pack, element: Element) -> Model:
    """What it is taken for."""
    return pack.models[element.guise or element.model]


@rule("WPR-sichtweitentabelle-4")
def is_on_water(pack: Pack, element: Element) -> bool:
    """A craft on water, or engineers on their pontoons. Land troops that look at land never use this row."""
    return pack.models[element.model].is_watercraft or element.on_pontoons


@rule("WPR-sichtweitentabelle-3")
def has_lately_fired(known: Known, element: Element, from_air: bool = False) -> bool:
    """Through the rest of the half-turn and the opponent's next one; for aircraft one turn longer."""
    if element.fired_in < 0:
        return False
    was_own = ((known.half - element.fired_in) % 2 == 0) == (known.active == element.side)
    last = element.fired_in + (1 if was_own else 2)
    return known.half <= last + (2 if from_air else 0)


@rule("WPR-erkennen-5", "WPR-nachtkampf-4")
def is_lit(known: Known, element: Element) -> bool:
    """Illuminated, or driving with headlights: then it is seen as by day. Who stands has the lights off."""
    if element.field in known.light:
        return True
    if not element.lights or known.march is None:
        return False
    return any(mover.element == element.id for mover in known.march.movers)


@rule("WPR-hoehen-4")
def reach(pack: Pack, known: Known, target: Element, from_air: bool = False) -> int:
    """How many fields away an element is seen where it stands, however high; 0 is the same field."""
    if target.field in known.smoke:
        return _in_smoke()
    row = sight_row(pack, known, target, from_air)
    if known.night and not is_lit(known, target):
        found = _in_the_dark(pack, row)
    else:
        found = pack.tables.sight_range(row, dark=False)
    weather = pack.scenarios[known.scenario].weather.sight
    return min(found, weather) if weather else found


@rule("WPR-erkennen-6")
def _in_smoke() -> int:
    """Troops in smoke or fog are detected only from the same field."""
    return 0


@rule("WPR-nacht-sicht-1")
def _in_the_dark(pack: Pack, row: SightRow) -> int:
    """Large targets one field, with or without a net; targets on water two."""
    return pack.tables.sight_range(row, dark=True)


def sight_row(pack: Pack, known: Known, target: Element, from_air: bool) -> SightRow:
    """The first row of the sight table that fits."""
    theatre, field = pack.theatre(known.scenario), target.field
    small = is_small(pack, known, target)
    if small and theatre.is_inner_wood(field):
        return _inside_the_wood()
    if target.camouflaged:
        return _under_a_net(small)
    if from_air or is_on_water(pack, target):
        return "small_air_water" if small else "large_air_water"
    if not small:
        return "large"
    in_cover = theatre.is_wood(field) or theatre.is_building(field)
    if (in_cover or theatre.is_bank(field)) and has_lately_fired(known, target, from_air):
        return _betrayed_by_fire()
    return _at_the_edge() if in_cover else "small"


@rule("WPR-tarnen-5")
def _under_a_net(small: bool) -> SightRow:
    """Camouflaged troops are no target until somebody comes very near; else only fire on suspicion helps."""
    return "small_camouflaged" if small else "large_camouflaged"


@rule("WPR-nadelbaeume-2", "WPR-waldkampf-1")
def _inside_the_wood() -> SightRow:
    """Inside a wood sight extends only within the own field."""
    return "small_inside_wood"


@rule("WPR-erkennen-3", "WPR-erkennen-4")
def _betrayed_by_fire() -> SightRow:
    """Who fires from an edge, a building or a bank is seen: the edge of that field is then the target."""
    return "small_edge_fired"


@rule("WPR-waldrand-1")
def _at_the_edge() -> SightRow:
    return "small_edge_silent"


# -- who detects whom --------------------------------------------------------------------------------------


def detects(pack: Pack, known: Known, observer: Element, target: Element) -> bool:
    """Whether one element detects another by itself."""
    if observer.fate != "board" or target.fate != "board" or observer.guise:
        return False
    return detects_at(pack, known, observer, body(known, target))


def detects_at(pack: Pack, known: Known, observer: Element, target: Element) -> bool:
    """The same for an element imagined in another field or state than it is."""
    if target.hidden:
        return False
    here, there = observer.field, target.field
    if here == there:
        return True
    from_air = is_airborne(pack, observer)
    if from_air and target.camouflaged:
        return False  # aircraft never see through a net
    theatre = pack.theatre(known.scenario)
    if theatre.board.distance(here, there) > reach(pack, known, target, from_air):
        return False
    if observer.facing >= 0 and not in_arc(theatre, observer.facing, here, there):
        return False
    return from_air or line_open(pack, known, here, there)


def detected(pack: Pack, known: Known, side: Side) -> frozenset[str]:
    """The enemy elements that some element of a side detects."""
    found = _kept(pack, known, side)
    if found.seen is None:
        found.seen = _by_any(known, side, found.eyes)
    return found.seen


class _Kept:
    """What a side sees of a position: asked again and again, so kept until an element or the air changes."""

    __slots__ = ("air", "eyes", "seen")

    def __init__(self, air: tuple[object, ...], eyes: Eyes) -> None:
        self.air, self.eyes = air, eyes
        self.seen: frozenset[str] | None = None


def _kept(pack: Pack, known: Known, side: Side) -> _Kept:
    march = known.march
    air = (
        known.half,
        known.night,
        tuple(known.smoke),
        tuple(known.light),
        known.ruins,
        () if march is None else tuple(mover.element for mover in march.movers),
    )
    kept: dict[Side, _Kept] = vars(known).setdefault("detected", {})
    found = kept.get(side)
    if found is None or found.air != air:
        found = kept[side] = _Kept(air, Eyes(pack, known, side))
    return found


def keep_what_is_seen(twin: Known, known: Known) -> None:
    """What was looked up in a twin of a position holds for the position too."""
    vars(known)["detected"] = vars(twin).get("detected", {})


def eyes_of(pack: Pack, known: Known, sides: Iterable[Side]) -> list[Eyes]:
    """The observers of these sides."""
    return [_kept(pack, known, side).eyes for side in sides]


@rule("WPR-erkennen-9")
def _by_any(known: Known, side: Side, eyes: Eyes) -> frozenset[str]:
    """In the own half-turn what one element detects serves the whole party."""
    in_view, index = eyes.mask(eyes.farthest), eyes.index
    seen: set[str] = set()
    carried: list[Element] = []
    for target in known.elements.values():
        if target.side == side or target.fate != "board":
            continue
        if target.aboard:
            carried.append(target)
        elif (eyes.special or in_view >> index[target.field] & 1) and eyes.detect(known, target):
            seen.add(target.id)
    for target in carried:
        if not is_inside(eyes.pack, known, target) and body(known, target).id in seen:
            seen.add(target.id)
    return frozenset(seen)


class Eyes:
    """The observers of a side, asked about many targets, such as are imagined in another field too.

    Which fields can be seen from one at which range is kept as a bit mask for the ground alone. Smoke and
    ruins only take away from it, so where there are any a hit is looked at again.
    """

    def __init__(self, pack: Pack, known: Known, side: Side) -> None:
        self.pack = pack
        self.theatre = pack.theatre(known.scenario)
        self.index = self.theatre.board.index
        self.low_cover = bool(known.options.get("low_cover_blocks", True))
        self.special: list[Element] = []
        fields: dict[str, Element] = {}
        for one in known.elements.values():
            if one.side == side and one.fate == "board" and not one.guise:
                if one.facing >= 0 or one.height:
                    self.special.append(one)
                else:
                    fields.setdefault(one.field, one)
        self.observers: Iterable[Element] = fields.values()
        self.masks: dict[int, int] = {}
        self.looked: dict[tuple[str, int], bool] = {}
        self.is_hazy = bool(known.smoke or known.ruins)
        self.farthest = max(max(row) for row in pack.tables.sight.values())

    def mask(self, far: int) -> int:
        """All fields that the observers see into at most so far away, as if the air were clear."""
        found = self.masks.get(far)
        if found is None:
            found = 0
            for one in self.observers:
                found |= _seen_from(self.theatre, one.field, far, self.low_cover)
            self.masks[far] = found
        return found

    def detect(self, known: Known, target: Element) -> bool:
        """Whether one of them detects a target that is not aboard another."""
        if target.hidden:
            return False
        far, field = reach(self.pack, known, target), target.field
        if self.mask(far) >> self.index[field] & 1 and (not self.is_hazy or self._look(known, field, far)):
            return True
        return any(
            (one.height or self._could_see(one, field, far)) and detects_at(self.pack, known, one, target)
            for one in self.special
        )

    def _could_see(self, one: Element, field: str, far: int) -> bool:
        """Whether somebody on the ground sees into a field if the air is clear and he looks there."""
        return bool(_seen_from(self.theatre, one.field, far, self.low_cover) >> self.index[field] & 1)

    def _look(self, known: Known, field: str, far: int) -> bool:
        """Whether somebody sees into a field past smoke and ruins."""
        found = self.looked.get((field, far))
        if found is None:
            found = self.looked[field, far] = any(
                self._could_see(one, field, far) and line_open(self.pack, known, one.field, field)
                for one in self.observers
            )
        return found


@lru_cache(maxsize=40_000)
def _seen_from(theatre: Theatre, field: str, far: int, low_cover: bool) -> int:
    """The fields at most so far away to which the ground leaves a line, as a bit mask over the board."""
    mask, index = 0, theatre.board.index
    for label in theatre.board.disc(field, far):
        if label == field or _over_the_ground(theatre, field, label, low_cover):
            mask |= 1 << index[label]
    return mask
