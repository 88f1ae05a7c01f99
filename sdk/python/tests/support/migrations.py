"""The tools besides the package that migrate: Alembic, Django, several processes at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .processes import PACKAGE, PYTHON, SOURCE, program, run

_ENV = """
import os
from alembic import context
from sqlalchemy import create_engine

with create_engine(os.environ["DATABASE_URL"]).connect() as connection:
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
"""


class Alembic:
    """An application that migrates with Alembic, and has no migrations of its own."""

    def __init__(self, folder: Path, database_url: str, *versions: str) -> None:
        (folder / "versions").mkdir()
        locations = " ".join(["%(here)s/versions", *versions])
        (folder / "alembic.ini").write_text(f"[alembic]\nscript_location = %(here)s\nversion_locations = {locations}\n")
        (folder / "env.py").write_text(_ENV)
        (folder / "script.py.mako").write_text("")
        self._folder = folder
        self._env = {**SOURCE, "DATABASE_URL": database_url}

    def run(self, *arguments: str) -> None:
        run([program("alembic"), "-c", str(self._folder / "alembic.ini"), *arguments], env=self._env, cwd=self._folder)


def migrate_with_django(database_url: str) -> None:
    code = (
        "import django_project; from django.core.management import call_command; call_command('migrate', verbosity=0)"
    )
    apps = PACKAGE / "tests" / "apps"
    run([PYTHON, "-c", code], env={"PYTHONPATH": f"{PACKAGE / 'src'}:{apps}", "DATABASE_URL": database_url})


def migrated_at_once(module: str, function: str, database_url: str) -> int:
    """How many migrations four processes have run together."""
    code = (
        f"import sys; from sqlalchemy import create_engine; from {module} import {function};"
        f"print(len({function}(create_engine(sys.argv[1]))))"
    )
    with ThreadPoolExecutor(4) as pool:
        return sum(pool.map(lambda _: int(run([PYTHON, "-c", code, database_url], env=SOURCE)), range(4)))
