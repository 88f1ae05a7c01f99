"""The application of Django that holds the admin backend's tables."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig

_AppConfig: Any = AppConfig


class GatehouseAdminConfig(_AppConfig):  # type: ignore[misc]
    name = "gatehouse_host.django.admin"
    label = "gatehouse_host_admin"
    verbose_name = "Gatehouse admin"
