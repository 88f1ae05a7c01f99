import type { AdminColumn__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminColumn';
import type { AdminModel__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminModel';
import type { Cell, Column, ColumnType } from '../../admin/model/column.js';
import type { Model } from '../../admin/model/registration.js';
import { checkedCell } from './cell.js';
import type { Problems } from './registration-problems.js';
import { COLUMN_NAME, member, PLAIN_NAME } from './registration-problems.js';

const TYPES = new Map<unknown, ColumnType>([
  ['ADMIN_COLUMN_TYPE_BOOL', 'bool'],
  ['ADMIN_COLUMN_TYPE_INTEGER', 'integer'],
  ['ADMIN_COLUMN_TYPE_BIGINT', 'bigint'],
  ['ADMIN_COLUMN_TYPE_DOUBLE', 'double'],
  ['ADMIN_COLUMN_TYPE_DECIMAL', 'decimal'],
  ['ADMIN_COLUMN_TYPE_STRING', 'string'],
  ['ADMIN_COLUMN_TYPE_DATE', 'date'],
  ['ADMIN_COLUMN_TYPE_TIME', 'time'],
  ['ADMIN_COLUMN_TYPE_TIMESTAMP', 'timestamp'],
  ['ADMIN_COLUMN_TYPE_JSON', 'json'],
  ['ADMIN_COLUMN_TYPE_BYTES', 'bytes'],
]);

/** The columns of a model or settings screen. */
export function readColumns(
  problems: Problems,
  at: string,
  columns: readonly AdminColumn__Output[],
): readonly Column[] {
  problems.check(columns.length > 0, at, 'is empty');
  problems.unique(
    at,
    columns.map(({ name }) => name),
  );
  return columns.map((column) => readColumn(problems, member(at, column.name), column));
}

function readColumn(problems: Problems, at: string, raw: AdminColumn__Output): Column {
  problems.matches(
    COLUMN_NAME,
    `${at}.name`,
    raw.name,
    'column name (a letter, then letters, digits and "_", at most 63)',
  );
  const type = TYPES.get(raw.type);
  problems.check(type !== undefined, `${at}.type`, `${raw.type} is unknown to this daemon`);
  const column: Column = {
    name: raw.name,
    type: type ?? 'string',
    nullable: raw.nullable,
    protected: raw.protected,
    ...readLength(problems, at, raw, type),
    ...readDigits(problems, at, raw, type),
    ...readRange(problems, at, raw, type),
  };
  return { ...column, ...readDefault(problems, `${at}.default`, raw, column) };
}

type Read = (problems: Problems, at: string, raw: AdminColumn__Output, type: ColumnType | undefined) => Partial<Column>;

const readLength: Read = (problems, at, { maxLength }, type) => {
  if (maxLength === undefined) return {};
  problems.check(type === 'string' || type === 'bytes', `${at}.max_length`, 'is for STRING and BYTES');
  problems.check(maxLength > 0, `${at}.max_length`, 'is 0, so no value would fit');
  return { maxLength };
};

const readDigits: Read = (problems, at, { precision, scale }, type) => {
  if (precision === undefined && scale === undefined) return {};
  problems.check(type === 'decimal', `${at}.${precision === undefined ? 'scale' : 'precision'}`, 'is for DECIMAL');
  problems.check(precision !== 0, `${at}.precision`, 'is 0, so no value would fit');
  problems.check((scale ?? 0) <= (precision ?? Infinity), `${at}.scale`, 'is greater than the precision');
  return { ...(precision !== undefined && { precision }), ...(scale !== undefined && { scale }) };
};

const LIMITS = {
  integer: { minimum: BigInt(Number.MIN_SAFE_INTEGER), maximum: BigInt(Number.MAX_SAFE_INTEGER) },
  bigint: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

const readRange: Read = (problems, at, raw, type) => {
  if (type !== 'integer' && type !== 'bigint') {
    problems.check(raw.minimum === undefined, `${at}.minimum`, 'is for INTEGER and BIGINT');
    problems.check(raw.maximum === undefined, `${at}.maximum`, 'is for INTEGER and BIGINT');
    return {};
  }
  const limits = LIMITS[type];
  const minimum = raw.minimum === undefined ? limits.minimum : BigInt(raw.minimum);
  const maximum = raw.maximum === undefined ? limits.maximum : BigInt(raw.maximum);
  problems.check(minimum >= limits.minimum, `${at}.minimum`, 'is less than -(2^53 - 1); declare the column as BIGINT');
  problems.check(maximum <= limits.maximum, `${at}.maximum`, 'is greater than 2^53 - 1; declare the column as BIGINT');
  problems.check(minimum <= maximum, `${at}.minimum`, 'is greater than the maximum');
  return { minimum, maximum };
};

/** A default of null is no default: it only repeats that the column is nullable. */
function readDefault(
  problems: Problems,
  at: string,
  raw: AdminColumn__Output,
  column: Column,
): { readonly default?: Cell } {
  if (raw.default === null) return {};
  const checked = checkedCell(raw.default, column);
  if ('problem' in checked) {
    problems.add(at, checked.problem);
    return {};
  }
  return checked.cell.kind === 'null' ? {} : { default: checked.cell };
}

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
    `"${primaryKey}" is not one of the columns`,
  );
  problems.names(PLAIN_NAME, `${at}.scopes`, scopes, 'name of a scope');
  return {
    name,
    table,
    primaryKey,
    versioned,
    // A user who could write a key could take over another record.
    columns: columns.map((column) => (column.name === primaryKey ? { ...column, protected: true } : column)),
    scopes,
  };
}
