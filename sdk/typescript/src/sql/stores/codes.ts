import { Abort } from '../../ports/errors.js';
import type { Code, CodeStore } from '../../ports/backend.js';
import type { SqlTransaction } from '../database/sql-database.js';
import type { CodeRow } from '../database/schema.js';
import { Statement } from '../database/statement.js';
import { bytesOrNull, joined, split, toBuffer } from '../database/schema.js';
import { Sweeper } from './sweep.js';

type NewCode = Omit<CodeRow, 'spent_at' | 'lineage_id'>;

const insert = new Statement<NewCode, unknown>((db, row) =>
  db.insertInto('gatehouse_codes').values({
    code_hash: row.code_hash,
    client_id: row.client_id,
    user_id: row.user_id,
    redirect_uri: row.redirect_uri,
    code_challenge: row.code_challenge,
    scopes: row.scopes,
    resource: row.resource,
    issued_at: row.issued_at,
    expires_at: row.expires_at,
    grant_context: row.grant_context,
  }),
);

const find = new Statement<{ codeHash: Buffer }, Omit<CodeRow, 'code_hash'>>((db, { codeHash }) =>
  db
    .selectFrom('gatehouse_codes')
    .select(['client_id', 'user_id', 'redirect_uri', 'code_challenge', 'scopes', 'resource'])
    .select(['issued_at', 'expires_at', 'grant_context', 'spent_at', 'lineage_id'])
    .where('code_hash', '=', codeHash),
);

const spend = new Statement<{ codeHash: Buffer; lineageId: string; at: number }, unknown>(
  (db, { codeHash, lineageId, at }) =>
    db
      .updateTable('gatehouse_codes')
      .set({ spent_at: at, lineage_id: lineageId })
      .where('code_hash', '=', codeHash)
      .where('spent_at', 'is', null),
);

export class SqlCodeStore implements CodeStore {
  constructor(private readonly tx: SqlTransaction) {}

  async create(code: Code): Promise<void> {
    const expiresAt = code.expiresAt.getTime();
    await this.tx.run(insert, {
      code_hash: code.codeHash,
      client_id: code.clientId,
      user_id: code.userId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      scopes: joined(code.scopes),
      resource: code.resource,
      issued_at: code.issuedAt.getTime(),
      expires_at: expiresAt,
      grant_context: bytesOrNull(code.grantContext),
    });
    Sweeper.of(this.tx).added('gatehouse_codes', expiresAt);
  }

  async find(codeHash: Buffer): Promise<Code | undefined> {
    const row = await this.tx.first(find, { codeHash });
    if (!row) return undefined;
    return {
      codeHash,
      clientId: row.client_id,
      userId: row.user_id,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      scopes: split(row.scopes),
      resource: row.resource,
      issuedAt: new Date(row.issued_at),
      expiresAt: new Date(row.expires_at),
      grantContext: toBuffer(row.grant_context),
      ...(row.spent_at !== null &&
        row.lineage_id !== null && { spent: { at: new Date(row.spent_at), lineageId: row.lineage_id } }),
    };
  }

  async spend(codeHash: Buffer, lineageId: string, at: Date): Promise<void> {
    if ((await this.tx.run(spend, { codeHash, lineageId, at: at.getTime() })) === 1) return;
    throw new Abort((await this.tx.first(find, { codeHash })) ? 'code_already_spent' : 'code_not_found');
  }

  sweepExpired(before: Date, limit: number): Promise<number> {
    return Sweeper.of(this.tx).sweep('gatehouse_codes', before.getTime(), limit);
  }
}
