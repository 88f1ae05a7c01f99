import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { exampleClient, exampleOptions, parametersOf } from '../testing/examples.js';
import { authorizationCodeGrant } from './authorization-code.js';
import type { Decision, Grant } from './grant.js';
import { refreshTokenGrant } from './refresh-token.js';

const NOW = 1_800_000_000_000;
const DAY = 24 * 3_600_000;
const VERIFIER = 'v'.repeat(43);
const OPTIONS = exampleOptions({ refreshLineageMaxAge: 90 * DAY });
const ISSUED = {
  clientId: 'client-1',
  userId: 'ada',
  scopes: ['read'],
  resource: OPTIONS.resource,
  issuedAt: NOW - 1000,
  expiresAt: NOW + 1,
  grantContext: Buffer.alloc(0),
};
const CODE = {
  ...ISSUED,
  codeHash: Buffer.alloc(32),
  redirectUri: 'https://client.example/callback',
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
};
const REFRESH_TOKEN = {
  ...ISSUED,
  tokenHash: Buffer.alloc(32),
  lineageId: 'lineage',
  lineageStartedAt: NOW - 90 * DAY + 1,
  lineageRevoked: false,
};

/** What the grant decides at NOW of a stored credential. */
async function decisionOf(
  createGrant: (needs: Parameters<typeof authorizationCodeGrant>[0]) => Grant,
  credential: object,
  options = OPTIONS,
): Promise<Decision> {
  const client = exampleClient();
  const backend = { transact: async () => ({ committed: true, results: [client, credential] }) };
  const grant = createGrant({ options, backend } as unknown as Parameters<typeof authorizationCodeGrant>[0]);
  const presented = grant.present(
    parametersOf(['code', 'plain'], ['code_verifier', VERIFIER], ['refresh_token', 'plain']),
  );
  if (!('find' in presented)) throw new Error(presented.description);
  return (await presented.find(client.clientId, { requestId: 'test' })).decide(client, NOW);
}

describe('grants: how long a credential lives, to the millisecond', () => {
  for (const [what, createGrant, credential] of [
    ['a code (RFC 6749 §4.1.2)', authorizationCodeGrant, CODE],
    ['a refresh token', refreshTokenGrant, REFRESH_TOKEN],
  ] as const) {
    it(`${what} is good until the moment in which it expires, and not in it`, async () => {
      expect(await decisionOf(createGrant, credential)).to.have.property('kind', 'grant');
      for (const expiresAt of [NOW, NOW - 1]) {
        const decision = await decisionOf(createGrant, { ...credential, expiresAt });
        expect(decision).to.have.nested.property('refusal.error', 'invalid_grant');
      }
    });
  }

  it('a lineage is refreshed until it is as old as it may become (refresh_lineage_max_age), and not then', async () => {
    for (const lineageStartedAt of [NOW - 90 * DAY, NOW - 90 * DAY - 1]) {
      const aged = { ...REFRESH_TOKEN, lineageStartedAt };
      expect(await decisionOf(refreshTokenGrant, aged)).to.have.nested.property('refusal.error', 'invalid_grant');
      const unbounded = exampleOptions({ refreshLineageMaxAge: 0 });
      expect(await decisionOf(refreshTokenGrant, aged, unbounded)).to.have.property('kind', 'grant');
    }
  });
});
