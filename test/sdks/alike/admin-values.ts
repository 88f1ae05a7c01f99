import type { AdminCaller } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminComparison } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminComparison';
import type { AdminCondition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminListQuery } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminSearch } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSearch';
import type { AdminSelection } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { rpcOf } from '@gatehouse/proto/rpc';
import {
  adminAccountService,
  adminBulkService,
  adminDirectoryService,
  adminPasskeyService,
  adminRecordService,
  adminSearchService,
  adminSecondFactorService,
  adminSessionService,
  adminViewService,
} from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Seen, Step } from './play.js';

const SERVICES = {
  records: adminRecordService,
  bulk: adminBulkService,
  search: adminSearchService,
  directory: adminDirectoryService,
  accounts: adminAccountService,
  sessions: adminSessionService,
  secondFactors: adminSecondFactorService,
  passkeys: adminPasskeyService,
  views: adminViewService,
};

type Message = Readonly<Record<string, unknown>>;
/** The name of the step, the rpc as "records.ListRecords", and its request. */
export type Row = readonly [
  what: string,
  rpc: `${keyof typeof SERVICES}.${string}`,
  Message | ((seen: Seen) => Message),
];

export function steps(rows: readonly Row[]): readonly Step[] {
  return rows.map(([what, name, request]) => {
    const [service = '', method = ''] = name.split('.');
    const definition = SERVICES[service as keyof typeof SERVICES] as unknown as Record<
      string,
      Parameters<typeof rpcOf>[0]
    >;
    const rpc = rpcOf(definition[method]!);
    return {
      what,
      rpc: rpc,
      request: (seen) => (typeof request === 'function' ? request(seen) : request),
    };
  });
}

export const ADA: AdminCaller = {
  administratorId: '1',
  login: 'ada',
  superuser: true,
  permissions: [],
  locale: 'en',
};
/** Sees only her own products. */
export const EVE: AdminCaller = { ...ADA, superuser: false, permissions: ['acme.shop.products'] };
export const BOB: AdminCaller = { ...EVE, administratorId: '2', login: 'bob' };

export const PRODUCTS = 'acme.shop.products';
export const CATEGORIES = 'acme.shop.categories';
export const TAGS = 'acme.shop.tags';
export const NOTES = 'acme.shop.notes';

/** Every column of a product. */
export const COLUMNS = [
  ...['id', 'sku', 'title', 'body', 'status', 'price', 'stock', 'views', 'rating', 'active', 'released_on', 'opens_at'],
  ...['published_at', 'attributes', 'photo', 'owner', 'category_id', 'supplier_id'],
];

/** Every column of the settings of the shop. */
export const SETTINGS_COLUMNS = [
  'name',
  'closed',
  'seats',
  'visits',
  'factor',
  'tax_rate',
  'founded',
  'opens_at',
  'since',
  'extra',
  'logo',
  'unit',
];

export const text = (stringValue: string): Cell => ({ stringValue });
export const whole = (int64Value: number | string): Cell => ({ int64Value });
export const double = (doubleValue: number): Cell => ({ doubleValue });
export const decimal = (decimalValue: string): Cell => ({ decimalValue });
export const bool = (boolValue: boolean): Cell => ({ boolValue });
export const date = (dateValue: string): Cell => ({ dateValue });
export const time = (timeValue: string): Cell => ({ timeValue });
export const instant = (iso: string): Cell => ({ timestampValue: toTimestamp(Date.parse(iso)) });
export const json = (jsonValue: string): Cell => ({ jsonValue });
export const bytes = (...values: readonly number[]): Cell => ({ bytesValue: Buffer.from(values) });
export const NULL: Cell = { nullValue: true };

export const select = (...columns: string[]): AdminSelection => ({ columns });
/** A product with all of its relations. */
export const EVERYTHING: AdminSelection = {
  columns: COLUMNS,
  relations: [
    { relation: 'category', related: { column: 'name', limit: 1 } },
    { relation: 'supplier', related: { column: 'name', limit: 1 } },
    { relation: 'tags', related: { column: 'name', limit: 10 } },
    { relation: 'tags', count: true },
  ],
};

export const query = (others: AdminListQuery = {}): AdminListQuery => ({
  selection: select('sku', 'title'),
  page: { number: 1, size: 50 },
  count: true,
  ...others,
});

export const list = (others: AdminListQuery = {}, caller = ADA, controller = PRODUCTS): Message => ({
  caller,
  controller,
  query: query(others),
});

type Operator =
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'LESS'
  | 'LESS_OR_EQUAL'
  | 'GREATER'
  | 'GREATER_OR_EQUAL'
  | 'IN'
  | 'CONTAINS'
  | 'IS_NULL'
  | 'IS_NOT_NULL';

export const where = (column: string, operator: Operator, ...values: Cell[]): AdminCondition => {
  const [relation, name] = column.includes('.') ? column.split('.') : ['', column];
  const comparison: AdminComparison = {
    column: { relation: relation ?? '', column: name ?? '' },
    operator: `ADMIN_COMPARISON_OPERATOR_${operator}`,
    values,
  };
  return { comparison };
};

export const search = (mode: 'ALL' | 'ANY', terms: string[], ...columns: string[]): AdminSearch => ({
  mode: `ADMIN_SEARCH_MODE_${mode}`,
  terms,
  columns: columns.map((name) => {
    const [relation, column] = name.includes('.') ? name.split('.') : ['', name];
    return { relation: relation ?? '', column: column ?? '' };
  }),
});

export const values = (cells: Readonly<Record<string, Cell>>) =>
  Object.entries(cells).map(([column, value]) => ({ column, value }));
