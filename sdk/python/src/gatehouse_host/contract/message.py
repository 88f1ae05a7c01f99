"""The form of a message: plain dataclasses, with a table of their fields for the codecs.

``scripts/generate_contract.py`` writes the messages themselves from ``proto/``.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar


class Kind(enum.Enum):
    """Type of a field. Timestamps are aware datetimes, durations timedeltas."""

    BOOL = "bool"
    BYTES = "bytes"
    DOUBLE = "double"
    DURATION = "duration"
    ENUM = "enum"
    INT32 = "int32"
    INT64 = "int64"
    MESSAGE = "message"
    STRING = "string"
    TIMESTAMP = "timestamp"
    UINT32 = "uint32"
    UINT64 = "uint64"


@dataclass(frozen=True)
class Rules:
    """What must hold of a field (gatehouse/options/v1/options.proto). Only ``required`` concerns an empty one."""

    required: bool = False
    #: Characters of a text.
    max_characters: int | None = None
    #: Bytes, or a text in UTF-8.
    min_bytes: int | None = None
    max_bytes: int | None = None
    #: A regular expression that matches all of a text.
    pattern: str | None = None
    #: A number, or the seconds of a duration.
    minimum: int | None = None
    maximum: int | None = None
    max_items: int | None = None
    #: A list of texts: no item occurs twice.
    unique: bool = False
    #: A list of messages: no two items have the same value in this field.
    unique_by: str = ""
    #: What must hold of each item of a list.
    items: Rules | None = None
    #: Fields of a message that must be empty in this place.
    absent: tuple[str, ...] = ()


NO_RULES = Rules()


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    number: int
    name: str
    json_name: str
    kind: Kind
    repeated: bool = False
    #: Whether the field may be absent: messages, members of a oneof, and fields declared ``optional``.
    presence: bool = False
    #: Name of the oneof that it belongs to.
    oneof: str = ""
    #: Whether its value must never reach a log.
    secret: bool = False
    #: Class of the message or enum.
    of: type[Message] | type[enum.IntEnum] | None = None
    rules: Rules = NO_RULES


@dataclass(frozen=True)
class Message:
    """Base of all messages."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    #: Oneofs of which one member must be set.
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ()
    #: Full name in the contract: ``gatehouse.host.v1.Client``.
    NAME: ClassVar[str] = ""

    def member_of(self, oneof: str) -> tuple[str, object] | None:
        """Name and value of the member of a oneof that is set; None if none is."""
        for field in self.FIELDS:
            if field.oneof == oneof:
                value = getattr(self, field.name)
                if value is not None:
                    return field.name, value
        return None


class Malformed(ValueError):
    """A message that does not have the form of its type. The text never repeats a value."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        #: Path of the field, as in the .proto file: ``operations[1].spend_code.code_hash``.
        self.field = field
        self.problem = problem
