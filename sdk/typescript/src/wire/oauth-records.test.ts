import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { backendService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import type { Client, Code, RefreshToken } from '../ports/backend.js';
import * as fields from './fields.js';
import { InvalidField } from './fields.js';
import {
  fromProtoClient,
  fromProtoCode,
  fromProtoRefreshToken,
  toProtoClient,
  toProtoCode,
  toProtoRefreshToken,
} from './oauth-records.js';

const publicClient: Client = {
  clientId: 'client',
  clientName: 'Ünïcode',
  redirectUris: ['https://client.example/a'],
  tokenEndpointAuthMethod: 'none',
  scopes: [],
  grantTypes: ['authorization_code'],
  registeredAt: new Date(1_700_000_000_123),
  selfRegistered: false,
  metadata: {},
};

const client: Client = {
  ...publicClient,
  tokenEndpointAuthMethod: 'client_secret_basic',
  secretHash: Buffer.alloc(32, 1),
  scopes: ['read', 'write'],
  consentedAt: new Date(1_700_000_000_456),
  revokedAt: new Date(1_700_000_000_789),
  selfRegistered: true,
  metadata: { client_uri: 'https://client.example' },
};

const code: Code = {
  codeHash: Buffer.alloc(32, 2),
  clientId: 'client',
  userId: 'ada',
  redirectUri: 'https://client.example/a',
  codeChallenge: 'c'.repeat(43),
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  issuedAt: new Date(1),
  expiresAt: new Date(2),
  grantContext: Buffer.from('tenant'),
};

const refreshToken: RefreshToken = {
  tokenHash: Buffer.alloc(32, 3),
  lineageId: 'lineage',
  clientId: 'client',
  userId: 'ada',
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  issuedAt: new Date(1),
  expiresAt: new Date(2),
  lineageStartedAt: new Date(0),
  grantContext: Buffer.alloc(0),
  lineageRevoked: false,
};

/** An operation as the other side receives it. */
function received(operation: Operation) {
  const { requestSerialize, requestDeserialize } = backendService.Transact;
  return requestDeserialize(requestSerialize({ operations: [operation] })).operations[0]!;
}

const receivedClient = (sent: Client) =>
  received({ createClient: { client: toProtoClient(sent) } }).createClient!.client!;
const receivedCode = (sent: Code) => received({ createCode: { code: toProtoCode(sent) } }).createCode!.code!;
const receivedToken = (sent: RefreshToken) =>
  received({ createRefreshToken: { refreshToken: toProtoRefreshToken(sent) } }).createRefreshToken!.refreshToken!;

describe('wire converters', () => {
  it('carry every field of a client there and back', () => {
    expect(fromProtoClient(receivedClient(client), 'c')).to.deep.equal(client);
  });

  it('carry a public client without anything optional there and back', () => {
    expect(toProtoClient(publicClient)).to.include({ metadataJson: '', consentedAt: null, revokedAt: null });
    expect(fromProtoClient(receivedClient(publicClient), 'c')).to.deep.equal(publicClient);
  });

  it('carry every field of a code and of a refresh token there and back', () => {
    expect(fromProtoCode(receivedCode(code), 'c')).to.deep.equal(code);
    expect(fromProtoRefreshToken(receivedToken(refreshToken), 'r')).to.deep.equal(refreshToken);
  });

  it('tell when and into which lineage a code was spent', () => {
    const spent = toProtoCode({ ...code, spent: { at: new Date(5000), lineageId: 'lineage' } });
    expect(spent).to.deep.include({ spentAt: { seconds: 5, nanos: 0 }, lineageId: 'lineage' });
  });
});

describe('wire validation (backend.proto: malformed is INVALID_ARGUMENT) names the field', () => {
  const wireClient = receivedClient(client);
  const wireCode = receivedCode(code);
  const wireToken = receivedToken(refreshToken);
  const cases: [string, () => unknown][] = [
    ['client', () => fromProtoClient(null, 'client')],
    ['c.client_id', () => fromProtoClient({ ...wireClient, clientId: '' }, 'c')],
    ['c.client_id', () => fromProtoClient({ ...wireClient, clientId: 'x'.repeat(2049) }, 'c')],
    ['c.client_id', () => fromProtoClient({ ...wireClient, clientId: 'a\0b' }, 'c')],
    ['c.client_name', () => fromProtoClient({ ...wireClient, clientName: 'a\0b' }, 'c')],
    ['c.redirect_uris', () => fromProtoClient({ ...wireClient, redirectUris: [] }, 'c')],
    [
      'c.token_endpoint_auth_method',
      () => fromProtoClient({ ...wireClient, tokenEndpointAuthMethod: 17 as never }, 'c'),
    ],
    ['c.secret_hash', () => fromProtoClient({ ...wireClient, secretHash: Buffer.alloc(31) }, 'c')],
    ['c.scopes', () => fromProtoClient({ ...wireClient, scopes: ['a b'] }, 'c')],
    ['c.grant_types', () => fromProtoClient({ ...wireClient, grantTypes: [] }, 'c')],
    ['c.registered_at', () => fromProtoClient({ ...wireClient, registeredAt: null }, 'c')],
    [
      'c.registered_at',
      () => fromProtoClient({ ...wireClient, registeredAt: { seconds: '1000000000000000', nanos: 0 } }, 'c'),
    ],
    ['c.metadata_json', () => fromProtoClient({ ...wireClient, metadataJson: '[]' }, 'c')],
    ['c.metadata_json', () => fromProtoClient({ ...wireClient, metadataJson: '{' }, 'c')],
    ['c.metadata_json', () => fromProtoClient({ ...wireClient, metadataJson: '5' }, 'c')],
    ['c.metadata_json', () => fromProtoClient({ ...wireClient, metadataJson: 'null' }, 'c')],
    ['c.metadata_json', () => fromProtoClient({ ...wireClient, metadataJson: `{"a":"${'x'.repeat(16384)}"}` }, 'c')],
    ['c.code_hash', () => fromProtoCode({ ...wireCode, codeHash: Buffer.alloc(0) }, 'c')],
    ['c.code_challenge', () => fromProtoCode({ ...wireCode, codeChallenge: 'short' }, 'c')],
    ['c.scopes', () => fromProtoCode({ ...wireCode, scopes: [] }, 'c')],
    ['c.grant_context', () => fromProtoCode({ ...wireCode, grantContext: Buffer.alloc(4097) }, 'c')],
    ['c.spent_at', () => fromProtoCode({ ...wireCode, spentAt: { seconds: '1', nanos: 0 } }, 'c')],
    ['c.lineage_id', () => fromProtoCode({ ...wireCode, lineageId: 'lineage' }, 'c')],
    ['t.lineage_id', () => fromProtoRefreshToken({ ...wireToken, lineageId: '' }, 't')],
    ['t.expires_at', () => fromProtoRefreshToken({ ...wireToken, expiresAt: null }, 't')],
    ['t.spent_at', () => fromProtoRefreshToken({ ...wireToken, spentAt: { seconds: '1', nanos: 0 } }, 't')],
    ['t.lineage_revoked', () => fromProtoRefreshToken({ ...wireToken, lineageRevoked: true }, 't')],
  ];
  it('takes what is as long as it may be', () => {
    const clientId = 'x'.repeat(2048);
    const metadataJson = `{"a":"${'x'.repeat(16_384 - 8)}"}`;
    expect(fromProtoClient({ ...wireClient, clientId, metadataJson }, 'c')).to.include({ clientId });
    const grantContext = Buffer.alloc(4096);
    expect(fromProtoCode({ ...wireCode, grantContext }, 'c').grantContext).to.deep.equal(grantContext);
  });

  it('takes a field that a stub of another language left out for one that is absent', () => {
    expect(() => fields.moment(undefined, 'f'))
      .to.throw(InvalidField)
      .with.property('field', 'f');
    expect(() => fields.message(undefined, 'f'))
      .to.throw(InvalidField)
      .with.property('field', 'f');
    expect(fields.optionalMoment(undefined, 'f')).to.equal(undefined);
  });

  for (const [field, convert] of cases) {
    it(field, () => {
      expect(convert).to.throw(InvalidField).with.property('field', field);
    });
  }
});
