"""The unsuccessful outcomes of a call: raised inside its transaction, so that it always rolls back."""

from __future__ import annotations

from typing import Mapping, Sequence, Union

from ..contract.admin_record import Record


class Refused(Exception):
    """Raise this from a hook or an action: the application refuses the request. The administrator sees the message."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Invalid(Exception):
    """Raise this from a hook or an action: the application rejects some values.

    The administrator sees the messages beside the fields: ``Invalid(sku="This is taken.")``, or
    ``Invalid({"sku": ["This is taken.", "This is too short."]})``.
    """

    def __init__(
        self, fields: Mapping[str, Union[str, Sequence[str]]] | None = None, /, **more: Union[str, Sequence[str]]
    ) -> None:
        given = {**(fields or {}), **more}
        if not given:
            raise TypeError("Invalid needs the name of a column or relation, and a message")
        #: Messages by column or relation.
        self.fields: dict[str, tuple[str, ...]] = {
            name: (messages,) if isinstance(messages, str) else tuple(messages) for name, messages in given.items()
        }
        super().__init__(f"not accepted: {', '.join(self.fields)}")


class RecordsRefused(Exception):
    """Some records of an import were refused, so that none is written."""

    def __init__(self, records: Sequence[tuple[int, Exception]], has_more: bool) -> None:
        super().__init__(f"{len(records)} records of an import were refused")
        #: The place of each in the import, and why.
        self.records = records
        #: Whether the records behind the last of these were not tried.
        self.has_more = has_more


class RecordNotFound(Exception):
    """The record, or one that is related to it, does not exist for the caller."""


class RecordChanged(Exception):
    """Another update was faster: rolls back the changes of this one's hooks, and returns the current record."""

    def __init__(self, current: Record) -> None:
        super().__init__("the record now has another version")
        self.current = current
