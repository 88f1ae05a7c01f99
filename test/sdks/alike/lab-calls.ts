import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import { ADA, PRODUCTS, text, values } from './admin-values.js';

/** The action of lab.ts, and rows that it writes. */

export const lab = (cells: Readonly<Record<string, Cell>>, others: object = {}) => ({
  ...{ caller: ADA, controller: PRODUCTS, action: 'lab', values: values(cells) },
  ...others,
});

/** Runs SQL of the application on each host. */
export const sql = (what: string, statement: string): Row => [
  what,
  'records.RunAction',
  lab({ body: text(statement) }),
];

export const product = (id: string, sku: string, title: string, status = 'draft') =>
  `(${id}, '${sku}', '${title}', '${status}', 1, 0, true, 'ada', 1)`;

export const added = (...rows: string[]) =>
  `insert into products (id, sku, title, status, stock, views, active, owner, version) values ${rows.join(', ')}`;
