import { backendService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import type { Operation } from '../oauth/ports/backend.js';
import { toTransactRequest } from './operations.js';

const HASH = Buffer.alloc(32, 1);

/** As the host reads it: through the wire format. */
function sent(operation: Operation): object {
  const { requestSerialize, requestDeserialize } = backendService.Transact;
  return requestDeserialize(requestSerialize(toTransactRequest([operation]))).operations[0] ?? {};
}

describe('host: to proto', () => {
  it('sends every field of a client', () => {
    const client = {
      clientId: 'client',
      clientName: 'Näme',
      redirectUris: ['https://app.example/cb'],
      authMethod: 'client_secret_post',
      secretHash: HASH,
      scopes: ['read'],
      grantTypes: ['authorization_code'],
      registeredAt: 1500,
      consentedAt: 2000,
      revokedAt: 3000,
      selfRegistered: true,
      metadata: { client_uri: 'https://app.example' },
    } as const;
    expect(
      sent({ kind: 'createClient', client, cap: 5, evictOldestUnconsented: true, replaceExisting: true }),
    ).to.deep.include({
      createClient: {
        client: {
          clientId: 'client',
          clientName: 'Näme',
          redirectUris: ['https://app.example/cb'],
          tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
          secretHash: HASH,
          scopes: ['read'],
          grantTypes: ['authorization_code'],
          registeredAt: { seconds: '1', nanos: 500_000_000 },
          consentedAt: { seconds: '2', nanos: 0 },
          revokedAt: { seconds: '3', nanos: 0 },
          selfRegistered: true,
          metadataJson: '{"client_uri":"https://app.example"}',
        },
        cap: 5,
        evictOldestUnconsented: true,
        replaceExisting: true,
      },
    });
  });

  it('omits what a public client does not have', () => {
    const client = {
      clientId: 'client',
      clientName: '',
      redirectUris: ['https://app.example/cb'],
      authMethod: 'none',
      scopes: ['read'],
      grantTypes: ['authorization_code'],
      registeredAt: 0,
      selfRegistered: false,
      metadata: {},
    } as const;
    expect(sent({ kind: 'createClient', client, cap: 0, evictOldestUnconsented: false, replaceExisting: false }))
      .to.have.nested.property('createClient.client')
      .that.deep.includes({ secretHash: Buffer.alloc(0), consentedAt: null, revokedAt: null, metadataJson: '' });
  });

  it('never sends what only the host may set: spent state and revoked lineage', () => {
    const code = {
      codeHash: HASH,
      clientId: 'client',
      userId: 'ada',
      redirectUri: 'https://app.example/cb',
      codeChallenge: 'x'.repeat(43),
      scopes: ['read'],
      resource: 'https://notes.example/mcp',
      issuedAt: 0,
      expiresAt: 1,
      grantContext: Buffer.from('tenant'),
      spent: { at: 1, lineageId: 'lineage' },
    } as const;
    expect(sent({ kind: 'createCode', code }))
      .to.have.nested.property('createCode.code')
      .that.deep.includes({ grantContext: Buffer.from('tenant'), spentAt: null, lineageId: '' });
    const refreshToken = {
      tokenHash: HASH,
      lineageId: 'lineage',
      clientId: 'client',
      userId: 'ada',
      scopes: ['read'],
      resource: 'https://notes.example/mcp',
      issuedAt: 0,
      expiresAt: 1,
      lineageStartedAt: 0,
      grantContext: Buffer.alloc(0),
      spentAt: 1,
      lineageRevoked: true,
    } as const;
    expect(sent({ kind: 'createRefreshToken', refreshToken }))
      .to.have.nested.property('createRefreshToken.refreshToken')
      .that.deep.includes({ lineageId: 'lineage', spentAt: null, lineageRevoked: false });
  });
});
