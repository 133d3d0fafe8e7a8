"""Blitzkrieg 1940: company battles of the campaign in France, with two scenarios, Hannut and Stonne."""
