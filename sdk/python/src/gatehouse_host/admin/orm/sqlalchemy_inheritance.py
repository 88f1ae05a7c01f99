"""Classes of SQLAlchemy that inherit from each other: which of them the admin backend takes, and what tells them apart."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table


def require_one_table(mapper: Any, is_managed: bool) -> None:
    """Raises TypeError for a class whose records are rows of several tables."""
    name, table = mapper.class_.__name__, mapper.local_table
    if not isinstance(table, Table) or len(mapper.tables) > 1:
        raise TypeError(
            f"{name} is not mapped to one table, but a record of the admin backend is one row: use single-table "
            "inheritance, or classes of their own with a relationship and a controller for each table"
        )
    heirs = [each.class_.__name__ for each in mapper.self_and_descendants if _is_part_of(each, table)]
    if is_managed and heirs:
        raise TypeError(
            f"{name} has records with a second row in the table of {', '.join(heirs)}, which a deletion would leave behind: "
            "use single-table inheritance, or classes of their own with a relationship and a controller for each table"
        )
    if is_managed and mapper.single and not discriminator(mapper):
        raise TypeError(
            f"{name} shares its table with other classes: it needs a polymorphic_identity, and polymorphic_on needs to be a "
            "column, so that new records are of this class"
        )


def shared_by(mapper: Any) -> Any:
    """The condition of the class's own rows, if it shares the table of a class that it inherits from; otherwise None."""
    if not mapper.single or mapper.polymorphic_on is None:
        return None
    identities = [each.polymorphic_identity for each in mapper.self_and_descendants]
    return mapper.polymorphic_on.in_([each for each in identities if each is not None])


def discriminator(mapper: Any) -> dict[str, Any]:
    """The column that names the class of a row, with the value of this class; empty if there is none."""
    column = mapper.polymorphic_on
    if column is None or mapper.polymorphic_identity is None or getattr(column, "table", None) is not mapper.local_table:
        return {}
    return {column.name: mapper.polymorphic_identity}


def _is_part_of(heir: Any, table: Any) -> bool:
    return table in heir.tables and len(heir.tables) > 1
