"""Plus and minus points (Plus-Minus-Verzeichnis), and which weapon can hurt which target at all.

One die is rolled for a field; each target in it is read with its own points. Figures and soft vehicles are
hurt by everything. Hard targets need the minimum calibre, and what counts against them depends on the lay.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from planspiel.kernel import Choice, Modifiers, Side, rule
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.classes import armour_in_play
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Bridge, Element, Known, own_at
from planspiel.systems.wiener2022.tables import BridgeRow

__all__ = [
    "CHOICES",
    "Lay",
    "Shot",
    "TargetKind",
    "bridge_is_hurt",
    "bridge_modifiers",
    "crew_cover",
    "flak_modifiers",
    "ground_modifiers",
    "is_dug_in",
    "is_hurt",
    "is_indirect",
    "is_just_captured",
    "is_outright",
    "look_of",
    "mine_modifiers",
    "modifiers",
    "own_points",
    "target_kind",
]

CHOICES = {
    "range_bonus": Choice(
        "per field",
        "Reduced range gives +1 for each field below maximum (the other reading: +1 in all)",
        "Verminderte Schussentfernung gibt +1 je Feld (andere Lesart: insgesamt +1)",
        "WPR-plusminus-8",
        ("per field", "flat"),
    ),
    "cover_adds": Choice(
        False,
        "A position inside a building field gives -2 (the other reading: one cover, -1)",
        "Eine Stellung im Gebäudefeld gibt -2 (andere Lesart: nur eine Deckung, -1)",
        "WPR-eingegraben-7",
    ),
    "quadruple_flak": Choice(
        False,
        "Multi-barrel flak of 2 cm has the plus against low aircraft too",
        "Auch 2-cm-Mehrlingsflak hat den Zuschlag gegen Tiefflieger",
        "WPR-plusminus-10",
    ),
    "cannon_on_soft": Choice(
        False,
        "Anti-tank cannon and rockets of aircraft have +2 against unarmoured vehicles",
        "Panzerabwehrkanonen und Raketen von Flugzeugen wirken mit +2 gegen ungepanzerte Fahrzeuge",
        "WPR-flz-bewaffnung-6",
    ),
}

Lay = Literal["direct", "indirect", "guns", "cannon", "bomb", "flame"]
"""Flat or high-angle fire from the ground; guns, anti-tank cannon or rockets, and bombs from the air."""
TargetKind = Literal["figures", "weapon", "soft", "hard", "ferry"]
SMALLEST_SHELL = 20
"""Millimetres from which a direct hit destroys a weapon model."""


class Shot(Struct, frozen=True, omit_defaults=True):
    """One die: who fires what at which field."""

    side: Side
    firers: tuple[str, ...]
    """Several only in combined indirect fire."""
    weapon: str
    """The weapon's id; none for bombs."""
    field: str
    lay: Lay = "direct"
    distance: int = 0
    targets: tuple[str, ...] = ()
    """Who alone is struck (counter-moves, barrages); empty is everybody in the field."""
    counter: bool = False
    """A counter-move: cover captured in this half-turn does not help."""
    barrage: bool = False
    high: bool = False
    """A high attack by aircraft."""
    bomb: int = 0
    """The plus of bombs."""
    everyone: bool = False
    """Strikes own troops too (bombs that have scattered)."""


def is_indirect(shot: Shot) -> bool:
    """Bombs count as indirect fire."""
    return shot.lay in ("indirect", "bomb")


@rule("WPR-schein-1")
def look_of(pack: Pack, element: Element) -> Model:
    """What an element is taken for: under fire a dummy behaves like the real thing, so that nothing tells."""
    return pack.models[element.guise or element.model]


@rule("WPR-zielarten-1", "WPR-flaechenziele-1", "WPR-plusminus-11")
def target_kind(pack: Pack, target: Element) -> TargetKind:
    """Figures are area targets; weapons, armour and bunkers hard, the rest soft point targets.

    Limbered and mounted bases are one target with their vehicle, which is asked instead of them.
    """
    model = look_of(pack, target)
    if target.on_pontoons:
        return _on_pontoons()
    if model.is_figures:
        return "figures"
    if model.is_weapon:
        return "weapon"
    if model.kind == "ferry":
        return "ferry"
    return "hard" if model.is_armoured else "soft"


@rule("WPR-brueckenbau-10")
def _on_pontoons() -> TargetKind:
    """Engineers in the water count as an unarmoured craft: no cover."""
    return "soft"


# -- minimum calibre ---------------------------------------------------------------------------------------


@rule("WPR-mindestkaliber-1", "WPR-zielarten-2")
def is_hurt(pack: Pack, shot: Shot, target: Element) -> bool:
    """Whether the weapon can have any effect on the target."""
    kind, model = target_kind(pack, target), look_of(pack, target)
    if shot.lay == "flame":
        return kind in ("figures", "weapon")
    if kind in ("figures", "weapon", "soft") or shot.lay == "cannon":
        return True
    tables = pack.tables
    if kind == "ferry":
        row = _as_bridge(pack)
        return _suffices(pack, shot, row.minimum, row.bomb)
    if is_indirect(shot):
        return _suffices(
            pack, shot, tables.indirect_minimum(model.resistance), tables.bomb_minimum(model.resistance)
        )
    return _suffices(pack, shot, tables.direct_minimum(model.armour), 0)


@rule("WPR-faehren-2")
def _as_bridge(pack: Pack) -> BridgeRow:
    """A ferry stands fire like an engineer bridge."""
    return pack.tables.bridge("engineer")


def _suffices(pack: Pack, shot: Shot, calibre: int, bomb: int) -> bool:
    if shot.lay == "bomb":
        return shot.bomb >= bomb
    return pack.weapons[shot.weapon].calibre >= calibre


def bridge_is_hurt(pack: Pack, shot: Shot, bridge: Bridge) -> bool:
    """A bridge asks for the same minimum calibre in every lay; bombs by their equivalent."""
    row = pack.tables.bridge(bridge.kind)
    return shot.lay != "flame" and _suffices(pack, shot, row.minimum, row.bomb)


@rule("WPR-waffen-2")
def is_outright(pack: Pack, shot: Shot, target: Element) -> bool:
    """Whether this fire destroys a weapon model by a direct hit, instead of calling for a loss roll."""
    if target_kind(pack, target) != "weapon" or is_indirect(shot) or shot.lay == "flame":
        return False
    return shot.lay == "cannon" or pack.weapons[shot.weapon].calibre >= SMALLEST_SHELL


# -- the points --------------------------------------------------------------------------------------------


@rule("WPR-gleichwertigkeit-1")
def modifiers(pack: Pack, known: Known, shot: Shot, target: Element) -> Modifiers:
    """All points of a shot against one target. Nations and troops differ in nothing but this."""
    mods = Modifiers()
    match target_kind(pack, target):
        case "figures":
            _against_figures(mods, pack, known, shot, target)
        case "weapon" if is_outright(pack, shot, target):
            _range_bonus(mods, pack, known, shot)
        case "weapon":
            _against_figures(mods, pack, known, shot, target)
        case "soft":
            _against_soft(mods, pack, known, shot)
        case "hard":
            _against_hard(mods, pack, known, shot, look_of(pack, target))
        case "ferry":
            _against_structure(mods, pack, known, shot, _as_bridge(pack).resistance)
    own_points(mods, pack, known, shot.firers)
    if shot.lay == "direct" and target_kind(pack, target) == "hard":
        _cap_heavy_artillery(mods, pack, shot, look_of(pack, target))
    return mods


def _against_figures(mods: Modifiers, pack: Pack, known: Known, shot: Shot, target: Element) -> None:
    if shot.lay != "flame":
        _unarmoured(mods, pack, shot)
    _high_attack(mods, pack, shot)
    cover = _cover(pack, known, shot, target)
    if cover:
        mods.add(cover, "cover of a position or building", "WPR-plusminus-1")


def _against_soft(mods: Modifiers, pack: Pack, known: Known, shot: Shot) -> None:
    """Flat fire has its plus against everything on wheels, tracks or keels without armour."""
    if shot.lay in ("direct", "guns") or (shot.lay == "cannon" and known.options["cannon_on_soft"]):
        mods.add(
            pack.tables.points.flat_on_soft_vehicle,
            "flat fire at an unarmoured vehicle",
            "WPR-flz-bewaffnung-6" if shot.lay == "cannon" else "WPR-plusminus-5",
        )
    _unarmoured(mods, pack, shot)
    _high_attack(mods, pack, shot)


@rule("WPR-plusminus-9")
def _unarmoured(mods: Modifiers, pack: Pack, shot: Shot) -> None:
    """Calibre plus, or that of heavy mortars and rockets; the higher one. And combined fire."""
    if shot.lay in ("guns", "cannon"):
        return
    points = pack.tables.points
    if shot.lay == "bomb":
        _calibre(mods, pack, shot)
    else:
        weapon = pack.weapons[shot.weapon]
        heavy = weapon.family in ("mortar", "rocket") and weapon.calibre > points.heavy_mortar_over
        if heavy and points.heavy_mortar > weapon.plus:
            mods.add(points.heavy_mortar, "mortar or rockets over 11 cm", "WPR-plusminus-2")
        else:
            _calibre(mods, pack, shot)
    _combination(mods, pack, shot)


def _calibre(mods: Modifiers, pack: Pack, shot: Shot) -> None:
    if shot.lay == "bomb":
        if shot.bomb:
            mods.add(shot.bomb, "bombs", "WPR-bomben-2")
    elif pack.weapons[shot.weapon].plus:
        mods.add(pack.weapons[shot.weapon].plus, "calibre", "WPR-plusminus-3")


def _combination(mods: Modifiers, pack: Pack, shot: Shot) -> None:
    if shot.lay == "indirect" and len(shot.firers) > 1:
        further = pack.tables.points.combination * (len(shot.firers) - 1)
        mods.add(further, "combined fire", "WPR-feuerzusammenfassung-1")


def _high_attack(mods: Modifiers, pack: Pack, shot: Shot) -> None:
    if shot.high:
        mods.add(pack.tables.points.high_attack, "high attack", "WPR-plusminus-1")


def _against_hard(mods: Modifiers, pack: Pack, known: Known, shot: Shot, model: Model) -> None:
    """Direct: gun against armour and the distance. Indirect: calibre against resistance, for a chance hit.

    Guns and cannon of aircraft act with the plain chance.
    """
    if is_indirect(shot):
        _against_structure(mods, pack, known, shot, model.resistance)
    elif shot.lay == "direct":
        _class_comparison(mods, pack, known, pack.weapons[shot.weapon], model)
        _range_bonus(mods, pack, known, shot)


@rule("WPR-panzer-einteilung-9", "WPR-panzer-1", "WPR-schussweiten-3", "WPR-befestigungen-2")
def _class_comparison(mods: Modifiers, pack: Pack, known: Known, weapon: Weapon, model: Model) -> None:
    """One point for each class between gun and armour. Heavy artillery never has worse than plain chance."""
    steps = weapon.gun_class - armour_in_play(known.options, model)
    if weapon.is_heavy_artillery:
        steps = max(steps, 0)
    if steps:
        reason = "gun superior to the armour" if steps > 0 else "gun inferior to the armour"
        mods.add(steps * pack.tables.points.class_step, reason, "WPR-panzer-einteilung-7")


@rule("WPR-artillerie-panzer-1", "WPR-artillerie-panzer-4")
def _cap_heavy_artillery(mods: Modifiers, pack: Pack, shot: Shot, model: Model) -> None:
    """The plus points of 15 cm and more together: at most one against light armour, none against other.

    Lighter artillery counts as an anti-tank gun of its class.
    """
    if not pack.weapons[shot.weapon].is_heavy_artillery:
        return
    most = 1 if model.armour == 1 else 0
    plus = sum(line.value for line in mods if line.value > 0)
    if plus > most:
        mods.add(most - plus, "heavy artillery against armour", "WPR-artillerie-panzer-2")


@rule("WPR-bruecken-10")
def _against_structure(mods: Modifiers, pack: Pack, known: Known, shot: Shot, resistance: int) -> None:
    """Bridges and ferries in every lay, armour in indirect lay: calibre plus and resistance."""
    if shot.lay not in ("guns", "cannon"):
        _calibre(mods, pack, shot)
        _combination(mods, pack, shot)
    if resistance:
        mods.add(resistance, "resistance of the target", "WPR-zufallstreffer-1")
    _high_attack(mods, pack, shot)
    _range_bonus(mods, pack, known, shot)


@rule("WPR-plusminus-8")
def _range_bonus(mods: Modifiers, pack: Pack, known: Known, shot: Shot) -> None:
    """Against hard targets in direct lay, for each field below the greatest distance."""
    if shot.lay != "direct":
        return
    below = pack.weapons[shot.weapon].flat - shot.distance
    if below <= 0:
        return
    if known.options["range_bonus"] == "flat":
        mods.add(pack.tables.points.reduced_range, "reduced range", "WPR-plusminus-4")
    else:
        mods.add(pack.tables.points.reduced_range * below, "reduced range", "WPR-schussentfernung-1")


def bridge_modifiers(pack: Pack, known: Known, shot: Shot, bridge: Bridge) -> Modifiers:
    """All points of a shot against a bridge."""
    mods = Modifiers()
    _against_structure(mods, pack, known, shot, pack.tables.bridge(bridge.kind).resistance)
    own_points(mods, pack, known, shot.firers)
    return mods


def ground_modifiers(pack: Pack, known: Known, shot: Shot) -> Modifiers:
    """All points of a shot at the bare ground, which has neither resistance nor cover."""
    mods = Modifiers()
    _against_structure(mods, pack, known, shot, 0)
    own_points(mods, pack, known, shot.firers)
    return mods


# -- cover -------------------------------------------------------------------------------------------------


@rule("WPR-ortskampf-1", "WPR-eingegraben-2", "WPR-wald-1", "WPR-felder-teilung-4")
def _cover(pack: Pack, known: Known, shot: Shot, target: Element) -> int:
    """A finished position or a building, one point in all; a wood is none. Barrages and flames know none."""
    if shot.barrage or shot.lay == "flame":
        return 0
    theatre = pack.theatre(known.scenario)
    covers = int(theatre.is_building(target.field)) + int(_protects(pack, known, shot, target))
    if covers > 1:
        covers = _both_covers(known)
    return covers * pack.tables.points.cover


@rule("WPR-eingegraben-7")
def _both_covers(known: Known) -> int:
    """A position in a building field is one cover, unless the scenario adds them up."""
    return 2 if known.options["cover_adds"] else 1


@rule("WPR-eingegraben-3")
def is_dug_in(pack: Pack, known: Known, field: str) -> bool:
    """Whether a field has a finished position; before the second turn of work it has no effect."""
    work = known.earthworks.get(field)
    return work is not None and work.turns >= pack.tables.work.dig_in_turns


@rule("WPR-feindstellungen-2")
def _protects(pack: Pack, known: Known, shot: Shot, target: Element) -> bool:
    """A finished field position; not against counter-moves in the half-turn in which it was captured."""
    if not is_dug_in(pack, known, target.field):
        return False
    return not (shot.counter and is_just_captured(known, target))


@rule("WPR-feindstellungen-1")
def is_just_captured(known: Known, target: Element) -> bool:
    """Whether somebody is in a position that was captured in this half-turn.

    Our reading: to walk into an enemy position where none of one's own troops is yet is to capture it.
    """
    work = known.earthworks[target.field]
    if work.captured == known.half:
        return True
    if work.side in (None, target.side) or target.side != known.active or not _has_come(target):
        return False
    return all(_has_come(one) for one in own_at(known, target.field, target.side))


def _has_come(element: Element) -> bool:
    """Whether somebody has come into his field in this half-turn, on foot, out of a craft or by vehicle."""
    return bool(element.moved or element.aboard) or element.landed or element.split


@rule("WPR-waffen-2")
def crew_cover(pack: Pack, known: Known, shot: Shot, target: Element) -> int:
    """What cover takes off the pinning of a crew whose weapon a direct hit would destroy."""
    return _cover(pack, known, shot, target)


# -- the firer, aircraft, mines ----------------------------------------------------------------------------


@rule("WPR-niederhaltung-9")
def own_points(mods: Modifiers, pack: Pack, known: Known, firers: tuple[str, ...]) -> None:
    """What the state of the firers adds: pinning (the worst of them counts), elite troops by scenario."""
    elements = [known.elements[name] for name in firers if name in known.elements]
    pinned = max((element.pinned for element in elements), default=0)
    if pinned and pack.tables.effect_row(pinned).minus:
        mods.add(pack.tables.effect_row(pinned).minus, "firer pinned", "WPR-niederhaltung-1")
    if elements and all("fire" in element.elite for element in elements):
        mods.add(1, "elite troops", "WPR-elite-1")
    value = min((element.value for element in elements), default=0)
    if value:
        mods.add(value, "condition of the troops", "WPR-gleichwertigkeit-2")


def flak_modifiers(pack: Pack, known: Known, firer: str, weapon: Weapon, *, high: bool) -> Modifiers:
    """Flak fires with the plain chance; several barrels of more than 2 cm help against low aircraft."""
    mods = Modifiers()
    points = pack.tables.points
    least = points.multi_barrel_over - int(bool(known.options["quadruple_flak"]))
    if weapon.multi and not high and weapon.calibre > least:
        cite = "WPR-plusminus-6" if weapon.calibre > points.multi_barrel_over else "WPR-plusminus-10"
        mods.add(points.multi_barrel_flak, "several barrels", cite)
    own_points(mods, pack, known, (firer,))
    return mods


@rule("WPR-plusminus-7")
def mine_modifiers(pack: Pack, target: Element) -> Modifiers:
    """Mines and demolitions: a plus against soft vehicles, plain chance against armour and figures."""
    mods = Modifiers()
    points = {"soft": pack.tables.points.mine_on_soft, "hard": pack.tables.points.mine_on_armour}
    found = points.get(target_kind(pack, target), 0)
    if found:
        mods.add(found, "mine under an unarmoured vehicle", "WPR-plusminus-7")
    return mods
