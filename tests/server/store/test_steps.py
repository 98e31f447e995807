"""The steps of a database, as a start finds them without Alembic, and as Alembic knows them."""

import subprocess
import sys

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

from piazzetta.server.store import Store, StoreError
from piazzetta.server.store.address import parse
from piazzetta.server.store.engine import engine_of
from piazzetta.server.store.migrate import steps

pytestmark = pytest.mark.anyio


def test_steps_are_numbered_as_alembic_takes_them() -> None:
    config = Config()
    config.set_main_option("script_location", "piazzetta.server.store:migrations")
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)
    assert [step.revision for step in script.walk_revisions()][::-1] == steps()


async def test_a_database_that_is_up_to_date_needs_no_alembic(sqlite: str) -> None:
    await (await Store.open(sqlite)).close()
    program = (
        "import asyncio, sys\n"
        "from piazzetta.server.store import Store\n"
        "async def main(): await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(main())\n"
        "assert 'alembic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, sqlite], check=True)


async def test_a_database_of_a_newer_version_is_refused(database: str) -> None:
    await (await Store.open(database)).close()
    engine = engine_of(parse(database))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="newer"):
        await Store.open(database)
