"""An outcome that was raised inside a transaction, as the answer of its rpc."""

from __future__ import annotations

from typing import Any, TypeVar

from ...contract.admin_record import RecordNotFound as NotFoundMessage
from ...contract.message import Message
from ..outcomes import Invalid, RecordChanged, RecordNotFound, Refused
from ..texts import invalid_fields, refusal_of

M = TypeVar("M", bound=Message)


def outcome_of(error: Exception, response: type[M]) -> M | None:
    """None for every other error, and for an outcome that the rpc does not have."""
    members = {field.name for field in response.FIELDS}
    found: dict[str, Any] = {}
    if isinstance(error, RecordNotFound):
        found = {"not_found": NotFoundMessage()}
    elif isinstance(error, RecordChanged):
        found = {"conflict": error.current}
    elif isinstance(error, Refused):
        found = {"refused": refusal_of(error.message)}
    elif isinstance(error, Invalid) and "invalid" in members:
        found = {"invalid": invalid_fields(error)}
    elif isinstance(error, Invalid):
        # Deleting and linking have no form with fields.
        # In the order of the names, the same in every SDK: maps of Go have none.
        texts = " ".join(message for _, messages in sorted(error.fields.items()) for message in messages)
        found = {"refused": refusal_of(texts)}
    return response(**found) if found and members.issuperset(found) else None
