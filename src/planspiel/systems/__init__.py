"""The rule systems, one package each; no system imports another."""
