"""How classes, ranges and sizes follow from weight, calibre and barrel; the catalogue must agree."""

from collections.abc import Mapping
from typing import Final

from planspiel.kernel import Choice
from planspiel.kernel.rulebook import cited, rule
from planspiel.systems.wiener2022.catalogue import Model, Tow, Weapon
from planspiel.systems.wiener2022.tables import ClassTable, Period, Range, Tables, step_of

CHOICES: Final[Mapping[str, Choice]] = {
    "heavy_up_to_60t": Choice(
        False,
        "Tanks up to 60 t are heavy, not super-heavy",
        "Panzer bis 60 t sind schwer, nicht überschwer",
        "WPR-panzer-einteilung-8",
    ),
}

HARMLESS = ("small_arms", "mg", "mortar", "flame", "bomb")
HEAVY = 3


def class_table(tables: Tables, period: Period) -> ClassTable:
    """The printed classes of a period."""
    cited("WPR-panzer-einteilung-1" if period == "wwii" else "WPR-panzer-einteilung-2")
    return tables.classes[period]


@rule("WPR-panzer-einteilung-4", "WPR-panzer-einteilung-6", "WPR-panzer-einteilung-8")
def armour_class(tables: Tables, model: Model, period: Period = "wwii") -> int:
    """Of an armoured land vehicle: by weight, but an open self-propelled mount is light."""
    if model.has("open_mount"):
        return 1
    return step_of(class_table(tables, period).tonnes, model.tonnes)


@rule("WPR-panzer-einteilung-8")
def armour_in_play(options: Mapping[str, bool | int | str], model: Model) -> int:
    """The armour class under the options of the game: tanks up to 60 t may count as heavy."""
    is_lowered = bool(options.get("heavy_up_to_60t")) and model.is_vehicle and model.tonnes <= 60
    return min(model.armour, HEAVY) if is_lowered else model.armour


@rule("WPR-panzer-einteilung-5", "WPR-panzer-einteilung-8")
def gun_class(tables: Tables, weapon: Weapon, period: Period = "wwii") -> int:
    """What a weapon is worth against armour: by calibre, one higher if over-long, one lower if short."""
    table = class_table(tables, period)
    found = step_of(table.gun, weapon.calibre)
    if not found or weapon.family in HARMLESS or not weapon.flat:
        return 0
    if weapon.is_tank_gun:
        if table.super_heavy_gun and weapon.calibre >= table.super_heavy_gun:
            found = HEAVY + 1
        elif is_over_long(tables, weapon, period):
            found += 1
    elif weapon.is_heavy_artillery:
        return HEAVY
    return max(1, found - 1) if is_short(tables, weapon, period) else found


@rule("WPR-langrohr-1", "WPR-langrohr-2", "WPR-langrohr-3")
def is_over_long(tables: Tables, weapon: Weapon, period: Period = "wwii") -> bool:
    """Tank and anti-tank guns of 4.5 cm and more with barrels longer than L/60."""
    table = tables.classes[period]
    is_long = bool(table.over_long) and weapon.barrel > table.over_long
    return weapon.is_tank_gun and is_long and weapon.calibre >= table.over_long_from


@rule("WPR-kurzkanonen-1", "WPR-kurzkanonen-3", "WPR-artillerie-panzer-3")
def is_short(tables: Tables, weapon: Weapon, period: Period = "wwii") -> bool:
    """Below L/30; howitzers, infantry guns and launchers always."""
    if weapon.family in ("howitzer", "infantry_gun", "rocket"):
        return True
    return weapon.family == "gun" and 0 < weapon.barrel < tables.classes[period].short


@rule("WPR-schussweiten-1", "WPR-schussweitentabelle-1", "WPR-schussweitentabelle-9")
def ranges(tables: Tables, weapon: Weapon) -> Range:
    """Direct, indirect and air range of a weapon on land by the range table.

    Whether a gun is field artillery, and whether a machine gun stands on a flak mount, the catalogue says:
    it is so if its indirect or air range is not 0.
    """
    rows = tables.ranges
    match weapon.family:
        case "small_arms":
            return rows.infantry
        case "mg":
            return rows.heavy_mg if weapon.air else (rows.heavy_mg[0], 0, 0)
        case "flak":
            return rows.flak(rows.flak_class(weapon.calibre))
        case "mortar" | "rocket":
            return (0, rows.indirect(weapon.family, weapon.calibre), 0)
        case "infantry_gun" | "howitzer":
            return (rows.artillery_flat, rows.indirect(weapon.family, weapon.calibre), 0)
        case "gun" if weapon.indirect:
            return (rows.artillery_flat, rows.indirect(weapon.family, weapon.calibre), 0)
        case "gun" | "cannon":
            row = (rows.light_gun, rows.light_gun, rows.medium_gun, rows.heavy_gun, rows.heavy_gun)
            return row[weapon.gun_class]
        case "flame":
            return (1, 0, 0)
        case _:
            return (0, 0, 0)


@rule("WPR-erkennen-1", "WPR-erkennen-8")
def is_small(model: Model, weapon: Weapon | None) -> bool:
    """Figures, machine guns, mortars, light guns, anti-tank guns below 8.5 cm, flak up to 2 cm."""
    if model.is_figures:
        return True
    if not model.is_weapon or weapon is None:
        return False
    limits = {"mg": 999, "mortar": 999, "gun": 84, "flak": 20, "infantry_gun": 84, "rocket": 0}
    return weapon.calibre <= limits.get(weapon.family, 0) and not (
        weapon.family == "gun" and weapon.is_artillery and weapon.barrel >= 30
    )


@rule("WPR-transport-land-3")
def tow_class(weapon: Weapon) -> Tow:
    """The least vehicle that can carry or tow a weapon."""
    match weapon.family:
        case "small_arms" | "mg":
            return "car"
        case "mortar":
            return "car" if weapon.calibre <= 84 else "lorry" if weapon.calibre <= 120 else "tractor"
        case "gun" if weapon.is_tank_gun:
            return "car" if weapon.calibre < 85 else "tractor"
        case "infantry_gun":
            return "car" if weapon.calibre <= 76 else "tractor"
        case "gun":
            return "lorry" if weapon.calibre <= 76 else "tractor"
        case "flak":
            return "lorry" if weapon.calibre < 50 else "tractor"
        case _:
            return "tractor"
