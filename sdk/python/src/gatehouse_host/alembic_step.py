"""One migration of the package as a revision of Alembic.

In alembic.ini: ``version_locations = %(here)s/versions gatehouse_host:alembic_versions``, then ``alembic upgrade heads``.
With the admin backend, also ``gatehouse_host:alembic_admin_versions``.
"""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy.orm import Session

from .admin.directory.migrations import ADMIN_LEDGER, apply_admin, drop_admin
from .sql.migrations import LEDGER, apply, drop
from .sql.sqlalchemy_database import SqlAlchemyTransaction


def upgrade_to(version: int) -> None:
    """Applies the migrations up to this version, unless ``gatehouse_host.migrate`` has done so already."""
    tx = _transaction()
    tx.run(LEDGER, {})
    apply(tx, version)


def downgrade_to(version: int) -> None:
    """Only from the first version: later ones change tables that hosts of the earlier release can use as they are."""
    if version == 0:
        drop(_transaction())


def upgrade_admin_to(name: str) -> None:
    """Applies the admin's migrations up to this one, unless ``migrate_admin`` has done so already."""
    tx = _transaction()
    tx.run(LEDGER, {})
    tx.run(ADMIN_LEDGER, {})
    apply_admin(tx, name)


def downgrade_admin() -> None:
    """Removes the admin's tables, with the administrators."""
    drop_admin(_transaction())


def _transaction() -> SqlAlchemyTransaction:
    connection: Any = op.get_bind()
    return SqlAlchemyTransaction(Session(bind=connection), connection)
