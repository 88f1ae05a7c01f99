"""The tables."""

from __future__ import annotations

from gatehouse_host.alembic_step import downgrade_to, upgrade_to

revision = "gatehouse_0001"
down_revision = None
branch_labels = "gatehouse"
depends_on = None


def upgrade() -> None:
    upgrade_to(1)


def downgrade() -> None:
    downgrade_to(0)
