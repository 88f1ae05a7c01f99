"""The second factors of administrators, and roles that demand them."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ...step import admin_step

_Migration: Any = migrations.Migration


class Migration(_Migration):  # type: ignore[misc]
    dependencies = [("gatehouse_host_admin", "0003_sessions")]
    operations = [admin_step("0004-second-factors")]
