"""What a seat may know of each table of the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from planspiel.kernel import Side, rule
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import (
    FLYING,
    as_it_looks,
    is_concealed,
    is_open,
    mode_of,
    would_see,
)
from planspiel.systems.wiener2022.state import (
    SIDES,
    Barrier,
    Earthwork,
    Element,
    March,
    Mover,
    Position,
    Token,
    Wreck,
    enemy_of,
    is_unknown,
    located,
    under_cover,
)

__all__ = [
    "known_barriers",
    "known_earthworks",
    "known_elements",
    "known_fired_kinds",
    "known_flights",
    "known_march",
    "known_places",
    "known_requests",
    "known_tokens",
    "known_wrecks",
]


def known_elements(pack: Pack, state: Position, sides: tuple[Side, ...]) -> dict[str, Element]:
    """Own elements complete, and those of the enemy that can be seen."""
    papers = {side: _has_papers(pack, state, side) for side in SIDES}
    if is_open(state) and not any(papers.values()):
        known = _on_the_table(state, sides)
    else:
        known = _detected(pack, state, sides, papers)
    _forget_barrages(known, state, sides)
    return known


def _detected(
    pack: Pack, state: Position, sides: tuple[Side, ...], papers: Mapping[Side, bool]
) -> dict[str, Element]:
    known: dict[str, Element] = {}
    seen = {side: _seen(pack, state, side) for side in SIDES if side not in sides}
    for name, element in state.elements.items():
        if element.side in sides:
            known[name] = element
        elif _is_here(element):
            found = seen[element.side]
            if found is None or name in found or element.mission in FLYING:
                looks = as_it_looks(element, papers[element.side])
                known[name] = replace(looks, combed=False) if looks.combed and not is_open(state) else looks
    if any(found is not None for found in seen.values()):
        _forget_mates(known, sides)
    return known


def known_places(state: Position, known: Mapping[str, Element]) -> dict[str, Sequence[Element]]:
    """In open play, where everybody on the board is known: who stands where, as it looks."""
    there = state.by_field.copy()
    for looks, element in zip(known.values(), map(state.elements.__getitem__, known), strict=True):
        if looks is not element and element.fate == "board":
            there[element.field] = [known[one.id] for one in there[element.field]]
    return there


def _is_here(element: Element) -> bool:
    """Not one that is still to come; aircraft in the air are here."""
    return element.fate not in ("due", "reserve") or (element.fate == "reserve" and element.mission in FLYING)


def _on_the_table(state: Position, sides: tuple[Side, ...]) -> dict[str, Element]:
    """In open play without dummies and stores: everybody but the enemy's troops that have not come yet."""
    known = state.elements.copy()
    for name, element in state.elements.items():
        if element.fate != "board" and element.side not in sides and not _is_here(element):
            del known[name]
    return known


@rule("WPR-sperrfeuer-2")
def _forget_barrages(known: dict[str, Element], state: Position, sides: tuple[Side, ...]) -> None:
    """A battery that has secretly prepared a barrage looks idle."""
    for barrage in state.barrages.values():
        for name in barrage.weapons:
            if barrage.side not in sides and name in known:
                known[name] = replace(known[name], acted=False)


def _forget_mates(known: dict[str, Element], sides: tuple[Side, ...]) -> None:
    """Who belongs to a vehicle, whether somebody got on or off, where it comes from and whether it has
    withdrawn, is not to be read off it."""
    for name, element in known.items():
        if element.side in sides:
            continue
        mate = element.mate if element.mate in known else ""
        past = element.split or element.joined or element.landed or element.trail or element.no_position
        if past or mate != element.mate:
            known[name] = replace(
                element,
                mate=mate,
                split=False,
                joined=False,
                landed=False,
                trail=(),
                cover="",
                no_position=False,
            )


def _has_papers(pack: Pack, state: Position, side: Side) -> bool:
    """Whether names and stores of a side would tell something: it has dummies, or counts supplies."""
    party = pack.scenarios[state.scenario].party(side)
    return bool(party.dummies or party.ammunition or party.fuel or party.command_delay)


def _seen(pack: Pack, state: Position, side: Side) -> frozenset[str] | None:
    """The elements of a side that its enemy sees; None is all of them."""
    if not is_concealed(pack, state, side):
        return None
    return _found(pack, state, side)


@rule("WPR-verdeckt-1", "WPR-verdeckt-2", "WPR-schein-2")
def _found(pack: Pack, state: Position, side: Side) -> frozenset[str]:
    """Who is detected now or has a reconnaissance marker.

    In partly hidden play also who was placed on the board and has not moved since.
    """
    found = sight.detected(pack, state, enemy_of(side)) | located(state, side)
    if mode_of(state) == "partly":
        found |= frozenset(name for name, field in state.shown.items() if state.elements[name].field == field)
    return found


def known_tokens(state: Position, sides: tuple[Side, ...]) -> dict[str, Token]:
    """The enemy's tokens show a number and nothing else."""
    return {
        name: token if token.side in sides else replace(token, element="", dummy=False)
        for name, token in state.tokens.items()
        if token.side in sides or token.field
    }


def known_barriers(state: Position, sides: tuple[Side, ...]) -> dict[str, Barrier]:
    """Own ones, those too that were removed unseen, and of the enemy's those that lie open and were seen."""
    own = {name: barrier for name, barrier in state.old_barriers.items() if barrier.side in sides}
    known = {n: b for n, b in state.barriers.items() if b.side in sides or not is_unknown(state, b)}
    return dict(sorted({**known, **own}.items()))


def known_earthworks(state: Position, sides: tuple[Side, ...]) -> dict[str, Earthwork]:
    """In hidden play those that were seen, and those of the own troops, who cannot tell whether they were."""
    if is_open(state):
        return state.earthworks.copy()
    works = sorted(state.earthworks.items())
    known = {field: work for field, work in works if work.seen or work.side in (None, *sides)}
    return {f: replace(w, seen=False) if w.seen and w.side in sides else w for f, w in known.items()}


def known_wrecks(state: Position, sides: tuple[Side, ...]) -> dict[str, Wreck]:
    """Own ones, though not whether the enemy knows of them, and those that lie open."""
    known = {field: wreck for field, wreck in state.wrecks.items() if wreck.side in sides or not wreck.hidden}
    return {field: replace(wreck, hidden=False) if wreck.hidden else wreck for field, wreck in known.items()}


def known_fired_kinds(
    state: Position, sides: tuple[Side, ...], elements: Mapping[str, Element]
) -> tuple[str, ...]:
    """Which weapon kinds have fired from a field, as far as the firers are seen."""
    if is_open(state) or not state.fired_kinds:
        return state.fired_kinds
    occupied = {element.field for element in elements.values() if element.fate == "board"}
    return tuple(kind for kind in state.fired_kinds if kind.partition("/")[0] in occupied)


def known_flights(
    state: Position, sides: tuple[Side, ...], elements: Mapping[str, Element]
) -> dict[str, str]:
    """What is announced for aircraft is announced to both."""
    return state.flights.copy()


def known_requests(state: Position, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The active party calls for aircraft openly; whether the other has fighters is its secret."""
    return tuple(side for side in state.requested if side in sides or side == state.active)


def known_march(
    pack: Pack, state: Position, sides: tuple[Side, ...], elements: Mapping[str, Element]
) -> March | None:
    """The own march; of the enemy's who moves in sight and where it has been seen, never where it goes."""
    march = state.march
    if march is None or state.elements[march.movers[0].element].side in sides:
        return march
    movers = tuple(
        Mover(mover.element, (), _seen_trail(pack, state, sides, mover))
        for mover in march.movers
        if mover.element in elements
    )
    return replace(march, movers=movers, reacted=()) if movers else None


def _seen_trail(pack: Pack, state: Position, sides: tuple[Side, ...], mover: Mover) -> tuple[str, ...]:
    """The fields of a move in which somebody of these sides saw the mover."""
    element = state.elements[mover.element]
    if not is_concealed(pack, state, element.side):
        return mover.trail
    return tuple(
        field
        for field in mover.trail
        if field == element.field or would_see(pack, state, sides, _when_in(element, field))
    )


def _when_in(element: Element, field: str) -> Element:
    """A mover in a field of its way: where it set out it still had its net, or was hiding."""
    there = replace(element, field=field)
    return under_cover(there, element.cover) if element.trail[:1] == (field,) else there
