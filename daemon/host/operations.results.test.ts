import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { OperationResult } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { RefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type {
  TransactResponse,
  TransactResponse__Output,
} from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { backendService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import { ContractViolation } from '../core/faults.js';
import type { Operation } from '../oauth/ports/backend.js';
import { fromTransactResponse } from './operations.js';

const HASH = Buffer.alloc(32, 1);
const AT = { seconds: 1000, nanos: 0 };
const SECRET = Buffer.alloc(32, 2);

const CLIENT: Client = {
  clientId: 'client',
  clientName: 'Näme',
  redirectUris: ['https://app.example/cb'],
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
  secretHash: SECRET,
  scopes: ['read', 'write'],
  grantTypes: ['authorization_code', 'refresh_token'],
  registeredAt: AT,
  consentedAt: { seconds: 1001, nanos: 0 },
  revokedAt: { seconds: 1002, nanos: 0 },
  selfRegistered: true,
  metadataJson: '{"client_uri":"https://app.example"}',
};
const CODE: Code = {
  codeHash: HASH,
  clientId: 'client',
  userId: 'ada',
  redirectUri: 'https://app.example/cb',
  codeChallenge: 'x'.repeat(43),
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  issuedAt: AT,
  expiresAt: { seconds: 1600, nanos: 0 },
  grantContext: Buffer.from('tenant'),
};
const TOKEN: RefreshToken = {
  tokenHash: HASH,
  lineageId: 'lineage',
  clientId: 'client',
  userId: 'ada',
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  issuedAt: AT,
  expiresAt: { seconds: 1600, nanos: 0 },
  lineageStartedAt: AT,
  grantContext: Buffer.alloc(0),
};

const OPERATIONS = {
  client: { kind: 'findClient', clientId: 'client' },
  code: { kind: 'findCode', codeHash: HASH },
  token: { kind: 'findRefreshToken', tokenHash: HASH },
  access: { kind: 'findAccessToken', accessToken: 'abc' },
  spend: { kind: 'spendCode', codeHash: HASH, lineageId: 'lineage', at: 1 },
  mint: {
    kind: 'mintAccessToken',
    userId: 'ada',
    clientId: 'client',
    scopes: ['read'],
    resource: 'r',
    lineageId: 'lineage',
    expiresAt: 100_000,
    grantContext: Buffer.alloc(0),
    at: 50_000,
  },
} as const satisfies Record<string, Operation>;

/** As received: through the wire format, so that defaults, oneofs and unknown values are real. */
function received(response: TransactResponse): TransactResponse__Output {
  const { responseSerialize, responseDeserialize } = backendService.Transact;
  return responseDeserialize(responseSerialize(response));
}

function read(operation: Operation, result: OperationResult): unknown {
  const outcome = fromTransactResponse('Rpc', [operation], received({ committed: { results: [result] } }));
  return outcome.committed ? outcome.results[0] : undefined;
}

describe('host: from proto', () => {
  it('reads every field of a client', () => {
    expect(read(OPERATIONS.client, { findClient: { client: CLIENT } })).to.deep.equal({
      clientId: 'client',
      clientName: 'Näme',
      redirectUris: ['https://app.example/cb'],
      authMethod: 'client_secret_basic',
      secretHash: SECRET,
      scopes: ['read', 'write'],
      grantTypes: ['authorization_code', 'refresh_token'],
      registeredAt: 1_000_000,
      consentedAt: 1_001_000,
      revokedAt: 1_002_000,
      selfRegistered: true,
      metadata: { client_uri: 'https://app.example' },
    });
  });

  it('reads every field of a code, spent or not', () => {
    const code = {
      codeHash: HASH,
      clientId: 'client',
      userId: 'ada',
      redirectUri: 'https://app.example/cb',
      codeChallenge: 'x'.repeat(43),
      scopes: ['read'],
      resource: 'https://notes.example/mcp',
      issuedAt: 1_000_000,
      expiresAt: 1_600_000,
      grantContext: Buffer.from('tenant'),
    };
    expect(read(OPERATIONS.code, { findCode: { code: CODE } })).to.deep.equal(code);
    const spent = { ...CODE, spentAt: { seconds: 1100, nanos: 0 }, lineageId: 'lineage' };
    expect(read(OPERATIONS.code, { findCode: { code: spent } })).to.deep.equal({
      ...code,
      spent: { at: 1_100_000, lineageId: 'lineage' },
    });
  });

  it('reads every field of a refresh token, spent and revoked or not', () => {
    const token = {
      tokenHash: HASH,
      lineageId: 'lineage',
      clientId: 'client',
      userId: 'ada',
      scopes: ['read'],
      resource: 'https://notes.example/mcp',
      issuedAt: 1_000_000,
      expiresAt: 1_600_000,
      lineageStartedAt: 1_000_000,
      grantContext: Buffer.alloc(0),
      lineageRevoked: false,
    };
    expect(read(OPERATIONS.token, { findRefreshToken: { refreshToken: TOKEN } })).to.deep.equal(token);
    const spent = { ...TOKEN, spentAt: { seconds: 1100, nanos: 0 }, lineageRevoked: true };
    expect(read(OPERATIONS.token, { findRefreshToken: { refreshToken: spent } })).to.deep.equal({
      ...token,
      spentAt: 1_100_000,
      lineageRevoked: true,
    });
  });

  it('reads absence as undefined', () => {
    expect(read(OPERATIONS.client, { findClient: {} })).to.equal(undefined);
    expect(read(OPERATIONS.code, { findCode: {} })).to.equal(undefined);
    expect(read(OPERATIONS.token, { findRefreshToken: {} })).to.equal(undefined);
    expect(read(OPERATIONS.access, { findAccessToken: {} })).to.equal(undefined);
  });

  it('uses the requested expiry if the host names none', () => {
    expect(read(OPERATIONS.mint, { mintAccessToken: { accessToken: 'a.b~c+/-_==' } })).to.deep.equal({
      accessToken: 'a.b~c+/-_==',
      expiresAt: 100_000,
    });
  });

  const client = (change: Client): OperationResult => ({ findClient: { client: { ...CLIENT, ...change } } });
  const code = (change: Code): OperationResult => ({ findCode: { code: { ...CODE, ...change } } });
  const token = (change: RefreshToken): OperationResult => ({
    findRefreshToken: { refreshToken: { ...TOKEN, ...change } },
  });
  const mint = (accessToken: string, seconds?: number): OperationResult => ({
    mintAccessToken: { accessToken, ...(seconds !== undefined && { expiresAt: { seconds, nanos: 0 } }) },
  });
  const access = (lineageId: string, clientId: string, userId: string): OperationResult => ({
    findAccessToken: { accessToken: { lineageId, clientId, userId } },
  });

  const BROKEN_RECORDS: [field: string, operation: Operation, result: OperationResult][] = [
    ['find_client.client.client_id must not be empty', OPERATIONS.client, client({ clientId: '' })],
    [
      'find_client.client.client_id is not the one that was requested',
      OPERATIONS.client,
      client({ clientId: 'other' }),
    ],
    ['find_client.client.redirect_uris must not be empty', OPERATIONS.client, client({ redirectUris: [] })],
    [
      'find_client.client.redirect_uris[1] must not be empty',
      OPERATIONS.client,
      client({ redirectUris: ['https://a', ''] }),
    ],
    [
      'find_client.client.token_endpoint_auth_method must be a known value other than unspecified',
      OPERATIONS.client,
      client({ tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED' }),
    ],
    [
      'find_client.client.token_endpoint_auth_method must be a known value other than unspecified',
      OPERATIONS.client,
      client({ tokenEndpointAuthMethod: 99 as never }),
    ],
    ['find_client.client.secret_hash must have 32 bytes', OPERATIONS.client, client({ secretHash: Buffer.alloc(31) })],
    ['find_client.client.secret_hash is empty', OPERATIONS.client, client({ secretHash: Buffer.alloc(0) })],
    [
      'find_client.client.secret_hash is set for a public client',
      OPERATIONS.client,
      client({ tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE' }),
    ],
    ['find_client.client.scopes must not be empty', OPERATIONS.client, client({ scopes: [] })],
    ['find_client.client.scopes has a value', OPERATIONS.client, client({ scopes: ['admin'] })],
    ['find_client.client.grant_types has', OPERATIONS.client, client({ grantTypes: ['password'] })],
    ['find_client.client.registered_at must be set', OPERATIONS.client, client({ registeredAt: null })],
    [
      'find_client.client.revoked_at must be a time in the years 0001 to 9999',
      OPERATIONS.client,
      client({ revokedAt: { seconds: 999_999_999_999, nanos: 0 } }),
    ],
    ['find_client.client.metadata_json is not', OPERATIONS.client, client({ metadataJson: '[]' })],
    ['find_client.client.metadata_json is not', OPERATIONS.client, client({ metadataJson: '{' })],
    [
      'find_client.client.metadata_json must have at most 16384 bytes',
      OPERATIONS.client,
      client({ metadataJson: `"${'x'.repeat(16_384)}"` }),
    ],
    ['find_code.code.code_hash must have 32 bytes', OPERATIONS.code, code({ codeHash: Buffer.alloc(5) })],
    [
      'find_code.code.code_hash is not the one that was requested',
      OPERATIONS.code,
      code({ codeHash: Buffer.alloc(32, 9) }),
    ],
    [
      'find_code.code.code_challenge must match [A-Za-z0-9_-]{43}',
      OPERATIONS.code,
      code({ codeChallenge: 'x'.repeat(42) }),
    ],
    ['find_code.code.client_id must not be empty', OPERATIONS.code, code({ clientId: '' })],
    ['find_code.code.user_id must not be empty', OPERATIONS.code, code({ userId: '' })],
    ['find_code.code.user_id must have at most 255 characters', OPERATIONS.code, code({ userId: 'x'.repeat(256) })],
    ['find_code.code.redirect_uri must not be empty', OPERATIONS.code, code({ redirectUri: '' })],
    ['find_code.code.scopes must not be empty', OPERATIONS.code, code({ scopes: [] })],
    ['find_code.code.resource must not be empty', OPERATIONS.code, code({ resource: '' })],
    ['find_code.code.expires_at must be set', OPERATIONS.code, code({ expiresAt: null })],
    [
      'find_code.code.grant_context must have at most 4096 bytes',
      OPERATIONS.code,
      code({ grantContext: Buffer.alloc(4097) }),
    ],
    ['find_code.code must have spent_at and lineage_id', OPERATIONS.code, code({ spentAt: AT })],
    ['find_code.code must have spent_at and lineage_id', OPERATIONS.code, code({ lineageId: 'lineage' })],
    [
      'find_refresh_token.refresh_token.token_hash is not the one that was requested',
      OPERATIONS.token,
      token({ tokenHash: Buffer.alloc(32) }),
    ],
    ['find_refresh_token.refresh_token.lineage_id must not be empty', OPERATIONS.token, token({ lineageId: '' })],
    [
      'find_refresh_token.refresh_token.lineage_started_at must be set',
      OPERATIONS.token,
      token({ lineageStartedAt: null }),
    ],
    ['mint_access_token.access_token must not be empty', OPERATIONS.mint, mint('')],
    ['mint_access_token.access_token must match [A-Za-z0-9._~+/-]+=*', OPERATIONS.mint, mint('a b')],
    ['mint_access_token.access_token must match [A-Za-z0-9._~+/-]+=*', OPERATIONS.mint, mint('a\r\nX: y')],
    ['mint_access_token.access_token must have at most 8192 characters', OPERATIONS.mint, mint('x'.repeat(8193))],
    ['mint_access_token.expires_at is later', OPERATIONS.mint, mint('abc', 101)],
    ['mint_access_token.expires_at was already in the past', OPERATIONS.mint, mint('abc', 50)],
    ['find_access_token.access_token.lineage_id must not be empty', OPERATIONS.access, access('', 'client', 'ada')],
    ['find_access_token.access_token.client_id must not be empty', OPERATIONS.access, access('lineage', '', 'ada')],
    ['find_access_token.access_token.user_id must not be empty', OPERATIONS.access, access('lineage', 'client', '')],
    ['committed.results[0].result must have one of its members set', OPERATIONS.code, {}],
    ['committed.results[0] is findClient', OPERATIONS.code, { findClient: {} }],
  ];
  for (const [problem, operation, result] of BROKEN_RECORDS) {
    it(`rejects an answer whose ${problem}`, () => {
      expect(() => read(operation, result)).to.throw(ContractViolation, problem);
    });
  }

  const BROKEN_OUTCOMES: [problem: string, operations: Operation[], response: TransactResponse][] = [
    ['outcome must have one of its members set', [OPERATIONS.code], {}],
    ['committed.results must not be empty', [OPERATIONS.code], { committed: { results: [] } }],
    [
      'committed.results[1].result must have one of its members set',
      [OPERATIONS.spend],
      { committed: { results: [{ spendCode: {} }, {}] } },
    ],
    [
      'aborted.operation_index is 1',
      [OPERATIONS.spend],
      { aborted: { operationIndex: 1, reason: 'ABORT_REASON_CODE_NOT_FOUND' } },
    ],
    ['aborted.reason must be a known value other than unspecified', [OPERATIONS.spend], { aborted: {} }],
    [
      'aborted.reason must be a known value other than unspecified',
      [OPERATIONS.spend],
      { aborted: { reason: 99 as never } },
    ],
    [
      'aborted.reason is ABORT_REASON_MINT_REFUSED, which spendCode must not return',
      [OPERATIONS.spend],
      { aborted: { reason: 'ABORT_REASON_MINT_REFUSED' } },
    ],
    [
      'aborted.reason is ABORT_REASON_CODE_NOT_FOUND, which findCode must not return',
      [OPERATIONS.code],
      { aborted: { reason: 'ABORT_REASON_CODE_NOT_FOUND' } },
    ],
    [
      'aborted.public_reason is set',
      [OPERATIONS.spend],
      { aborted: { reason: 'ABORT_REASON_CODE_NOT_FOUND', publicReason: 'x' } },
    ],
    [
      'aborted.public_reason must match [ -~]*',
      [OPERATIONS.mint],
      { aborted: { reason: 'ABORT_REASON_MINT_REFUSED', publicReason: 'a\nb' } },
    ],
    [
      'aborted.public_reason must have at most 200 characters',
      [OPERATIONS.mint],
      { aborted: { reason: 'ABORT_REASON_MINT_REFUSED', publicReason: 'x'.repeat(201) } },
    ],
  ];
  for (const [problem, operations, response] of BROKEN_OUTCOMES) {
    it(`rejects an outcome whose ${problem}`, () => {
      expect(() => fromTransactResponse('Rpc', operations, received(response))).to.throw(
        ContractViolation,
        `Rpc: ${problem}`,
      );
    });
  }
});
