"""The passkeys of administrators."""

from __future__ import annotations

from gatehouse_host.alembic_step import upgrade_admin_to

revision = "gatehouse_admin_0007"
down_revision = "gatehouse_admin_0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    upgrade_admin_to("0007-passkeys")


def downgrade() -> None:
    """Leaves the tables: hosts of the earlier release can use them as they are."""
