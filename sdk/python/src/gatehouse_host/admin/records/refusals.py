"""What the caller learns of a write that the database or a trigger rejected."""

from __future__ import annotations

from typing import Union

from ...log import logger
from ..orm.model import Model
from ..outcomes import Invalid, Refused
from ..sql.database_refusal import DatabaseRefusal, DatabaseRefused, refusal_of
from ..sql.refused_columns import Ask, columns_about
from ..texts import say

#: Rpcs that can report errors by field. Deleting and linking have no form with fields.
_WITH_FIELDS = ("CreateRecord", "ImportRecords", "UpdateRecord", "RunAction", "UpdateSettings")
_TEXTS = {
    "unique": "taken",
    "notNull": "required",
    "needed": "needed",
    "missing": "missing",
    "check": "notAllowed",
    "data": "unfit",
    "limit": "unfit",
    "syntax": "unfit",
}


def is_refused_write(error: Exception) -> bool:
    """Whether the application or the database refused a write; a fault otherwise."""
    return isinstance(error, (Invalid, Refused, DatabaseRefused)) or refusal_of(error) is not None


def outcome_of(
    error: Exception, rpc: str, model: Model | None, locale: str, is_postgresql: bool, ask: Ask
) -> Union[Invalid, Refused, None]:
    """On the columns if they are known, otherwise as a message.

    None for a fault: every other error, and a value from a hook or an action that no type can hold.
    """
    ours = error if isinstance(error, DatabaseRefused) else None
    refusal = refusal_of(error) if ours is None else ours.refusal
    if refusal is None or (refusal.kind in ("data", "limit", "syntax") and ours is None):
        return None
    message = _message(refusal, rpc, locale)
    columns = _declared_columns(refusal, ours, model, is_postgresql, ask) if rpc in _WITH_FIELDS else []
    if columns:
        return Invalid({name: message for name in columns})
    return None if refusal.kind == "syntax" else Refused(message)


def _message(refusal: DatabaseRefusal, rpc: str, locale: str) -> str:
    if refusal.kind == "trigger":
        return refusal.message
    # SQLite has one message for both ends of a foreign key.
    is_needed = refusal.kind == "missing" and rpc == "DeleteRecords"
    return say("needed" if is_needed else _TEXTS[refusal.kind], locale)


def _declared_columns(
    refusal: DatabaseRefusal, ours: DatabaseRefused | None, model: Model | None, is_postgresql: bool, ask: Ask
) -> list[str]:
    """Columns of the model that caused the refusal; a column of another table is not a field of the form.

    The refusal itself is known: if the columns cannot be looked up, it is reported without them.
    """
    table = refusal.table or (ours.table if ours is not None else "")
    # A database names the table without its schema.
    if model is None or not table or model.table.split(".")[-1] != table.split(".")[-1]:
        return []
    try:
        columns = columns_about(refusal, model.table, {} if ours is None else ours.values, is_postgresql, ask)
    except Exception as failure:
        logger.warning("the database rejected a write, and the columns could not be looked up: %s", type(failure))
        return []
    return [name for name in dict.fromkeys(columns) if name in model.columns]
