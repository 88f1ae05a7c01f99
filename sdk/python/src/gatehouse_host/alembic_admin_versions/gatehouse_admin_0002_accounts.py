"""The columns and tables of accounts: versions, passwords that must be changed, preferences."""

from __future__ import annotations

from gatehouse_host.alembic_step import upgrade_admin_to

revision = "gatehouse_admin_0002"
down_revision = "gatehouse_admin_0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    upgrade_admin_to("0002-accounts")


def downgrade() -> None:
    """Leaves the tables: hosts of the earlier release can use them as they are."""
