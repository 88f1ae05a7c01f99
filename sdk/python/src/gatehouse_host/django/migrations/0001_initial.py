"""The tables."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from ..step import step

_Migration: Any = migrations.Migration


class Migration(_Migration):  # type: ignore[misc]
    dependencies: list[tuple[str, str]] = []
    operations = [step(1)]
