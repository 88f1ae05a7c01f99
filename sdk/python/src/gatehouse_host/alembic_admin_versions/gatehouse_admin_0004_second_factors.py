"""The second factors of administrators, and roles that demand them."""

from __future__ import annotations

from gatehouse_host.alembic_step import upgrade_admin_to

revision = "gatehouse_admin_0004"
down_revision = "gatehouse_admin_0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    upgrade_admin_to("0004-second-factors")


def downgrade() -> None:
    """Leaves the tables: hosts of the earlier release can use them as they are."""
