"""The values that a form writes, checked against the columns and option providers that the application registered."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Iterable, Mapping, Protocol, Sequence

from ..contract.admin_cell import Cell
from ..contract.admin_record import ColumnValue
from ..contract.message import Malformed
from .outcomes import Invalid
from .ports import Choice, Context, OptionProvider
from .texts import say
from .values import Column, Value, Values, fits, plain_decimal, value_of


class SentValue(Protocol):
    """A FormValue or a ColumnValue."""

    @property
    def column(self) -> str:
        ...

    @property
    def value(self) -> Cell | None:
        ...


def values_from(columns: Mapping[str, Column], sent: Iterable[SentValue]) -> Values:
    """The values of a request by column. Raises Malformed for an undeclared one."""
    values: Values = {}
    for each in sent:
        column = columns.get(each.column)
        if column is None:
            raise Malformed("values.column", "is not a declared column")
        assert each.value is not None, "the contract requires it, and the request was checked"
        try:
            values[each.column] = value_of(column, each.value)
        except ValueError as error:
            raise Malformed("values.value", str(error)) from None
    return values


def require_fit(columns: Mapping[str, Column], values: Mapping[str, Value], locale: str) -> None:
    """Raises Invalid for values that do not fit their columns, although Gatehouse has checked them too."""
    unfit = {name: say("unfit", locale) for name, value in values.items() if not fits(columns[name], value)}
    if unfit:
        raise Invalid(unfit)


def choices_of(
    providers: Mapping[str, OptionProvider], name: str, values: Values, context: Context
) -> tuple[Choice, ...]:
    """Raises Malformed for a provider that is not registered."""
    provider = providers.get(name)
    if provider is None:
        raise Malformed("option_provider", "is not a registered option provider")
    return tuple(each if isinstance(each, Choice) else Choice(*each) for each in provider(values, context))


def require_offered(
    columns: Mapping[str, Column],
    sent: Sequence[ColumnValue],
    providers: Mapping[str, OptionProvider],
    form: Values,
    context: Context,
) -> None:
    """Raises Invalid for a value that the field's provider does not offer to the caller for these form values."""
    for each in sent:
        if not each.option_provider:
            continue
        offered = {choice.value for choice in choices_of(providers, each.option_provider, form, context)}
        if not offered.issuperset(_chosen(columns[each.column], form.get(each.column))):
            raise Invalid({each.column: say("notOffered", context.caller.locale)})


def _chosen(column: Column, value: Value) -> list[str]:
    """A json column stores the list of a checkboxlist."""
    if value is None or value == "":
        return []
    read: object = json.loads(str(value)) if column.type == "json" else value
    return [_text(each) for each in (read if isinstance(read, list) else [read])]


def _text(value: object) -> str:
    """As in JSON, in which the browser sends it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return plain_decimal(value) if isinstance(value, Decimal) else str(value)
