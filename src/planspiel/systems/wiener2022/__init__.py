"""Wiener Planspielregeln 2022."""
