"""One migration of the package as a revision of Alembic.

In alembic.ini: ``version_locations = %(here)s/versions gatehouse_host:alembic_versions``, then ``alembic upgrade heads``.
"""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy.orm import Session

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


def _transaction() -> SqlAlchemyTransaction:
    connection: Any = op.get_bind()
    return SqlAlchemyTransaction(Session(bind=connection), connection)
