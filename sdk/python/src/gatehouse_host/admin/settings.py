"""Settings screens: a form with one record, declared as a class."""

from __future__ import annotations

import types
import typing
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Sequence, TypeVar, Union

from ..sql.source import transaction_of
from .declare import declared
from .ports import Caller, Context, OptionOwner, OptionProvider
from .stored_settings import values_or_defaults
from .values import TYPES, Column, ColumnType, Value, Values, fits

S = TypeVar("S", bound="Settings")

#: The column of each annotation. "integer" is a number in JSON; give a Column("bigint") for 64 bits.
_TYPES: dict[object, ColumnType] = {**TYPES, int: "integer"}


@dataclass(frozen=True)
class Screen:
    """What a settings screen says about itself."""

    #: Lower-case letters, digits, "_", "-" and ".": the screen is at /settings/{code}.
    code: str
    label: str
    description: str
    #: Heading above the entry.
    category: str
    icon: str
    #: Ascending.
    order: int
    #: Additional words by which a search finds it.
    keywords: tuple[str, ...]
    #: Codes that it requires, all of them.
    permissions: tuple[str, ...]
    #: The YAML file of its fields. Empty: "~/plugins/acme/shop/models/{class name in lower case}/fields.yaml".
    fields: str


class Settings:
    """A settings screen. Its annotated attributes are its values; their defaults apply until the form is saved.

    ::

        class Shop(Settings, code="acme-shop", label="Shop", permissions=["acme.shop.settings"]):
            tax_rate: Decimal = Decimal("20")
            closed: bool = False
            note: str = Column("string", nullable=True, max_length=500)

    A Column instead of a default says what the annotation cannot. ``X | None`` is a value that may be empty.
    Methods with ``@options`` offer choices; override ``before_save`` and ``after_save`` for rules of the application.
    """

    screen: ClassVar[Screen]
    #: Read off the annotations.
    columns: ClassVar[dict[str, Column]]

    def __init_subclass__(
        cls,
        *,
        code: str = "",
        label: str = "",
        description: str = "",
        category: str = "",
        icon: str = "",
        order: int = 0,
        keywords: Sequence[str] = (),
        permissions: Sequence[str] = (),
        fields: str = "",
    ) -> None:
        super().__init_subclass__()
        if not code:
            raise TypeError(f'{cls.__name__}: a settings screen needs a code: class {cls.__name__}(Settings, code="…")')
        cls.screen = Screen(
            code, label or cls.__name__, description, category, icon, order, tuple(keywords), tuple(permissions), fields
        )
        cls.columns = _columns_of(cls)
        if not cls.columns:
            raise TypeError(f'{cls.__name__}: a settings screen needs a value: "tax_rate: Decimal = Decimal(20)"')

    @classmethod
    def load(cls: type[S], tx: Any) -> S:
        """The saved values as attributes, or their defaults: ``Shop.load(tx).tax_rate``.

        ``tx`` is a Session of SQLAlchemy or a connection of Django.
        """
        loaded = cls()
        for name, value in values_or_defaults(cls.columns, cls.screen.code, transaction_of(tx)).items():
            setattr(loaded, name, value)
        return loaded

    def before_save(self, tx: Any, caller: Caller, values: Values) -> None:
        """Called before values are written, with those that the form wrote; it may change them and add others.

        ``tx`` is a Session of SQLAlchemy or a connection of Django. May raise Invalid and Refused.
        """

    def after_save(self, tx: Any, caller: Caller, values: Values) -> None:
        """Called after the write, in the same transaction, with all saved values."""


def owner_of(screen: Settings) -> OptionOwner:
    """What a form of the screen may ask for. Raises TypeError for an action or a partial, which it cannot have."""
    providers = {}
    for mark, method in declared(screen):
        if mark.kind != "options":
            raise TypeError(f"{type(screen).__name__}.{mark.name}: a settings screen has no {mark.kind}")
        providers[mark.name] = _provider(method)
    return OptionOwner(screen.columns, providers)


def _provider(method: Any) -> OptionProvider:
    def choices(values: Values, context: Context) -> Any:
        return method(context.handle, context.caller, values)

    return choices


def _columns_of(cls: type[Settings]) -> dict[str, Column]:
    columns = {}
    for name, hint in typing.get_type_hints(cls).items():
        if typing.get_origin(hint) is ClassVar:
            continue
        given = getattr(cls, name, None)
        columns[name] = given if isinstance(given, Column) else _column_of(cls, name, hint, given)
    return columns


def _column_of(cls: type[Settings], name: str, hint: Any, default: Value) -> Column:
    members = typing.get_args(hint) if typing.get_origin(hint) in (Union, types.UnionType) else (hint,)
    kinds = [member for member in members if member is not type(None)]
    kind = _TYPES.get(kinds[0]) if len(kinds) == 1 else None
    if kind is None:
        raise TypeError(
            f"{cls.__name__}.{name}: no column is of the type {hint}; give it a Column, or annotate it with one of "
            f"{', '.join(sorted(str(getattr(known, '__name__', known)) for known in _TYPES))}"
        )
    column = Column(kind, nullable=len(kinds) < len(members), default=default)
    if not fits(replace(column, default=None), default):
        raise TypeError(f"{cls.__name__}.{name}: the default does not fit the annotation")
    return column
