"""Players that decide from a view, never from a state."""

from planspiel.bots.greedy import GreedyBot
from planspiel.bots.making import BadSpec, make, names
from planspiel.bots.random_bot import RandomBot
from planspiel.bots.referee import Fault, Played, luck_of, play, ruled
from planspiel.bots.remote import answer, chosen_of, task_of
from planspiel.bots.search import SearchBot
from planspiel.bots.situation import Bot, Budget, Chosen, Situation, situation_of

__all__ = [
    "BadSpec", "Bot", "Budget", "Chosen", "Fault", "GreedyBot", "Played", "RandomBot", "SearchBot",
    "Situation", "answer", "chosen_of", "luck_of", "make", "names", "play", "ruled", "situation_of",
    "task_of",
]  # fmt: skip
