"""The tables of the admin backend."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ...step import admin_step

_Migration: Any = migrations.Migration


class Migration(_Migration):  # type: ignore[misc]
    dependencies: list[tuple[str, str]] = []
    operations = [admin_step("0001-directory")]
