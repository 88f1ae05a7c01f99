"""One migration of the package as an operation of Django."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ..admin.directory.migrations import ADMIN_LEDGER, apply_admin
from ..sql.django_database import DjangoTransaction
from ..sql.migrations import LEDGER, apply


def step(version: int) -> Any:
    """Applies the migrations up to this version, unless ``gatehouse_host.migrate`` has done so already."""

    def forwards(_apps: Any, schema_editor: Any) -> None:
        tx = DjangoTransaction(schema_editor.connection)
        tx.run(LEDGER, {})
        apply(tx, version)

    return migrations.RunPython(forwards)


def admin_step(name: str) -> Any:
    """Applies the admin's migrations up to this one, unless ``migrate_admin`` has done so already."""

    def forwards(_apps: Any, schema_editor: Any) -> None:
        tx = DjangoTransaction(schema_editor.connection)
        tx.run(LEDGER, {})
        tx.run(ADMIN_LEDGER, {})
        apply_admin(tx, name)

    return migrations.RunPython(forwards)
