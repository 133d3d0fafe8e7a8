"""Multi-agent environments for research."""
