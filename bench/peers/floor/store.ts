import Database from 'better-sqlite3';
import { makeDurable, synchronousOf, type Synchronous } from '../durability.js';
import { GroupCommit } from '../group-commit.js';

export interface ClientRow {
  readonly client_id: string;
  readonly secret_hash: Buffer | null;
  readonly method: string;
  readonly redirect_uris: string;
  readonly scopes: string;
  readonly grant_types: string;
  readonly revoked_at: number | null;
}

export interface CodeRow {
  readonly client_id: string;
  readonly user_id: string;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly scopes: string;
  readonly resource: string;
  readonly expires_at: number;
  readonly spent_at: number | null;
  readonly lineage_id: number | null;
}

export interface RefreshTokenRow {
  readonly lineage_id: number;
  readonly expires_at: number;
  readonly spent_at: number | null;
  readonly client_id: string;
  readonly scopes: string;
  readonly revoked_at: number | null;
}

/**
 * The tables of one process that keeps its own data: rows in their order of arrival, found by hash. A token holds only its
 * lineage, which holds the grant. The oldest rows expire first, so the sweep needs no index.
 */
const TABLES = `
  create table if not exists clients (
    client_id text primary key, secret_hash blob, method text not null, name text not null, redirect_uris text not null,
    scopes text not null, grant_types text not null, registered_at integer not null, consented_at integer, revoked_at integer
  );
  create index if not exists clients_unconsented on clients (registered_at)
    where consented_at is null and revoked_at is null;
  create table if not exists codes (
    code_hash blob primary key, client_id text not null, user_id text not null, redirect_uri text not null,
    challenge text not null, scopes text not null, resource text not null, expires_at integer not null, spent_at integer,
    lineage_id integer
  );
  create table if not exists lineages (
    lineage_id integer primary key, client_id text not null, user_id text not null, scopes text not null,
    resource text not null, started_at integer not null, refreshed_at integer not null, expires_at integer not null,
    revoked_at integer
  );
  create table if not exists refresh_tokens (
    token_hash blob primary key, lineage_id integer not null, expires_at integer not null, spent_at integer
  );
  create table if not exists access_tokens (
    token_hash blob primary key, lineage_id integer not null, expires_at integer not null
  );`;

const SWEPT = ['codes', 'refresh_tokens', 'access_tokens', 'lineages'] as const;
const SWEPT_AT_ONCE = 100;

/** The tables of the floor, and its prepared statements. */
export class FloorStore {
  readonly group: GroupCommit;
  readonly synchronous: Synchronous;
  readonly findClient: Database.Statement<[string], ClientRow>;
  readonly insertClient: Database.Statement;
  readonly evictClient: Database.Statement;
  readonly insertCode: Database.Statement;
  readonly findCode: Database.Statement<[Buffer], CodeRow>;
  readonly spendCode: Database.Statement;
  readonly insertLineage: Database.Statement;
  readonly extendLineage: Database.Statement;
  readonly revokeLineage: Database.Statement;
  readonly insertRefreshToken: Database.Statement;
  readonly findRefreshToken: Database.Statement<[Buffer], RefreshTokenRow>;
  readonly spendRefreshToken: Database.Statement;
  readonly insertAccessToken: Database.Statement;
  readonly #database: Database.Database;
  readonly #sweeps: readonly Database.Statement[];
  #clients: number;

  constructor(file: string) {
    const database = new Database(file);
    makeDurable(database);
    database.exec(TABLES);
    this.#database = database;
    this.group = new GroupCommit(database);
    this.synchronous = synchronousOf(database);
    this.findClient = database.prepare(
      'select client_id, secret_hash, method, redirect_uris, scopes, grant_types, revoked_at from clients where client_id = ?',
    );
    this.insertClient = database.prepare('insert into clients values (?, ?, ?, ?, ?, ?, ?, ?, null, null)');
    this.evictClient = database.prepare(
      `delete from clients where client_id = (
        select client_id from clients where consented_at is null and revoked_at is null order by registered_at limit 1)`,
    );
    this.insertCode = database.prepare('insert into codes values (?, ?, ?, ?, ?, ?, ?, ?, null, null)');
    this.findCode = database.prepare(
      `select client_id, user_id, redirect_uri, challenge, scopes, resource, expires_at, spent_at, lineage_id
        from codes where code_hash = ?`,
    );
    this.spendCode = database.prepare('update codes set spent_at = ?, lineage_id = ? where code_hash = ?');
    this.insertLineage = database.prepare('insert into lineages values (null, ?, ?, ?, ?, ?, ?, ?, null)');
    this.extendLineage = database.prepare('update lineages set refreshed_at = ?, expires_at = ? where lineage_id = ?');
    this.revokeLineage = database.prepare(
      'update lineages set revoked_at = ? where lineage_id = ? and revoked_at is null',
    );
    this.insertRefreshToken = database.prepare('insert into refresh_tokens values (?, ?, ?, null)');
    this.findRefreshToken = database.prepare(
      `select t.lineage_id, t.expires_at, t.spent_at, l.client_id, l.scopes, l.revoked_at
        from refresh_tokens t join lineages l on l.lineage_id = t.lineage_id where t.token_hash = ?`,
    );
    this.spendRefreshToken = database.prepare('update refresh_tokens set spent_at = ? where token_hash = ?');
    this.insertAccessToken = database.prepare('insert into access_tokens values (?, ?, ?)');
    this.#sweeps = SWEPT.map((table) =>
      database.prepare(
        `delete from ${table} where rowid in (
          select id from (select rowid as id, expires_at from ${table} order by rowid limit ${String(SWEPT_AT_ONCE)})
          where expires_at <= ?)`,
      ),
    );
    this.#clients = database
      .prepare<[], number>('select count(*) from clients where revoked_at is null')
      .pluck()
      .get() as number;
  }

  /** Number of clients. One process counts in memory. */
  get clients(): number {
    return this.#clients;
  }

  /** After an insertion (1) or a removal (-1). */
  clientsChanged(by: number): void {
    this.#clients += by;
  }

  sweep(now: number): void {
    this.group.open();
    for (const statement of this.#sweeps) statement.run(now);
    this.group.whenDurable(() => undefined);
  }

  /** Prepares many rows in one commit. */
  inOneCommit(work: () => void): void {
    this.#database.transaction(work).immediate();
  }
}
