"""Run by Alembic: the connection is handed over by `migrate.py`, which also holds the lock."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
