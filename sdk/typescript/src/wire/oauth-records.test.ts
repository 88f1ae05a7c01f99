import type { Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
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

/** An operation as the peer receives it. */
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
  it('convert every field of a client back and forth', () => {
    expect(fromProtoClient(receivedClient(client), 'c')).to.deep.equal(client);
  });

  it('convert a public client without optional fields back and forth', () => {
    expect(toProtoClient(publicClient)).to.include({ metadataJson: '', consentedAt: null, revokedAt: null });
    expect(fromProtoClient(receivedClient(publicClient), 'c')).to.deep.equal(publicClient);
  });

  it('convert every field of a code and of a refresh token back and forth', () => {
    expect(fromProtoCode(receivedCode(code))).to.deep.equal(code);
    expect(fromProtoRefreshToken(receivedToken(refreshToken))).to.deep.equal(refreshToken);
  });

  it('return when a code was spent, and its lineage', () => {
    const spent = toProtoCode({ ...code, spent: { at: new Date(5000), lineageId: 'lineage' } });
    expect(spent).to.deep.include({ spentAt: { seconds: 5, nanos: 0 }, lineageId: 'lineage' });
  });
});

describe('wire converters: what the rules of single fields cannot say (backend.proto: Client)', () => {
  const wireClient = receivedClient(client);
  const noHash = Buffer.alloc(0);
  const cases: [string, string, Client__Output][] = [
    ['metadata that is a list', 'c.metadata_json', { ...wireClient, metadataJson: '[]' }],
    ['metadata that is not JSON', 'c.metadata_json', { ...wireClient, metadataJson: '{' }],
    ['metadata that is a number', 'c.metadata_json', { ...wireClient, metadataJson: '5' }],
    ['metadata that is null', 'c.metadata_json', { ...wireClient, metadataJson: 'null' }],
    ['a confidential client without a hash', 'c.secret_hash', { ...wireClient, secretHash: noHash }],
    [
      'a public client with a hash',
      'c.secret_hash',
      { ...wireClient, tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE' },
    ],
  ];
  for (const [what, field, sent] of cases) {
    it(`reject ${what}`, () => {
      expect(() => fromProtoClient(sent, 'c'))
        .to.throw(InvalidField)
        .with.property('field', field);
    });
  }

  it('never read a required field that is absent', () => {
    expect(() => fields.moment(undefined)).to.throw(TypeError);
    expect(() => fields.present(null)).to.throw(TypeError);
    expect(fields.optionalMoment(undefined)).to.equal(undefined);
  });
});
