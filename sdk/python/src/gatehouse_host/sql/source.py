"""Which database a caller means: an Engine of SQLAlchemy, or a connection of Django."""

from __future__ import annotations

from typing import Any

from .database import Database, Transaction


def database_of(source: Any) -> Database:
    """The database behind ``source``: an Engine, or ``django.db.connection`` (also ``connections["other"]``).

    Imports only the library that the application uses.
    """
    module = type(source).__module__
    if module.startswith("sqlalchemy.ext.asyncio"):
        raise TypeError(
            "pass a synchronous Engine: async_engine.sync_engine needs a greenlet, create_engine() does not"
        )
    if module.startswith("sqlalchemy."):
        from .sqlalchemy_database import SqlAlchemyDatabase

        return SqlAlchemyDatabase(source)
    if hasattr(source, "alias") and hasattr(source, "vendor"):
        from .django_database import DjangoDatabase

        return DjangoDatabase(source.alias)
    if hasattr(source, "transaction") and hasattr(source, "is_postgresql"):
        database: Database = source
        return database
    raise TypeError(f"expected an Engine of SQLAlchemy or a connection of Django, not {type(source).__name__}")


def transaction_of(handle: Any) -> Transaction:
    """The transaction behind what a hook gets: a Session of SQLAlchemy, or a connection of Django."""
    if hasattr(handle, "vendor"):
        from .django_database import DjangoTransaction

        return DjangoTransaction(handle)
    from .sqlalchemy_database import SqlAlchemyTransaction

    return SqlAlchemyTransaction(handle, handle.connection())
