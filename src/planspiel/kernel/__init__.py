"""The kernel: scripts that wait, positions as plain data, views by construction, dice one can verify."""

from planspiel.kernel.asking import DECLINE
from planspiel.kernel.assembly import Assembled, Assembly, Part
from planspiel.kernel.branches import TooManyBranches, branches
from planspiel.kernel.chart import Chart, OffTable, Reading
from planspiel.kernel.codec import Codec, Damaged, Upgrade
from planspiel.kernel.decision import (
    Chance,
    Commitment,
    Decision,
    Policy,
    Script,
    Window,
    ask,
    ask_secretly,
    commit,
    react_all,
    react_best,
    react_each,
    resume_point,
    roll,
)
from planspiel.kernel.dice import Dice, DiceError, Keyed, Lucky, Scripted, TypedIn, throws, totals
from planspiel.kernel.event import Event
from planspiel.kernel.game import Game
from planspiel.kernel.instruction import (
    AllowTakeBack,
    Instruction,
    OfferDraw,
    Resign,
    TakeBack,
    WithdrawDraw,
)
from planspiel.kernel.log import Entry, Log, Setup, Stream
from planspiel.kernel.modifiers import Modifier, Modifiers
from planspiel.kernel.question import Decline, Illegal, Likely, Odds, Order, Question, Rng, Sum, View
from planspiel.kernel.replay import Misfit, Verdict, replayed, verify
from planspiel.kernel.rulebook import Rulebook, rule
from planspiel.kernel.runner import RuleError
from planspiel.kernel.state import Item, Outcome, Public, Seat, Secret, Side, State, digest, known_to
from planspiel.kernel.system import Choice, System, declared
from planspiel.kernel.text import Text, render

__all__ = [
    "DECLINE", "AllowTakeBack", "Assembled", "Assembly", "Chance", "Chart", "Choice", "Codec", "Commitment",
    "Damaged", "Decision", "Decline", "Dice", "DiceError", "Entry", "Event", "Game", "Illegal",
    "Instruction", "Item", "Keyed", "Likely", "Log", "Lucky", "Misfit", "Modifier", "Modifiers", "Odds",
    "OffTable", "OfferDraw", "Order", "Outcome", "Part", "Policy", "Public", "Question", "Reading",
    "Resign", "Rng", "RuleError", "Rulebook", "Script", "Scripted", "Seat", "Secret", "Setup", "Side",
    "State", "Stream", "Sum", "System", "TakeBack", "Text", "TooManyBranches", "TypedIn", "Upgrade",
    "Verdict", "View", "Window", "WithdrawDraw", "ask", "ask_secretly", "branches", "commit", "declared",
    "digest", "known_to", "react_all", "react_best", "react_each", "render", "replayed", "resume_point",
    "roll", "rule", "throws", "totals", "verify",
]  # fmt: skip
