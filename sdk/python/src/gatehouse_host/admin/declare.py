"""Decorators for methods of controllers and settings screens, and what they declare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator, Literal, Sequence, TypeVar

from ..coroutines import require_function

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__gatehouse_admin__"


@dataclass(frozen=True)
class Declared:
    """The kind of a decorated method."""

    kind: Literal["action", "options", "partial", "scope"]
    #: Of the action, the option provider, the partial or the scope: the name of the method, unless another one was given.
    name: str
    label: str = ""
    permissions: tuple[str, ...] = ()


def action(label: str, *, permissions: Sequence[str] = (), name: str = "") -> Callable[[F], F]:
    """Makes a method the code behind a toolbar button or a widget.

    It takes the transaction (a Session, or a connection of Django) and an ``ActionCall``, and returns None, a message,
    or an ``ActionResult``. It may raise Refused and Invalid. ``label`` is the text of the button, or a phrase key.
    """

    def mark(method: F) -> F:
        return _marked(method, Declared("action", name or method.__name__, label, tuple(permissions)))

    return mark


def options(method: F) -> F:
    """Makes a method an option provider: ``options: units`` in the YAML names ``def units``.

    It takes the transaction, the caller and the form's values, and returns choices: ``("kg", "Kilogram")`` or ``Choice``.
    A write is checked against the same choices.
    """
    return _marked(method, Declared("options", method.__name__))


def partial(method: F) -> F:
    """Makes a method the source of a partial's data: ``def stats`` of the file ``_stats.htm``.

    It takes the transaction, the caller and the id of the record, which is None in header partials and on the create
    form. It returns plain values: None, bool, int, float, str, Decimal, dates, lists, and dicts with text keys.
    """
    return _marked(method, Declared("partial", method.__name__))


def scope(method: F) -> F:
    """Makes a method a query scope that filters and relation fields name: ``scope: published`` names ``def published``.

    It takes a query of the application's ORM and a ``ScopeCall``, and returns the query with its limit.
    """
    return _marked(method, Declared("scope", method.__name__))


def _marked(method: F, declaration: Declared) -> F:
    require_function(method, method.__qualname__)
    setattr(method, _MARK, declaration)
    return method


def declared(owner: object) -> Iterator[tuple[Declared, Callable[..., Any]]]:
    """The decorated methods of an object, bound to it, in the order of their definition; base classes first."""
    names: dict[str, None] = {}
    for base in reversed(type(owner).__mro__):
        names.update(dict.fromkeys(vars(base)))
    for name in names:
        method = getattr(type(owner), name, None)
        mark = getattr(method, _MARK, None)
        if isinstance(mark, Declared):
            yield mark, getattr(owner, name)
