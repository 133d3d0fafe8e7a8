"""Barbarossa 1941 (Art of Tactic): secret orders of both sides, carried out together in twelve steps."""
