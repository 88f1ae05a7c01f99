"""The passkeys of administrators."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ...step import admin_step

_Migration: Any = migrations.Migration


class Migration(_Migration):  # type: ignore[misc]
    dependencies = [("gatehouse_host_admin", "0006_imports")]
    operations = [admin_step("0007-passkeys")]
