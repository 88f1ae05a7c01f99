"""The application of Django."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig

_AppConfig: Any = AppConfig


class GatehouseHostConfig(_AppConfig):  # type: ignore[misc]
    name = "gatehouse_host.django"
    label = "gatehouse_host"
    verbose_name = "Gatehouse"
