import type { AdminOptions } from '@gatehouse/host/admin';
import type { ListQuery, Selection } from '../../../daemon/admin/model/query.js';
import type { Column, Relation } from '../../../daemon/admin/model/column.js';
import type { AdminRegistration } from '../../../daemon/admin/model/registration.js';
import type { Ports } from '../../../daemon/admin/ports/ports.js';
import type { ControllerTarget, RecordTarget } from '../../../daemon/admin/ports/record-store.js';
import type { HostTarget } from '../../../daemon/host/channel/connection.js';
import { connectHost } from '../../../daemon/host/link.js';
import { eventually } from '../../support/eventually.js';
import type { Way } from '../sdk-host-link.js';
import { serveHost, TOKEN } from '../sdk-host-link.js';
import type { ShopDatabase, TestDatabase } from './databases.js';
import { shopAdmin } from './shop/shop.js';

/** A host with the shop on its own database, reached as the daemon reaches it. */
export interface Subject {
  readonly ports: Ports;
  readonly at: HostTarget;
  readonly database: TestDatabase;
  /** A separate connection for the test. */
  readonly db: ShopDatabase;
  column(model: string, name: string): Column;
  /** Of a controller; items by default. */
  relation(name: string, controller?: string): Relation;
  close(): Promise<void>;
}

export type OpenSubject = () => Promise<Subject>;

export const CALL = { requestId: 'conformance' };

/** @param database with the tables of the shop */
export async function openSubject(database: TestDatabase, way: Way = 'the stream socket'): Promise<Subject> {
  const { engine } = database;
  const db = database.connect();
  const admin = shopAdmin(database.connect(), engine);
  const { ports, at, registration, close } = await serveAndConnect(admin, way);
  return {
    ports,
    at,
    database,
    db,
    column: (model, name) => named(modelOf(registration, model).columns, name),
    relation: (name, controller = 'acme.shop.items') =>
      named(registration.controllers.find(({ id }) => id === controller)!.relations, name),
    async close() {
      await close();
      await database.close();
    },
  };
}

export interface Served {
  readonly ports: Ports;
  readonly at: HostTarget;
  readonly registration: AdminRegistration;
  close(): Promise<void>;
}

/** A host of the SDK with an admin backend, and the daemon's side of the connection to it. */
export async function serveAndConnect(admin: AdminOptions, way: Way = 'the stream socket'): Promise<Served> {
  const host = await serveHost({ applicationName: 'under test', logger: SILENT, admin }, way);
  const { at } = host;
  const telemetry = { rpcFinished: ignore, contractViolation: ignore };
  const link = connectHost(
    { at, token: TOKEN, timeoutMs: 20_000, maxInFlight: 1000 },
    { logger: SILENT, telemetry, gatehouseVersion: '0', onDescription: ignore },
  );
  await link.start();
  const registration = await eventually(() => {
    const { description, problem } = link.status();
    if (description?.admin === undefined) throw new Error(`no description: ${problem}`);
    return description.admin;
  });
  return {
    ports: link.admin,
    at,
    registration,
    async close() {
      await link.stop(1000);
      await host.close();
    },
  };
}

/** On behalf of an administrator, whose login tells the shop's hooks what to do. */
export function items(login = 'ada', locale = 'en'): ControllerTarget {
  const principal = { id: '1', login, superuser: true, permissions: [] };
  return { caller: { principal, locale }, controller: 'acme.shop.items' };
}

export function item(id: string, login?: string): RecordTarget {
  return { ...items(login), id };
}

export const NOTHING: Selection = { columns: [], relations: [] };

export function aQuery(overrides: Partial<ListQuery> = {}): ListQuery {
  return {
    selection: NOTHING,
    conditions: [],
    scopes: [],
    sorts: [],
    page: { number: 1, size: 50 },
    count: false,
    ...overrides,
  };
}

function modelOf({ models }: AdminRegistration, name: string) {
  return named(models, name);
}

function named<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the shop registers no ${name}`);
  return found;
}

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // Nothing to do.
}
