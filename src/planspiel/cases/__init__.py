"""Cases: a hand-written position, scripted dice and answers, judged by the rules.

The exchange format for rules questions, tests and puzzles; `docs/guide/adjudicate.md` explains the file.
"""

from planspiel.cases.prepare import Prepared, prepare
from planspiel.cases.report import as_data
from planspiel.cases.run import CaseResult, Refusal, Run, position, run_case
from planspiel.cases.written import Case, Written, read_case
from planspiel.packs import Fault, PackFaults

__all__ = [
    "Case",
    "CaseResult",
    "Fault",
    "PackFaults",
    "Prepared",
    "Refusal",
    "Run",
    "Written",
    "as_data",
    "position",
    "prepare",
    "read_case",
    "run_case",
]
