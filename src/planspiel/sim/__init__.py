"""Many games played by bots, on this machine or a cluster, and what can be learnt from them.

    study = Study("blitzkrieg1940", "stonne", ("greedy", "random"), games=200, seed=7)
    print(summarise(study, gather(study)).win_shares)

The same study gives the same games whatever plays them: each game has luck of its own, drawn from the seed of
the study and the number of the game.
"""

from planspiel.sim.gathering import Stopped, gather
from planspiel.sim.playing import Played, Throws, play_game
from planspiel.sim.statistics import Share, wilson
from planspiel.sim.study import Study, StudyError, labels, split_bots
from planspiel.sim.summary import Summary, summarise

__all__ = [
    "Played", "Share", "Stopped", "Study", "StudyError", "Summary", "Throws", "gather", "labels", "play_game",
    "split_bots", "summarise", "wilson",
]  # fmt: skip
