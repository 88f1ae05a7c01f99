import type { AbortReason } from '@gatehouse/proto/generated/gatehouse/host/v1/AbortReason';
import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { MAX_ACCESS_TOKEN, MAX_GRANT_CONTEXT_BYTES } from '@gatehouse/proto/limits';
import { fromTimestamp, toTimestamp } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import { randomBytes } from 'node:crypto';
import type { Backend } from '../subject/backend.js';
import { expectStatus } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { asReceived, expectRecord, expectSame, expectThat } from '../subject/expectations.js';
import {
  createCode,
  createRefreshToken,
  mintAccessToken,
  newHash,
  newId,
  spendCode,
  spendRefreshToken,
} from '../subject/operations.js';

const RACERS = 100;

/**
 * Runs the operation that many times at the same time: exactly one must succeed, and the others must abort with the reason.
 */
async function expectOneWinner(
  backend: Backend,
  operation: (n: number) => Operation,
  reason: AbortReason,
): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: RACERS }, (_, n) => backend.outcome([operation(n)])));
  const winners = outcomes.flatMap(({ committed }, n) => (committed ? [n] : []));
  expectThat(
    winners.length === 1,
    `exactly 1 of ${RACERS} concurrent calls succeeds`,
    String(winners.length),
    'Use one conditional write ("… where spent_at is null") and check the number of rows. Do not read first and then write.',
  );
  const reasons = new Set(outcomes.flatMap(({ aborted }) => (aborted ? [aborted.reason] : [])));
  expectThat(
    reasons.size === 1 && reasons.has(reason as never),
    `the others abort with ${reason}`,
    [...reasons].join(', '),
    'If the conditional write changed no row, read the row again to find the reason.',
  );
  return winners[0] ?? 0;
}

const codeRoundTrip: Check = {
  name: 'code/round-trip',
  citation: 'backend.proto: Code',
  on: 'transactions',
  run: async ({ backend }) => {
    const codes = [
      backend.newCode({
        redirectUri: 'https://check-host.example/cb?x=%C3%A4&y=1',
        scopes: ['read', 'write', 'ai', 'offline_access'],
        grantContext: randomBytes(MAX_GRANT_CONTEXT_BYTES),
        issuedAt: toTimestamp(Date.now() - 999),
      }),
      backend.newCode({ grantContext: Buffer.from([0]) }),
      backend.newCode(),
    ];
    for (const code of codes) {
      const stored = asReceived(createCode(code)).createCode?.code ?? {};
      await backend.commit(createCode(code));
      expectRecord('code', await backend.code(code.codeHash), stored);
    }
  },
};

const codeFoundByHash: Check = {
  name: 'code/found-by-hash',
  citation: 'backend.proto: FindCode, SpendCode',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode();
    await backend.commit(createCode(code));
    const advice = 'Compare all 32 bytes of the hash, and leave the record unset if none exists.';
    expectSame('FindCode of an unknown hash', await backend.code(newHash()), null, advice);
    for (const position of [0, 15, 31]) {
      const other = Buffer.from(code.codeHash);
      other[position] = (other[position] ?? 0) ^ 1;
      expectSame(`FindCode of a hash that differs in byte ${position}`, await backend.code(other), null, advice);
      await backend.abort([spendCode(other, newId())], 0, 'ABORT_REASON_CODE_NOT_FOUND');
    }
  },
};

const codeExpiredFound: Check = {
  name: 'code/expired-found',
  citation: 'backend.proto: FindCode, "spent and expired ones too"',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode({ expiresAt: toTimestamp(Date.now() - 1000) });
    await backend.commit(createCode(code));
    const advice =
      'Return expired codes too: Gatehouse decides whether they are valid. The host removes them only on a sweep.';
    expectThat(
      (await backend.code(code.codeHash)) !== null,
      'an expired code is found until it is swept',
      'none',
      advice,
    );
    await backend.commit(spendCode(code.codeHash, newId()));
  },
};

const codeSpend: Check = {
  name: 'code/spend',
  citation: 'backend.proto: SpendCode, Code.spent_at, Code.lineage_id',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode({ grantContext: Buffer.from('tenant') });
    const [lineageId, at] = [newId(), Date.now()];
    await backend.commit(createCode(code));
    await backend.commit(spendCode(code.codeHash, lineageId, at));
    const spent = { ...code, spentAt: toTimestamp(at), lineageId };
    expectRecord('code after SpendCode', await backend.code(code.codeHash), spent);
    await backend.abort([spendCode(code.codeHash, newId())], 0, 'ABORT_REASON_CODE_ALREADY_SPENT');
    expectRecord('code after a second SpendCode', await backend.code(code.codeHash), spent);
    await backend.abort([spendCode(newHash(), newId())], 0, 'ABORT_REASON_CODE_NOT_FOUND');
  },
};

const codeSpendConcurrent: Check = {
  name: 'code/spend-under-concurrency',
  citation: 'backend.proto: SpendCode, "exactly one succeeds"',
  on: 'transactions',
  run: async ({ backend }) => {
    const code = backend.newCode();
    await backend.commit(createCode(code));
    const lineage = (n: number): string => `${code.userId}-${n}`;
    const winner = await expectOneWinner(
      backend,
      (n) => spendCode(code.codeHash, lineage(n)),
      'ABORT_REASON_CODE_ALREADY_SPENT',
    );
    const advice = 'Store the lineage of the spend that succeeded.';
    expectSame('lineage_id of the code', (await backend.code(code.codeHash))?.lineageId, lineage(winner), advice);
  },
};

const refreshRoundTrip: Check = {
  name: 'refresh-token/round-trip',
  citation: 'backend.proto: RefreshToken',
  on: 'transactions',
  run: async ({ backend }) => {
    const first = backend.newRefreshToken({
      scopes: ['read', 'write', 'ai', 'offline_access'],
      grantContext: randomBytes(MAX_GRANT_CONTEXT_BYTES),
      lineageStartedAt: toTimestamp(Date.now() - 86_400_001),
    });
    const second = backend.newRefreshToken({ ...first, issuedAt: toTimestamp(Date.now() + 1) });
    for (const token of [first, second, backend.newRefreshToken()]) {
      const stored = asReceived(createRefreshToken(token)).createRefreshToken?.refreshToken ?? {};
      await backend.commit(createRefreshToken(token));
      expectRecord('refresh_token', await backend.refreshToken(token.tokenHash), stored);
    }
  },
};

const refreshFoundByHash: Check = {
  name: 'refresh-token/found-by-hash',
  citation: 'backend.proto: FindRefreshToken, SpendRefreshToken',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken();
    await backend.commit(createRefreshToken(token));
    const advice = 'Compare all 32 bytes of the hash, and leave the record unset if none exists.';
    expectSame('FindRefreshToken of an unknown hash', await backend.refreshToken(newHash()), null, advice);
    for (const position of [0, 15, 31]) {
      const other = Buffer.from(token.tokenHash);
      other[position] = (other[position] ?? 0) ^ 1;
      expectSame(
        `FindRefreshToken of a hash that differs in byte ${position}`,
        await backend.refreshToken(other),
        null,
        advice,
      );
      await backend.abort([spendRefreshToken(other)], 0, 'ABORT_REASON_REFRESH_TOKEN_NOT_FOUND');
    }
  },
};

const refreshExpiredFound: Check = {
  name: 'refresh-token/expired-found',
  citation: 'backend.proto: FindRefreshToken, "spent, expired and revoked ones too"',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken({ expiresAt: toTimestamp(Date.now() - 1000) });
    await backend.commit(createRefreshToken(token));
    const advice =
      'Return expired tokens too: Gatehouse decides whether they are valid. The host removes them only on a sweep.';
    expectThat(
      (await backend.refreshToken(token.tokenHash)) !== null,
      'an expired token is found until it is swept',
      'none',
      advice,
    );
  },
};

const refreshSpend: Check = {
  name: 'refresh-token/spend',
  citation: 'backend.proto: SpendRefreshToken, RefreshToken.spent_at',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken({ grantContext: Buffer.from('tenant') });
    const successor = backend.newRefreshToken({ ...token });
    const at = Date.now();
    await backend.commit(createRefreshToken(token));
    await backend.commit(spendRefreshToken(token.tokenHash, at), createRefreshToken(successor));
    const spent = { ...token, spentAt: toTimestamp(at), lineageRevoked: false };
    expectRecord('refresh_token after SpendRefreshToken', await backend.refreshToken(token.tokenHash), spent);
    expectRecord('successor', await backend.refreshToken(successor.tokenHash), { ...successor, spentAt: null });
    await backend.abort([spendRefreshToken(token.tokenHash)], 0, 'ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT');
    expectRecord('refresh_token after a second SpendRefreshToken', await backend.refreshToken(token.tokenHash), spent);
    await backend.abort([spendRefreshToken(newHash())], 0, 'ABORT_REASON_REFRESH_TOKEN_NOT_FOUND');
  },
};

const refreshSpendConcurrent: Check = {
  name: 'refresh-token/spend-under-concurrency',
  citation: 'backend.proto: SpendRefreshToken, "exactly one succeeds"',
  on: 'transactions',
  run: async ({ backend }) => {
    const token = backend.newRefreshToken();
    await backend.commit(createRefreshToken(token));
    const spend = () => spendRefreshToken(token.tokenHash);
    await expectOneWinner(backend, spend, 'ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT');
  },
};

const accessTokenMint: Check = {
  name: 'access-token/mint',
  citation: 'backend.proto: MintAccessToken, MintAccessTokenResult',
  on: 'transactions',
  run: async ({ backend }) => {
    const tokens = [];
    for (const grantContext of [Buffer.alloc(0), Buffer.alloc(MAX_GRANT_CONTEXT_BYTES, 7)]) {
      const { accessToken, expiresAt, asked } = await backend.mint({ grantContext });
      tokens.push(accessToken);
      expectThat(
        /^[\w\-.~+/]+=*$/.test(accessToken) && accessToken.length <= MAX_ACCESS_TOKEN,
        `an access token of 1 to ${MAX_ACCESS_TOKEN} characters of RFC 6750 section 2.1`,
        `${accessToken.length} characters`,
        'The client must be able to send it in an Authorization header.',
      );
      const latestExpiry = fromTimestamp(asked.expiresAt) ?? NaN;
      expectThat(
        expiresAt === undefined || expiresAt <= latestExpiry,
        'an expiry no later than requested',
        `${expiresAt} instead of ${latestExpiry} ms since 1970`,
        'The application can choose an earlier time but not a later one. Leave expires_at unset if it is the requested time.',
      );
    }
    expectThat(
      tokens[0] !== tokens[1],
      'two mints, two tokens',
      'the same token twice',
      'Generate a new access token for every mint.',
    );
  },
};

const accessTokenRefused: Check = {
  name: 'access-token/mint-refused',
  citation: 'backend.proto: MintAccessToken, MINT_REFUSED',
  on: 'refused-user',
  run: async ({ backend, options }) => {
    const mint = mintAccessToken(backend.newMint({ userId: options.refusedUser ?? '' }));
    await backend.abort([mint], 0, 'ABORT_REASON_MINT_REFUSED');
    // The refusal aborts the rest of the transaction.
    const code = backend.newCode();
    await backend.abort([createCode(code), mint], 1, 'ABORT_REASON_MINT_REFUSED');
    expectSame('the code created before the refused mint', await backend.code(code.codeHash), null, ATOMIC);
  },
};

const ATOMIC = 'An aborted transaction must leave nothing behind.';

const accessTokenFind: Check = {
  name: 'access-token/find',
  citation: 'backend.proto: FindAccessToken, AccessTokenInfo',
  on: 'transactions',
  run: async ({ backend }) => {
    const { accessToken, asked } = await backend.mint();
    const { lineageId, clientId, userId } = asked;
    const advice = "Return the token's data while it is valid, and nothing otherwise.";
    expectSame('access_token', await backend.accessToken(accessToken), { lineageId, clientId, userId }, advice);
    expectSame('FindAccessToken of an unknown token', await backend.accessToken(newId()), null, advice);
    expectSame(
      'FindAccessToken of a truncated token',
      await backend.accessToken(accessToken.slice(0, -1)),
      null,
      advice,
    );
  },
};

const LIFE_MS = 1000;
/** For a host that counts in whole seconds. */
const GRACE_MS = 1500;

const accessTokenExpires: Check = {
  name: 'access-token/expires',
  citation: 'backend.proto: MintAccessToken.expires_at, FindAccessTokenResult',
  on: 'transactions',
  start: async ({ backend }) => {
    const { accessToken } = await backend.mint({ expiresAt: toTimestamp(Date.now() + LIFE_MS) });
    const verify = async (): Promise<void> => {
      const advice = 'An access token must not be valid after it expires, and it must not expire later than requested.';
      expectSame('FindAccessToken of an expired token', await backend.accessToken(accessToken), null, advice);
    };
    return { afterMs: LIFE_MS + GRACE_MS, verify };
  },
};

/** Gatehouse generates each code and token once, so a second row with its hash would belong to another user. */
const storedTwice: Check = {
  name: 'code/stored-twice',
  citation: 'backend.proto: CreateCode, "Gatehouse never sends a hash twice"',
  on: 'transactions',
  run: async ({ backend }) => {
    const [code, token] = [backend.newCode(), backend.newRefreshToken()];
    await backend.commit(createCode(code), createRefreshToken(token));
    const otherCode = { ...backend.newCode({ resource: 'https://check-host.example/other' }), codeHash: code.codeHash };
    const otherToken = {
      ...backend.newRefreshToken({ resource: 'https://check-host.example/other' }),
      tokenHash: token.tokenHash,
    };
    const advice = 'Make the hash the primary key, insert without "or replace", and answer INTERNAL.';
    for (const operation of [createCode(otherCode), createRefreshToken(otherToken)]) {
      expectStatus(await backend.status([operation]), status.INTERNAL, 'for a hash that is stored', advice);
    }
    expectSame('resource of the code', (await backend.code(code.codeHash))?.resource, code.resource, advice);
    const found = await backend.refreshToken(token.tokenHash);
    expectSame('resource of the refresh token', found?.resource, token.resource, advice);
  },
};

/** Gatehouse decides whether a code or token is usable, by its own clock. */
const expiredSpent: Check = {
  name: 'code/expired-spend',
  citation: 'backend.proto: SpendCode, SpendRefreshToken, "expired or not"',
  on: 'transactions',
  run: async ({ backend }) => {
    const expiresAt = toTimestamp(Date.now() - 1000);
    const [code, token] = [backend.newCode({ expiresAt }), backend.newRefreshToken({ expiresAt })];
    await backend.commit(createCode(code), createRefreshToken(token));
    await backend.commit(spendCode(code.codeHash, newId()), spendRefreshToken(token.tokenHash));
  },
};

export const TOKEN_CHECKS: readonly Check[] = [
  storedTwice,
  expiredSpent,
  codeRoundTrip,
  codeFoundByHash,
  codeExpiredFound,
  codeSpend,
  codeSpendConcurrent,
  refreshRoundTrip,
  refreshFoundByHash,
  refreshExpiredFound,
  refreshSpend,
  refreshSpendConcurrent,
  accessTokenMint,
  accessTokenRefused,
  accessTokenFind,
  accessTokenExpires,
];
