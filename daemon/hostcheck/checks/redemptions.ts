import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { toTimestamp } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import type { Backend } from '../subject/backend.js';
import { expectStatus } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { asReceived, expectRecord, expectSame, expectThat } from '../subject/expectations.js';
import {
  createClient,
  createCode,
  newHash,
  newId,
  revokeLineage,
  spendCode,
  spendRefreshToken,
} from '../subject/operations.js';
import type { Change, Redeemable, RedeemKind } from '../subject/redemptions.js';
import { CODES, make, REFRESH_TOKENS } from '../subject/redemptions.js';
import { expectRevocationWins } from '../subject/revocation-race.js';

const KINDS = [CODES, REFRESH_TOKENS];

/** An expectation that does not hold. */
interface Unmet {
  readonly change?: (backend: Backend) => Change;
  /** Runs before the redemption. */
  readonly before?: (redeemable: Redeemable) => Operation;
  /** The record that does not exist. */
  readonly absent?: 'client' | 'record';
}

const credentials = (sent: NonNullable<NonNullable<Change['operation']>['credentials']>): Unmet => ({
  change: () => ({ operation: { credentials: sent } }),
});
const inAMinute = (): ReturnType<typeof toTimestamp> => toTimestamp(Date.now() + 60_000);

function ofClient(otherGrantType: string): Readonly<Record<string, Unmet>> {
  return {
    'an unknown client': { ...credentials({ clientId: newId() }), absent: 'client' },
    'a revoked client': { change: () => ({ client: { revokedAt: toTimestamp(Date.now()) } }) },
    'another authentication method': credentials({
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
    }),
    'no secret of a client that has one': credentials({
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
      secretHash: Buffer.alloc(0),
    }),
    'another secret': credentials({ secretHash: newHash() }),
    'a client without the grant type': { change: () => ({ client: { grantTypes: [otherGrantType] } }) },
    'the client of another record': {
      change: (backend) => ({ stored: { clientId: backend.newCode().clientId ?? '' } }),
    },
  };
}

/** The rows of the tables in backend.proto. */
const UNMET: Readonly<Record<RedeemKind['name'], Readonly<Record<string, Unmet>>>> = {
  'redeem-code': {
    ...ofClient('refresh_token'),
    'an unknown code': { change: () => ({ operation: { codeHash: newHash() } }), absent: 'record' },
    'another redirect URI': { change: () => ({ operation: { redirectUri: 'https://check-host.example/other' } }) },
    'another challenge': { change: () => ({ operation: { codeChallenge: 'c'.repeat(43) } }) },
    'an expired code': { change: () => ({ stored: { expiresAt: inAMinute() }, operation: { at: inAMinute() } }) },
    'a spent code': { before: ({ hash }) => spendCode(hash, newId()) },
  },
  'redeem-refresh-token': {
    ...ofClient('authorization_code'),
    'an unknown refresh token': { change: () => ({ operation: { tokenHash: newHash() } }), absent: 'record' },
    'an expired refresh token': {
      change: () => ({ stored: { expiresAt: inAMinute() }, operation: { at: inAMinute() } }),
    },
    'a spent refresh token': { before: ({ hash }) => spendRefreshToken(hash) },
    'a revoked lineage': { before: ({ lineageId }) => revokeLineage(lineageId) },
    'a lineage that started at lineage_started_after': {
      change: () => {
        const startedAt = toTimestamp(Date.now() - 5000);
        return { stored: { lineageStartedAt: startedAt }, operation: { lineageStartedAfter: startedAt } };
      },
    },
    'a scope outside of the grant': { change: () => ({ operation: { scopes: ['read', 'ai'] } }) },
  },
};

const CONSUMES_NOTHING =
  'Compare every row of the table in backend.proto before you spend, and commit a transaction whose redemption found something else.';
const AS_FOUND = 'Return both records as FindClient, FindCode and FindRefreshToken do, from before the spend.';

function checksOf(kind: RedeemKind): readonly Check[] {
  const { name, message } = kind;
  const on = { on: 'transactions', capability: 'CAPABILITY_REDEEM' } as const;

  const redeems: Check = {
    ...on,
    name: `${name}/redeems`,
    citation: `backend.proto: ${message}, ${message}Result`,
    run: async ({ backend }) => {
      const redeemable = await make(kind, backend, allRefreshExpectations(kind));
      const { client, stored, operation, at, expiresAt, created, lineageId } = redeemable;
      const before = await kind.find(backend, redeemable);
      const found = kind.result((await backend.commit(operation))[0]);
      expectRecord('client', found.client, asReceived(createClient(client)).createClient?.client ?? {});
      expectSame('the returned record', found.record, before, AS_FOUND);
      expectThat(found.accessToken !== undefined, 'minted', 'unset', 'Mint if every row of the table holds.');
      const spent = await kind.find(backend, redeemable);
      expectRecord('the redeemed record', spent, { ...stored, spentAt: toTimestamp(at), lineageId });
      const { clientId, userId, scopes, resource, grantContext } = stored;
      expectRecord('the created refresh token', await backend.refreshToken(created), {
        ...{ clientId, userId, scopes, resource, grantContext, lineageId },
        ...{ issuedAt: toTimestamp(at), expiresAt: toTimestamp(expiresAt), spentAt: null, lineageRevoked: false },
        lineageStartedAt: stored.lineageStartedAt ?? toTimestamp(at),
      });
      const info = await backend.accessToken(found.accessToken);
      expectSame(
        'FindAccessToken of minted',
        info,
        { lineageId, clientId, userId },
        'Mint for the grant of the record.',
      );
    },
  };

  const expectations: Check = {
    ...on,
    name: `${name}/expectations`,
    citation: `backend.proto: ${message}, "if every expectation of the table holds"`,
    run: async ({ backend }) => {
      for (const [what, unmet] of Object.entries(UNMET[name])) await expectUntouched(backend, kind, what, unmet);
    },
  };

  const concurrent: Check = {
    ...on,
    name: `${name}/under-concurrency`,
    citation: `backend.proto: ${message}, ${kind.already.replace('ABORT_REASON_', '')}`,
    run: async ({ backend }) => {
      const { operation } = await make(kind, backend);
      const outcomes = await Promise.all(
        Array.from({ length: RACERS }, () => backend.outcome([withOtherToken(operation)])),
      );
      const minted = outcomes.filter(({ committed }) => kind.result(committed?.results[0]).accessToken !== undefined);
      expectThat(
        minted.length === 1,
        `exactly 1 of ${RACERS} concurrent redemptions mints`,
        String(minted.length),
        'Spend with one conditional write and check the number of rows, after you have compared the records.',
      );
      const reasons = new Set(outcomes.flatMap(({ aborted }) => aborted?.reason ?? []));
      reasons.delete(kind.already);
      expectThat(
        reasons.size === 0,
        `the others commit without minted, or abort with ${kind.already}`,
        [...reasons].join(', '),
        'If the conditional write changed no row, another transaction has spent the record since you found it.',
      );
    },
  };

  const atomic: Check = {
    ...on,
    name: `${name}/atomic`,
    citation: 'backend.proto: Transact, "Either all of them take effect, or none"',
    run: async ({ backend }) => {
      const redeemable = await make(kind, backend);
      const before = await kind.find(backend, redeemable);
      await backend.abort([redeemable.operation, spendCode(newHash(), newId())], 1, 'ABORT_REASON_CODE_NOT_FOUND');
      const advice = 'Run a redemption in the transaction of the other operations.';
      expectSame('the record after an abort', await kind.find(backend, redeemable), before, advice);
      expectSame('the created refresh token', await backend.refreshToken(redeemable.created), null, advice);
    },
  };

  const malformed: Check = {
    ...on,
    name: `${name}/malformed`,
    citation: 'backend.proto: Transact, INVALID_ARGUMENT',
    run: async ({ backend }) => {
      const advice = 'Check all operations before you run the first one, and name the field in the status message.';
      for (const [what, change] of Object.entries(MALFORMED[name])) {
        const { operation } = await make(kind, backend, { operation: change });
        expectStatus(await backend.status([operation]), status.INVALID_ARGUMENT, `for ${what}`, advice);
      }
    },
  };

  const refused: Check = {
    ...on,
    on: 'refused-user',
    name: `${name}/mint-refused`,
    citation: `backend.proto: ${message}, MINT_REFUSED`,
    run: async ({ backend, options }) => {
      const userId = options.refusedUser ?? '';
      const redeemable = await make(kind, backend, { stored: { userId } });
      const before = await kind.find(backend, redeemable);
      await backend.abort([redeemable.operation], 0, 'ABORT_REASON_MINT_REFUSED');
      expectSame('the record after a refused mint', await kind.find(backend, redeemable), before, CONSUMES_NOTHING);
    },
  };

  return [redeems, expectations, concurrent, atomic, malformed, refused];
}

const RACERS = 100;

/** Expectations that a refresh has only if Gatehouse sends them, in values that hold. */
function allRefreshExpectations({ name }: RedeemKind): Change {
  if (name === 'redeem-code') return { stored: { grantContext: Buffer.from('tenant') } };
  const startedAt = Date.now() - 5000;
  return {
    stored: { grantContext: Buffer.from('tenant'), lineageStartedAt: toTimestamp(startedAt) },
    operation: { scopes: ['write'], lineageStartedAfter: toTimestamp(startedAt - 1) },
  };
}

async function expectUntouched(
  backend: Backend,
  kind: RedeemKind,
  what: string,
  { change, before, absent }: Unmet,
): Promise<void> {
  const redeemable = await make(kind, backend, change?.(backend));
  const { client, operation, created } = redeemable;
  if (before) await backend.commit(before(redeemable));
  const state = await kind.find(backend, redeemable);
  const beside = backend.newCode();
  const found = kind.result((await backend.commit(operation, createCode(beside)))[0]);
  expectSame(`minted for ${what}`, found.accessToken, undefined, CONSUMES_NOTHING);
  expectSame(`the record after ${what}`, await kind.find(backend, redeemable), state, CONSUMES_NOTHING);
  expectSame(`the refresh token created for ${what}`, await backend.refreshToken(created), null, CONSUMES_NOTHING);
  const done = (await backend.code(beside.codeHash)) !== null;
  expectThat(done, `for ${what}, the rest of the transaction takes effect`, 'it did not', CONSUMES_NOTHING);
  if (absent === 'client') expectSame(`client for ${what}`, found.client, null, AS_FOUND);
  else expectRecord(`client for ${what}`, found.client, asReceived(createClient(client)).createClient?.client ?? {});
  expectSame(`the record for ${what}`, found.record, absent === 'record' ? null : state, AS_FOUND);
}

/** The same redemption as another request sends it, with its own new token and, for a code, its own lineage. */
function withOtherToken({ redeemCode, redeemRefreshToken }: Operation): Operation {
  return redeemCode
    ? { redeemCode: { ...redeemCode, refreshTokenHash: newHash(), lineageId: newId() } }
    : { redeemRefreshToken: { ...redeemRefreshToken, successorHash: newHash() } };
}

const MALFORMED_CREDENTIALS: Readonly<Record<string, NonNullable<Change['operation']>>> = {
  'an empty client_id': { credentials: { clientId: '' } },
  'an unspecified token_endpoint_auth_method': {
    credentials: { tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED' },
  },
  'a secret_hash of 31 bytes': { credentials: { secretHash: Buffer.alloc(31) } },
  'no at': { at: null },
  'no access_token_expires_at': { accessTokenExpiresAt: null },
};
const MALFORMED: Readonly<Record<RedeemKind['name'], typeof MALFORMED_CREDENTIALS>> = {
  'redeem-code': {
    ...MALFORMED_CREDENTIALS,
    'a code_hash of 31 bytes': { codeHash: Buffer.alloc(31) },
    'a code_challenge of 42 characters': { codeChallenge: 'c'.repeat(42) },
    'an empty lineage_id': { lineageId: '' },
    'a redirect_uri of 2049 characters': { redirectUri: 'r'.repeat(2049) },
    'a refresh_token_hash of 31 bytes': { refreshTokenHash: Buffer.alloc(31) },
    'no refresh_token_expires_at': { refreshTokenExpiresAt: null },
  },
  'redeem-refresh-token': {
    ...MALFORMED_CREDENTIALS,
    'a token_hash of 31 bytes': { tokenHash: Buffer.alloc(31) },
    'a successor_hash of 31 bytes': { successorHash: Buffer.alloc(31) },
    'no successor_expires_at': { successorExpiresAt: null },
  },
};

const revocationRace: Check = {
  name: 'redeem-refresh-token/revocation-races',
  citation: 'backend.proto: RevokeLineage, "not even by a rotation that runs at the same time"',
  on: 'transactions',
  capability: 'CAPABILITY_REDEEM',
  run: ({ backend }) =>
    expectRevocationWins(backend, () => {
      const { lineageId, created, operation, creation } = REFRESH_TOKENS.plan(backend);
      return {
        lineageId,
        successor: created,
        creation,
        operations: [operation],
        accessTokenOf: ([result]) => REFRESH_TOKENS.result(result).accessToken,
      };
    }),
};

export const REDEMPTION_CHECKS: readonly Check[] = [...KINDS.flatMap(checksOf), revocationRace];
