"""On PostgreSQL, registrations no longer wait for each other."""

from __future__ import annotations

from gatehouse_host.alembic_step import downgrade_to, upgrade_to

revision = "gatehouse_0002"
down_revision = "gatehouse_0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    upgrade_to(2)


def downgrade() -> None:
    downgrade_to(1)
