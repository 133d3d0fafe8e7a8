"""5.2 to 5.4 Activation: who may be activated, the checks that open it, its end, exhaustion."""

from __future__ import annotations

from planspiel.kernel import Game, Illegal, Item, Script, Side, roll, rule
from planspiel.systems.blitzkrieg1940 import morale
from planspiel.systems.blitzkrieg1940.marker_events import (
    ActivationBegan,
    ActivationEnded,
    ActivationLost,
    ExhaustionRemoved,
    ExhaustionTested,
    FormationExhausted,
    FormationRested,
    OppMarkersRemoved,
)
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Marker, Position, Salvoes, hq_of, members

__all__ = ["activation_refusal", "has_units", "repeat_refusal"]


# -- who may be activated ----------------------------------------------------------------------------------


def has_units(known: Known, formation: str) -> bool:
    """Whether a company of the formation is on the map or may enter it."""
    return any(
        not unit.is_hq and (unit.fate == "map" or (unit.fate == "due" and unit.due <= known.turn))
        for unit in members(known, formation)
    )


def activation_refusal(pack: Pack, known: Known, name: str) -> Illegal | None:
    """Why a formation may not be activated by its own marker."""
    formation = known.formations[name]
    if formation.demoralised:
        return Illegal("{formation} is demoralised.", "BLK-8.5.1-A", formation=name)
    if not has_units(known, name):
        return Illegal("{formation} has no unit to activate.", "BLK-5.1-A", formation=name)
    if formation.activations >= pack.limits.activations:
        return Illegal("{formation} has been activated twice.", "BLK-5.3-F", formation=name)
    return _second_refusal(known, name) if formation.activations else None


@rule("BLK-5.3-G1")
def _second_refusal(known: Known, name: str) -> Illegal | None:
    """A first activation by the own marker is open to exhausted formations, a second one is not."""
    if known.formations[name].exhausted:
        return Illegal("{formation} is exhausted: it can only rest.", "BLK-5.3-G", formation=name)
    return _hq_refusal(known, name)


def _hq_refusal(known: Known, name: str) -> Illegal | None:
    hq = hq_of(known, name)
    if hq is not None and hq.fate == "map" and hq.neutralised:
        return Illegal("The HQ of {formation} is neutralised.", "BLK-5.3-G", formation=name)
    return None


def repeat_refusal(pack: Pack, known: Known, side: Side, name: str) -> Illegal | None:
    """Why a repeat marker may not activate something. An exhausted formation may be chosen, to rest."""
    formation = known.formations.get(name)
    if formation is None:
        return Illegal("A repeat marker activates a formation, not {thing}.", "BLK-5.3-B", thing=name)
    if formation.side != side:
        return Illegal("{formation} is not yours.", "BLK-5.3-A", formation=name)
    if formation.gone or not has_units(known, name):
        return Illegal("{formation} has no unit to activate.", "BLK-5.3-A", formation=name)
    if formation.repeat_used:
        cite = "BLK-5.3-E" if formation.skipped else "BLK-5.3-D"
        return Illegal("{formation} has been activated by a repeat marker.", cite, formation=name)
    if formation.activations >= pack.limits.activations:
        return Illegal("{formation} has been activated twice.", "BLK-5.3-F", formation=name)
    if formation.demoralised:
        return Illegal("{formation} is demoralised.", "BLK-5.3-G", formation=name)
    return _hq_refusal(known, name)


# -- beginnings --------------------------------------------------------------------------------------------


@rule("BLK-5.2-A", "BLK-2-I")
def activate(game: Game[Position], *names: str) -> Script[None]:
    """The units of the drawn formation act, or those of two; salvoes are called in between."""
    markers = [game.state.markers[name] for name in names]
    formations = tuple(marker.formation for marker in markers if marker.formation)
    began = ActivationBegan(
        markers[0].side, formations, names, salvoes=_salvoes(markers), cite=_cite(markers)
    )
    game.happens(began)
    _schedule(game, formations)
    return
    yield


def _cite(markers: list[Marker]) -> str:
    if len(markers) > 1:
        return "BLK-5.5-C" if all(marker.formation for marker in markers) else "BLK-5.5-D"
    return "BLK-5.1-A" if markers[0].formation else "BLK-3.3-B"


def _salvoes(markers: list[Marker]) -> Salvoes:
    """At most one of them is a marker of off-map fire."""
    return next((marker.load for marker in markers if not marker.formation), Salvoes())


def _schedule(game: Game[Position], formations: tuple[str, ...]) -> None:
    checks = [Item("opening-checks", (name,)) for name in formations]
    game.then(*checks, Item("segment"), Item("activation-end"))


@rule("BLK-3.2-A", "BLK-5.3-C", "BLK-3.2-G1")
def repeat(game: Game[Position], marker: str, formation: str) -> Script[None]:
    """A repeat marker turns the HQ over. An exhausted formation does nothing but rest."""
    if game.state.formations[formation].exhausted:
        _rest(game, marker, formation)
        return
    side = game.state.markers[marker].side
    game.happens(ActivationBegan(side, (formation,), (marker,), by_repeat=True, cite="BLK-5.3-A"))
    _schedule(game, (formation,))
    return
    yield


@rule("BLK-5.3-H", "BLK-5.3-G4")
def _rest(game: Game[Position], marker: str, formation: str) -> None:
    """No roll, and no new exhaustion, but it counts towards the limit of two activations."""
    game.happens(FormationRested(formation, marker, cite="BLK-5.3-H"))
    game.happens(ExhaustionRemoved(formation, cite="BLK-5.3-G4"))


# -- the checks at the instant of activation (2) -----------------------------------------------------------


@rule("BLK-2-X1")
def opening_checks(game: Game[Position], formation: str) -> Script[None]:
    """In printed order: neutralised units and HQ rally, exhaustion is tested, OPP markers come off."""
    yield from _rally(game, formation)
    if game.state.formations[formation].exhausted:
        yield from exhaustion_test(game, formation)
    _opp_markers_off(game, formation)


@rule("BLK-2-J", "BLK-12.2-FR-X3")
def _rally(game: Game[Position], formation: str) -> Script[None]:
    """On the map or thrown back off it: who attacked from there has to rally before it comes again."""
    there = [u for u in members(game.state, formation) if u.fate in ("map", "due")]
    neutralised = [u.id for u in there if u.neutralised]
    for unit in neutralised:
        yield from morale.rally(game, unit)


@rule("BLK-2-K", "BLK-5.4-C", "BLK-5.4-G2")
def exhaustion_test(game: Game[Position], formation: str) -> Script[None]:
    """The formation factor less two, once: that is the handicap itself."""
    checks = game.pack.checks
    needed = game.pack.formations[formation].factor + checks.exhaustion
    pips = yield from roll(
        checks.factor_dice,
        "{formation} tests for exhaustion",
        "BLK-5.4-C",
        roller=formation,
        formation=formation,
    )
    game.happens(ExhaustionTested(formation, sum(pips), needed, cite="BLK-5.4-C"))
    if sum(pips) <= needed:
        game.happens(ExhaustionRemoved(formation, cite="BLK-5.4-C"))
    else:
        _failed(game, formation)


@rule("BLK-5.4-D", "BLK-5.4-G1")
def _failed(game: Game[Position], formation: str) -> None:
    """It acts with its handicaps; by option it counts as activated and does nothing."""
    if game.state.options["failed_exhaustion_test_loses_activation"]:
        game.happens(ActivationLost(formation, cite="BLK-5.4-G1"))


@rule("BLK-2-N")
def _opp_markers_off(game: Game[Position], formation: str) -> None:
    used = tuple(unit.id for unit in members(game.state, formation) if unit.opp_used)
    if used:
        game.happens(OppMarkersRemoved(used, cite="BLK-2-N"))


# -- the end -----------------------------------------------------------------------------------------------


@rule("BLK-5.2-E", "BLK-2-O")
def activation_end(game: Game[Position]) -> Script[None]:
    """The used markers lie open; whoever has completed a second activation is exhausted."""
    activation = game.state.activation
    assert activation is not None
    game.happens(ActivationEnded(activation.markers, cite="BLK-5.2-E"))
    for name in activation.formations:
        formation = game.state.formations[name]
        if formation.activations >= game.pack.limits.activations and not formation.gone:
            game.happens(FormationExhausted(name, cite="BLK-5.3-I"))
    return
    yield


SCRIPTS = {
    "activate": activate,
    "repeat": repeat,
    "opening-checks": opening_checks,
    "activation-end": activation_end,
}
