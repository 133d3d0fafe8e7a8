"""A small system that uses every feature of the kernel: what the suite and the benchmarks run on.

Two sides of tokens, some hidden, walk a board of squares; each turn all seats secretly plan a stance and a
mine, then each moves; whoever is seen may be shot at, may dodge, and all may call for a barrage. If players
wish, scouts look for mines in secret. A third side, the militia, is commanded by the same seat as red in the
coalition scenario, where two seats share blue.
"""

from mini.system import Mini

__all__ = ["Mini"]
