"""The tables of the admin backend."""

from __future__ import annotations

from gatehouse_host.alembic_step import downgrade_admin, upgrade_admin_to

revision = "gatehouse_admin_0001"
down_revision = None
branch_labels = "gatehouse_admin"
depends_on = None


def upgrade() -> None:
    upgrade_admin_to("0001-directory")


def downgrade() -> None:
    downgrade_admin()
