"""The four printed organisations, element by element."""

import pytest

from planspiel.systems.wiener2022.pack import Division
from wiener2022.positions import pack

PACK = pack()
TANKS = ["Stabskompanie", "1. Panzerkompanie", "2. Panzerkompanie", "3. Panzerkompanie", "4. Panzerkompanie"]
SIX = [f"{number}. Kompanie" for number in range(1, 7)]
SIX_TANKS = [f"{number}. Panzerkompanie" for number in range(1, 7)]

Printed = dict[str, list[tuple[str, str]]]


def battalion(first: int, vehicle: str, guns: str) -> list[tuple[str, str]]:
    """Staff, three companies, machine guns, mortars and anti-tank guns, as the lists repeat them."""
    companies = ["Stabskompanie", *(f"{number}. Kompanie" for number in range(first, first + 3))]
    return [
        *((company, f"{vehicle} + Figurenbase") for company in companies),
        ("Maschinengewehrkompanie", f"{vehicle} + sMG-Waffenbase"),
        ("Granatwerferkompanie", f"{vehicle} + mGrW-Waffenbase"),
        ("Panzerjägerkompanie", guns),
    ]


def air(fighter: str, ground_attack: str) -> list[tuple[str, str]]:
    return [
        ("Jagdstaffel", fighter),
        ("1. Schlachtfliegerstaffel", ground_attack),
        ("2. Schlachtfliegerstaffel", ground_attack),
    ]


GERMAN_ARMOURED: Printed = {
    "WPR-dt-pzdiv43-1": [
        ("Divisionskommando", "SPW mit Antenne + Figuren"),
        ("Aufklärungseinheit", "PzSpW Puma"),
        ("Pioniereinheit", "PiSPW + Figurenbase"),
        ("Panzerfliegerabwehreinheit leicht", "SPW 2cm FlAK"),
        ("Fliegerabwehreinheit leicht", "Zugmaschine + 2cm Flak-Base"),
        ("Fliegerabwehreinheit schwer", "Zugmaschine + 8,8 cm Base"),
        ("Panzerjägereinheit", "JaPz-4 überlang"),
        ("Infanteriegeschützeinheit", "sIG Sfl (Bison)"),
    ],
    "WPR-dt-pzdiv43-2": [(company, "P-5") for company in TANKS],
    "WPR-dt-pzdiv43-3": [
        ("Stabskompanie", "P-4"),
        *((f"{number}. Panzerkompanie", "P-4") for number in range(5, 9)),
    ],
    "WPR-dt-pzdiv43-4": [
        ("Stabskompanie", "SPW mit 3,7 + Figurenbase"),
        *((f"{number}. Panzergranadierkompanie", "SPW mit MG + Figurenbase") for number in (1, 2, 3)),
        ("Granatwerferkompanie", "SPW mit 8 cm Granatwerfer"),
        ("Panzerjägerkompanie", "Marder"),
    ],
    "WPR-dt-pzdiv43-5": battalion(5, "Krupp", "Krupp + 7,5 PAK-Base"),
    "WPR-dt-pzdiv43-6": [("1. Batterie", "Wespe"), ("2. Batterie", "Wespe"), ("3. Batterie", "Hummel")],
    "WPR-dt-pzdiv43-7": [("Divisionstross", "Maultier mit Plane")],
    "WPR-dt-pzdiv43-8": air("Me 109", "Ju-87"),
}
GERMAN_MOTORISED: Printed = {
    "WPR-dt-motinfdiv43-1": [
        ("Divisionskommando", "PKW mit Antenne + Figuren"),
        ("Aufklärungseinheit", "PzSpW 8 Rad mit 2 cm MK"),
        ("Pioniereinheit", "PiLKW 6x6 + Figurenbase"),
        ("Fliegerabwehreinheit leicht", "Zugmaschine mit 3,7 FlAK"),
        ("Fliegerabwehreinheit schwer", "Zugmaschine + 8,8 FlAK"),
        ("Panzerjägereinheit", "Marder"),
        ("Infanteriegeschützeinheit", "RSO + sIG Waffenbase"),
    ],
    "WPR-dt-motinfdiv43-2": battalion(1, "LKW", "Krupp + 7,5 PAK-Base"),
    "WPR-dt-motinfdiv43-3": battalion(4, "LKW", "Krupp + 7,5 PAK-Base"),
    "WPR-dt-motinfdiv43-4": battalion(7, "LKW", "Krupp + 7,5 PAK-Base"),
    "WPR-dt-motinfdiv43-5": [(company, "StG-3 lang") for company in SIX],
    "WPR-dt-motinfdiv43-6": [
        ("1. Batterie", "Zugmaschine + 10,5cm lFH"),
        ("2. Batterie", "Zugmaschine + 10,5cm lFH"),
        ("3. Batterie", "Zugmaschine + 15cm sFH"),
    ],
    "WPR-dt-motinfdiv43-7": [("Divisionstross", "LKW mit Plane")],
    "WPR-dt-motinfdiv43-8": air("Me 109", "Ju-87"),
}
SOVIET_ARMOURED: Printed = {
    "WPR-ru-pzdiv43-1": [
        ("Divisionskommando", "SPW mit Antenne + Figuren"),
        ("Aufklärungseinheit", "T-70"),
        ("Pioniereinheit", "PiSPW + Figurenbase"),
        ("Fliegerabwehreinheit leicht", "SU-37"),
        ("Fliegerabwehreinheit schwer", "Zugmaschine + 8,5 cm FlAK"),
        ("Panzerjägereinheit", "SU-85"),
        ("Granatwerfereinheit", "LKW 6x6 + 12 cm sGrW"),
    ],
    "WPR-ru-pzdiv43-2": [(company, "T-34/85") for company in SIX_TANKS],
    "WPR-ru-pzdiv43-3": [(company, "T-34/76") for company in SIX_TANKS],
    "WPR-ru-pzdiv43-4": [
        ("Stabskompanie", "SPW mit MG + Figurenbase"),
        *((f"{number}. Motschützenkompanie", "SPW mit MG + Figurenbase") for number in (1, 2, 3)),
        ("Granatwerferkompanie", "SPW mit 8 cm Granatwerfer"),
        ("Panzerjägerkompanie", "SU-76"),
    ],
    "WPR-ru-pzdiv43-5": battalion(1, "Dodge", "Dodge + 7,6 PAK-Base"),
    "WPR-ru-pzdiv43-6": [
        *((f"{number}. Batterie", "10,5 cm lFH auf M-3") for number in (1, 2, 3)),
        ("4. Batterie", "13 cm Stalinorgel auf Kette"),
    ],
    "WPR-ru-pzdiv43-7": [("Divisionstross", "LKW Halbkette mit Plane")],
    "WPR-ru-pzdiv43-8": air("Lag-6", "IL-2"),
}
SOVIET_MOTORISED: Printed = {
    "WPR-ru-motschdiv43-1": [
        ("Divisionskommando", "PKW mit Antenne + Figuren"),
        ("Aufklärungseinheit", "PzSpW 6 Rad mit 4,5 cm"),
        ("Pioniereinheit", "PiLKW 6x6 + Figurenbase"),
        ("Fliegerabwehreinheit leicht", "LKW 6x6 + 3,7 cm FLAK"),
        ("Fliegerabwehreinheit schwer", "Zugmaschine + 8,5 cm FLAK"),
        ("Panzerjägereinheit", "SU-76"),
        ("Granatwerfereinheit", "LKW 6x6 + sGrW-Base"),
    ],
    "WPR-ru-motschdiv43-2": battalion(1, "LKW", "LKW 6x6 + 7,6 PAK-Base"),
    "WPR-ru-motschdiv43-3": battalion(4, "LKW", "LKW 6x6 + 7,6 PAK-Base"),
    "WPR-ru-motschdiv43-4": battalion(7, "LKW", "LKW 6x6 + 7,6 PAK-Base"),
    "WPR-ru-motschdiv43-5": [(company, "T-34/76") for company in SIX],
    "WPR-ru-motschdiv43-6": [
        *((f"{number}. Batterie", "Zugmaschine + 12,2 cm mFH") for number in (1, 2, 3)),
        ("4. Batterie", "LKW 6x6 mit Stalinorgel"),
    ],
    "WPR-ru-motschdiv43-7": [("Divisionstross", "LKW mit Plane")],
    "WPR-ru-motschdiv43-8": air("Lag-6", "IL-2"),
}


def listed(division: Division) -> Printed:
    """The elements by the entry of the book that lists them."""
    return {
        group.cite: [(label, called(printed, unit)) for label, printed, unit in group.elements]
        for group in division.groups.values()
    }


def called(printed: str, unit: str) -> str:
    """What is printed, if the unit of the catalogue is that one; otherwise the name of that unit."""
    name = PACK.units[unit].name_de
    return printed if name == SAME.get(printed, printed) else name


def totals(division: Division) -> tuple[int, int]:
    """Ground elements and aircraft."""
    models = [PACK.models[PACK.units[unit].models[-1]] for _, _, unit in division.elements()]
    flying = sum(model.is_aircraft for model in models)
    return len(models) - flying, flying


@pytest.mark.setup
@pytest.mark.table
@pytest.mark.rule(*GERMAN_ARMOURED)
def test_the_german_armoured_division() -> None:
    assert listed(PACK.divisions["german_armoured"]) == GERMAN_ARMOURED
    assert totals(PACK.divisions["german_armoured"]) == (35, 3)


@pytest.mark.setup
@pytest.mark.table
@pytest.mark.rule(*GERMAN_MOTORISED)
def test_the_german_motorised_infantry_division() -> None:
    assert listed(PACK.divisions["german_motorised"]) == GERMAN_MOTORISED
    assert totals(PACK.divisions["german_motorised"]) == (38, 3)


@pytest.mark.setup
@pytest.mark.table
@pytest.mark.rule(*SOVIET_ARMOURED)
def test_the_russian_armoured_division() -> None:
    assert listed(PACK.divisions["soviet_armoured"]) == SOVIET_ARMOURED
    assert totals(PACK.divisions["soviet_armoured"]) == (37, 3)


@pytest.mark.setup
@pytest.mark.table
@pytest.mark.rule(*SOVIET_MOTORISED)
def test_the_russian_motor_rifle_division() -> None:
    assert listed(PACK.divisions["soviet_motorised"]) == SOVIET_MOTORISED
    assert totals(PACK.divisions["soviet_motorised"]) == (39, 3)


SAME = {
    "Zugmaschine + 8,8 cm Base": "Zugmaschine + 8,8 FlAK",
    "Zugmaschine + 8,5 cm FLAK": "Zugmaschine + 8,5 cm FlAK",
    "LKW 6x6 + sGrW-Base": "LKW 6x6 + 12 cm sGrW",
}
"""Models that the book calls by two names."""


@pytest.mark.rule("WPR-ru-motschdiv43-10")
@pytest.mark.parametrize("name", sorted(PACK.divisions))
def test_units_keep_the_printed_label(name: str) -> None:
    for _, printed, unit in PACK.divisions[name].elements():
        assert PACK.units[unit].name_de == SAME.get(printed, printed)


@pytest.mark.rule("WPR-ru-motschdiv43-10")
def test_the_lag_6_is_a_fighter_with_one_engine() -> None:
    flown = [
        unit for label, _, unit in PACK.divisions["soviet_armoured"].elements() if label == "Jagdstaffel"
    ]
    model = PACK.models[PACK.units[flown[0]].models[0]]
    assert (model.name_de, model.role, model.engines) == ("Lag-6", "fighter", 1)
