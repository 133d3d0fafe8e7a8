"""Planspiel: a computer umpire for tabletop wargames."""

__version__ = "0.1.0"
