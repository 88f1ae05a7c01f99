"""The column ``permissions`` of administrators and roles: a JSON list of permission codes."""

from __future__ import annotations

import json
import re

from ..outcomes import Invalid
from ..values import Value
from .texts import say_account

_MAX_CODES = 1000
_MAX_CODE = 255
_CODE = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\.\*)?")


def permission_codes(value: Value, locale: str) -> list[str]:
    """The codes in a value of the column. Raises Invalid for anything but a list of different codes."""
    codes = _parsed(value)
    if isinstance(codes, list) and len(codes) <= _MAX_CODES and all(map(_is_code, codes)):
        if len(set(codes)) == len(codes):
            return codes
    raise Invalid(permissions=say_account("badPermissions", locale))


def _parsed(value: Value) -> object:
    try:
        return [] if value is None else json.loads(str(value))
    except (ValueError, RecursionError):
        return None


def _is_code(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_CODE and _CODE.fullmatch(value) is not None
