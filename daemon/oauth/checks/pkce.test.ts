import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { parametersOf } from '../testing/examples.js';
import { checkPkce, verifierMatches } from './pkce.js';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

function error(challenge: string | undefined, method: string | undefined): string | undefined {
  return checkPkce(
    parametersOf(
      ...(challenge === undefined ? [] : [['code_challenge', challenge] as const]),
      ...(method === undefined ? [] : [['code_challenge_method', method] as const]),
    ),
  )?.error;
}

describe('checks/pkce', () => {
  it('accepts the vector of RFC 7636 appendix B', () => {
    expect(error(CHALLENGE, 'S256')).to.equal(undefined);
    expect(verifierMatches(VERIFIER, CHALLENGE)).to.equal(true);
  });

  it('accepts any 43 base64url characters (oauth.md, Authorize errors)', () => {
    for (const challenge of ['a'.repeat(43), `${'-_'.repeat(21)}9`])
      expect(error(challenge, 'S256')).to.equal(undefined);
  });

  for (const [why, challenge, method] of [
    ['no challenge', undefined, 'S256'],
    ['an empty challenge', '', 'S256'],
    ['42 characters', CHALLENGE.slice(1), 'S256'],
    ['44 characters', `${CHALLENGE}A`, 'S256'],
    ['padding', `${CHALLENGE}=`, 'S256'],
    ['plain base64', CHALLENGE.replace('-', '+'), 'S256'],
    ['a line break at the end', `${CHALLENGE}\n`, 'S256'],
    ['no method, which RFC 7636 §4.3 reads as plain', CHALLENGE, undefined],
    ['plain', CHALLENGE, 'plain'],
    ['a method in lower case', CHALLENGE, 's256'],
    ['an unknown method', CHALLENGE, 'S512'],
  ] as const) {
    it(`refuses ${why} as invalid_request (spec, Authorize rules 2; RFC 7636 §4.4.1)`, () => {
      expect(error(challenge, method)).to.equal('invalid_request');
    });
  }

  for (const [why, verifier, challenge] of [
    ['another verifier', `${VERIFIER.slice(0, -1)}l`, CHALLENGE],
    ['the challenge itself (plain)', CHALLENGE, CHALLENGE],
    ['an empty verifier', '', CHALLENGE],
    ['a verifier with a line break', `${VERIFIER}\n`, CHALLENGE],
    [
      'a challenge that differs in unused bits only (RFC 7636 §4.6 compares strings)',
      VERIFIER,
      CHALLENGE.replace(/M$/, 'N'),
    ],
  ] as const) {
    it(`does not match ${why} (RFC 7636 §4.6)`, () => expect(verifierMatches(verifier, challenge)).to.equal(false));
  }

  it('takes verifiers of 43 to 128 unreserved characters and no others (RFC 7636 §4.1)', () => {
    const matchesItself = (verifier: string): boolean =>
      verifierMatches(verifier, createHash('sha256').update(verifier).digest('base64url'));
    for (const verifier of ['a'.repeat(43), 'Z'.repeat(128), '-._~'.repeat(11)]) {
      expect(matchesItself(verifier), verifier).to.equal(true);
    }
    for (const verifier of [
      'a'.repeat(42),
      'a'.repeat(129),
      `${'a'.repeat(43)}+`,
      `${'a'.repeat(43)} `,
      'é'.repeat(43),
    ]) {
      expect(matchesItself(verifier), verifier).to.equal(false);
    }
  });
});
