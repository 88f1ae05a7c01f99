import type { AdminAction } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminAction';
import type { AdminColumn } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminColumn';
import type { AdminColumnType__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminColumnType';
import type { AdminController } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminController';
import type { AdminModel } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminModel';
import type { AdminNavigationItem } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNavigationItem';
import type { AdminNewValue } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNewValue';
import type { AdminPermission } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPermission';
import type { AdminPlugin } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPlugin';
import type { AdminRegistration } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import type { AdminRelation } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRelation';
import type { AdminSettingsScreen } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSettingsScreen';
import { listOf, message } from '@gatehouse/proto/message';
import { toProtoCell } from '../cell.js';
import type { Column, ColumnType } from '../model/column.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables, Model, Relation } from '../model/model.js';
import type { NavigationItem, Plugin, SettingsScreen } from '../model/plugin.js';
import type { Registry } from '../registry.js';
import { columnsOf } from '../sql/columns.js';

/** AdminRegistration of Describe. */
export function toProtoRegistration(registry: Registry, defaultLocale: string): AdminRegistration {
  return {
    defaultLocale,
    models: registry.models.map(toProtoModel),
    controllers: registry.controllers.map(toProtoController),
    plugins: registry.plugins.map(toProtoPlugin),
  };
}

function toProtoModel(model: Model): AdminModel {
  const { name, table, primaryKey, version, scopes = {} } = model;
  return {
    name,
    table,
    primaryKey,
    versioned: version !== undefined,
    columns: toProtoColumns(model),
    scopes: Object.keys(scopes),
  };
}

function toProtoColumns(of: Pick<Model, 'columns'>): AdminColumn[] {
  return [...columnsOf(of)].map(([name, column]) => toProtoColumn(name, column));
}

const TYPES: Readonly<Record<ColumnType, AdminColumnType__Output>> = {
  bool: 'ADMIN_COLUMN_TYPE_BOOL',
  integer: 'ADMIN_COLUMN_TYPE_INTEGER',
  bigint: 'ADMIN_COLUMN_TYPE_BIGINT',
  double: 'ADMIN_COLUMN_TYPE_DOUBLE',
  decimal: 'ADMIN_COLUMN_TYPE_DECIMAL',
  string: 'ADMIN_COLUMN_TYPE_STRING',
  date: 'ADMIN_COLUMN_TYPE_DATE',
  time: 'ADMIN_COLUMN_TYPE_TIME',
  timestamp: 'ADMIN_COLUMN_TYPE_TIMESTAMP',
  json: 'ADMIN_COLUMN_TYPE_JSON',
  bytes: 'ADMIN_COLUMN_TYPE_BYTES',
};

function toProtoColumn(name: string, column: Column): AdminColumn {
  const { type, nullable, maxLength, precision, scale, minimum, maximum } = column;
  return message<AdminColumn>({
    name,
    type: TYPES[type],
    nullable,
    protected: column.protected,
    maxLength,
    precision,
    scale,
    minimum: minimum === undefined ? undefined : String(minimum),
    maximum: maximum === undefined ? undefined : String(maximum),
    default: column.default === undefined ? undefined : toProtoCell(column, column.default),
  });
}

function toProtoController(controller: Controller): AdminController {
  const { id, model, permissions = [], actions = {}, relations = {}, newRecord = {} } = controller;
  return {
    id,
    model: model.name,
    permissions: listOf(permissions),
    actions: Object.entries(actions).map(([name, { label, permissions: required = [] }]): AdminAction => ({
      name,
      label,
      permissions: listOf(required),
    })),
    relations: Object.entries(relations).map(([name, relation]) => toProtoRelation(name, relation)),
    scripts: listOf(controller.scripts ?? []),
    styles: listOf(controller.styles ?? []),
    suppliesPartialData: controller.partialData !== undefined,
    optionProviders: Object.keys(controller.optionProviders ?? {}),
    defaultForModel: controller.defaultForModel ?? false,
    newRecord: Object.entries(newRecord).map(([name, value]): AdminNewValue => {
      const column = columnsOf(model).get(name);
      if (column === undefined) throw new Error(`${id}: newRecord sets ${name}, which is not a declared column`);
      return { column: name, value: toProtoCell(column, value) };
    }),
  };
}

function toProtoRelation(name: string, relation: Relation): AdminRelation {
  const { model, label } = relation;
  const proto: AdminRelation = { name, relatedModel: model.name, relatedTable: model.table, labelColumn: label };
  switch (relation.kind) {
    case 'belongsTo':
      proto.belongsTo = { foreignKey: relation.foreignKey };
      break;
    case 'hasMany':
      proto.hasMany = { foreignKey: relation.foreignKey };
      break;
    case 'belongsToMany':
      proto.belongsToMany = {
        pivotTable: relation.pivotTable,
        pivotForeignKey: relation.foreignKey,
        pivotRelatedKey: relation.relatedKey,
      };
  }
  return proto;
}

function toProtoPlugin({ id, permissions = [], navigation = [], settings = [] }: Plugin): AdminPlugin {
  return {
    id,
    permissions: permissions.map(({ code, label, tab = '' }): AdminPermission => ({ code, label, tab })),
    navigation: navigation.map(toProtoNavigation),
    settings: settings.map(toProtoScreen),
  };
}

function toProtoNavigation(item: NavigationItem): AdminNavigationItem {
  const { code, label, icon = '', order = 0, permissions = [], controller, settings, children = [] } = item;
  return message<AdminNavigationItem>({
    code,
    label,
    icon,
    order,
    permissions: listOf(permissions),
    controller,
    settings,
    children: children.map(toProtoNavigation),
  });
}

function toProtoScreen(screen: SettingsScreen<AnyTables>): AdminSettingsScreen {
  const { code, label, description = '', category = '', icon = '', order = 0 } = screen;
  return {
    code,
    label,
    description,
    category,
    icon,
    order,
    keywords: listOf(screen.keywords ?? []),
    permissions: listOf(screen.permissions ?? []),
    fields: screen.fields,
    columns: toProtoColumns(screen),
    versioned: true,
    optionProviders: Object.keys(screen.optionProviders ?? {}),
  };
}
