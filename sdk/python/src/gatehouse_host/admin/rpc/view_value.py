"""A view model on the wire: plain values, lists, maps, and marks in place of values that a template must not hold."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Any, Callable, Mapping, Union

from ...contract.admin_cell import Cell, ViewList, ViewMap, ViewMapEntry, ViewValue
from ...contract.limits import MAX_VIEW_DEPTH
from ..values import plain_decimal

Path = tuple[str, ...]

#: Halves of characters, which no encoding has.
_HALF = re.compile("[\ud800-\udfff]")

#: Name of the model that a value is a row or an instance of; None if it is none.
ModelOf = Callable[[object], Union[str, None]]


class NoViewModel(TypeError):
    """A view model contains a value that a template cannot represent. The message never contains the value."""

    def __init__(self, path: Path, what: str, advice: str) -> None:
        shown = [*path[:8], "…"] if len(path) > 8 else path
        super().__init__(f"the view model contains {what} at {'.'.join(shown)}; {advice}")


def view_value(value: Any, model_of: ModelOf, path: Path = (".Data",)) -> ViewValue:
    """Marks forbidden values, so that Gatehouse rejects them. Raises NoViewModel for what the wire cannot represent."""
    if len(path) > MAX_VIEW_DEPTH + 1:
        raise NoViewModel(path, f"a value more than {MAX_VIEW_DEPTH} levels deep", "pass a flatter structure")
    # Before the plain types: markupsafe's Markup and Django's SafeString are texts that claim to be safe HTML.
    if hasattr(value, "__html__"):
        return ViewValue(trusted_html=True)
    model = model_of(value)
    if model is not None:
        return ViewValue(record_model=model or "a model without a name")
    scalar = _scalar(value, path)
    if scalar is not None:
        return ViewValue(cell=scalar)
    if isinstance(value, Mapping):
        return ViewValue(map=ViewMap(tuple(_entry(key, each, model_of, path) for key, each in value.items())))
    if type(value) in (list, tuple):
        items = (view_value(each, model_of, (*path, str(index))) for index, each in enumerate(value))
        return ViewValue(list=ViewList(tuple(items)))
    # An instance of a class is not a plain structure, but most likely an entity of an ORM.
    return ViewValue(record_model=type(value).__name__)


def _entry(key: object, value: Any, model_of: ModelOf, path: Path) -> ViewMapEntry:
    if not isinstance(key, str):
        raise NoViewModel(path, f"a key that is a {type(key).__name__}", "use texts as keys")
    name = _whole(key)
    return ViewMapEntry(name, view_value(value, model_of, (*path, name)))


def _scalar(value: Any, path: Path) -> Cell | None:
    if value is None:
        return Cell(null_value=True)
    if isinstance(value, bool):
        return Cell(bool_value=value)
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise NoViewModel(path, "an integer of more than 64 bits", "pass it as text")
        return Cell(int64_value=int(value))
    if isinstance(value, float):
        if value - value != 0:
            raise NoViewModel(path, "NaN or an infinity", "pass None or a text instead")
        return Cell(double_value=value)
    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) >= 999:
            raise NoViewModel(path, "no finite decimal, or one of 1000 digits", "pass None or a text instead")
        return Cell(decimal_value=plain_decimal(value))
    if isinstance(value, str):
        return Cell(string_value=_whole(value))
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise NoViewModel(path, "a datetime without a zone", "pass one with a zone, or a text")
        return Cell(timestamp_value=_in_utc(value, path))
    if isinstance(value, date):
        return Cell(date_value=value.isoformat())
    if isinstance(value, time):
        return Cell(time_value=value.replace(tzinfo=None).isoformat())
    return None


def _whole(text: str) -> str:
    return _HALF.sub("\ufffd", str(text))


def _in_utc(moment: datetime, path: Path) -> datetime:
    try:
        return moment.astimezone(timezone.utc)
    except OverflowError:
        raise NoViewModel(path, "a date outside the years 1 to 9999", "pass None or a text instead") from None
