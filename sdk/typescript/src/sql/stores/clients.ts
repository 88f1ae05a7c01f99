import { MAX_SWEPT } from '@gatehouse/proto/limits';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Abort } from '../../ports/errors.js';
import type { Client, ClientStore, CreateClientOptions, TokenEndpointAuthMethod } from '../../ports/backend.js';
import { storedObject, storedTexts } from '../../shared/stored-json.js';
import type { SqlTransaction } from '../database/sql-database.js';
import { UNREVOKED_CLIENTS } from '../migrations/client-count.js';
import type { ClientRow, Schema } from '../database/schema.js';
import { Statement } from '../database/statement.js';
import { joined, split, toBuffer } from '../database/schema.js';

/** Upper bound of concurrent transactions in one database: PostgreSQL's default for max_connections is 100. */
const MOST_AT_ONCE = 1000;

const find = new Statement<{ clientId: string }, ClientRow>((db, { clientId }) =>
  db.selectFrom('gatehouse_clients').selectAll().where('client_id', '=', clientId),
);

/** Maintained by triggers (migrations/), so that the cost of a registration does not grow with the number of clients. */
const count = new Statement<object, { value: number }>((db) =>
  db.selectFrom('gatehouse_counters').select('value').where('name', '=', UNREVOKED_CLIENTS),
);

/** Changes nothing if a client with that id exists. */
const insert = new Statement<ClientRow, unknown>((db, row) =>
  db
    .insertInto('gatehouse_clients')
    .values(columns(row))
    .onConflict((conflict) => conflict.column('client_id').doNothing()),
);

/** Does not change the registration, consent and revocation times of the row. */
const replace = new Statement<ClientRow, unknown>((db, row) =>
  db
    .updateTable('gatehouse_clients')
    .set({
      client_name: row.client_name,
      redirect_uris: row.redirect_uris,
      token_endpoint_auth_method: row.token_endpoint_auth_method,
      secret_hash: row.secret_hash,
      scopes: row.scopes,
      grant_types: row.grant_types,
      self_registered: row.self_registered,
      metadata: row.metadata,
    })
    .where('client_id', '=', row.client_id),
);

/**
 * PostgreSQL's lock waits for another transaction that changes the row, and then evaluates the row again: if it received
 * consent in the meantime, or was revoked, the query skips to the next one. Without the lock the deletion would wait and
 * delete it.
 */
const evictOldest = new Statement<object, unknown>((db, _, dialect) =>
  db.deleteFrom('gatehouse_clients').where('client_id', '=', (eb) =>
    eb
      .selectFrom('gatehouse_clients')
      .select('client_id')
      .where('consented_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('self_registered', '=', 1)
      .orderBy('registered_at')
      .orderBy('client_id')
      .limit(sql.lit(1))
      .$if(dialect === 'postgres', (query) => query.forUpdate()),
  ),
);

interface Sweep {
  readonly registeredBefore: number;
  readonly now: number;
}

const sweepable = new Statement<Sweep, { client_id: string }>((db, parameters) =>
  abandoned(db, parameters).limit(sql.lit(1)),
);

const sweep = new Statement<Sweep, unknown>((db, parameters, dialect) =>
  db.deleteFrom('gatehouse_clients').where('client_id', 'in', () =>
    abandoned(db, parameters)
      .orderBy('c.registered_at')
      .limit(sql.lit(MAX_SWEPT))
      // Concurrent sweeps take different rows, so that none waits for another.
      .$if(dialect === 'postgres', (query) => query.forUpdate('c').skipLocked()),
  ),
);

/** A revoked client stays: without its row it would no longer be revoked. */
function abandoned(db: Kysely<Schema>, { registeredBefore, now }: Sweep) {
  return db
    .selectFrom('gatehouse_clients as c')
    .select('c.client_id')
    .where('c.consented_at', 'is', null)
    .where('c.revoked_at', 'is', null)
    .where('c.self_registered', '=', 1)
    .where('c.registered_at', '<', registeredBefore)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('gatehouse_lineages as l')
            .select('l.lineage_id')
            .whereRef('l.client_id', '=', 'c.client_id')
            .where('l.revoked_at', 'is', null)
            .where('l.expires_at', '>', now),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('gatehouse_access_tokens as a')
            .leftJoin('gatehouse_lineages as r', 'r.lineage_id', 'a.lineage_id')
            .select('a.lineage_id')
            .whereRef('a.client_id', '=', 'c.client_id')
            .where('r.revoked_at', 'is', null)
            .where('a.expires_at', '>', now),
        ),
      ),
    );
}

const stamp = new Statement<{ clientId: string; at: number }, unknown>((db, { clientId, at }) =>
  db
    .updateTable('gatehouse_clients')
    .set((eb) => ({ consented_at: eb.fn.coalesce('consented_at', eb.val(at)) }))
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null),
);

export class SqlClientStore implements ClientStore {
  #creations = 0;

  constructor(private readonly tx: SqlTransaction) {}

  async find(clientId: string): Promise<Client | undefined> {
    const row = await this.tx.first(find, { clientId });
    return row && toClient(row);
  }

  async create(client: Client, options: CreateClientOptions): Promise<{ clientCount: number }> {
    const row = toRow(client);
    for (;;) {
      const clientCount = await this.#tryToCreate(row, options);
      if (clientCount !== undefined) return { clientCount };
    }
  }

  /** The count including the client; undefined if another transaction added or removed one with that id in between. */
  async #tryToCreate(row: ClientRow, options: CreateClientOptions): Promise<number | undefined> {
    const count = await this.#countForCreation(options.cap);
    const hasRoom = options.cap === 0 || count < options.cap;
    if (hasRoom && (await this.tx.run(insert, row)) === 1) return count + counted(row);
    if (hasRoom || (await this.tx.first(find, { clientId: row.client_id }))) {
      if (!options.replaceExisting) throw new Abort('client_already_exists');
      return (await this.tx.run(replace, row)) === 1 ? count : undefined;
    }
    const left = await this.#makeRoom(options);
    return (await this.tx.run(insert, row)) === 1 ? left + counted(row) : undefined;
  }

  async sweepUnconsented(registeredBefore: Date): Promise<number> {
    const parameters = { registeredBefore: registeredBefore.getTime(), now: Date.now() };
    if (this.tx.dialect === 'postgres') {
      if ((await this.tx.first(sweepable, parameters)) === undefined) return 0;
      // A following creation takes this lock anyway: both change the count, and always in this order.
      await this.tx.lock('registration', 'exclusive');
    }
    return this.tx.run(sweep, parameters);
  }

  async stampConsent(clientId: string, at: Date): Promise<void> {
    if ((await this.tx.run(stamp, { clientId, at: at.getTime() })) === 0) throw new Abort('client_not_found');
  }

  /**
   * Returns the count. If it is below the cap now, it stays below until this transaction ends.
   *
   * Near the cap, counting and inserting are one atomic step only if no other transaction inserts in between, so
   * creations run one after the other. Far below the cap they share the lock and commit together: each has counted the
   * clients committed before it began, and there are fewer concurrent creations than free places. A creation near the cap
   * takes the lock exclusively, and so waits for all of them.
   */
  async #countForCreation(cap: number): Promise<number> {
    const isFirst = this.#creations === 0;
    this.#creations += 1;
    if (cap === 0) return this.#count();
    // Only a hint: the count under the lock decides.
    const isFar = isFirst && cap > 2 * MOST_AT_ONCE && (await this.#count()) < cap - 2 * MOST_AT_ONCE;
    if (isFar) {
      await this.tx.lock('registration', 'shared');
      const count = await this.#count();
      if (count < cap - MOST_AT_ONCE) return count;
    }
    await this.tx.lock('registration', 'exclusive');
    return this.#count();
  }

  /** At the cap: returns how many unrevoked clients are left after an eviction. */
  async #makeRoom({ cap, evictOldestUnconsented }: CreateClientOptions): Promise<number> {
    if (evictOldestUnconsented) {
      await this.tx.run(evictOldest, {});
      const left = await this.#count();
      // If the cap was lowered, there may be more than one client too many.
      if (left < cap) return left;
    }
    throw new Abort('client_cap_reached');
  }

  async #count(): Promise<number> {
    const row = await this.tx.first(count, {});
    if (row === undefined) throw new Error('gatehouse_counters is missing its row; migrate the database');
    return row.value;
  }
}

/** The number that a stored client adds to the count. */
function counted({ revoked_at }: ClientRow): number {
  return revoked_at === null ? 1 : 0;
}

function columns(row: ClientRow): ClientRow {
  return {
    client_id: row.client_id,
    client_name: row.client_name,
    redirect_uris: row.redirect_uris,
    token_endpoint_auth_method: row.token_endpoint_auth_method,
    secret_hash: row.secret_hash,
    scopes: row.scopes,
    grant_types: row.grant_types,
    registered_at: row.registered_at,
    consented_at: row.consented_at,
    revoked_at: row.revoked_at,
    self_registered: row.self_registered,
    metadata: row.metadata,
  };
}

function toRow(client: Client): ClientRow {
  return {
    client_id: client.clientId,
    client_name: client.clientName,
    redirect_uris: JSON.stringify(client.redirectUris),
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    secret_hash: client.secretHash ?? null,
    scopes: joined(client.scopes),
    grant_types: joined(client.grantTypes),
    registered_at: client.registeredAt.getTime(),
    consented_at: client.consentedAt?.getTime() ?? null,
    revoked_at: client.revokedAt?.getTime() ?? null,
    self_registered: client.selfRegistered ? 1 : 0,
    metadata: JSON.stringify(client.metadata),
  };
}

function toClient(row: ClientRow): Client {
  return {
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUris: storedTexts(row.redirect_uris, `gatehouse_clients.redirect_uris of ${row.client_id}`),
    tokenEndpointAuthMethod: row.token_endpoint_auth_method as TokenEndpointAuthMethod,
    ...(row.secret_hash !== null && { secretHash: toBuffer(row.secret_hash) }),
    scopes: split(row.scopes),
    grantTypes: split(row.grant_types),
    registeredAt: new Date(row.registered_at),
    ...(row.consented_at !== null && { consentedAt: new Date(row.consented_at) }),
    ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at) }),
    selfRegistered: row.self_registered === 1,
    metadata: storedObject(row.metadata, `gatehouse_clients.metadata of ${row.client_id}`),
  };
}
