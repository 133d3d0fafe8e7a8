"""Before the battle: the defender deploys first and completely, then the attacker.

Each places his troops, dummies, field positions and the barriers of his secret map in the zones that the
scenario gives him. Deployments may also be handed in by both at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from planspiel.kernel import (
    Assembled,
    Assembly,
    Choice,
    Event,
    Game,
    Illegal,
    Item,
    Part,
    Rng,
    Script,
    Side,
    ask_secretly,
    commit,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import crowding, terrain
from planspiel.systems.wiener2022.camouflage import includes_position, net_refusal
from planspiel.systems.wiener2022.mixing import mix_numbers
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.scenario import Party, Scenario
from planspiel.systems.wiener2022.secrecy import look, tell
from planspiel.systems.wiener2022.start import FINISHED, barrier_id
from planspiel.systems.wiener2022.state import (
    Barrier,
    BarrierKind,
    Earthwork,
    Element,
    Known,
    Position,
    at,
    enemy_of,
    put,
    seat_of,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "CHOICES",
    "SCRIPTS",
    "Deploy",
    "Deployed",
    "Deployment",
    "Mark",
    "Place",
    "can_stand",
    "deployment_order",
]

CHOICES = {
    "deploy_at_once": Choice(
        False,
        "Both parties hand in their deployments by coordinates at the same time",
        "Beide Parteien geben ihre Aufstellung gleichzeitig nach Koordinaten ab",
        "WPR-spielvorbereitung-2",
    ),
}

EVEN_CHANCE = 4
TRIES = 20
"""So many places are tried for a unit at random before they are listed."""
APART = 4
"""At random one base in so many is not placed with its vehicle."""


class Place(Part, frozen=True):
    """A unit in a field: base and vehicle united or not, with or without a camouflage net.

    A base that is given a place of its own stands there, and its vehicle without it elsewhere.
    """

    field: str
    mounted: bool = True
    camouflaged: bool = False


class Mark(Part, frozen=True):
    """A field position or a line of the secret barrier map in a field."""

    field: str


Placement = Place | Mark


class Deployment(Assembled, frozen=True):
    """Where everything goes: `element:b4v`, `barrier:at_mine:2`, `earthwork:1`."""

    parts: dict[str, Placement] = field(default_factory=dict)


class Deploy(Assembly[WienerView, Deployment, Placement], frozen=True):
    prompt: ClassVar[str] = "Deploy your troops."
    cite: ClassVar[str] = "WPR-spielvorbereitung-1"
    side: Side

    def pieces(self, view: WienerView) -> Sequence[str]:
        party = _party(view.pack, view, self.side)
        units = [f"element:{unit.id}" for unit in _to_place(view, self.side)]
        barriers = [
            f"barrier:{kind}:{number}"
            for kind, count in party.barriers.items()
            for number in range(1, count + 1)
        ]
        works = [f"earthwork:{number}" for number in range(1, party.earthworks + 1)]
        return (*units, *barriers, *works)

    def must_have(self, view: WienerView, piece: str) -> bool:
        """Units; a base without a place of its own goes with its vehicle."""
        return piece.startswith("element:") and not self.is_apart(view, piece)

    def is_apart(self, view: WienerView, piece: str) -> bool:
        """Whether a piece is a base that may be placed apart from its vehicle."""
        word, _, name = piece.partition(":")
        return word == "element" and view.elements[name].aboard != ""

    def parts(self, view: WienerView, piece: str, given: Mapping[str, Placement]) -> Iterator[Placement]:
        word, _, name = piece.partition(":")
        if word == "element":
            yield from _places(view.pack, view, view.elements[name], given)
        elif word == "barrier":
            yield from _barrier_places(view.pack, view, self.side, piece, given)
        else:
            taken = {part.field for other, part in given.items() if other.startswith("earthwork")}
            theatre = view.pack.theatre(view.scenario)
            for label in _zone(view, _party(view.pack, view, self.side).zone):
                if label not in taken and label not in view.earthworks and theatre.is_firm(label):
                    yield Mark(label)

    def sample(self, view: WienerView, rng: Rng) -> Deployment:
        """Each thing at some place that it may have beside those before it; all places need not be listed."""
        given: dict[str, Placement] = {}
        for piece in sorted(self.pieces(view), key=lambda piece: self.must_have(view, piece)):
            if self.is_apart(view, piece) and rng.randrange(APART):
                continue
            part = self._somewhere(view, piece, given, rng)
            if part is not None:
                given[piece] = part
        return Deployment(given)

    def _somewhere(
        self, view: WienerView, piece: str, given: Mapping[str, Placement], rng: Rng
    ) -> Placement | None:
        word, _, name = piece.partition(":")
        if word != "element":
            return rng.choice(places) if (places := list(self.parts(view, piece, given))) else None
        unit = view.elements[name]
        fields = _zone(view, unit.zone)
        for _ in range(TRIES):
            mounted, net = bool(rng.randrange(2)), not rng.randrange(4)
            part = Place(rng.choice(fields), mounted or not _riders(view, unit, given), net)
            if _place_refusal(view.pack, view, unit, part, given) is None and (
                not net or _nets_left(view, unit, given)
            ):
                return part
        return next(iter(self.parts(view, piece, given)), None)

    def whole(self, view: WienerView, given: Mapping[str, Placement]) -> Deployment:
        return Deployment(dict(given))

    def check_part(
        self, view: WienerView, piece: str, part: Placement, given: Mapping[str, Placement]
    ) -> None:
        word, _, name = piece.partition(":")
        if word == "element" and isinstance(part, Place):
            refusal = _place_refusal(view.pack, view, view.elements[name], part, given)
            if refusal is not None:
                raise refusal
        else:
            super().check_part(view, piece, part, given)

    @rule("WPR-ausgangslage-4")
    def check_whole(self, view: WienerView, given: Mapping[str, Placement]) -> None:
        """The degree of preparation is the scenario's: no more nets than it grants."""
        nets = sum(isinstance(part, Place) and part.camouflaged for part in given.values())
        most = _party(view.pack, view, self.side).camouflage
        if nets > most:
            raise Illegal("Only {most} units may be camouflaged.", "WPR-ausgangslage-4", most=most)


# -- where units may stand ---------------------------------------------------------------------------------


def _party(pack: Pack, known: Known, side: Side) -> Party:
    return pack.scenarios[known.scenario].party(side)


def _zone(view: WienerView, name: str) -> tuple[str, ...]:
    return view.pack.theatre(view.scenario).zones[name]


def _to_place(view: WienerView, side: Side) -> Iterator[Element]:
    """Units still in hand, each by its vehicle if it has one that carries it; then who may stand apart."""
    for element in view.elements.values():
        if element.side == side and element.fate == "due" and not element.due and not element.aboard:
            yield element
            yield from _may_stand_apart(view, element)


@rule("WPR-fahrzeuge-4", "WPR-spielvorbereitung-1")
def _may_stand_apart(view: WienerView, unit: Element) -> Iterator[Element]:
    """Bases that ride on a land vehicle.

    Our reading: on foot a base is an element of its own, so whoever disposes his forces may put it into a
    wood, a house or a position to which its vehicle does not come.
    """
    models = view.pack.models
    if models[unit.model].is_vehicle:
        yield from (one for one in _carried(view, unit) if models[one.model].is_base)


def _riders(known: Known, unit: Element, given: Mapping[str, Placement]) -> list[Element]:
    """Whoever is placed with a unit that carries him, those whom its passengers carry included."""
    direct = [one for one in _carried(known, unit) if f"element:{one.id}" not in given]
    return [*direct, *(below for one in direct for below in _riders(known, one, given))]


def _carried(known: Known, unit: Element) -> Iterator[Element]:
    return (one for one in known.elements.values() if one.aboard == unit.id and one.fate == unit.fate)


@rule("WPR-ausgangslage-3")
def _places(
    pack: Pack, view: WienerView, unit: Element, given: Mapping[str, Placement]
) -> Iterator[Placement]:
    """Fields of the unit's zone, up to the line that the scenario draws."""
    rides = bool(_riders(view, unit, given))
    for label in _zone(view, unit.zone):
        for mounted in (True, False) if rides else (True,):
            plain = Place(label, mounted)
            if _place_refusal(pack, view, unit, plain, given) is None:
                yield plain
                net = Place(label, mounted, camouflaged=True)
                if _nets_left(view, unit, given) and _place_refusal(pack, view, unit, net, given) is None:
                    yield net


def _nets_left(view: WienerView, unit: Element, given: Mapping[str, Placement]) -> bool:
    used = sum(isinstance(part, Place) and part.camouflaged for part in given.values())
    return used < _party(view.pack, view, unit.side).camouflage


def _place_refusal(
    pack: Pack, view: WienerView, unit: Element, part: Place, given: Mapping[str, Placement]
) -> Illegal | None:
    """Why a unit may not be deployed like this."""
    label, name = part.field, unit.id
    if label not in _zone(view, unit.zone):
        return Illegal(
            "{field} is outside the zone of {element}.", "WPR-ausgangslage-3", field=label, element=name
        )
    if not can_stand(pack, view, unit, label):
        return Illegal("{element} cannot stand in {field}.", "WPR-gelaende-4", element=name, field=label)
    if not part.mounted:
        if not any(_carried(view, unit)):
            return Illegal("{element} carries nobody.", "WPR-aufsitzen-2", element=name)
        if not all(can_stand(pack, view, rider, label) for rider in _riders(view, unit, given)):
            return Illegal("Who rides on {element} cannot get off there.", "WPR-gelaende-5", element=name)
    for one in _as_placed(view, unit, part, given):
        if pack.models[one.model].is_base and (refusal := terrain.unlimber_refusal(pack, view, one, label)):
            return refusal
    if _is_crowded(pack, view, unit, label, given):
        return Illegal("{field} already holds a model of this kind.", "WPR-hoechstzahl-1", field=label)
    if _holds_enemy(view, unit, label):
        return Illegal("The enemy is in {field}.", "WPR-ausgangslage-3", field=label)
    return _net_refusal(pack, view, unit, part, given) if part.camouflaged else None


def can_stand(pack: Pack, known: Known, unit: Element, label: str) -> bool:
    """Whether an element can be in a field: by its ground, on a road through it, or on a bridge."""
    gait, theatre = terrain.gait_of(pack, unit), pack.theatre(known.scenario)
    if gait.mobility == "none":
        return theatre.is_firm(label)
    if terrain.is_free_ground(pack, known, gait, label):
        return True
    if gait.mobility in ("rail", "rowboat", "motorboat", "stormboat", "ship"):
        return False
    if label in known.bridges:
        return terrain.bridge_is_open(known, label)
    return theatre.ground[label] in ("wood", "building") and label in theatre.road_fields


def _is_crowded(
    pack: Pack, view: WienerView, unit: Element, label: str, given: Mapping[str, Placement]
) -> bool:
    """The models that would stand in a field, each kind once."""
    there = [one for one in at(view, label) if one.side == unit.side]
    for piece, part in given.items():
        if isinstance(part, Place) and part.field == label:
            other = view.elements[piece.partition(":")[2]]
            there += [other, *_riders(view, other, given)]
    # Who will be aboard or on foot is not settled yet, so every model counts as if it stood for itself.
    coming = [replace(one, aboard="") for one in (unit, *_riders(view, unit, given))]
    standing = [replace(one, aboard="") for one in there if one.id != unit.id]
    return any(crowding.are_alike(pack, one, other) for one in coming for other in standing)


def _holds_enemy(view: WienerView, unit: Element, label: str) -> bool:
    return any(one.side != unit.side for one in at(view, label))


def _as_placed(known: Known, unit: Element, part: Place, given: Mapping[str, Placement]) -> Iterator[Element]:
    """Who would stand for himself: the unit, or whom it lets off. A dummy is what it is taken for."""
    riders = _riders(known, unit, given)
    if part.mounted and riders:
        return
    for one in [rider for rider in riders if rider.aboard == unit.id] or [unit]:
        yield replace(one, fate="board", field=part.field, aboard="", model=one.guise or one.model)


@rule("WPR-tarnen-3")
def _net_refusal(
    pack: Pack, view: WienerView, unit: Element, part: Place, given: Mapping[str, Placement]
) -> Illegal | None:
    """Where nets may be put up in the battle; troops on vehicles not at all."""
    if part.mounted and _riders(view, unit, given):
        return Illegal("Troops on vehicles cannot be camouflaged.", "WPR-tarnen-3")
    refusals = (net_refusal(pack, view, one) for one in _as_placed(view, unit, part, given))
    return next((refusal for refusal in refusals if refusal is not None), None)


# -- works -------------------------------------------------------------------------------------------------


@rule("WPR-hindernisse-3")
def _barrier_places(
    pack: Pack, view: WienerView, side: Side, piece: str, given: Mapping[str, Placement]
) -> Iterator[Mark]:
    """The secret barrier map: one line of a kind in a field, where troops could go."""
    kind = piece.split(":")[1]
    party = _party(pack, view, side)
    taken = {part.field for other, part in given.items() if other.startswith(f"barrier:{kind}:")}
    taken |= {one.field for one in view.barriers.values() if one.kind == kind and one.side == side}
    for label in _zone(view, party.barrier_zone or party.zone):
        if label not in taken and pack.theatre(view.scenario).is_firm(label):
            yield Mark(label)


# -- the deployment ----------------------------------------------------------------------------------------


class Deployed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} deploys in {field}."
    element: str
    field: str
    aboard: str = ""
    camouflaged: bool = False
    in_position: bool = False

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        element = replace(
            before,
            fate="board",
            field=self.field,
            aboard=self.aboard,
            camouflaged=self.camouflaged or before.camouflaged,
            position=self.in_position or before.position,
        )
        put(state, element)


class BarrierEntered(Event[Position], frozen=True):
    """A line on the secret barrier map; only its owner hears of it."""

    said: ClassVar[str] = "{kind} is entered on the barrier map in {field}."
    id: str
    kind: BarrierKind
    field: str
    side: Side

    def apply(self, state: Position) -> None:
        state.barriers[self.id] = Barrier(self.id, self.kind, self.field, self.side, hidden=True)


class EarthworkPrepared(Event[Position], frozen=True):
    said: ClassVar[str] = "A field position is prepared in {field}."
    field: str
    side: Side

    def apply(self, state: Position) -> None:
        state.earthworks[self.field] = Earthwork(FINISHED, side=self.side)


class DeploymentEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} has deployed."
    side: Side


@rule("WPR-spielvorbereitung-1")
def deployment_order(scenario: Scenario) -> tuple[Side, Side]:
    """The defender first; in a meeting engagement whoever moves second."""
    attacker = scenario.attacking_side or scenario.first_side
    first = attacker if scenario.deployment == "attacker" else enemy_of(attacker)
    return first, enemy_of(first)


class SidesDrawn(Event[Position], frozen=True):
    said: ClassVar[str] = "The lot has assigned the parties."
    swapped: bool

    def apply(self, state: Position) -> None:
        if self.swapped:
            state.seats = dict(zip(state.seats, reversed(tuple(state.seats.values())), strict=True))


@rule("WPR-ausgangslage-9")
def _draw_lots(game: Game[Position]) -> Script[None]:
    """Where the scenario leaves it to the lot, a die says who leads which party."""
    if _scenario(game).seats == "lot":
        (pips,) = yield from roll("1d6", "which player leads which party", "WPR-ausgangslage-9")
        game.happens(SidesDrawn(pips >= EVEN_CHANCE, cite="WPR-ausgangslage-9"))


@rule("WPR-stellung-X1")
def setup(game: Game[Position]) -> Script[None]:
    """Deployments one after the other, or both at once; then position markers for who is not on the march."""
    yield from _draw_lots(game)
    yield from mix_numbers(game)
    first, second = deployment_order(game.pack.scenarios[game.state.scenario])
    markers = (Item("take-positions", (first,)), Item("take-positions", (second,)))
    if game.state.options["deploy_at_once"]:
        game.then(Item("deploy-at-once"), *markers)
    else:
        game.then(Item("deploy", (first,)), Item("deploy", (second,)), *markers)


def deploy(game: Game[Position], side: str) -> Script[None]:
    """One party deploys completely."""
    question = Deploy(Side(side))
    seat = seat_of(game.state, Side(side))
    if question.pieces(game.view(seat)):
        order = yield from ask_secretly(seat, question)
        _carry_out(game, Side(side), order)


@rule("WPR-spielvorbereitung-2")
def deploy_at_once(game: Game[Position]) -> Script[None]:
    """Both hand in their deployments before either sees the other's."""
    asks = {seat_of(game.state, side): Deploy(side) for side in deployment_order(_scenario(game))}
    open_ = {seat: ask for seat, ask in asks.items() if ask.pieces(game.view(seat))}
    if open_:
        answers = yield from commit(open_)
        for seat, order in answers.items():
            _carry_out(game, open_[seat].side, order)


def _scenario(game: Game[Position]) -> Scenario:
    found: Scenario = game.pack.scenarios[game.state.scenario]
    return found


def _carry_out(game: Game[Position], side: Side, order: Deployment) -> None:
    for piece, part in sorted(order.parts.items()):
        word, _, name = piece.partition(":")
        if isinstance(part, Place):
            _place(game, game.state.elements[name], part, order.parts)
        elif word == "barrier":
            _enter_barrier(game, side, name.partition(":")[0], part)
        else:
            event = EarthworkPrepared(part.field, side, cite="WPR-ausgangslage-4")
            game.happens(event, None if game.state.options["mode"] == "open" else seats_of(game.state, side))
    game.happens(DeploymentEnded(side, cite="WPR-spielvorbereitung-1"))
    look(game)


def _place(game: Game[Position], unit: Element, part: Place, given: Mapping[str, Placement]) -> None:
    riders = _riders(game.state, unit, given)
    on_foot = {unit.aboard} if part.mounted else {unit.aboard, unit.id}
    for one in (unit, *riders):
        aboard = "" if one.aboard in on_foot else one.aboard
        net = part.camouflaged and (one.id != unit.id or not riders)
        marker = net and includes_position(game.pack, replace(one, model=one.guise or one.model))
        event = Deployed(one.id, part.field, aboard, net, marker, cite="WPR-spielvorbereitung-1")
        tell(game, event, (one.id,))


def _enter_barrier(game: Game[Position], side: Side, kind: str, part: Mark) -> None:
    name = barrier_id(game.state, side)
    event = BarrierEntered(name, kind, part.field, side, cite="WPR-hindernisse-3")  # type: ignore[arg-type]
    game.happens(event, seats_of(game.state, side))


SCRIPTS = {"setup": setup, "deploy": deploy, "deploy-at-once": deploy_at_once}
