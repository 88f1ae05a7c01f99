"""Checks that a message obeys the rules of its fields (gatehouse/options/v1/options.proto)."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache
from typing import Any

from .message import Field, Malformed, Message, Rules


def check(message: Message, path: str = "") -> None:
    """Raises Malformed for the first field that breaks a rule, in nested messages too."""
    for oneof in message.REQUIRED_ONEOFS:
        if message.member_of(oneof) is None:
            raise Malformed(f"{path}.{oneof}" if path else oneof, "must have one of its members")
    for field in message.FIELDS:
        value = getattr(message, field.name)
        if field.oneof and value is None:
            continue
        check_field(field, value, f"{path}.{field.name}" if path else field.name)


def check_field(field: Field, value: Any, path: str) -> None:
    rules = field.rules
    if not field.repeated:
        _check_value(rules, value, path)
        return
    if rules.required and not value:
        raise Malformed(path, "must not be empty")
    if rules.max_items is not None and len(value) > rules.max_items:
        raise Malformed(path, f"must have at most {rules.max_items} items")
    seen = set()
    for index, item in enumerate(value):
        _check_value(rules.items or Rules(), item, f"{path}[{index}]")
        key = getattr(item, rules.unique_by) if rules.unique_by else item if rules.unique else index
        if key in seen:
            raise Malformed(f"{path}[{index}]", "occurs twice")
        seen.add(key)


def _check_value(rules: Rules, value: Any, path: str) -> None:
    if value is None or (not value and not isinstance(value, Message) and type(value) not in (int, timedelta)):
        if rules.required:
            raise Malformed(path, "is required" if value is None else "must not be empty")
        return
    if isinstance(value, Message):
        for name in rules.absent:
            if getattr(value, name):
                raise Malformed(f"{path}.{name}", "must be absent")
        check(value, path)
    elif isinstance(value, (str, bytes)):
        _check_length(rules, value, path)
    else:
        number = value.total_seconds() if isinstance(value, timedelta) else value
        if rules.minimum is not None and number < rules.minimum:
            raise Malformed(path, f"must be at least {rules.minimum}")
        if rules.maximum is not None and number > rules.maximum:
            raise Malformed(path, f"must be at most {rules.maximum}")


def _check_length(rules: Rules, value: str | bytes, path: str) -> None:
    if isinstance(value, str):
        if rules.max_characters is not None and len(value) > rules.max_characters:
            raise Malformed(path, f"must have at most {rules.max_characters} characters")
        if rules.pattern is not None and not _compiled(rules.pattern).fullmatch(value):
            raise Malformed(path, "contains characters that are not allowed, or has another form")
    if rules.min_bytes is None and rules.max_bytes is None:
        return
    size = len(value.encode() if isinstance(value, str) else value)
    if rules.min_bytes is not None and size < rules.min_bytes:
        raise Malformed(path, f"must have at least {rules.min_bytes} bytes")
    if rules.max_bytes is not None and size > rules.max_bytes:
        raise Malformed(path, f"must have at most {rules.max_bytes} bytes")


@lru_cache(maxsize=None)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
