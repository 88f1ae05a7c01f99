import type { AdminModel__Output } from '../../../../contract/generated/gatehouse/host/v1/AdminModel.js';
import type { Model } from '../../../../admin/model/registration.js';
import { readColumns } from './columns.js';
import { PLAIN_NAME } from './names.js';
import type { Problems } from './problems.js';
import { member } from './problems.js';

export function readModels(problems: Problems, models: readonly AdminModel__Output[]): readonly Model[] {
  problems.unique(
    'models',
    models.map(({ name }) => name),
  );
  return models.map((model) => readModel(problems, member('models', model.name), model));
}

function readModel(problems: Problems, at: string, raw: AdminModel__Output): Model {
  const { name, table, primaryKey, versioned, scopes } = raw;
  problems.text(`${at}.name`, name);
  problems.text(`${at}.table`, table);
  const columns = readColumns(problems, `${at}.columns`, raw.columns);
  problems.check(
    columns.some((column) => column.name === primaryKey),
    `${at}.primary_key`,
    `"${primaryKey}" is none of the columns`,
  );
  problems.names(PLAIN_NAME, `${at}.scopes`, scopes, 'name of a scope');
  return {
    name,
    table,
    primaryKey,
    versioned,
    // Who could write a key could take over another record.
    columns: columns.map((column) => (column.name === primaryKey ? { ...column, protected: true } : column)),
    scopes,
  };
}
