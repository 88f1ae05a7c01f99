import {
  authorization,
  CHALLENGE,
  exchange,
  REDIRECT_URI,
  refresh,
  registration,
  SCOPE,
  servePreparations,
  times,
} from '../peer.js';
import { hashOf, randomToken } from './secrets.js';
import { FloorStore } from './store.js';

/** Prepares the floor's requests in a process of its own, like those of Gatehouse, so that the floor only serves. */
const CLIENT = 'bench-client';
const RESOURCE = 'http://localhost:1/mcp';
const HOUR = 3_600_000;

const store = new FloorStore(process.env['BENCH_SQLITE'] ?? ':memory:');
store.inOneCommit(() => {
  const grantTypes = 'authorization_code refresh_token';
  store.insertClient.run(
    CLIENT,
    null,
    'none',
    'Benchmark',
    JSON.stringify([REDIRECT_URI]),
    SCOPE,
    grantTypes,
    Date.now(),
  );
});

servePreparations({}, async ({ scenario, count, expired = false }) => {
  const credentials = Array.from({ length: count }, randomToken);
  const now = Date.now();
  const expiresAt = now + (expired ? -HOUR : HOUR);
  switch (scenario) {
    case 'metadata':
      return [{ method: 'GET', path: '/.well-known/oauth-authorization-server' }];
    case 'register':
      return times(count, (index) => registration('/register', index));
    case 'authorize':
      return times(count, (index) => authorization('/authorize', CLIENT, index));
    case 'exchange':
      store.inOneCommit(() => {
        for (const [index, code] of credentials.entries()) {
          const user = `user-${String(index)}`;
          store.insertCode.run(hashOf(code), CLIENT, user, REDIRECT_URI, CHALLENGE, SCOPE, RESOURCE, expiresAt);
        }
      });
      return credentials.map((code) => exchange('/token', CLIENT, code));
    case 'refresh':
      store.inOneCommit(() => {
        for (const [index, token] of credentials.entries()) {
          const user = `user-${String(index)}`;
          const lineage = store.insertLineage.run(CLIENT, user, SCOPE, RESOURCE, now, now, expiresAt).lastInsertRowid;
          store.insertRefreshToken.run(hashOf(token), lineage, expiresAt);
        }
      });
      return credentials.map((token) => refresh('/token', CLIENT, token));
  }
});
