import { expect } from 'chai';
import { createHash } from 'node:crypto';
import type { GrantType, Judgement } from '../checks/token.js';
import type { Code, RefreshToken } from '../model/tokens.js';
import { exampleClient, exampleOptions, parametersOf } from '../testing/examples.js';
import { authorizationCode } from './authorization-code.js';
import { refreshToken } from './refresh-token.js';

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

/** The grant type's judgement of a stored token at NOW. */
function judgementOf(grantType: GrantType, stored: object, options = OPTIONS): Judgement {
  const parameters = parametersOf(['code', 'plain'], ['code_verifier', VERIFIER], ['refresh_token', 'plain']);
  return grantType.judge(stored as Code | RefreshToken, { parameters, client: exampleClient(), options, now: NOW });
}

describe('grants: lifetime of a credential, to the millisecond', () => {
  for (const [what, grantType, credential] of [
    ['a code (RFC 6749 §4.1.2)', authorizationCode, CODE],
    ['a refresh token', refreshToken, REFRESH_TOKEN],
  ] as const) {
    it(`${what} is valid until the millisecond in which it expires`, () => {
      expect(judgementOf(grantType, credential)).to.have.property('kind', 'grant');
      for (const expiresAt of [NOW, NOW - 1]) {
        const judgement = judgementOf(grantType, { ...credential, expiresAt });
        expect(judgement).to.have.property('error', 'invalid_grant');
      }
    });
  }

  it('a lineage can be refreshed until it reaches its maximum age (refresh_lineage_max_age)', () => {
    for (const lineageStartedAt of [NOW - 90 * DAY, NOW - 90 * DAY - 1]) {
      const aged = { ...REFRESH_TOKEN, lineageStartedAt };
      expect(judgementOf(refreshToken, aged)).to.have.property('error', 'invalid_grant');
      const unbounded = exampleOptions({ refreshLineageMaxAge: 0 });
      expect(judgementOf(refreshToken, aged, unbounded)).to.have.property('kind', 'grant');
    }
  });
});
