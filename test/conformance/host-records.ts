import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from '../../daemon/oauth/model/client.js';
import type { Code, RefreshToken } from '../../daemon/oauth/model/tokens.js';

/** Records with every field set, each to a different value, for the suites that test a host's stores. */

export const HOUR = 3_600_000;

export function aClient(overrides: Partial<Client> = {}): Client {
  return {
    clientId: randomBytes(12).toString('base64url'),
    clientName: 'Ünïcode “client” 🚪',
    redirectUris: ['https://client.example/callback?a=b', 'http://127.0.0.1/callback'],
    authMethod: 'client_secret_post',
    ...(overrides.authMethod !== 'none' && { secretHash: randomBytes(32) }),
    scopes: ['read', 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    registeredAt: Date.now(),
    selfRegistered: true,
    metadata: { client_uri: 'https://client.example', contacts: ['a@client.example'] },
    ...overrides,
  };
}

export function aCode(overrides: Partial<Code> = {}): Code {
  return {
    codeHash: randomBytes(32),
    clientId: 'client',
    userId: 'ada@example.test',
    redirectUri: 'https://client.example/callback?a=b',
    codeChallenge: randomBytes(32).toString('base64url'),
    scopes: ['read', 'write'],
    resource: 'https://notes.example/mcp',
    issuedAt: Date.now(),
    expiresAt: Date.now() + HOUR,
    grantContext: Buffer.from([0, 1, 2, 255]),
    ...overrides,
  };
}

export function aRefreshToken(overrides: Partial<RefreshToken> = {}): RefreshToken {
  return {
    tokenHash: randomBytes(32),
    lineageId: randomUUID(),
    clientId: 'client',
    userId: 'ada@example.test',
    scopes: ['read', 'offline_access'],
    resource: 'https://notes.example/mcp',
    issuedAt: Date.now(),
    expiresAt: Date.now() + HOUR,
    lineageStartedAt: Date.now() - 5,
    grantContext: Buffer.from('tenant-7'),
    lineageRevoked: false,
    ...overrides,
  };
}

export function aMint(overrides: { lineageId: string; clientId?: string; expiresAt?: number; at?: number }) {
  return {
    kind: 'mintAccessToken',
    userId: 'ada@example.test',
    clientId: 'client',
    scopes: ['read'],
    resource: 'https://notes.example/mcp',
    expiresAt: Date.now() + HOUR,
    grantContext: Buffer.from('tenant-7'),
    at: Date.now(),
    ...overrides,
  } as const;
}
