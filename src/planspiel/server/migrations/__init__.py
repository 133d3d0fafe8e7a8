"""Alembic's changes to the tables, in their order."""
