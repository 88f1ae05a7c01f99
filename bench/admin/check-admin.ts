import { isDeepStrictEqual } from 'node:util';
import type { Contender, Running } from '../contender.js';
import { GATEHOUSE } from '../contenders.js';
import type { PreparedRequest } from '../measure/load.js';
import type { Scenario } from '../peers/peer.js';
import { send } from './contenders.js';

/** The part of an answer that both contenders can give: their envelopes differ in names and in links. */
interface Comparable {
  readonly total: unknown;
  /** Instead of the total, when there are more than Gatehouse counts. */
  readonly totalOver: unknown;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const COLUMNS = ['id', 'name', 'sku', 'status', 'price', 'stock', 'active', 'created_at', 'description'] as const;
const REQUESTS = 5;

/** Scenarios whose answers are the same products in both. */
const WITH_ROWS: readonly Scenario[] = ['admin-list', 'admin-page', 'admin-search', 'admin-show', 'admin-update'];
const answers = new Map<Scenario, readonly Comparable[]>();

/**
 * Sends the same requests to every contender, and compares the rows of the answers with those that Gatehouse gave, which
 * comes first. A floor that answers something else, or that answers without a session, would be no floor.
 *
 * @throws {Error} with both answers
 */
export async function checkAdmin(scenario: Scenario, running: Running, contender: Contender): Promise<void> {
  if (!WITH_ROWS.includes(scenario)) return;
  const requests = await running.prepare(scenario, REQUESTS);
  await requireSession(running, requests[0], contender);
  const own: Comparable[] = [];
  for (const request of requests) own.push(comparable(await answerTo(running, request)));
  for (const { rows } of own) {
    if (rows.length === 0) throw new Error(`${contender.name} answers ${scenario} without a row`);
  }
  if (contender.name === GATEHOUSE) {
    answers.set(scenario, own);
    return;
  }
  for (const [index, expected] of (answers.get(scenario) ?? []).entries()) {
    if (isDeepStrictEqual(own[index], expected)) continue;
    const [request, theirs, ours] = [requests[index]?.path, own[index], expected].map((value) => JSON.stringify(value));
    throw new Error(
      `${contender.name} answers ${String(request)} with\n${String(theirs)}\nbut Gatehouse with\n${String(ours)}`,
    );
  }
}

/** Without a token, and with a token that another key has signed. */
async function requireSession(
  running: Running,
  request: PreparedRequest | undefined,
  { name }: Contender,
): Promise<void> {
  const { authorization = '', ...anonymous } = running;
  const forged = authorization.slice(0, -4) + (authorization.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  for (const one of [anonymous, { ...running, authorization: forged }]) {
    const status = request && (await send(one, request)).status;
    if (status !== 401) throw new Error(`${name} answers a request without a session with ${String(status)}`);
  }
}

async function answerTo(running: Running, request: PreparedRequest): Promise<unknown> {
  const { method, path } = request;
  const response = await send(running, request);
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`${method} ${path} is answered with ${String(response.status)}: ${text}`);
  return JSON.parse(text);
}

type Row = Readonly<Record<string, unknown>>;

/** A list of records or one record, as values of the table. */
function comparable(answer: unknown): Comparable {
  const { data, meta } = answer as { readonly data: Row | readonly Row[]; readonly meta?: Row };
  const rows = Array.isArray(data) ? (data as readonly Row[]) : [data as Row];
  return { total: meta?.['total'], totalOver: meta?.['total_over'], rows: rows.map(product) };
}

function product(row: Row): Row {
  const labels = row['_labels'] as Row | undefined;
  const values = Object.fromEntries(COLUMNS.map((column) => [column, row[column]]));
  return {
    ...values,
    version: Number(row['_version'] ?? row['version']),
    category: labels?.['category'] ?? row['category'],
  };
}
