import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { RedeemCode__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCode';
import type { RedeemRefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshToken';
import { expect } from 'chai';
import { InvalidField } from '../wire/fields.js';
import type { Client, RefreshToken, TransactionBundle } from '../ports/backend.js';
import { redeemRefreshToken } from './redeem.js';
import { parseTransaction } from './transactor.js';

const HASH = Buffer.alloc(32, 7);
const AT = { seconds: '1', nanos: 0 };
const CREDENTIALS = {
  clientId: 'c',
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
  secretHash: HASH,
} as const;
const PUBLIC = 'TOKEN_ENDPOINT_AUTH_METHOD_NONE';
const REDEEM_CODE: RedeemCode__Output = {
  credentials: CREDENTIALS,
  codeHash: HASH,
  redirectUri: 'https://client.example/callback',
  codeChallenge: 'x'.repeat(43),
  lineageId: 'l',
  at: AT,
  accessTokenExpiresAt: AT,
  refreshTokenHash: HASH,
  refreshTokenExpiresAt: AT,
};
const REDEEM_REFRESH_TOKEN: RedeemRefreshToken__Output = {
  credentials: CREDENTIALS,
  tokenHash: HASH,
  scopes: ['read'],
  lineageStartedAfter: AT,
  at: AT,
  accessTokenExpiresAt: AT,
  successorHash: HASH,
  successorExpiresAt: AT,
};

describe('redemptions on the wire (backend.proto: RedeemCode, RedeemRefreshToken; INVALID_ARGUMENT)', () => {
  const code = (change: Partial<RedeemCode__Output> = {}): Operation__Output => ({
    operation: 'redeemCode',
    redeemCode: { ...REDEEM_CODE, ...change },
  });
  const token = (change: Partial<RedeemRefreshToken__Output> = {}): Operation__Output => ({
    operation: 'redeemRefreshToken',
    redeemRefreshToken: { ...REDEEM_REFRESH_TOKEN, ...change },
  });
  const parse = (operation: Operation__Output) => () => parseTransaction({ operations: [operation] });

  it('are accepted, also of a public client and without the fields that may be absent', () => {
    const credentials = { ...CREDENTIALS, tokenEndpointAuthMethod: PUBLIC, secretHash: Buffer.alloc(0) } as const;
    for (const operation of [code(), token(), code({ credentials, redirectUri: '' })]) parse(operation)();
    parse(token({ credentials, scopes: [], lineageStartedAfter: null }))();
  });

  it('write, so that they run in a transaction that may write', () => {
    expect(parseTransaction({ operations: [code(), token()] }).readOnly).to.equal(false);
  });

  for (const [field, operation] of [
    ['redeem_code.credentials must be set', code({ credentials: null })],
    ['redeem_code.credentials.client_id must not be empty', code({ credentials: { ...CREDENTIALS, clientId: '' } })],
    [
      'redeem_code.credentials.secret_hash must not be empty for a confidential client',
      code({ credentials: { ...CREDENTIALS, secretHash: Buffer.alloc(0) } }),
    ],
    [
      'redeem_code.credentials.secret_hash must be empty',
      code({ credentials: { ...CREDENTIALS, tokenEndpointAuthMethod: PUBLIC } }),
    ],
    [
      'redeem_code.credentials.token_endpoint_auth_method must be a known value other than unspecified',
      code({ credentials: { ...CREDENTIALS, tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED' } }),
    ],
    ['redeem_code.code_hash must have 32 bytes', code({ codeHash: Buffer.alloc(31) })],
    ['redeem_code.redirect_uri must have', code({ redirectUri: 'x'.repeat(2049) })],
    ['redeem_code.redirect_uri must not contain NUL', code({ redirectUri: 'a\0' })],
    ['redeem_code.code_challenge must match [A-Za-z0-9_-]{43}', code({ codeChallenge: 'x'.repeat(42) })],
    ['redeem_code.lineage_id must not be empty', code({ lineageId: '' })],
    ['redeem_code.at must be set', code({ at: null })],
    ['redeem_code.access_token_expires_at must be set', code({ accessTokenExpiresAt: null })],
    ['redeem_code.refresh_token_hash must not be empty', code({ refreshTokenHash: Buffer.alloc(0) })],
    ['redeem_code.refresh_token_expires_at must be set', code({ refreshTokenExpiresAt: null })],
    ['redeem_refresh_token.token_hash must have 32 bytes', token({ tokenHash: Buffer.alloc(33) })],
    ['redeem_refresh_token.scopes[0] must match [\\x21\\x23-\\x5b\\x5d-\\x7e]+', token({ scopes: ['a b'] })],
    [
      'redeem_refresh_token.lineage_started_after must be a time in the years 0001 to 9999',
      token({ lineageStartedAfter: { seconds: '999999999999', nanos: 0 } }),
    ],
    ['redeem_refresh_token.at must be set', token({ at: null })],
    ['redeem_refresh_token.access_token_expires_at must be set', token({ accessTokenExpiresAt: null })],
    ['redeem_refresh_token.successor_hash must not be empty', token({ successorHash: Buffer.alloc(0) })],
    ['redeem_refresh_token.successor_expires_at must be set', token({ successorExpiresAt: null })],
  ] as const) {
    it(`are rejected: ${field}`, () => {
      expect(parse(operation)).to.throw(InvalidField, `operations[0].${field}`);
    });
  }
});

describe('a refresh token that is redeemed (backend.proto: RedeemRefreshToken)', () => {
  const CLIENT: Client = {
    clientId: 'c',
    clientName: 'Client',
    redirectUris: ['https://client.example/callback'],
    tokenEndpointAuthMethod: 'client_secret_post',
    secretHash: HASH,
    scopes: ['read', 'write', 'admin'],
    grantTypes: ['refresh_token'],
    registeredAt: new Date(0),
    selfRegistered: true,
    metadata: {},
  };
  const TOKEN: RefreshToken = {
    tokenHash: HASH,
    lineageId: 'l',
    clientId: 'c',
    userId: 'u',
    scopes: ['read', 'write', 'admin'],
    resource: 'r',
    issuedAt: new Date(0),
    expiresAt: new Date(9000),
    lineageStartedAt: new Date(2000),
    grantContext: Buffer.alloc(0),
    lineageRevoked: false,
  };

  /** The scopes of the access token and of the successor. */
  async function redeemed(scopes: readonly string[], client = CLIENT) {
    const minted: unknown[] = [];
    const created: RefreshToken[] = [];
    const stores = {
      clients: { find: () => Promise.resolve(client) },
      refreshTokens: {
        find: () => Promise.resolve(TOKEN),
        spend: () => Promise.resolve(),
        create: (one: RefreshToken) => Promise.resolve(void created.push(one)),
      },
      accessTokens: {
        mint: (grant: { readonly scopes: readonly string[] }) => {
          minted.push(grant.scopes);
          return Promise.resolve({ accessToken: 'token' });
        },
      },
    } as unknown as TransactionBundle;
    await redeemRefreshToken.parse({ ...REDEEM_REFRESH_TOKEN, scopes: [...scopes] }, 0)(stores);
    return { minted, kept: created.map((one) => one.scopes) };
  }

  it('gives the access token the requested scopes in the order of the grant, and its successor all of them', async () => {
    const kept = [TOKEN.scopes];
    expect(await redeemed(['admin', 'read'])).to.deep.equal({ minted: [['read', 'admin']], kept });
    expect(await redeemed([])).to.deep.equal({ minted: [TOKEN.scopes], kept });
  });

  it('stays as it is for a client whose stored hash has another length', async () => {
    const older = { ...CLIENT, secretHash: Buffer.alloc(20, 7) };
    expect(await redeemed(['read'], older)).to.deep.equal({ minted: [], kept: [] });
  });
});
