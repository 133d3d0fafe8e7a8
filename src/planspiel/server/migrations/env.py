"""Run by Alembic, on the connection that `database.prepare` hands over."""

from alembic import context

from planspiel.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
