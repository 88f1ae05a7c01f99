"""On PostgreSQL, registrations no longer wait for each other."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ..step import step

_Migration: Any = migrations.Migration


class Migration(_Migration):  # type: ignore[misc]
    dependencies: list[tuple[str, str]] = [("gatehouse_host", "0001_initial")]
    operations = [step(2)]
