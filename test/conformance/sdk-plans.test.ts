import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  type PostgresPool,
} from '@gatehouse/host/sql';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import type { Backend } from '../../daemon/oauth/ports/backend.js';
import { startPostgres } from '../support/postgres.js';
import { aCode, aMint, aRefreshToken } from './host-records.js';
import { inProcess } from './sdk-in-process.js';

interface Query {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * The rows that a token request reads. Its sweeps begin where nothing is left (sweep-floors.ts), and its client is one
 * row.
 */
const BY_KEY = ['gatehouse_codes', 'gatehouse_lineages', 'gatehouse_refresh_tokens', 'gatehouse_access_tokens'];
const ROWS = 3000;

/**
 * PostgreSQL's statistics of a table may be hours old, from a moment when all tokens had expired and were swept. From
 * then on a join with the lineages read all of them for each token: 10 ms instead of 0.05 (`BENCH_SCENARIOS=stores-refresh
 * make bench`, an open snapshot).
 */
describe("the SDK's statements on PostgreSQL with statistics of empty tables (docs/operations.md, PostgreSQL)", () => {
  let pool: Pool;
  let backend: Backend;
  let verify: (token: string) => Promise<unknown>;
  const sent: Query[] = [];

  before(async () => {
    pool = new Pool({ connectionString: await (await startPostgres()).createDatabase(), max: 2 });
    const database = postgresDatabase(noting(pool, sent));
    await migrate(database);
    for (const statement of [...FILLED, ...EMPTIED, 'analyze', ...FILLED]) await pool.query(statement);
    const issuer = createOpaqueTokenIssuer(database);
    backend = inProcess(createSqlBackend({ database, issuer }));
    verify = (token) => issuer.verify(token);
  });
  after(() => pool.end());

  it('reads codes, tokens and lineages by their keys, and the earliest expiry without reading other rows', async () => {
    const [code, token] = [aCode(), aRefreshToken()];
    await backend.transact([{ kind: 'createCode', code }], { requestId: 'test' });
    const { lineageId } = token;
    const next = aRefreshToken({ lineageId });
    await backend.transact(
      [
        { kind: 'findCode', codeHash: code.codeHash },
        { kind: 'spendCode', codeHash: code.codeHash, lineageId, at: Date.now() },
        { kind: 'createRefreshToken', refreshToken: token },
        { kind: 'findRefreshToken', tokenHash: token.tokenHash },
        { kind: 'spendRefreshToken', tokenHash: token.tokenHash, at: Date.now() },
        { kind: 'createRefreshToken', refreshToken: next },
        aMint({ lineageId }),
        { kind: 'sweepExpired', before: Date.now() },
      ],
      { requestId: 'test' },
    );
    await verify(randomBytes(32).toString('base64url'));
    const own = [...new Map(sent.map((query) => [query.text, query])).values()].filter(({ text }) =>
      BY_KEY.some((table) => text.includes(table)),
    );
    expect(own.length).to.be.at.least(9);
    let scans = 0;
    for (const { text, values } of own) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']);
      for (const [index, line] of plan.entries()) {
        if (!/Scan (?:using \w+ )?on gatehouse_/.test(line)) continue;
        scans += 1;
        // An index scan in order reads no further than the limit above it.
        if (line.includes('_expiry')) expect(plan[index - 1], text).to.match(/Limit|LockRows/);
        expect(plan[index + 1], `${text}\n${plan.join('\n')}`).to.match(/Index Cond: /);
      }
    }
    expect(scans).to.be.at.least(9);
  });
});

const FILLED = [
  `insert into gatehouse_codes (code_hash, client_id, user_id, redirect_uri, code_challenge, scopes, resource, issued_at, expires_at)
    select sha256(n::text::bytea), 'c', 'u', '', '', '', '', 0, 9e12 from generate_series(1, ${String(ROWS)}) n`,
  `insert into gatehouse_lineages (lineage_id, expires_at) select 'l' || n, 9e12 from generate_series(1, ${String(ROWS)}) n`,
  `insert into gatehouse_refresh_tokens
      (token_hash, lineage_id, client_id, user_id, scopes, resource, issued_at, expires_at, lineage_started_at)
    select sha256(n::text::bytea), 'l' || n, 'c', 'u', '', '', 0, 9e12, 0 from generate_series(1, ${String(ROWS)}) n`,
  `insert into gatehouse_access_tokens (token_hash, lineage_id, client_id, user_id, scopes, resource, expires_at)
    select sha256(n::text::bytea), 'l' || n, 'c', 'u', '', '', 9e12 from generate_series(1, ${String(ROWS)}) n`,
];
const EMPTIED = BY_KEY.map((table) => `delete from ${table}`);

/** The pool, with a log of every statement. */
function noting(pool: Pool, sent: Query[]): PostgresPool {
  return {
    on: (event, listener) => pool.on(event, listener),
    async connect() {
      const client = await pool.connect();
      return {
        query: (query) => {
          if (typeof query !== 'string') sent.push(query);
          return client.query(query as never);
        },
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
        release: (destroy) => client.release(destroy),
      };
    },
  };
}
