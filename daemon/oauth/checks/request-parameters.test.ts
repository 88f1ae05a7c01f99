import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { isRefused } from '../model/oauth-error.js';
import type { Scope } from '../model/scope.js';
import { parseScope } from '../model/scope.js';
import { parametersOf } from '../testing/examples.js';
import { checkResource, pkceIsS256, scopesWithin, verifierMatches } from './request-parameters.js';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

function pkceError(challenge: string | undefined, method: string | undefined): string | undefined {
  const checked = pkceIsS256({
    parameters: parametersOf(
      ...(challenge === undefined ? [] : [['code_challenge', challenge] as const]),
      ...(method === undefined ? [] : [['code_challenge_method', method] as const]),
    ),
  });
  return isRefused(checked) ? checked.error : undefined;
}

describe('checks: pkce', () => {
  it('accepts the vector of RFC 7636 appendix B', () => {
    expect(pkceError(CHALLENGE, 'S256')).to.equal(undefined);
    expect(verifierMatches(VERIFIER, CHALLENGE)).to.equal(true);
  });

  it('accepts any 43 base64url characters (AS-64)', () => {
    for (const challenge of ['a'.repeat(43), `${'-_'.repeat(21)}9`])
      expect(pkceError(challenge, 'S256')).to.equal(undefined);
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
    it(`rejects ${why} as invalid_request (AS-64; RFC 7636 §4.4.1)`, () => {
      expect(pkceError(challenge, method)).to.equal('invalid_request');
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

  it('accepts verifiers of 43 to 128 unreserved characters and no others (RFC 7636 §4.1)', () => {
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

const CEILING: readonly Scope[] = ['read', 'write', 'offline_access'];

describe('checks: scope (AS-65; RFC 6749 §3.3)', () => {
  for (const [why, parameter, scopes] of [
    ['omitted means all allowed scopes', undefined, CEILING],
    ['empty means omitted', '', CEILING],
    ['only spaces mean omitted', '   ', CEILING],
    ['a subset', 'read', ['read']],
    ['all, in canonical order', 'offline_access write read', CEILING],
    ['extra spaces and repetition', '  write   read read ', ['read', 'write']],
  ] as const) {
    it(`grants: ${why}`, () => expect(scopesWithin(parameter, CEILING)).to.deep.equal(scopes));
  }

  for (const [why, parameter] of [
    ['a scope that is not allowed', 'read ai'],
    ['an unknown scope', 'read admin'],
    ['another case', 'Read'],
    ['a tab instead of a space', 'read\twrite'],
    ['a comma instead of a space', 'read,write'],
    ['a no-break space', 'read\u00a0write'],
    ['a name of Object.prototype', 'constructor'],
  ] as const) {
    it(`rejects ${why} as invalid_scope`, () =>
      expect(scopesWithin(parameter, CEILING)).to.have.property('error', 'invalid_scope'));
  }

  it('grants nothing if no scopes are allowed', () => {
    for (const parameter of [undefined, 'read'])
      expect(scopesWithin(parameter, [])).to.have.property('error', 'invalid_scope');
  });

  it('drops repetitions and extra spaces (AS-65)', () => expect(parseScope(' a  b a ')).to.deep.equal(['a', 'b']));

  it('rejects more than 100 values as invalid_scope; a repeated value counts once', () => {
    const values = Array.from({ length: 101 }, (_, i) => `s${String(i)}`);
    expect(parseScope(values.slice(1).join(' '))).to.have.length(100);
    expect(parseScope('a '.repeat(1000))).to.deep.equal(['a']);
    expect(parseScope(values.join(' '))).to.equal(undefined);
    expect(scopesWithin(values.join(' '), ['read'])).to.include({
      error: 'invalid_scope',
      description: 'scope has more than 100 values.',
    });
  });
});

const OURS = 'https://app.example/mcp';

function resourceError(configured: string, ...resources: readonly string[]): string | undefined {
  return checkResource(parametersOf(...resources.map((value) => ['resource', value] as const)), configured)?.error;
}

describe('checks: resource (AS-66; RFC 8707 §2)', () => {
  for (const [why, ...resources] of [
    ['exact', OURS],
    ['with one trailing slash', `${OURS}/`],
    ['upper-case scheme', 'HTTPS://app.example/mcp'],
    ['upper-case host', 'https://APP.Example/mcp'],
    ['both and a slash', 'HTTPS://APP.EXAMPLE/mcp/'],
    ['the default port', 'https://app.example:443/mcp'],
    ['a dot segment', 'https://app.example/x/../mcp'],
    ['omitted'],
    ['empty, which means omitted', ''],
    ['repeated (only this parameter may repeat)', OURS, `${OURS}/`],
  ] as const) {
    it(`accepts: ${why}`, () => expect(resourceError(OURS, ...resources)).to.equal(undefined));
  }

  it('accepts a resource without the trailing slash of the configured one', () => {
    expect(resourceError('https://app.example/mcp/', OURS)).to.equal(undefined);
    expect(resourceError('https://app.example', 'https://app.example/')).to.equal(undefined);
  });

  for (const [why, ...resources] of [
    ['another host', 'https://evil.example/mcp'],
    ['another path', 'https://app.example/other'],
    ['a path in upper case', 'https://app.example/MCP'],
    ['a deeper path', `${OURS}/tools`],
    ['no path', 'https://app.example'],
    ['two trailing slashes', `${OURS}//`],
    ['another scheme', 'http://app.example/mcp'],
    ['another port', 'https://app.example:8443/mcp'],
    ['a query', `${OURS}?a=1`],
    ['an empty query', `${OURS}?`],
    ['a fragment', `${OURS}#top`],
    ['an empty fragment', `${OURS}#`],
    ['userinfo', 'https://user@app.example/mcp'],
    ['relative', '/mcp'],
    ['scheme-relative', '//app.example/mcp'],
    ['no slashes, which a browser repairs', 'https:app.example/mcp'],
    ['one slash, which a browser repairs', 'https:/app.example/mcp'],
    ['three slashes, which a browser repairs', 'https:///app.example/mcp'],
    ['backslashes, which a browser repairs', 'https:\\\\app.example\\mcp'],
    ['a leading space, which a browser drops', ` ${OURS}`],
    ['a line break, which a browser drops', 'https://app.example/m\ncp'],
    ['not a URL', 'mcp'],
    ['ours and another', OURS, 'https://evil.example/mcp'],
  ] as const) {
    it(`rejects as invalid_target: ${why} (AS-66)`, () =>
      expect(resourceError(OURS, ...resources)).to.equal('invalid_target'));
  }

  it('does not match invalid resources when the configured one has no normal form', () => {
    const odd = 'https://app.example/<mcp>';
    expect(resourceError(odd, odd)).to.equal(undefined);
    expect(resourceError(odd, 'garbage')).to.equal('invalid_target');
  });
});
