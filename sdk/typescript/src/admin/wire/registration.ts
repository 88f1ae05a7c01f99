import type { Column, ColumnType } from '../model/column.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables, Model } from '../model/model.js';
import type { NavigationItem, Plugin, SettingsScreen } from '../model/plugin.js';
import type { Relation } from '../model/relation.js';
import type { Registry } from '../records/registry.js';
import { columnsOf } from '../sql/table-reference.js';
import { toWireCell } from './cell.js';

/** AdminRegistration of Describe. */
export function toWireRegistration(registry: Registry, defaultLocale: string): object {
  return {
    defaultLocale,
    models: registry.models.map(wireModel),
    controllers: registry.controllers.map(wireController),
    plugins: registry.plugins.map(wirePlugin),
  };
}

function wireModel(model: Model): object {
  const { name, table, primaryKey, version, scopes = {} } = model;
  return {
    name,
    table,
    primaryKey,
    versioned: version !== undefined,
    columns: wireColumns(model),
    scopes: Object.keys(scopes),
  };
}

function wireColumns(of: Pick<Model, 'columns'>): object[] {
  return [...columnsOf(of)].map(([name, column]) => wireColumn(name, column));
}

const TYPES: Readonly<Record<ColumnType, string>> = {
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

function wireColumn(name: string, column: Column): object {
  const { type, nullable, maxLength, precision, scale, minimum, maximum } = column;
  return {
    name,
    type: TYPES[type],
    nullable,
    protected: column.protected,
    ...(maxLength !== undefined && { maxLength }),
    ...(precision !== undefined && { precision }),
    ...(scale !== undefined && { scale }),
    ...(minimum !== undefined && { minimum: String(minimum) }),
    ...(maximum !== undefined && { maximum: String(maximum) }),
    ...(column.default !== undefined && { default: toWireCell(column, column.default) }),
  };
}

function wireController(controller: Controller): object {
  const { id, model, permissions = [], actions = {}, relations = {}, newRecord = {} } = controller;
  return {
    id,
    model: model.name,
    permissions,
    actions: Object.entries(actions).map(([name, { label, permissions: required = [] }]) => ({
      name,
      label,
      permissions: required,
    })),
    relations: Object.entries(relations).map(([name, relation]) => wireRelation(name, relation)),
    scripts: controller.scripts ?? [],
    styles: controller.styles ?? [],
    suppliesPartialData: controller.partialData !== undefined,
    optionProviders: Object.keys(controller.optionProviders ?? {}),
    defaultForModel: controller.defaultForModel ?? false,
    newRecord: Object.entries(newRecord).map(([name, value]) => {
      const column = columnsOf(model).get(name);
      if (column === undefined) throw new Error(`${id}: newRecord names ${name}, which is no declared column`);
      return { column: name, value: toWireCell(column, value) };
    }),
  };
}

function wireRelation(name: string, relation: Relation): object {
  const { model, label } = relation;
  return {
    name,
    relatedModel: model.name,
    relatedTable: model.table,
    labelColumn: label,
    ...(relation.kind === 'belongsTo' && { belongsTo: { foreignKey: relation.foreignKey } }),
    ...(relation.kind === 'hasMany' && { hasMany: { foreignKey: relation.foreignKey } }),
    ...(relation.kind === 'belongsToMany' && {
      belongsToMany: {
        pivotTable: relation.pivotTable,
        pivotForeignKey: relation.foreignKey,
        pivotRelatedKey: relation.relatedKey,
      },
    }),
  };
}

function wirePlugin({ id, permissions = [], navigation = [], settings = [] }: Plugin): object {
  return {
    id,
    permissions: permissions.map(({ code, label, tab = '' }) => ({ code, label, tab })),
    navigation: navigation.map(wireNavigation),
    settings: settings.map(wireScreen),
  };
}

function wireNavigation(item: NavigationItem): object {
  const { code, label, icon = '', order = 0, permissions = [], controller, settings, children = [] } = item;
  return {
    code,
    label,
    icon,
    order,
    permissions,
    ...(controller !== undefined && { controller }),
    ...(settings !== undefined && { settings }),
    children: children.map(wireNavigation),
  };
}

function wireScreen(screen: SettingsScreen<AnyTables>): object {
  const { code, label, description = '', category = '', icon = '', order = 0 } = screen;
  return {
    code,
    label,
    description,
    category,
    icon,
    order,
    keywords: screen.keywords ?? [],
    permissions: screen.permissions ?? [],
    fields: screen.fields,
    columns: wireColumns(screen),
    versioned: true,
    optionProviders: Object.keys(screen.optionProviders ?? {}),
  };
}
