import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { RedeemCodeResult } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCodeResult';
import type { RedeemRefreshTokenResult } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshTokenResult';
import { backendService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import { ContractViolation } from '../core/faults.js';
import type { Operation, RedeemCode, RedeemRefreshToken } from '../oauth/ports/backend.js';
import { UnusableTokens } from '../oauth/ports/backend.js';
import { fromTransactResponse, toTransactRequest } from './operations.js';

const HASH = Buffer.alloc(32, 1);
const NEW_HASH = Buffer.alloc(32, 2);
const AT = { seconds: 1000, nanos: 0 };
const LATER = { seconds: 1600, nanos: 0 };
const REDEEM_CODE: RedeemCode = {
  kind: 'redeemCode',
  credentials: { clientId: 'client', authMethod: 'client_secret_basic', secretHash: HASH },
  codeHash: HASH,
  redirectUri: 'https://app.example/cb',
  codeChallenge: 'x'.repeat(43),
  lineageId: 'new lineage',
  at: 1_000_000,
  accessTokenExpiresAt: 1_600_000,
  refreshTokenHash: NEW_HASH,
  refreshTokenExpiresAt: 1_700_500,
};
const REDEEM_REFRESH_TOKEN: RedeemRefreshToken = {
  kind: 'redeemRefreshToken',
  credentials: { clientId: 'client', authMethod: 'none' },
  tokenHash: HASH,
  scopes: ['read'],
  lineageStartedAfter: 500_000,
  at: 1_000_000,
  accessTokenExpiresAt: 1_600_000,
  successorHash: NEW_HASH,
  successorExpiresAt: 1_700_500,
};
const CLIENT: Client = {
  clientId: 'client',
  redirectUris: ['https://app.example/cb'],
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
  scopes: ['read'],
  grantTypes: ['authorization_code'],
  registeredAt: AT,
};
const GRANT = {
  ...{ clientId: 'client', userId: 'ada', scopes: ['read'], resource: 'https://notes.example/mcp' },
  ...{ issuedAt: AT, expiresAt: LATER },
};
const CODE = { ...GRANT, codeHash: HASH, redirectUri: 'https://app.example/cb', codeChallenge: 'x'.repeat(43) };
const TOKEN = { ...GRANT, tokenHash: HASH, lineageId: 'lineage', lineageStartedAt: AT };

function sent(operation: Operation): object {
  const { requestSerialize, requestDeserialize } = backendService.Transact;
  return requestDeserialize(requestSerialize(toTransactRequest([operation]))).operations[0] ?? {};
}

function read(
  operation: RedeemCode | RedeemRefreshToken,
  result: RedeemCodeResult & RedeemRefreshTokenResult,
): Record<string, unknown> {
  const { responseSerialize, responseDeserialize } = backendService.Transact;
  const answer = { committed: { results: [{ [operation.kind]: result }] } };
  const outcome = fromTransactResponse('Rpc', [operation], responseDeserialize(responseSerialize(answer)));
  return outcome.committed ? { ...outcome.results[0] } : {};
}

describe('host: redemptions to proto and back (backend.proto: RedeemCode, RedeemRefreshToken)', () => {
  it('sends every expectation, and everything to create', () => {
    expect(sent(REDEEM_CODE)).to.deep.include({
      redeemCode: {
        credentials: {
          clientId: 'client',
          tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
          secretHash: HASH,
        },
        codeHash: HASH,
        redirectUri: 'https://app.example/cb',
        codeChallenge: 'x'.repeat(43),
        lineageId: 'new lineage',
        at: { seconds: '1000', nanos: 0 },
        accessTokenExpiresAt: { seconds: '1600', nanos: 0 },
        refreshTokenHash: NEW_HASH,
        refreshTokenExpiresAt: { seconds: '1700', nanos: 500_000_000 },
      },
    });
    expect(sent(REDEEM_REFRESH_TOKEN)).to.deep.include({
      redeemRefreshToken: {
        credentials: {
          clientId: 'client',
          tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
          secretHash: Buffer.alloc(0),
        },
        tokenHash: HASH,
        scopes: ['read'],
        lineageStartedAfter: { seconds: '500', nanos: 0 },
        at: { seconds: '1000', nanos: 0 },
        accessTokenExpiresAt: { seconds: '1600', nanos: 0 },
        successorHash: NEW_HASH,
        successorExpiresAt: { seconds: '1700', nanos: 500_000_000 },
      },
    });
  });

  it('leaves out the redirect URI and the age of the lineage if there are none', () => {
    const { redirectUri, ...code } = REDEEM_CODE;
    expect(sent(code), redirectUri).to.have.nested.property('redeemCode.redirectUri', '');
    const { lineageStartedAfter, ...token } = REDEEM_REFRESH_TOKEN;
    expect(sent(token), String(lineageStartedAfter)).to.have.nested.property(
      'redeemRefreshToken.lineageStartedAfter',
      null,
    );
  });

  it('reads the records, the token, and the lineage that the token belongs to', () => {
    const minted = { accessToken: 'abc' };
    const exchanged = read(REDEEM_CODE, { client: CLIENT, code: CODE, minted });
    expect(exchanged).to.have.nested.property('client.clientId', 'client');
    expect(exchanged).to.have.nested.property('token.codeChallenge', CODE.codeChallenge);
    expect(exchanged.minted).to.deep.equal({ accessToken: 'abc', expiresAt: 1_600_000 });
    expect(exchanged.lineageId).to.equal('new lineage');
    const refreshed = read(REDEEM_REFRESH_TOKEN, { client: CLIENT, refreshToken: TOKEN, minted });
    expect(refreshed).to.have.nested.property('token.lineageStartedAt', 1_000_000);
    expect(refreshed.lineageId).to.equal('lineage');
  });

  it('reads absence as undefined', () => {
    const nothing = { client: undefined, token: undefined, minted: undefined };
    expect(read(REDEEM_CODE, {})).to.deep.equal({ ...nothing, lineageId: 'new lineage' });
    expect(read(REDEEM_REFRESH_TOKEN, {})).to.deep.equal({ ...nothing, lineageId: undefined });
  });

  for (const [problem, operation, result] of [
    ['redeem_code.client.client_id is not the one', REDEEM_CODE, { client: { ...CLIENT, clientId: 'other' } }],
    ['redeem_code.code.code_hash is not the one', REDEEM_CODE, { code: { ...CODE, codeHash: NEW_HASH } }],
    ['redeem_code.code must have spent_at and lineage_id', REDEEM_CODE, { code: { ...CODE, spentAt: AT } }],
    ['redeem_code.minted.access_token must not be empty', REDEEM_CODE, { minted: {} }],
    [
      'redeem_code.minted.expires_at is later than requested',
      REDEEM_CODE,
      { minted: { accessToken: 'abc', expiresAt: { seconds: 1601, nanos: 0 } } },
    ],
    [
      'redeem_refresh_token.client.redirect_uris must not be empty',
      REDEEM_REFRESH_TOKEN,
      { client: { ...CLIENT, redirectUris: [] } },
    ],
    [
      'redeem_refresh_token.refresh_token.lineage_id must not be empty',
      REDEEM_REFRESH_TOKEN,
      { refreshToken: { ...TOKEN, lineageId: '' } },
    ],
    [
      'redeem_refresh_token.minted.expires_at was already in the past',
      REDEEM_REFRESH_TOKEN,
      { minted: { accessToken: 'abc', expiresAt: AT } },
    ],
  ] as [string, RedeemCode, object][]) {
    it(`rejects an answer: ${problem} (HC-4)`, () => {
      expect(() => read(operation, result)).to.throw(ContractViolation, problem);
    });
  }

  const minted = { accessToken: 'abc' };
  const noUris = { ...CLIENT, redirectUris: [] };
  for (const [what, operation, result, lineageId] of [
    ['of the code', REDEEM_CODE, { client: noUris, code: CODE, minted }, 'new lineage'],
    ['of a code that it does not return', REDEEM_CODE, { client: noUris, minted }, 'new lineage'],
    ['of the refresh token', REDEEM_REFRESH_TOKEN, { client: noUris, refreshToken: TOKEN, minted }, 'lineage'],
    [
      'of no other refresh token',
      REDEEM_REFRESH_TOKEN,
      { client: CLIENT, refreshToken: { ...TOKEN, tokenHash: NEW_HASH }, minted },
      undefined,
    ],
    ['of no refresh token', REDEEM_REFRESH_TOKEN, { client: noUris, minted }, undefined],
  ] as [string, RedeemCode | RedeemRefreshToken, object, string | undefined][]) {
    it(`says with a malformed answer that issued tokens which lineage they have: that ${what} (AS-211)`, () => {
      const fault = faultOf(() => read(operation, result));
      expect(fault).to.be.instanceOf(UnusableTokens);
      expect((fault as UnusableTokens).lineageId).to.equal(lineageId);
    });
  }

  it('does not say so of a malformed answer that issued nothing (AS-211)', () => {
    const fault = faultOf(() => read(REDEEM_REFRESH_TOKEN, { client: noUris, refreshToken: TOKEN }));
    expect(fault).to.be.instanceOf(ContractViolation).and.not.instanceOf(UnusableTokens);
  });

  it('says so of every invalid answer to a transaction that mints without redeeming (AS-211)', () => {
    const mint: Operation = {
      kind: 'mintAccessToken',
      ...{ userId: 'ada', clientId: 'client', scopes: [], resource: '', lineageId: 'its own' },
      ...{ expiresAt: 1_600_000, grantContext: Buffer.alloc(0), at: 1_000_000 },
    };
    const { responseSerialize, responseDeserialize } = backendService.Transact;
    const answered = (results: object[]) =>
      faultOf(() =>
        fromTransactResponse('Rpc', [mint], responseDeserialize(responseSerialize({ committed: { results } }))),
      );
    for (const results of [[], [{ mintAccessToken: {} }], [{ sweepExpired: {} }]]) {
      expect(answered(results)).to.be.instanceOf(UnusableTokens).with.property('lineageId', 'its own');
    }
  });
});

function faultOf(work: () => unknown): unknown {
  try {
    work();
  } catch (fault) {
    return fault;
  }
  return expect.fail('it did not throw');
}
