"""Boards: hexes, squares and the open table, with the paths and the lines of sight across them.

A board knows geometry and nothing of any game. Rules name its spaces by the labels printed on the map, which
are also what states store; terrain, heights and costs come in as functions.
"""
