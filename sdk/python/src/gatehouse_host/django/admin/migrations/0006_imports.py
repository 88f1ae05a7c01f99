"""Imports that are done."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ...step import admin_step

_Migration: Any = migrations.Migration


class Migration(_Migration):  # type: ignore[misc]
    dependencies = [("gatehouse_host_admin", "0005_views")]
    operations = [admin_step("0006-imports")]
