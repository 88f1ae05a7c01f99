"""One migration of the package as an operation of Django."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ..sql.django_database import DjangoTransaction
from ..sql.migrations import LEDGER, apply


def step(version: int) -> Any:
    """Applies the migrations up to this version, unless ``gatehouse_host.migrate`` has done so already."""

    def forwards(_apps: Any, schema_editor: Any) -> None:
        tx = DjangoTransaction(schema_editor.connection)
        tx.run(LEDGER, {})
        apply(tx, version)

    return migrations.RunPython(forwards)
