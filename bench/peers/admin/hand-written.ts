import { verify } from '@node-rs/bcrypt';
import Database from 'better-sqlite3';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { synchronousOf } from '../durability.js';
import { GroupCommit } from '../group-commit.js';
import { FloorSessions } from './floor-sessions.js';
import { API, FEED, LOGIN, PARTIAL, PRODUCTS } from './requests.js';
import { LOW_STOCK, PRAGMAS } from './shop-rows.js';

/**
 * The floor of an admin backend: the same rows from node:http and prepared statements on better-sqlite3, for this single
 * table, with shared commits. It checks the session and the permission of each request and the values of a write as
 * Gatehouse does, but knows its requests in advance: it has one statement for each list, and no schema.
 */
const file = new Database(process.env['BENCH_SQLITE'] ?? ':memory:');
file.exec(PRAGMAS);
const group = new GroupCommit(file);
const sessions = new FloorSessions(file);

const COLUMNS = `p.id, p.version, p.name, p.sku, p.status, cast(p.price as text) as price, p.stock, p.active, p.created_at,
  c.id as category_id, c.name as category`;
const FROM = 'from products p left join categories c on c.id = p.category_id';
const PAGE_SIZE = 25;
const MOST_COUNTED = 10_000;
const list = file.prepare(
  `select ${COLUMNS} ${FROM} where p.status = ? order by p.created_at desc, p.id limit ${String(PAGE_SIZE + 1)} offset ?`,
);
const count = file.prepare(counted('from products where status = ?'));
const SEARCHES = [1, 2, 3].map((terms) => {
  const where = Array.from({ length: terms }, () => "p.name like ? escape '\\'").join(' and ');
  return {
    found: file.prepare(
      `select ${COLUMNS} ${FROM} where ${where} order by p.name, p.id limit ${String(PAGE_SIZE + 1)}`,
    ),
    count: file.prepare(counted(`from products p where ${where}`)),
  };
});
const show = file.prepare(`select ${COLUMNS}, p.description ${FROM} where p.id = ?`);
const current = file.prepare('select id, version from products where id = ?');
const update = file.prepare('update products set stock = ?, price = ?, version = version + 1 where id = ?');
const lowStock = file.prepare(`select name, stock from products order by stock limit ${String(LOW_STOCK)}`);
const findLogin = file.prepare('select id, token_version, password_hash from backend_users where login_key = ?');
const signedIn = file.prepare('update backend_users set last_login_at = ? where id = ?');

interface Row extends Record<string, unknown> {
  readonly active: number;
}

interface LoginRow {
  readonly id: number;
  readonly token_version: number;
  readonly password_hash: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

function refused(status: number, message: string): Answer {
  return { status, body: { success: false, error: { message } } };
}

function record({ active, ...row }: Row): object {
  return { ...row, id: String(row['id']), active: active === 1 };
}

/** Stops where Gatehouse stops, too. */
function counted(query: string): string {
  return `select count(*) as total from (select 1 ${query} limit ${String(MOST_COUNTED + 1)})`;
}

function page(rows: unknown[], number: number, counted: number | null): object {
  const isOver = counted !== null && counted > MOST_COUNTED;
  const total = isOver ? null : counted;
  const meta = {
    page: number,
    per_page: PAGE_SIZE,
    total,
    last_page: total === null ? null : Math.ceil(total / PAGE_SIZE),
    ...(isOver && { total_over: MOST_COUNTED }),
    has_more: rows.length > PAGE_SIZE,
  };
  return { success: true, data: rows.slice(0, PAGE_SIZE).map((row) => record(row as Row)), meta };
}

function totalOf(row: unknown): number {
  return (row as { total: number }).total;
}

function listed(query: URLSearchParams, counting: boolean): object {
  const number = Number(query.get('page') ?? 1);
  const status = query.get('filter[status]');
  const rows = list.all([status, (number - 1) * PAGE_SIZE]);
  return page(rows, number, counting ? totalOf(count.get([status])) : null);
}

function found(search: string): object {
  const patterns = search.split(' ').map((term) => `%${term}%`);
  const statements = SEARCHES[patterns.length - 1];
  const rows = statements?.found.all(patterns) ?? [];
  return page(rows, 1, rows.length <= PAGE_SIZE ? rows.length : totalOf(statements?.count.get(patterns)));
}

function updated(id: number, { stock, price }: Record<string, unknown>): Answer {
  if (!Number.isSafeInteger(stock) || Number(stock) < 0) return refused(422, 'stock is no number of products');
  if (typeof price !== 'string' || !/^\d{1,8}(?:\.\d{1,2})?$/.test(price)) return refused(422, 'price is no price');
  if (current.get([id]) === undefined) return refused(404, 'there is no such product');
  group.open();
  update.run([stock, price, id]);
  return shown(id);
}

function shown(id: number): Answer {
  const row = show.get([id]);
  return row === undefined
    ? refused(404, 'there is no such product')
    : { status: 200, body: { success: true, data: record(row as Row) } };
}

function partial(): object {
  const rows = lowStock.all([]) as { readonly name: string; readonly stock: number }[];
  const text = (value: string | number) => [{ text: String(value) }];
  const products = rows.map(({ name, stock }) => ({
    tag: 'div',
    attributes: { class: 'app-stat' },
    children: [
      { tag: 'dt', attributes: { class: 'app-stat__label' }, children: text(name) },
      { tag: 'dd', attributes: { class: 'app-stat__value' }, children: text(stock) },
    ],
  }));
  return {
    success: true,
    data: [
      { tag: 'h3', attributes: {}, children: text('Running low') },
      { tag: 'dl', attributes: { class: 'app-stats' }, children: products },
    ],
  };
}

async function login({ login: name, password }: Record<string, unknown>): Promise<Answer> {
  const row = findLogin.get([String(name)]) as LoginRow | undefined;
  if (row === undefined || !(await verify(String(password), row.password_hash))) {
    return refused(401, 'login or password is wrong');
  }
  group.open();
  signedIn.run([Date.now(), row.id]);
  const token = sessions.open(row.id, row.token_version);
  return { status: 200, body: { success: true, data: { token, token_type: 'Bearer' } } };
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const path = url.pathname.slice(API.length);
  if (path === LOGIN) return login(await bodyOf(request));
  const refusal = sessions.refusal(request.headers.authorization);
  if (refusal !== undefined) return refused(refusal, 'the session does not allow this');
  if (path === PARTIAL) return { status: 200, body: partial() };
  if (path === FEED) return { status: 200, body: listed(url.searchParams, false) };
  const search = url.searchParams.get('search');
  if (path === PRODUCTS) {
    return { status: 200, body: search === null ? listed(url.searchParams, true) : found(search) };
  }
  const id = Number(path.slice(PRODUCTS.length + 1));
  return request.method === 'PUT' ? updated(id, await bodyOf(request)) : shown(id);
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

/** After the commit that the answer depends on. */
function send(response: ServerResponse, status: number, body: object): void {
  group.whenDurable((problem) => {
    response
      .writeHead(problem === undefined ? status : 500, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));
  });
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, body }) => send(response, status, body),
    (error: unknown) => send(response, 500, { success: false, error: String(error) }),
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ ready: { port, synchronous: synchronousOf(file) } });
});
