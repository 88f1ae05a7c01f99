"""Joins controllers with what their mapped classes say."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter
from typing import Any, Callable, Mapping, Sequence, Union

from ...coroutines import require_functions
from ..controller import Controller
from ..declare import declared
from ..orm.model import BelongsTo, BelongsToMany, Facts, HasMany, MappedRelation, Model, Orm, Relation
from ..ports import Action, ActionCall, Context, OptionProvider
from ..values import Column, Computed, Values, can_be_shown, unfit_text
from .registry import Registered, Registry

#: The attributes that only classes of SQLAlchemy, of Django and of this package have.
_SQLALCHEMY, _DJANGO, _OWN = "__mapper__", "_meta", "gatehouse_table"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,62}")
#: As the databases of this package read statements.
_PARAMETER = re.compile(r"(?<![:\w]):\w")


def build_registry(is_postgresql: bool, controllers: Sequence[Union[Controller, type[Controller]]]) -> Registry:
    """Raises TypeError or ValueError for a mistake of the application, with the controller's id."""
    definitions = [each() if isinstance(each, type) else each for each in controllers]
    for definition in definitions:
        _require_complete(definition)
    facts = Facts(is_postgresql, _orm_of(definitions))
    models = _Models(facts.orm, definitions)
    registered = {}
    for definition in definitions:
        if definition.id in registered:
            raise ValueError(f"two controllers have the id {definition.id}")
        try:
            registered[definition.id] = _registered(definition, models)
        except (TypeError, ValueError) as error:
            raise type(error)(f"controller {definition.id}: {error}") from error
    return Registry(facts, registered, models.by_name())


def _require_complete(definition: Controller) -> None:
    name = type(definition).__name__
    if not definition.id:
        raise TypeError(f'{name}: a controller needs an id: class {name}(Controller, id="vendor.plugin.controller")')
    if not isinstance(getattr(definition, "model", None), type):
        needed = "a mapped class of SQLAlchemy, or a model of Django"
        raise TypeError(f"controller {definition.id}: {name} needs a model: {needed}")
    require_functions(definition, Controller)


def _orm_of(definitions: Sequence[Controller]) -> Orm:
    mapped = [definition.model for definition in definitions]
    if any(hasattr(each, _DJANGO) for each in mapped):
        from ..orm.django_orm import DjangoOrm

        return DjangoOrm()
    # Without any class too: an application with Django has no SQLAlchemy.
    if all(hasattr(each, _OWN) for each in mapped):
        from ..accounts.own_tables import OwnTables

        return OwnTables()
    if not all(hasattr(each, _SQLALCHEMY) for each in mapped):
        raise TypeError("model must be a mapped class of SQLAlchemy, or a model of Django")
    from ..orm.sqlalchemy_orm import SqlAlchemyOrm

    return SqlAlchemyOrm()


class _Models:
    """One model for each mapped class."""

    def __init__(self, orm: Orm, definitions: Sequence[Controller]) -> None:
        self.orm = orm
        self._models: dict[type, Model] = {}
        self._related = _related_columns(orm, definitions)
        for definition in sorted(definitions, key=lambda each: not each.default_for_model):
            if definition.model not in self._models:
                self._models[definition.model] = self._of_controller(definition)

    def by_name(self) -> dict[str, Model]:
        models = {model.name: model for model in self._models.values()}
        if len(models) < len(self._models):
            raise ValueError("two mapped classes have the same model_name; set it on one of their controllers")
        return models

    def of(self, mapped: type, definition: Controller) -> Model:
        """The model of a related class: that of its controller, or one with only what relations need."""
        if mapped not in self._models:
            table = self.orm.table(mapped, False)
            wanted = self._related.get(mapped, set())
            columns = {
                name: replace(column, protected=True)
                for name, column in table.columns.items()
                if name == table.primary_key or name in wanted
            }
            name = _model_name(definition.id, mapped)
            self._models[mapped] = Model(name, mapped, table.table, table.primary_key, columns)
        return self._models[mapped]

    def _of_controller(self, definition: Controller) -> Model:
        table = self.orm.table(definition.model, True)
        named = {*definition.protected, *definition.hidden, *definition.decimals, definition.version}
        unknown = named - {"", *table.columns}
        if unknown:
            raise ValueError(f"controller {definition.id}: {', '.join(sorted(unknown))} is not a column of its table")
        unwritten = {*definition.protected, definition.version}
        columns = {
            name: replace(column, protected=column.protected or name in unwritten)
            for name, column in table.columns.items()
            if name not in definition.hidden
        }
        for name in definition.decimals:
            columns[name] = _decimal_text(definition.id, name, columns.get(name))
        for name, each in definition.computed.items():
            columns[name] = _computed(definition.id, name, each, table.columns)
        if definition.version and table.columns[definition.version].type not in ("integer", "bigint"):
            raise ValueError(f"controller {definition.id}: version must name an integer column")
        name = definition.model_name or _model_name(definition.id, definition.model)
        return Model(name, definition.model, table.table, table.primary_key, columns, definition.version)


def _decimal_text(id: str, name: str, column: Column | None) -> Column:
    if column is None or column.type != "string":
        raise ValueError(f"controller {id}: decimals names {name}, which is hidden or no column of texts")
    return Column("decimal", nullable=column.nullable, protected=column.protected, stored="text")


def _computed(id: str, name: str, given: Computed, columns: Mapping[str, Column]) -> Column:
    where = f"controller {id}: the computed column {name}"
    if name in columns:
        raise ValueError(f"{where} is also a column of its table")
    if not _NAME.fullmatch(name):
        raise ValueError(f"{where} needs a name of letters, digits and _")
    try:
        parts = list(Formatter().parse(given.expression))
    except ValueError as error:
        raise ValueError(f"{where}: {error}; braces that name no column are doubled") from None
    for text, named, spec, conversion in parts:
        if _PARAMETER.search(text):
            raise ValueError(f"{where} has a parameter; write constants into its text")
        if named is not None and (named not in columns or spec or conversion):
            raise ValueError(f"{where} has {{{named}}} in braces, which is not a column of the table")
    return Column(given.type, nullable=True, protected=True, expression=given.expression)


def _related_columns(orm: Orm, definitions: Sequence[Controller]) -> dict[type, set[str]]:
    """The columns of related classes that relations name."""
    columns: dict[type, set[str]] = {}
    for definition in definitions:
        for name, label in definition.relations.items():
            relation = orm.relation(definition.model, name)
            wanted = columns.setdefault(relation.related, set())
            wanted.update([label] if isinstance(label, str) else label)
            if relation.kind == "hasMany":
                wanted.add(relation.foreign_key)
    return columns


def _model_name(controller_id: str, mapped: type) -> str:
    """"Acme\\Blog\\Models\\Post" of the controller acme.blog.posts."""
    parts = controller_id.split(".")[:2]
    studly = ["".join(word[:1].upper() + word[1:] for word in part.replace("_", "-").split("-")) for part in parts]
    return "\\".join([*studly, "Models", mapped.__name__])


def _registered(definition: Controller, models: _Models) -> Registered:
    model = models.of(definition.model, definition)
    relations = {
        name: _relation(name, label if isinstance(label, str) else label[0], definition, models)
        for name, label in definition.relations.items()
    }
    for name, value in definition.new_record.items():
        if _known_column(model, name).expression:
            raise ValueError(f"new_record: {name} is computed")
        if not can_be_shown(_known_column(model, name), value):
            raise ValueError(f"new_record: {name}: {unfit_text(_known_column(model, name), value)}")
    actions: dict[str, Action] = {}
    providers: dict[str, OptionProvider] = {}
    scopes: dict[str, Callable[..., Any]] = {}
    partials: dict[str, Callable[..., Any]] = {}
    for mark, method in declared(definition):
        if mark.kind == "action":
            actions[mark.name] = Action(_action(method), mark.label, mark.permissions)
        elif mark.kind == "options":
            providers[mark.name] = _provider(method)
        elif mark.kind == "scope":
            scopes[mark.name] = method
        else:
            partials[mark.name] = method
    partial_data = _partial_data(definition.id, partials) if partials else None
    return Registered(definition, model, relations, actions, providers, scopes, partial_data)


def _relation(name: str, label: str, definition: Controller, models: _Models) -> Relation:
    found: MappedRelation = models.orm.relation(definition.model, name)
    related = models.of(found.related, definition)
    _known_column(related, label)
    if found.kind == "belongsTo":
        _known_column(models.of(definition.model, definition), found.foreign_key)
        return BelongsTo(related, label, found.foreign_key)
    if found.kind == "hasMany":
        _known_column(related, found.foreign_key)
        return HasMany(related, label, found.foreign_key)
    return BelongsToMany(related, label, found.pivot_table, found.foreign_key, found.related_key, found.pivot)


def _known_column(model: Model, name: str) -> Column:
    column = model.columns.get(name)
    if column is None:
        raise ValueError(f"{name} is not a column of {model.name}, or is hidden")
    return column


def _action(method: Callable[..., Any]) -> Callable[[Context, ActionCall], Any]:
    return lambda context, call: method(context.handle, call)


def _provider(method: Callable[..., Any]) -> OptionProvider:
    def provide(values: Values, context: Context) -> Any:
        return method(context.handle, context.caller, values)

    return provide


def _partial_data(
    id: str, partials: Mapping[str, Callable[..., Any]]
) -> Callable[[Context, str, Union[str, None]], Any]:
    def data(context: Context, partial: str, record_id: str | None) -> Any:
        method = partials.get(partial)
        if method is None:
            raise LookupError(f"{id} has no method with @partial for the partial {partial}")
        return method(context.handle, context.caller, record_id)

    return data
