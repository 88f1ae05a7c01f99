"""Databases in Django's settings, beside those of the other tests."""

from __future__ import annotations

from typing import Any


def connection_to(database_url: str) -> Any:
    """The connection to a database, under a name of its own. ``tests/apps`` must be in the path of modules."""
    import django
    from django.conf import settings
    from django.db import connections

    if not settings.configured:
        settings.configure(USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField", INSTALLED_APPS=["shop_app"])
        django.setup()
    from django_databases import django_database

    alias = f"shop{len(connections.databases)}"
    connections.databases[alias] = django_database(database_url)
    if django.VERSION >= (4, 1):
        connections.configure_settings(connections.databases)
    else:
        connections.ensure_defaults(alias)
        connections.prepare_test_settings(alias)
    return connections[alias]
