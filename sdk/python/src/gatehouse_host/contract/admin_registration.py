"""gatehouse/host/v1/admin_registration.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .admin_cell import Cell
from .message import Field, Kind, Message, Rules


class AdminColumnType(enum.IntEnum):
    """AdminColumnType is the type of a column; admin_cell.proto describes its cells."""

    #: Never sent.
    ADMIN_COLUMN_TYPE_UNSPECIFIED = 0
    #: True or false.
    ADMIN_COLUMN_TYPE_BOOL = 1
    #: A whole number between -(2^53 - 1) and 2^53 - 1: a number in JSON.
    ADMIN_COLUMN_TYPE_INTEGER = 2
    #: A 64-bit whole number: a string in JSON, because many JSON parsers would round it.
    ADMIN_COLUMN_TYPE_BIGINT = 3
    #: A binary floating-point number.
    ADMIN_COLUMN_TYPE_DOUBLE = 4
    #: A decimal number that is never rounded: a string in JSON.
    ADMIN_COLUMN_TYPE_DECIMAL = 5
    #: A text.
    ADMIN_COLUMN_TYPE_STRING = 6
    #: A calendar day.
    ADMIN_COLUMN_TYPE_DATE = 7
    #: A time of day.
    ADMIN_COLUMN_TYPE_TIME = 8
    #: A moment.
    ADMIN_COLUMN_TYPE_TIMESTAMP = 9
    #: A JSON value.
    ADMIN_COLUMN_TYPE_JSON = 10
    #: Bytes; Base64 in JSON.
    ADMIN_COLUMN_TYPE_BYTES = 11


@dataclass(frozen=True)
class AdminColumn(Message):
    """AdminColumn is a column of a model, or a value of a settings screen."""

    #: A letter, then letters, digits and "_".
    name: str = ""
    #: Its type.
    type: AdminColumnType = AdminColumnType.ADMIN_COLUMN_TYPE_UNSPECIFIED
    #: Whether it may be null.
    nullable: bool = False
    #: Whether forms must never write it, whatever the YAML says: a primary key, a password hash, a counter, an
    #: owner. A primary key is always protected.
    protected: bool = False
    #: STRING: maximum number of characters (Unicode code points). BYTES: maximum number of bytes. Absent: no limit.
    max_length: int | None = None
    #: DECIMAL: maximum number of digits in total. Absent: no limit.
    precision: int | None = None
    #: DECIMAL: maximum number of digits after the point, at most `precision`. Absent: no limit.
    scale: int | None = None
    #: INTEGER, BIGINT: the minimum value. Absent: that of the type.
    minimum: int | None = None
    #: INTEGER, BIGINT: the maximum value. Absent: that of the type.
    maximum: int | None = None
    #: The value that the database writes if a new record has none; of the column's kind. Absent: no default, or an
    #: expression.
    default: Cell | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminColumn"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "name", "name", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_]{0,62}')),
        Field(2, "type", "type", Kind.ENUM, of=AdminColumnType, rules=Rules(required=True)),
        Field(3, "nullable", "nullable", Kind.BOOL),
        Field(4, "protected", "protected", Kind.BOOL),
        Field(5, "max_length", "maxLength", Kind.UINT32, presence=True, rules=Rules(minimum=1)),
        Field(6, "precision", "precision", Kind.UINT32, presence=True, rules=Rules(minimum=1)),
        Field(7, "scale", "scale", Kind.UINT32, presence=True),
        Field(8, "minimum", "minimum", Kind.INT64, presence=True),
        Field(9, "maximum", "maximum", Kind.INT64, presence=True),
        Field(10, "default", "default", Kind.MESSAGE, presence=True, of=Cell, rules=Rules(absent=('invalid_value', 'truncated_value'))),
    )


@dataclass(frozen=True)
class AdminModel(Message):
    """AdminModel is a database model."""

    #: The `modelClass` of the YAML files: "Acme\\Blog\\Models\\Post".
    name: str = ""
    #: Its table.
    table: str = ""
    #: Name of the primary key; one of the columns.
    primary_key: str = ""
    #: Whether its records have a version (Record.version), so that two administrators cannot unknowingly overwrite
    #: each other's changes.
    versioned: bool = False
    #: Its columns; at least the primary key. Gatehouse can neither show nor write a column that is not declared
    #: here.
    columns: tuple[AdminColumn, ...] = ()
    #: Names of query scopes that a filter or a relation field may ask for with `scope`.
    scopes: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminModel"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "name", "name", Kind.STRING, rules=Rules(required=True, max_characters=255)),
        Field(2, "table", "table", Kind.STRING, rules=Rules(required=True)),
        Field(3, "primary_key", "primaryKey", Kind.STRING, rules=Rules(required=True)),
        Field(4, "versioned", "versioned", Kind.BOOL),
        Field(5, "columns", "columns", Kind.MESSAGE, repeated=True, of=AdminColumn, rules=Rules(required=True, unique_by='name')),
        Field(6, "scopes", "scopes", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_-]{0,99}'))),
    )


@dataclass(frozen=True)
class AdminAction(Message):
    """AdminAction is application code that RunAction runs by name."""

    #: Letters, digits, "_" and "-", beginning with a letter. Unique in its controller; "create" and "delete" are
    #: reserved.
    name: str = ""
    #: Text of its button.
    label: str = ""
    #: Permission codes that it requires in addition to the controller's, all of them. A plugin declares each code.
    permissions: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminAction"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "name", "name", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_-]{0,99}')),
        Field(2, "label", "label", Kind.STRING, rules=Rules(required=True, max_characters=500)),
        Field(3, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+'))),
    )


@dataclass(frozen=True)
class AdminBelongsTo(Message):
    """AdminBelongsTo relates a record to at most one other."""

    #: Column of the controller's model; declared. If it is not nullable, the relation is required.
    foreign_key: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminBelongsTo"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "foreign_key", "foreignKey", Kind.STRING, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AdminBelongsToMany(Message):
    """AdminBelongsToMany relates records to records through a pivot table."""

    #: The pivot table.
    pivot_table: str = ""
    #: Its column that holds the key of the controller's model.
    pivot_foreign_key: str = ""
    #: Its column that holds the key of the related model.
    pivot_related_key: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminBelongsToMany"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "pivot_table", "pivotTable", Kind.STRING, rules=Rules(required=True)),
        Field(2, "pivot_foreign_key", "pivotForeignKey", Kind.STRING, rules=Rules(required=True)),
        Field(3, "pivot_related_key", "pivotRelatedKey", Kind.STRING, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AdminHasMany(Message):
    """AdminHasMany relates many records to one."""

    #: Column of the related model; declared. If it is not nullable, records cannot be unlinked.
    foreign_key: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminHasMany"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "foreign_key", "foreignKey", Kind.STRING, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class AdminRelation(Message):
    """AdminRelation is how a controller's model is related to another one. The host uses the tables and keys to build
    queries; Gatehouse derives none of them from names, and validates that they are complete.
    """

    #: Same format as a column name; unique among the relations of the controller and the columns of its model.
    name: str = ""
    #: Name of the registered related model.
    related_model: str = ""
    #: Table of that model.
    related_table: str = ""
    #: Column of that model whose value labels a record, unless the YAML names another one (`nameFrom`, `select`).
    label_column: str = ""
    #: This record holds the key of the related record.
    belongs_to: AdminBelongsTo | None = None
    #: A pivot table holds the pairs.
    belongs_to_many: AdminBelongsToMany | None = None
    #: The related records hold the key of this record.
    has_many: AdminHasMany | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminRelation"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('binding',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "name", "name", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_]{0,62}')),
        Field(2, "related_model", "relatedModel", Kind.STRING, rules=Rules(required=True)),
        Field(3, "related_table", "relatedTable", Kind.STRING, rules=Rules(required=True)),
        Field(4, "label_column", "labelColumn", Kind.STRING, rules=Rules(required=True)),
        Field(5, "belongs_to", "belongsTo", Kind.MESSAGE, presence=True, oneof="binding", of=AdminBelongsTo),
        Field(6, "belongs_to_many", "belongsToMany", Kind.MESSAGE, presence=True, oneof="binding", of=AdminBelongsToMany),
        Field(7, "has_many", "hasMany", Kind.MESSAGE, presence=True, oneof="binding", of=AdminHasMany),
    )


@dataclass(frozen=True)
class AdminNewValue(Message):
    """AdminNewValue is an initial value of a new record."""

    #: Name of a column.
    column: str = ""
    #: Of the column's kind, or null.
    value: Cell | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminNewValue"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "column", "column", Kind.STRING, rules=Rules(required=True)),
        Field(2, "value", "value", Kind.MESSAGE, presence=True, of=Cell, rules=Rules(required=True, absent=('invalid_value', 'truncated_value'))),
    )


@dataclass(frozen=True)
class AdminController(Message):
    """AdminController is an admin controller."""

    #: "vendor.plugin.controller": three names of lower-case letters, digits, "_" and "-", beginning with a letter.
    #: Unique. Its routes are under /vendor/plugin/controller; "auth", "lang", "navigation" and "settings" are not
    #: allowed as the vendor.
    id: str = ""
    #: Name of the registered model that it manages; equal to the `modelClass` of its list and form.
    model: str = ""
    #: Folder of its YAML and partial files: "~/plugins/acme/blog/controllers/posts", in which "~" is the folder that
    #: contains plugins/. Default: this path, derived from its id.
    config_dir: str = ""
    #: Permission codes that each of its routes requires, all of them. A plugin declares each code.
    permissions: tuple[str, ...] = ()
    #: Code that toolbar buttons and widgets may run.
    actions: tuple[AdminAction, ...] = ()
    #: How its model is related to others.
    relations: tuple[AdminRelation, ...] = ()
    #: JavaScript files (*.js, *.mjs) that its pages load, in this order: paths under the plugin's assets/ directory.
    scripts: tuple[str, ...] = ()
    #: CSS files (*.css) that its pages load, in this order: paths under the plugin's assets/ directory.
    styles: tuple[str, ...] = ()
    #: Whether it answers GetPartialData. Required if its files contain a partial.
    supplies_partial_data: bool = False
    #: Names that the `options` of a field or filter may contain instead of a list; ListOptions returns their
    #: choices.
    option_providers: tuple[str, ...] = ()
    #: Initial values of a new record, with which the create form starts. Columns of the model; any other column
    #: starts with its default, or null.
    new_record: tuple[AdminNewValue, ...] = ()
    #: Whether this controller is the default for its model. Outside of a controller's own pages (choices, labels,
    #: conditions through a relation, candidates, Link and Unlink), a model has the list scope, form scope, relations
    #: and hooks of its default controller. The only controller of a model is always its default. If there are
    #: several, exactly one must set true; otherwise Gatehouse rejects the registration.
    default_for_model: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminController"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, pattern='[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*){2}')),
        Field(2, "model", "model", Kind.STRING, rules=Rules(required=True)),
        Field(3, "config_dir", "configDir", Kind.STRING, rules=Rules(pattern='~(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+')),
        Field(4, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+'))),
        Field(5, "actions", "actions", Kind.MESSAGE, repeated=True, of=AdminAction, rules=Rules(unique_by='name')),
        Field(6, "relations", "relations", Kind.MESSAGE, repeated=True, of=AdminRelation, rules=Rules(unique_by='name')),
        Field(7, "scripts", "scripts", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\\.m?js'))),
        Field(8, "styles", "styles", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\\.css'))),
        Field(9, "supplies_partial_data", "suppliesPartialData", Kind.BOOL),
        Field(10, "option_providers", "optionProviders", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_-]{0,99}'))),
        Field(11, "new_record", "newRecord", Kind.MESSAGE, repeated=True, of=AdminNewValue, rules=Rules(unique_by='column')),
        Field(12, "default_for_model", "defaultForModel", Kind.BOOL),
    )


@dataclass(frozen=True)
class AdminPermission(Message):
    """AdminPermission is a permission code."""

    #: "vendor.plugin.what": letters, digits, "_", "-" and ".", unique among all plugins. No "*": only granted codes
    #: contain it.
    code: str = ""
    #: Description that the role editor shows.
    label: str = ""
    #: Heading above it in the role editor; may be empty.
    tab: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminPermission"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code", "code", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+')),
        Field(2, "label", "label", Kind.STRING, rules=Rules(required=True, max_characters=500)),
        Field(3, "tab", "tab", Kind.STRING, rules=Rules(max_characters=500)),
    )


@dataclass(frozen=True)
class AdminNavigationItem(Message):
    """AdminNavigationItem is an entry of the navigation. It is visible to administrators who may open its target. An
    entry without a target is visible if at least one of its children is.
    """

    #: Letters, digits, "_" and "-"; unique among its siblings in all plugins.
    code: str = ""
    #: Text of the entry.
    label: str = ""
    #: Name of an icon of the admin application; empty for none.
    icon: str = ""
    #: Ascending; items with equal values keep the order of the registration.
    order: int = 0
    #: Permission codes that it requires in addition to those of its target, all of them.
    permissions: tuple[str, ...] = ()
    #: Id of a registered controller, whose list it opens.
    controller: str | None = None
    #: Code of a registered settings screen.
    settings: str | None = None
    #: Entries below it, which cannot have children.
    children: tuple[AdminNavigationItem, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminNavigationItem"


@dataclass(frozen=True)
class AdminSettingsScreen(Message):
    """AdminSettingsScreen is a form with exactly one record, which always exists."""

    #: Lower-case letters, digits, "_", "-" and "."; unique among all plugins. Its route is /settings/{code}.
    code: str = ""
    #: Text of the entry.
    label: str = ""
    #: Description, one sentence; may be empty.
    description: str = ""
    #: Heading above it; may be empty.
    category: str = ""
    #: Name of an icon of the admin application; empty for none.
    icon: str = ""
    #: Ascending within its category; items with equal values keep the order of the registration.
    order: int = 0
    #: Additional words by which a search finds it.
    keywords: tuple[str, ...] = ()
    #: Permission codes that it requires, all of them. A plugin declares each code.
    permissions: tuple[str, ...] = ()
    #: The YAML file of its fields: "~/plugins/acme/blog/models/settings/fields.yaml".
    fields: str = ""
    #: Its values. Gatehouse declares and writes them like a model's columns.
    columns: tuple[AdminColumn, ...] = ()
    #: Whether its values have a version (SettingsValues.version).
    versioned: bool = False
    #: Same as AdminController.option_providers.
    option_providers: tuple[str, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminSettingsScreen"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code", "code", Kind.STRING, rules=Rules(required=True, pattern='[a-z][a-z0-9_.-]{0,99}')),
        Field(2, "label", "label", Kind.STRING, rules=Rules(required=True, max_characters=500)),
        Field(3, "description", "description", Kind.STRING, rules=Rules(max_characters=500)),
        Field(4, "category", "category", Kind.STRING, rules=Rules(max_characters=500)),
        Field(5, "icon", "icon", Kind.STRING, rules=Rules(max_characters=500)),
        Field(6, "order", "order", Kind.INT32),
        Field(7, "keywords", "keywords", Kind.STRING, repeated=True),
        Field(8, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+'))),
        Field(9, "fields", "fields", Kind.STRING, rules=Rules(required=True, pattern='~(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+')),
        Field(10, "columns", "columns", Kind.MESSAGE, repeated=True, of=AdminColumn, rules=Rules(required=True, unique_by='name')),
        Field(11, "versioned", "versioned", Kind.BOOL),
        Field(12, "option_providers", "optionProviders", Kind.STRING, repeated=True, rules=Rules(unique=True, items=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_-]{0,99}'))),
    )


@dataclass(frozen=True)
class AdminPlugin(Message):
    """AdminPlugin is the part of a plugin other than its controllers."""

    #: "vendor.plugin": the first two names of its controllers' ids. Unique.
    id: str = ""
    #: Permission codes of the plugin.
    permissions: tuple[AdminPermission, ...] = ()
    #: Its entries of the main navigation.
    navigation: tuple[AdminNavigationItem, ...] = ()
    #: Its settings screens.
    settings: tuple[AdminSettingsScreen, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminPlugin"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.STRING, rules=Rules(required=True, pattern='[a-z][a-z0-9_-]*\\.[a-z][a-z0-9_-]*')),
        Field(2, "permissions", "permissions", Kind.MESSAGE, repeated=True, of=AdminPermission),
        Field(3, "navigation", "navigation", Kind.MESSAGE, repeated=True, of=AdminNavigationItem),
        Field(4, "settings", "settings", Kind.MESSAGE, repeated=True, of=AdminSettingsScreen),
    )


@dataclass(frozen=True)
class AdminRegistration(Message):
    """AdminRegistration is the host's part of the admin backend: its code and data. The plugins' YAML files declare
    which parts the admin backend shows, and how; Gatehouse joins them with the registration. Gatehouse validates
    the registration as a whole and names every error: references to names that do not exist, duplicate names,
    values whose kind differs from that of their column. Texts (`label` and similar fields) are locale-neutral: a
    phrase key of a plugin, "acme.blog::lang.posts.title", which must exist in the default locale, or the text
    itself.
    """

    #: Locale for administrators who request none that the plugins provide: "en". Default: "en".
    default_locale: str = ""
    #: The models that controllers manage, relations lead to, and filters offer as choices.
    models: tuple[AdminModel, ...] = ()
    #: The controllers. Without any, no admin route exists, but the operator commands still work.
    controllers: tuple[AdminController, ...] = ()
    #: Declarations of plugins other than their controllers. You may omit a plugin that has only controllers.
    plugins: tuple[AdminPlugin, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.AdminRegistration"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "default_locale", "defaultLocale", Kind.STRING, rules=Rules(pattern='[a-z]{2,3}(-[a-z0-9]{2,8})*')),
        Field(2, "models", "models", Kind.MESSAGE, repeated=True, of=AdminModel, rules=Rules(unique_by='name')),
        Field(3, "controllers", "controllers", Kind.MESSAGE, repeated=True, of=AdminController, rules=Rules(unique_by='id')),
        Field(4, "plugins", "plugins", Kind.MESSAGE, repeated=True, of=AdminPlugin, rules=Rules(unique_by='id')),
    )

AdminNavigationItem.FIELDS = (
    Field(1, "code", "code", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z][A-Za-z0-9_-]{0,99}')),
    Field(2, "label", "label", Kind.STRING, rules=Rules(required=True, max_characters=500)),
    Field(3, "icon", "icon", Kind.STRING, rules=Rules(max_characters=500)),
    Field(4, "order", "order", Kind.INT32),
    Field(5, "permissions", "permissions", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+'))),
    Field(6, "controller", "controller", Kind.STRING, presence=True, oneof="target", rules=Rules(required=True)),
    Field(7, "settings", "settings", Kind.STRING, presence=True, oneof="target", rules=Rules(required=True)),
    Field(8, "children", "children", Kind.MESSAGE, repeated=True, of=AdminNavigationItem),
)
