"""What Describe tells Gatehouse of models and controllers (admin_registration.proto)."""

from __future__ import annotations

from ...contract.admin_registration import (
    AdminAction,
    AdminBelongsTo,
    AdminBelongsToMany,
    AdminColumn,
    AdminColumnType,
    AdminController,
    AdminHasMany,
    AdminModel,
    AdminNewValue,
    AdminRelation,
)
from ..orm.model import BelongsTo, HasMany, Model, Relation
from ..values import Column, cell_of
from .registry import Registered, Registry


def column_message(name: str, column: Column) -> AdminColumn:
    return AdminColumn(
        name=name,
        type=AdminColumnType[f"ADMIN_COLUMN_TYPE_{column.type.upper()}"],
        nullable=column.nullable,
        protected=column.protected,
        max_length=column.max_length,
        precision=column.precision,
        scale=column.scale,
        minimum=column.minimum,
        maximum=column.maximum,
        default=None if column.default is None else cell_of(column, column.default),
    )


def model_message(registry: Registry, model: Model) -> AdminModel:
    return AdminModel(
        name=model.name,
        table=model.table,
        primary_key=model.primary_key,
        versioned=bool(model.version),
        columns=tuple(column_message(name, column) for name, column in model.columns.items()),
        scopes=tuple(registry.scopes_of(model)),
    )


def controller_message(controller: Registered) -> AdminController:
    given = controller.definition
    return AdminController(
        id=given.id,
        model=controller.model.name,
        config_dir=given.config_dir,
        permissions=tuple(given.permissions),
        actions=tuple(
            AdminAction(name=name, label=action.label, permissions=tuple(action.permissions))
            for name, action in controller.actions.items()
        ),
        relations=tuple(_relation_message(name, relation) for name, relation in controller.relations.items()),
        scripts=tuple(given.scripts),
        styles=tuple(given.styles),
        supplies_partial_data=controller.partial_data is not None,
        option_providers=tuple(controller.option_providers),
        new_record=tuple(
            AdminNewValue(column=name, value=cell_of(controller.model.columns[name], value))
            for name, value in given.new_record.items()
        ),
        default_for_model=given.default_for_model,
    )


def _relation_message(name: str, relation: Relation) -> AdminRelation:
    related = relation.model
    if isinstance(relation, BelongsTo):
        return AdminRelation(
            name=name,
            related_model=related.name,
            related_table=related.table,
            label_column=relation.label,
            belongs_to=AdminBelongsTo(foreign_key=relation.foreign_key),
        )
    if isinstance(relation, HasMany):
        return AdminRelation(
            name=name,
            related_model=related.name,
            related_table=related.table,
            label_column=relation.label,
            has_many=AdminHasMany(foreign_key=relation.foreign_key),
        )
    return AdminRelation(
        name=name,
        related_model=related.name,
        related_table=related.table,
        label_column=relation.label,
        belongs_to_many=AdminBelongsToMany(
            pivot_table=relation.pivot_table,
            pivot_foreign_key=relation.foreign_key,
            pivot_related_key=relation.related_key,
        ),
    )
