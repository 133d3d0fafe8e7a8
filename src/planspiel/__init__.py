"""Planspiel: a computer umpire for tabletop wargames."""
