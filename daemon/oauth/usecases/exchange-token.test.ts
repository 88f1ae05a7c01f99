import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { ContractViolation, Unavailable } from '../../core/faults.js';
import type { Client } from '../model/client.js';
import type { OAuthOptions } from '../model/options.js';
import type { Code, RefreshToken } from '../model/tokens.js';
import type { AbortReason, Operation } from '../ports/backend.js';
import { UnusableTokens } from '../ports/backend.js';
import type { Dependencies } from '../ports/dependencies.js';
import { exampleClient, exampleOptions, parametersOf } from '../testing/examples.js';
import { createExchangeToken } from './exchange-token.js';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const VERIFIER = 'v'.repeat(43);
const OPTIONS = exampleOptions();
const CLIENT = exampleClient();
const SWEPT = { codesRemoved: 2, refreshTokensRemoved: 3 };
const GRANT = {
  clientId: CLIENT.clientId,
  userId: 'ada',
  scopes: ['read', 'write'],
  resource: OPTIONS.resource,
  issuedAt: NOW - 1000,
  expiresAt: NOW + HOUR,
  grantContext: Buffer.alloc(0),
} as const;
const CODE: Code = {
  ...GRANT,
  codeHash: Buffer.alloc(32),
  redirectUri: 'https://client.example/callback',
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
};
const TOKEN: RefreshToken = {
  ...GRANT,
  tokenHash: Buffer.alloc(32),
  lineageId: 'lineage-of-the-token',
  lineageStartedAt: NOW - HOUR,
  lineageRevoked: false,
};
const MINTED = { accessToken: 'minted', expiresAt: NOW + HOUR };

/** The host's answers to redeeming, in turn: an abort, or the records with or without a token. */
type Answer = AbortReason | { client?: Client; token?: Code | RefreshToken; minted?: typeof MINTED };

interface Host {
  readonly answers: readonly Answer[];
  /** The record that lookups find. */
  readonly stored?: Code | RefreshToken;
  readonly redeems?: boolean;
  readonly throttled?: boolean;
  readonly unavailable?: boolean;
  /** The fault of every redemption. */
  readonly unusable?: UnusableTokens;
  /** Why every transaction that mints aborts. */
  readonly mintAborts?: AbortReason;
  readonly client?: Client;
}

/** A token endpoint with a host that gives these answers. `sent` has the kinds of the operations of each transaction. */
function endpoint(host: Host, options: Partial<OAuthOptions> = {}) {
  const sent: string[] = [];
  const operations: Operation[] = [];
  const swept: [string, number][] = [];
  const violations: string[] = [];
  const answers = [...host.answers];

  function resultOf(operation: Operation): unknown {
    operations.push(operation);
    switch (operation.kind) {
      case 'redeemCode':
      case 'redeemRefreshToken': {
        const answer = answers.shift() as Exclude<Answer, string>;
        const { token } = answer;
        const lineageId = operation.kind === 'redeemCode' ? operation.lineageId : (token as RefreshToken).lineageId;
        return { client: answer.client, token, minted: answer.minted, lineageId };
      }
      case 'findClient':
        return host.client ?? CLIENT;
      case 'findCode':
      case 'findRefreshToken':
        return host.stored;
      case 'mintAccessToken':
        return MINTED;
      case 'sweepExpired':
        return SWEPT;
      case 'revokeLineage':
        return { newlyRevoked: true };
      default:
        return undefined;
    }
  }

  const nothing = (): void => undefined;
  const dependencies = {
    options: { ...OPTIONS, ...options },
    limits: { tokenFailures: { limit: 10, windowMs: 1000 } },
    hostRedeems: host.redeems ?? true,
    backend: {
      transact: (given: readonly Operation[]) => {
        sent.push(given.map(({ kind }) => kind).join(' '));
        if (host.unavailable === true) return Promise.reject(new Unavailable('host', 'away'));
        const [first] = given;
        if (first?.kind.startsWith('redeem') === true && host.unusable) return Promise.reject(host.unusable);
        if (first?.kind.startsWith('redeem') === true && typeof answers[0] === 'string') {
          const reason = answers.shift();
          return Promise.resolve({ committed: false, operationIndex: 0, reason, publicReason: 'Account closed.' });
        }
        if (host.mintAborts !== undefined && given.some(({ kind }) => kind === 'mintAccessToken')) {
          return Promise.resolve({ committed: false, operationIndex: 0, reason: host.mintAborts, publicReason: '' });
        }
        return Promise.resolve({ committed: true, results: given.map(resultOf) });
      },
      violation: (problem: string) => {
        violations.push(problem);
        return new ContractViolation('BackendService.Transact', problem);
      },
    },
    throttle: {
      peek: () =>
        Promise.resolve(host.throttled === true ? { allowed: false, retryAfterSeconds: 1 } : { allowed: true }),
      hit: () => Promise.resolve({ allowed: true }),
    },
    replays: { saveFirst: (_key: string, own: Buffer) => Promise.resolve(own), save: () => Promise.resolve() },
    telemetry: {
      tokenRequest: nothing,
      swept: (...removed: [string, number]) => swept.push(removed),
      reuseDetected: nothing,
      replayed: nothing,
    },
    logger: { warn: nothing },
    clock: { now: () => NOW },
  } as unknown as Dependencies;
  const exchange = createExchangeToken(dependencies);
  const request = (...pairs: [string, string][]) =>
    exchange(
      {
        parameters: parametersOf(['client_id', CLIENT.clientId], ...pairs),
        authorization: undefined,
        clientAddress: '::1',
      },
      { requestId: 'test' },
    );
  return {
    sent,
    operations,
    swept,
    violations,
    exchange: (...more: [string, string][]) =>
      request(['grant_type', 'authorization_code'], ['code', 'plain'], ['code_verifier', VERIFIER], ...more),
    refresh: (...more: [string, string][]) =>
      request(['grant_type', 'refresh_token'], ['refresh_token', 'plain'], ...more),
  };
}

const FOUND_CODE = { client: CLIENT, token: CODE };
const FOUND_TOKEN = { client: CLIENT, token: TOKEN };
const LOOKUP = 'findClient findCode';
const REDEEM = 'redeemCode sweepExpired';
const MINT = 'sweepExpired spendCode mintAccessToken createRefreshToken';

describe('exchange-token: a host that redeems (AS-121)', () => {
  it('answers with the tokens of the first call', async () => {
    const { sent, exchange, operations } = endpoint({ answers: [{ ...FOUND_CODE, minted: MINTED }] });
    const answer = await exchange(['redirect_uri', CODE.redirectUri]);
    expect(answer).to.include({ access_token: 'minted', expires_in: 3600, scope: 'read write' });
    expect(sent).to.deep.equal([REDEEM]);
    expect(operations[0]).to.deep.include({
      credentials: { clientId: CLIENT.clientId, authMethod: 'none' },
      redirectUri: CODE.redirectUri,
      codeChallenge: CODE.codeChallenge,
      at: NOW,
      accessTokenExpiresAt: NOW + OPTIONS.accessTokenTtl,
      refreshTokenExpiresAt: NOW + OPTIONS.refreshTokenTtl,
    });
    const { refresh_token } = answer as { refresh_token: string };
    const { refreshTokenHash } = operations[0] as { refreshTokenHash?: Buffer };
    expect(refreshTokenHash).to.deep.equal(createHash('sha256').update(refresh_token).digest());
  });

  it('sends the scopes of a refresh and the start of the oldest permitted lineage (AS-131, AS-133)', async () => {
    const { refresh, operations } = endpoint(
      { answers: [{ ...FOUND_TOKEN, minted: MINTED }] },
      { refreshLineageMaxAge: 2 * HOUR },
    );
    expect(await refresh(['scope', 'write'])).to.include({ access_token: 'minted', scope: 'write' });
    expect(operations[0]).to.deep.include({ scopes: ['write'], lineageStartedAfter: NOW - 2 * HOUR });
  });

  it('sends the hash of a secret, and never the secret', async () => {
    const client = exampleClient({ authMethod: 'client_secret_post', secretHash: Buffer.alloc(32) });
    const { exchange, operations } = endpoint({ answers: [{ ...FOUND_CODE, client }] });
    expect(await exchange(['client_secret', 'a secret'])).to.include({ error: 'invalid_client' });
    const secretHash = createHash('sha256').update('a secret').digest();
    const { credentials } = operations[0] as { credentials?: object };
    expect(credentials).to.deep.equal({ clientId: CLIENT.clientId, authMethod: 'client_secret_post', secretHash });
  });

  for (const [what, token, error] of [
    ['an unknown code', undefined, 'invalid_grant'],
    ['a code of another client', { ...CODE, clientId: 'another' }, 'invalid_grant'],
    ['an expired code', { ...CODE, expiresAt: NOW }, 'invalid_grant'],
  ] as const) {
    it(`refuses ${what} by its own judgement, after one call (AS-115, AS-118)`, async () => {
      const { sent, exchange } = endpoint({ answers: [{ client: CLIENT, ...(token && { token }) }] });
      expect(await exchange()).to.include({ error });
      expect(sent).to.deep.equal([REDEEM]);
    });
  }

  it('revokes the lineage of a spent code in a second call (AS-141)', async () => {
    const spent = { ...CODE, spent: { at: NOW - 1, lineageId: 'lineage' } };
    const { sent, exchange, operations } = endpoint({ answers: [{ client: CLIENT, token: spent }] });
    expect(await exchange()).to.include({ error: 'invalid_grant' });
    expect(sent).to.deep.equal([REDEEM, 'revokeLineage sweepExpired']);
    expect(operations[2]).to.include({ lineageId: 'lineage' });
  });

  it('spends and mints in a second call if the host did not mint, although our judgement grants it', async () => {
    const { sent, exchange } = endpoint({ answers: [FOUND_CODE] });
    expect(await exchange()).to.include({ access_token: 'minted' });
    expect(sent).to.deep.equal([REDEEM, MINT]);
  });

  for (const reason of ['mint_refused', 'code_already_spent', 'lineage_revoked'] as const) {
    it(`looks the records up and judges them after an abort: ${reason} (AS-120)`, async () => {
      const { sent, exchange } = endpoint({ answers: [reason], stored: CODE });
      expect(await exchange()).to.include({ access_token: 'minted' });
      expect(sent).to.deep.equal([REDEEM, LOOKUP, MINT]);
      const stranger = endpoint({ answers: [reason], stored: { ...CODE, clientId: 'another' } });
      const refusal = await stranger.exchange();
      expect(refusal).to.include({ error: 'invalid_grant' });
      expect(refusal).to.not.include({ description: 'Account closed.' });
    });
  }

  it('redeems nothing for a request that no record could grant (RFC 7636 §4.6, RFC 8707 §2.2, RFC 6749 §6)', async () => {
    for (const more of [
      ['resource', 'https://another.example/'],
      ['redirect_uri', 'https://client.example/ü'],
    ] as [string, string][]) {
      const { sent, exchange } = endpoint({ answers: [], stored: CODE });
      expect(await exchange(more)).to.have.property('error');
      expect(sent[0], more[0]).to.equal(LOOKUP);
    }
    const { sent, refresh } = endpoint({ answers: [], stored: TOKEN });
    expect(await refresh(['scope', 'admin'])).to.include({ error: 'invalid_scope' });
    expect(sent[0]).to.equal('findClient findRefreshToken');
  });

  for (const [what, host] of Object.entries<Host>({
    'a redemption': { answers: [{ ...FOUND_CODE, minted: MINTED }] },
    'an exchange in two calls': { answers: [], stored: CODE, redeems: false },
    'a refusal': { answers: [], redeems: false },
    'a reuse': { answers: [], redeems: false, stored: { ...CODE, spent: { at: NOW - 1, lineageId: 'lineage' } } },
    'a refusal of the host': { answers: [], redeems: false, stored: CODE, mintAborts: 'mint_refused' },
    'a lost race': { answers: [], redeems: false, stored: CODE, mintAborts: 'code_already_spent' },
    'a grant type that the client did not register': {
      answers: [],
      redeems: false,
      stored: CODE,
      client: exampleClient({ grantTypes: ['refresh_token'] }),
    },
  })) {
    it(`counts the rows that ${what} swept, once (AS-118; docs/operations.md, Metrics)`, async () => {
      const { exchange, swept } = endpoint(host);
      await exchange();
      expect(swept).to.deep.equal([
        ['code', 2],
        ['refresh_token', 3],
      ]);
    });
  }

  it('sweeps nothing for a client that does not authenticate (AS-118)', async () => {
    const client = exampleClient({ authMethod: 'client_secret_basic' });
    const { exchange, swept } = endpoint({ answers: [], redeems: false, stored: CODE, client });
    expect(await exchange()).to.include({ error: 'invalid_client' });
    expect(swept).to.deep.equal([]);
  });

  it('asks the host nothing while a client is throttled (AS-180)', async () => {
    const { sent, exchange } = endpoint({ answers: [], throttled: true });
    expect(await exchange()).to.include({ error: 'too_many_requests' });
    expect(sent).to.deep.equal([]);
  });

  it('looks up before it refreshes with a retry window, and exchanges codes in one call (AS-153)', async () => {
    const answers = [{ ...FOUND_CODE, minted: MINTED }];
    const { sent, exchange, refresh } = endpoint({ answers, stored: TOKEN }, { refreshRetryWindow: 30_000 });
    expect(await refresh()).to.include({ access_token: 'minted' });
    expect(await exchange()).to.include({ access_token: 'minted' });
    expect([sent[0], sent.at(-1)]).to.deep.equal(['findClient findRefreshToken', REDEEM]);
  });

  it('makes two calls to a host that does not redeem', async () => {
    const { sent, exchange } = endpoint({ answers: [], stored: CODE, redeems: false });
    expect(await exchange()).to.include({ access_token: 'minted' });
    expect(sent).to.deep.equal([LOOKUP, MINT]);
  });
});

describe('exchange-token: a host that mints although an expectation did not hold (AS-121)', () => {
  const spentCode = { ...CODE, spent: { at: NOW - 1, lineageId: 'lineage' } };
  for (const [what, answer] of Object.entries<Exclude<Answer, string>>({
    'an unknown client': { token: CODE },
    'a revoked client': { client: exampleClient({ revokedAt: 1 }), token: CODE },
    'a client with a secret': { client: exampleClient({ authMethod: 'client_secret_basic' }), token: CODE },
    'a client without the grant type': { client: exampleClient({ grantTypes: ['refresh_token'] }), token: CODE },
    'an unknown code': { client: CLIENT },
    'a code of another client': { client: CLIENT, token: { ...CODE, clientId: 'another' } },
    'another challenge': { client: CLIENT, token: { ...CODE, codeChallenge: 'x'.repeat(43) } },
    'an expired code': { client: CLIENT, token: { ...CODE, expiresAt: NOW } },
    'a spent code': { client: CLIENT, token: spentCode },
  })) {
    it(`${what}: revokes the lineage, reports a violation and issues nothing`, async () => {
      const { sent, exchange, violations, operations } = endpoint({ answers: [{ ...answer, minted: MINTED }] });
      const fault: unknown = await exchange().catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(ContractViolation);
      expect(violations).to.have.length(1);
      expect(sent).to.deep.equal([REDEEM, 'revokeLineage']);
      const [redeem, , revocation] = operations as { lineageId?: string }[];
      expect(revocation?.lineageId).to.equal(redeem?.lineageId);
    });
  }

  for (const [what, token] of Object.entries<RefreshToken>({
    'a spent refresh token': { ...TOKEN, spentAt: NOW - 1 },
    'a revoked lineage': { ...TOKEN, lineageRevoked: true },
    'a scope outside of the grant': { ...TOKEN, scopes: ['read'] },
  })) {
    it(`${what}: revokes the lineage, reports a violation and issues nothing`, async () => {
      const { refresh, violations, operations } = endpoint({ answers: [{ client: CLIENT, token, minted: MINTED }] });
      const fault: unknown = await refresh(['scope', 'write']).catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(ContractViolation);
      expect(violations).to.have.length(1);
      expect(operations[2]).to.include({ kind: 'revokeLineage', lineageId: TOKEN.lineageId });
    });
  }

  for (const [what, lineageId, stored, revoked] of [
    ['the lineage that it names', 'named', TOKEN, 'named'],
    ['the lineage of the presented token, if it names none', undefined, TOKEN, TOKEN.lineageId],
    ['no lineage, if there is none', undefined, undefined, undefined],
  ] as const) {
    it(`revokes ${what}, if an answer with tokens is malformed (AS-211)`, async () => {
      const fault = new UnusableTokens(new ContractViolation('Rpc', 'is malformed'), lineageId);
      const { refresh, operations } = endpoint({ answers: [], unusable: fault, ...(stored && { stored }) });
      expect(await refresh().catch((error: unknown) => error)).to.equal(fault);
      const revocations = operations.filter(({ kind }) => kind === 'revokeLineage');
      expect(revocations.map((operation) => 'lineageId' in operation && operation.lineageId)).to.deep.equal(
        revoked === undefined ? [] : [revoked],
      );
    });
  }

  it('is a fault of the host like any other if no call is answered (AS-204)', async () => {
    const { exchange } = endpoint({ answers: [], unavailable: true });
    expect(await exchange().catch((error: unknown) => error)).to.be.instanceOf(Unavailable);
  });
});
