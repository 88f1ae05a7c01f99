"""The tools besides the package that migrate: Alembic, Django, several processes at once."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from .processes import PACKAGE, PYTHON, SOURCE, run

_ENV = """
from alembic import context
from sqlalchemy import create_engine

with create_engine(context.config.attributes["database_url"]).connect() as connection:
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
"""


class Alembic:
    """An application that migrates with Alembic, and has no migrations of its own."""

    def __init__(self, folder: Path, database_url: str, *versions: str) -> None:
        (folder / "versions").mkdir()
        (folder / "env.py").write_text(_ENV)
        self._config = Config(attributes={"database_url": database_url})
        self._config.set_main_option("script_location", str(folder))
        self._config.set_main_option("version_locations", " ".join([str(folder / "versions"), *versions]))

    def upgrade(self, revision: str) -> None:
        command.upgrade(self._config, revision)

    def downgrade(self, revision: str) -> None:
        command.downgrade(self._config, revision)


def migrate_with_django(database_url: str) -> None:
    code = (
        "import django_project; from django.core.management import call_command; call_command('migrate', verbosity=0)"
    )
    apps = PACKAGE / "tests" / "apps"
    run([PYTHON, "-c", code], env={"PYTHONPATH": f"{PACKAGE / 'src'}:{apps}", "DATABASE_URL": database_url})


#: Forks before it connects to the database, but after the imports, of which the first migration of a process has many.
_AT_ONCE = """
import gc, os, sys, traceback
from sqlalchemy import create_engine
from gatehouse_host import migrate
from gatehouse_host.admin import migrate_admin

for function in migrate, migrate_admin:
    function(create_engine("sqlite://"))
create_engine(sys.argv[1])
# A collection in a forked process, also the one at its end, would copy all memory of its parent.
gc.freeze()
gc.disable()
for function in migrate, migrate_admin:
    starts, finish = os.pipe(), os.pipe()
    for _ in range({count}):
        if os.fork() == 0:
            try:
                os.close(starts[1])
                os.read(starts[0], 1)
                os.write(finish[1], bytes([len(function(create_engine(sys.argv[1])))]))
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
    os.close(starts[1])
    os.close(finish[1])
    codes = [os.waitstatus_to_exitcode(os.wait()[1]) for _ in range({count})]
    if any(codes):
        sys.exit("not all processes have migrated")
    print(sum(os.read(finish[0], {count})))
"""


def migrated_at_once(database_url: str) -> list[int]:
    """How many migrations of each half four processes have run together, which begin at the same moment."""
    return [int(line) for line in run([PYTHON, "-c", _AT_ONCE.format(count=4), database_url], env=SOURCE).split()]
