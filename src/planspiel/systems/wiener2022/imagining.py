"""Positions that a seat cannot tell from the true one: what it may not know is dealt anew.

Undetected troops may be in any field where they could stand undetected, unmet mines and charges in any field
that no own troops stand in; stocks, prepared fire, standing orders and what the enemy knows may be anything.
Figures inside a carrier may be others. A dummy may be the real thing. Tokens may stand for each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from planspiel.kernel import Rng, Seat, Side
from planspiel.systems.wiener2022 import pictures, secrecy, sight
from planspiel.systems.wiener2022.knowledge import known_earthworks, known_elements
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.setup import can_stand
from planspiel.systems.wiener2022.state import (
    SIDES,
    Conduct,
    Element,
    March,
    Position,
    Stock,
    Token,
    at,
    carried_by,
    enemy_of,
    is_unknown,
    put,
)

__all__ = ["scramble"]

TRIES = 12
"""So many fields are looked at for an undetected unit."""
AWAY = 4
"""Own troops know the fields around them, where some of them have been lately."""


def scramble(pack: Pack, state: Position, seat: Seat, rng: Rng) -> Position:
    """A position with the same view for `seat`."""
    twin = state.fork()
    own = state.seats[seat]
    known = known_elements(pack, state, own)
    watchers = sight.eyes_of(pack, twin, own)
    _change_orders(twin, seat, rng)
    _change_march(twin, own, rng)
    for side in SIDES:
        if side not in own:
            _deal_elements(pack, twin, side, own, known, watchers, rng)
            _deal_tokens(twin, side, known, watchers, rng)
            _deal_barriers(pack, twin, side, own, rng)
            _deal_works(pack, state, twin, own, known, rng)
            _deal_stores(twin, side, rng)
            _deal_knowledge(pack, twin, side, rng)
    _doubt_barriers(twin, own, rng)
    _doubt_works(twin, own, rng)
    _doubt_requests(twin, own, rng)
    _doubt_goals(twin, own, rng)
    return twin


def _change_orders(twin: Position, seat: Seat, rng: Rng) -> None:
    """What other players told their troops to do."""
    for other in twin.seats:
        if other != seat:
            fire, evade = rng.choice(("ask", "hold", "fire")), rng.choice(("ask", "stay", "evade"))
            twin.standing[other] = Conduct(fire, rng.randrange(5), evade)  # type: ignore[arg-type]
    for name in twin.conduct:
        if twin.elements[name].side not in twin.seats[seat]:
            twin.conduct[name] = Conduct(within=rng.randrange(5))


def _change_march(twin: Position, own: tuple[Side, ...], rng: Rng) -> None:
    """Where the enemy's march goes after its next step."""
    march = twin.march
    if march is None or twin.elements[march.movers[0].element].side in own:
        return
    movers = tuple(
        replace(mover, path=mover.path[: 1 + rng.randrange(len(mover.path))]) if mover.path else mover
        for mover in march.movers
    )
    twin.march = replace(march, movers=movers)


# -- troops ------------------------------------------------------------------------------------------------


def _deal_elements(
    pack: Pack,
    twin: Position,
    side: Side,
    own: tuple[Side, ...],
    known: dict[str, Element],
    watchers: list[sight.Eyes],
    rng: Rng,
) -> None:
    fixed = _movers(twin.march) | {token.element for token in twin.tokens.values()}
    for element in tuple(twin.elements.values()):
        if element.side != side:
            continue
        changed = _another(twin, element, rng)
        if changed != element:
            put(twin, changed)
        name = element.id
        hidden = name not in known and element.fate == "board"
        if hidden and element.aboard:
            _somebody_else(pack, twin, twin.elements[name], own, rng)
        elif hidden and name not in fixed and not _just_seen(twin, element, own):
            _elsewhere(pack, twin, changed, own, watchers, rng)


def _movers(march: March | None) -> frozenset[str]:
    return frozenset() if march is None else frozenset(mover.element for mover in march.movers)


def _just_seen(twin: Position, element: Element, own: tuple[Side, ...]) -> bool:
    """Whether these sides saw it in this very half-turn where it is: then they know."""
    ghosts = (twin.ghosts.get(f"{side}/{element.id}") for side in own)
    return any(
        ghost is not None and ghost.half == twin.half and ghost.field == element.field for ghost in ghosts
    )


def _another(state: Position, element: Element, rng: Rng) -> Element:
    """The same element as far as anyone can see."""
    if element.guise and rng.randrange(2):
        element = replace(element, model=element.guise, guise="")
    if element.fate == "due":
        element = replace(element, due=element.due + rng.randrange(3) if element.due else 0)
    if element.fate == "reserve" and not element.mission:
        element = replace(element, due=rng.randrange(3))
    if element.hidden and not secrecy.is_open(state):
        element = replace(element, combed=bool(rng.randrange(2)))
    return element


def _elsewhere(
    pack: Pack,
    twin: Position,
    unit: Element,
    own: tuple[Side, ...],
    watchers: list[sight.Eyes],
    rng: Rng,
) -> None:
    """A unit with all it carries in another field of the same kind, if one of some tries is as undetected."""
    theatre = pack.theatre(twin.scenario)
    riders = carried_by(twin, unit)
    labels = [rng.choice(theatre.board.labels) for _ in range(TRIES)]
    labels[:0] = [ghost.field for side in own if (ghost := twin.ghosts.get(f"{side}/{unit.id}")) is not None]
    for label in labels[rng.randrange(2) :]:
        moved = replace(unit, field=label)
        if (
            theatre.ground[label] == theatre.ground[unit.field]
            and not at(twin, label)
            and can_stand(pack, twin, unit, label)
            and not _is_seen(watchers, twin, moved)
        ):
            for one in (unit, *riders):
                put(twin, replace(twin.elements[one.id], field=label))
            return


def _somebody_else(pack: Pack, twin: Position, base: Element, own: tuple[Side, ...], rng: Rng) -> None:
    """Figures inside a carrier may be any figures of their party, if they have never been seen."""
    if any(f"{side}/{base.id}" in twin.ghosts for side in own) or not pack.models[base.model].is_pure_figures:
        return
    models = sorted({one.model for one in twin.elements.values() if one.side == base.side and not one.guise})
    figures = [model for model in models if pack.models[model].is_pure_figures]
    put(twin, replace(base, model=rng.choice(figures)))


def _is_seen(watchers: list[sight.Eyes], twin: Position, element: Element) -> bool:
    return any(eyes.detect(twin, sight.body(twin, element)) for eyes in watchers)


def _deal_tokens(
    twin: Position, side: Side, known: dict[str, Element], watchers: list[sight.Eyes], rng: Rng
) -> None:
    """What is under two tokens may be the other way round, empty ones included."""
    moving = _movers(twin.march)
    loose = [
        token
        for token in twin.tokens.values()
        if token.side == side and token.field and _is_loose(twin, token, known, moving)
    ]
    rng.shuffle(loose)
    for one, other in zip(loose[::2], loose[1::2], strict=False):
        swapped = [
            replace(twin.elements[token.element], field=field)
            for token, field in ((one, other.field), (other, one.field))
            if token.element
        ]
        if any(_is_seen(watchers, twin, element) for element in swapped):
            continue
        twin.tokens[one.id] = replace(one, element=other.element, dummy=other.dummy)
        twin.tokens[other.id] = replace(other, element=one.element, dummy=one.dummy)
        for element in swapped:
            put(twin, element)


def _is_loose(twin: Position, token: Token, known: dict[str, Element], moving: frozenset[str]) -> bool:
    """An empty token, or one with a single unseen element that is where the token is."""
    if not token.element:
        return True
    element = twin.elements[token.element]
    if token.element in known or token.element in moving or element.field != token.field:
        return False
    return not carried_by(twin, element)


# -- works and stores --------------------------------------------------------------------------------------


def _free_fields(pack: Pack, twin: Position, own: tuple[Side, ...]) -> Iterator[str]:
    """Land without own troops."""
    theatre = pack.theatre(twin.scenario)
    taken = {one.field for one in twin.elements.values() if one.side in own and one.fate == "board"}
    return (label for label in theatre.board.labels if label not in taken and theatre.is_land(label))


def _doubt_barriers(twin: Position, own: tuple[Side, ...], rng: Rng) -> None:
    """Whether a barrier that was removed unseen still lies there, its owner cannot tell; nor can the enemy
    tell whether its owner has noticed. Nor can an owner tell which of those he built have been seen."""
    for name, barrier in tuple(twin.old_barriers.items()):
        if not rng.randrange(2):
            del twin.old_barriers[name]
            if barrier.side in own:
                twin.barriers[name] = barrier
    twin.unseen_barriers = tuple(
        name
        for name in twin.unseen_barriers
        if name in twin.barriers and (twin.barriers[name].side not in own or rng.randrange(2))
    )


def _doubt_works(twin: Position, own: tuple[Side, ...], rng: Rng) -> None:
    """Whether a work that changed unseen is as it was, nobody who did not see it can tell; nor can the other
    side tell whether he has seen it since. Nor does who dug a position learn whether it was seen."""
    for field, work in twin.earthworks.items() if not secrecy.is_open(twin) else ():
        if work.side in own and work.seen:
            twin.earthworks[field] = replace(work, seen=bool(rng.randrange(2)))
    for name, picture in tuple(twin.pictures.items()):
        side, _, place = name.partition("/")
        if rng.randrange(2) or at(twin, place):
            continue
        del twin.pictures[name]
        if side in own:
            twin.bridges.pop(place, None)
            if picture.bridge is not None:
                twin.bridges[place] = picture.bridge
            twin.broken = _with(twin.broken, place, picture.broken)
            twin.ruins = _with(twin.ruins, place, picture.ruin)


def _doubt_requests(twin: Position, own: tuple[Side, ...], rng: Rng) -> None:
    """Whether the party whose half-turn it is not has called for fighters in vain, nobody else can tell."""
    passive = enemy_of(twin.active)
    if passive not in own and rng.randrange(2):
        twin.requested = tuple(side for side in twin.requested if side != passive)


def _doubt_goals(twin: Position, own: tuple[Side, ...], rng: Rng) -> None:
    """Which goals the enemy has reached he alone is told, unless all is open."""
    if not secrecy.is_open(twin):
        kept = (goal for goal in twin.achieved if goal.partition("/")[0] in own or rng.randrange(2))
        twin.achieved = tuple(kept)


def _with(places: tuple[str, ...], place: str, there: bool) -> tuple[str, ...]:
    return tuple(sorted({*places} - {place} | ({place} if there else set())))


def _deal_barriers(pack: Pack, twin: Position, side: Side, own: tuple[Side, ...], rng: Rng) -> None:
    """Mines, prepared charges and barrages in other fields, but nothing built in play where it is seen."""
    if not (twin.barriers or twin.charges or twin.barrages):
        return
    free = tuple(_free_fields(pack, twin, own))
    if not free:
        return
    for name, barrier in tuple(twin.barriers.items()):
        place = rng.choice(free)
        if barrier.side != side or not is_unknown(twin, barrier):
            continue
        if barrier.hidden or not any(pictures.looks_at(pack, twin, one, place) for one in own):
            twin.barriers[name] = replace(barrier, field=place)
    for name, charge in tuple(twin.charges.items()):
        if charge.side == side and charge.hidden:
            twin.charges[name] = replace(charge, field=rng.choice(free), against="ground")
    for name, barrage in tuple(twin.barrages.items()):
        if barrage.side == side:
            twin.barrages[name] = replace(barrage, field=rng.choice(free), struck=())


def _deal_works(
    pack: Pack, state: Position, twin: Position, own: tuple[Side, ...], known: dict[str, Element], rng: Rng
) -> None:
    """Unseen field positions in other fields, away from everybody who is seen and from own troops."""
    seen = known_earthworks(state, own)
    hidden = {label: work for label, work in state.earthworks.items() if label not in seen}
    if not hidden:
        return
    taken = {one.field for one in known.values() if one.fate == "board"}
    theatre = pack.theatre(twin.scenario)
    for one in known.values():
        if one.fate == "board" and one.side in own:
            taken.update(sight.nearby(theatre, one.field, AWAY))
    free = [label for label in _free_fields(pack, twin, own) if label not in taken and label not in seen]
    for label in hidden:
        del twin.earthworks[label]
    rng.shuffle(free)
    places = [*free[: len(hidden)], *(label for label in hidden if label not in free)]
    for label, work in zip(places, hidden.values(), strict=False):
        twin.earthworks[label] = work


def _deal_stores(twin: Position, side: Side, rng: Rng) -> None:
    """What engineers carry."""
    for name in tuple(twin.stock):
        if twin.elements[name].side == side:
            twin.stock[name] = Stock(*(rng.randrange(4) for _ in Stock.__struct_fields__))


def _deal_knowledge(pack: Pack, twin: Position, side: Side, rng: Rng) -> None:
    """Where the enemy last saw whom, and what he heard."""
    for name, ghost in tuple(twin.ghosts.items()):
        if ghost.side == side:
            twin.ghosts[name] = replace(ghost, turn=rng.randrange(1 + twin.turn))
    labels = pack.theatre(twin.scenario).board.labels
    for name, heard in tuple(twin.heard.items()):
        if heard.side == side:
            del twin.heard[name]
            label = rng.choice(labels)
            twin.heard[f"{side}/{label}"] = replace(heard, field=label)
