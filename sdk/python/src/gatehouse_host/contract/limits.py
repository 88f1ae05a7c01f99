"""The limits of the contract that no field rule states."""

from __future__ import annotations

PROTOCOL_VERSION = 1
#: Rows that one sweep removes.
MAX_SWEPT = 1000
#: Outcomes in one message of TransactStream, which keep it below gRPC's default limit.
MAX_OUTCOMES_PER_MESSAGE = 64
#: gRPC's default limit of one message, which both transports keep.
MAX_MESSAGE_BYTES = 4 * 1024 * 1024
MAX_DISPLAY_NAME = 200
#: Bytes of one answer of an admin service, which keep its message on a stream below that limit.
MAX_ADMIN_ANSWER_BYTES = 3 * 1024 * 1024
#: Calls or answers in one message of AdminStream.
MAX_STREAM_MESSAGE_BYTES = 1024 * 1024
#: Characters of InvalidValue.raw.
MAX_RAW_VALUE = 500
#: Nesting depth of lists and maps in a view model.
MAX_VIEW_DEPTH = 32
#: Sessions of one administrator.
MAX_SESSIONS = 100
