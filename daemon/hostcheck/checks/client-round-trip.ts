import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { asReceived, expectRecord } from '../compare.js';
import { createClient } from '../operations.js';
import { newClient, newHash, OLD } from '../records.js';

export const clientRoundTrip: Check = {
  name: 'client/round-trip',
  citation: 'backend.proto: Client',
  on: 'transactions',
  run: async ({ backend }) => {
    const full = newClient({
      clientName: 'Ünïcode "客户端" 🗝️ \u202e\' -- \\',
      redirectUris: ['https://check-host.example/cb?a=%20b&c=d', 'http://127.0.0.1:33418/', 'cursor://anysphere/cb'],
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
      secretHash: newHash(),
      scopes: ['read', 'write', 'ai', 'offline_access'],
      registeredAt: toTimestamp(OLD + 123),
      metadataJson: JSON.stringify({ client_uri: 'https://check-host.example', contacts: ['ä@x.example'], n: 1.5 }),
    });
    const bare = newClient({
      clientName: '',
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
      grantTypes: ['authorization_code'],
      selfRegistered: false,
    });
    const post = newClient({
      tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
      secretHash: newHash(),
    });
    for (const client of [full, bare, post]) {
      const stored = asReceived(createClient(client)).createClient?.client ?? {};
      await backend.commit(createClient(client));
      expectRecord('client', await backend.client(client.clientId ?? ''), stored);
    }
  },
};
