import type { AdminAction__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminAction';
import type { AdminController__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminController';
import type { AdminNewValue__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNewValue';
import type { AdminRelation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRelation';
import type { Relation } from '../../admin/model/column.js';
import type { Action, Controller, Model, NewValue } from '../../admin/model/registration.js';
import { checkedCell } from './cell.js';
import type { PermissionCheck, Problems } from './registration-problems.js';
import {
  COLUMN_NAME,
  CONTROLLER_ID,
  HOME_PATH,
  member,
  PLAIN_NAME,
  SCRIPT_PATH,
  STYLE_PATH,
} from './registration-problems.js';

/** @param own the controller's model; undefined if it is not registered, which is reported elsewhere */
function readRelations(
  problems: Problems,
  at: string,
  relations: readonly AdminRelation__Output[],
  own: Model | undefined,
  models: readonly Model[],
): readonly Relation[] {
  problems.unique(
    at,
    relations.map(({ name }) => name),
  );
  return relations.flatMap((relation) => readRelation(problems, member(at, relation.name), relation, own, models));
}

function readRelation(
  problems: Problems,
  at: string,
  raw: AdminRelation__Output,
  own: Model | undefined,
  models: readonly Model[],
): Relation[] {
  const { name, relatedModel, relatedTable, labelColumn } = raw;
  const related = models.find((model) => model.name === relatedModel);
  problems.matches(COLUMN_NAME, `${at}.name`, name, 'name of a relation (a letter, then letters, digits and "_")');
  problems.check(!hasColumn(own, name), `${at}.name`, `"${name}" is also a column of the model`);
  problems.check(related !== undefined, `${at}.related_model`, `"${relatedModel}" is not a registered model`);
  problems.text(`${at}.related_table`, relatedTable);
  if (related !== undefined) {
    problems.check(
      relatedTable === related.table,
      `${at}.related_table`,
      `"${relatedTable}" is not the table of "${relatedModel}", which is "${related.table}"`,
    );
    checkColumn(problems, `${at}.label_column`, labelColumn, related);
  }
  const base = { name, relatedModel, relatedTable, labelColumn };
  if (raw.belongsTo) {
    const { foreignKey } = raw.belongsTo;
    if (own !== undefined) checkColumn(problems, `${at}.belongs_to.foreign_key`, foreignKey, own);
    return [{ kind: 'belongsTo', ...base, foreignKey }];
  }
  if (raw.belongsToMany) {
    const { pivotTable, pivotForeignKey, pivotRelatedKey } = raw.belongsToMany;
    problems.text(`${at}.belongs_to_many.pivot_table`, pivotTable);
    problems.text(`${at}.belongs_to_many.pivot_foreign_key`, pivotForeignKey);
    problems.text(`${at}.belongs_to_many.pivot_related_key`, pivotRelatedKey);
    for (const model of [own, related]) {
      problems.check(
        pivotTable === '' || pivotTable !== model?.table,
        `${at}.belongs_to_many.pivot_table`,
        `"${pivotTable}" is the table of "${model?.name ?? ''}": a pivot table holds the pairs, so it is a table of its own`,
      );
    }
    problems.check(
      pivotRelatedKey === '' || pivotRelatedKey !== pivotForeignKey,
      `${at}.belongs_to_many.pivot_related_key`,
      `"${pivotRelatedKey}" is the pivot_foreign_key too: one column cannot hold both keys`,
    );
    return [{ kind: 'belongsToMany', ...base, pivotTable, pivotForeignKey, pivotRelatedKey }];
  }
  if (raw.hasMany) {
    const { foreignKey } = raw.hasMany;
    if (related !== undefined) checkColumn(problems, `${at}.has_many.foreign_key`, foreignKey, related);
    return [{ kind: 'hasMany', ...base, foreignKey }];
  }
  problems.add(`${at}.binding`, 'is not one of belongs_to, belongs_to_many and has_many');
  return [];
}

function checkColumn(problems: Problems, at: string, column: string, model: Model): void {
  problems.check(hasColumn(model, column), at, `"${column}" is not a declared column of "${model.name}"`);
}

function hasColumn(model: Model | undefined, name: string): boolean {
  return model?.columns.some((column) => column.name === name) ?? false;
}

/** First segments of the API's own routes (AD-6): no vendor can use these names. */
const TAKEN_VENDORS: readonly string[] = ['auth', 'lang', 'navigation', 'settings'];
const TAKEN_ACTIONS: readonly string[] = ['create', 'delete'];

export function readControllers(
  problems: Problems,
  controllers: readonly AdminController__Output[],
  models: readonly Model[],
  checkPermissions: PermissionCheck,
): readonly Controller[] {
  problems.unique(
    'controllers',
    controllers.map(({ id }) => id),
  );
  checkDefaults(problems, controllers);
  return controllers.map((raw) => {
    const at = member('controllers', raw.id);
    const { id, optionProviders } = raw;
    problems.matches(CONTROLLER_ID, `${at}.id`, id, 'id like "acme.blog.posts", in lower case');
    const [vendor = '', plugin = '', name = ''] = id.split('.');
    problems.check(
      !TAKEN_VENDORS.includes(vendor),
      `${at}.id`,
      `the vendor "${vendor}" conflicts with a route of the API`,
    );
    const model = models.find((registered) => registered.name === raw.model);
    problems.check(model !== undefined, `${at}.model`, `"${raw.model}" is not a registered model`);
    const configDir = raw.configDir === '' ? `~/plugins/${vendor}/${plugin}/controllers/${name}` : raw.configDir;
    problems.matches(HOME_PATH, `${at}.config_dir`, configDir, 'path like "~/plugins/acme/blog/controllers/posts"');
    checkPermissions(`${at}.permissions`, raw.permissions);
    problems.names(SCRIPT_PATH, `${at}.scripts`, raw.scripts, 'path of a .js or .mjs file under assets/');
    problems.names(STYLE_PATH, `${at}.styles`, raw.styles, 'path of a .css file under assets/');
    problems.names(PLAIN_NAME, `${at}.option_providers`, optionProviders, 'name of an option provider');
    return {
      id,
      vendor,
      plugin,
      name,
      pluginId: `${vendor}.${plugin}`,
      model: raw.model,
      configDir,
      permissions: raw.permissions,
      actions: readActions(problems, `${at}.actions`, raw.actions, checkPermissions),
      relations: readRelations(problems, `${at}.relations`, raw.relations, model, models),
      assets: { scripts: raw.scripts, styles: raw.styles },
      suppliesPartialData: raw.suppliesPartialData,
      optionProviders,
      standsForModel: controllers.filter((one) => one.model === raw.model).length === 1 || raw.defaultForModel,
      newRecord: model === undefined ? [] : readNewRecord(problems, `${at}.new_record`, raw.newRecord, model),
    };
  });
}

/** The order of a registration must not decide whose scopes apply to a model. */
function checkDefaults(problems: Problems, controllers: readonly AdminController__Output[]): void {
  for (const model of new Set(controllers.map((one) => one.model))) {
    const all = controllers.filter((one) => one.model === model);
    const count = all.filter(({ defaultForModel }) => defaultForModel).length;
    if (count === 1 || (count === 0 && all.length === 1)) continue;
    problems.add(
      'controllers',
      `${all.map(({ id }) => `"${id}"`).join(', ')} manage the model "${model}", and ${count} of them have ` +
        'default_for_model: set it on exactly one of them; its scopes and hooks then apply wherever else the model is used',
    );
  }
}

function readActions(
  problems: Problems,
  at: string,
  actions: readonly AdminAction__Output[],
  checkPermissions: PermissionCheck,
): readonly Action[] {
  problems.unique(
    at,
    actions.map(({ name }) => name),
  );
  return actions.map(({ name, label, permissions }) => {
    const here = member(at, name);
    problems.matches(PLAIN_NAME, `${here}.name`, name, 'name of an action');
    problems.check(!TAKEN_ACTIONS.includes(name), `${here}.name`, `"${name}" is a built-in button`);
    problems.text(`${here}.label`, label);
    checkPermissions(`${here}.permissions`, permissions);
    return { name, label, permissions };
  });
}

function readNewRecord(
  problems: Problems,
  at: string,
  values: readonly AdminNewValue__Output[],
  model: Model,
): readonly NewValue[] {
  problems.unique(
    at,
    values.map(({ column }) => column),
  );
  return values.flatMap(({ column: name, value }) => {
    const column = model.columns.find((declared) => declared.name === name);
    if (column === undefined) {
      problems.add(at, `"${name}" is not a declared column of "${model.name}"`);
      return [];
    }
    const checked = checkedCell(value, column);
    if ('problem' in checked) {
      problems.add(`${member(at, name)}.value`, checked.problem);
      return [];
    }
    return [{ column: name, value: checked.cell }];
  });
}
