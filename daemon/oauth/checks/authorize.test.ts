import { expect } from 'chai';
import type { Client } from '../model/client.js';
import { isRefused } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import { exampleClient, exampleOptions, parametersOf } from '../testing/examples.js';
import { AUTHORIZE_CHECKS } from './authorize.js';

const VALID: readonly (readonly [string, string])[] = [
  ['client_id', 'client-1'],
  ['redirect_uri', 'https://client.example/callback'],
  ['response_type', 'code'],
  ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ['code_challenge_method', 'S256'],
  ['scope', 'read'],
  ['state', 'xyz'],
  ['resource', 'https://app.example/mcp'],
];

/** One fault of each check, in the order in which the checks run; `undefined` removes the parameter. */
const FAULTS: readonly (readonly [name: string, value: string | undefined, error: string])[] = [
  ['response_type', 'token', 'unsupported_response_type'],
  ['code_challenge', 'short', 'invalid_request'],
  ['scope', 'admin', 'invalid_scope'],
  ['resource', 'https://evil.example/', 'invalid_target'],
];

function withFaults(faults: readonly (readonly [string, string | undefined, string])[]) {
  const changed = new Map(faults.map(([name, value]) => [name, value]));
  return parametersOf(
    ...VALID.flatMap(([name, value]) => {
      const now = changed.has(name) ? changed.get(name) : value;
      return now === undefined ? [] : [[name, now] as const];
    }),
  );
}

/** The scopes that a request yields, or its refusal. */
function check(parameters: Parameters, client: Client, options = exampleOptions()) {
  const checked = AUTHORIZE_CHECKS.parameters.run({ parameters, client, options });
  return isRefused(checked) ? checked : checked.scopes;
}

describe('checks: index: the authorize checks in order (AS-60)', () => {
  const client = exampleClient();
  const errorOf = (parameters: ReturnType<typeof parametersOf>, of = client) => {
    const result = check(parameters, of);
    return 'error' in result ? result.error : undefined;
  };

  it('a valid request yields its scopes', () => expect(check(withFaults([]), client)).to.deep.equal(['read']));

  for (const [index, fault] of FAULTS.entries()) {
    it(`${fault[0]} = ${String(fault[1])} alone returns ${fault[2]}`, () =>
      expect(errorOf(withFaults([fault]))).to.equal(fault[2]));

    it(`and takes precedence over every fault after it`, () =>
      expect(errorOf(withFaults(FAULTS.slice(index)))).to.equal(fault[2]));
  }

  it('response_type missing or empty is invalid_request (RFC 6749 §4.1.2.1)', () => {
    for (const value of [undefined, '']) {
      expect(errorOf(withFaults([['response_type', value, '']]))).to.equal('invalid_request');
    }
  });

  for (const responseType of ['token', 'id_token', 'code token', 'Code', 'code ', 'none']) {
    it(`response_type "${responseType}" is unsupported_response_type (RFC 6749 §3.1.1)`, () =>
      expect(errorOf(withFaults([['response_type', responseType, '']]))).to.equal('unsupported_response_type'));
  }

  for (const [name, value] of VALID.filter(([name]) => name !== 'resource')) {
    it(`${name} sent twice is invalid_request, even with the same value (RFC 6749 §3.1)`, () =>
      expect(errorOf(parametersOf(...VALID, [name, value]))).to.equal('invalid_request'));
  }

  it('a repetition takes precedence over every other fault', () => {
    const repeated = parametersOf(
      ...FAULTS.map(([name, value]) => [name, value ?? ''] as const),
      ['state', '1'],
      ['state', '1'],
    );
    expect(errorOf(repeated)).to.equal('invalid_request');
  });

  it('an unknown parameter is ignored, even if repeated (RFC 6749 §3.1)', () =>
    expect(errorOf(parametersOf(...VALID, ['prompt', 'consent'], ['x', '1'], ['x', '2']))).to.equal(undefined));

  it('the upper bound is the scopes that the client registered and the host still supports', () => {
    const narrowed = (parameters: Parameters, of: Client) =>
      check(parameters, of, exampleOptions({ scopesSupported: ['read', 'ai'] }));
    const ofClient = exampleClient({ scopes: ['read', 'write'] });
    expect(narrowed(withFaults([['scope', undefined, '']]), ofClient)).to.deep.equal(['read']);
    expect(narrowed(withFaults([['scope', 'write', '']]), ofClient)).to.have.property('error', 'invalid_scope');
    expect(narrowed(withFaults([['scope', 'ai', '']]), ofClient)).to.have.property('error', 'invalid_scope');
  });

  it('rejects a client without the authorization_code grant, after the response type and before PKCE (RFC 6749 §4.1.2.1)', () => {
    const unable = exampleClient({ grantTypes: ['refresh_token'] });
    expect(errorOf(withFaults([]), unable)).to.equal('unauthorized_client');
    expect(errorOf(withFaults(FAULTS), unable)).to.equal('unsupported_response_type');
    expect(errorOf(withFaults(FAULTS.slice(1)), unable)).to.equal('unauthorized_client');
  });

  it('a refused scope names those that the client may request', () => {
    const scopes = ['read', 'ai'] as const;
    for (const scope of ['openid', 'read write', 'openid offline_access']) {
      expect(check(withFaults([['scope', scope, '']]), exampleClient({ scopes }))).to.deep.equal({
        error: 'invalid_scope',
        description: 'scope may contain only: read ai.',
      });
    }
  });

  it('no description echoes the input (AS-201; RFC 6749 §5.2)', () => {
    const results = VALID.slice(2).map(([name]) => check(withFaults([[name, 'mArKeR', '']]), client));
    const descriptions = results.flatMap((result) => ('error' in result ? [result.description] : []));
    expect(descriptions).to.have.length.above(3);
    for (const description of descriptions) {
      expect(description)
        .to.match(/^[ !#-[\]-~]+$/)
        .and.to.not.contain('mArKeR');
    }
  });
});

describe('checks: an authorization request before any lookup (AS-60, AS-61)', () => {
  const refusal = (...pairs: (readonly [string, string])[]) => {
    const checked = AUTHORIZE_CHECKS.request.run({ parameters: parametersOf(...pairs), options: exampleOptions() });
    return isRefused(checked) ? checked.description : undefined;
  };
  const [ID, URI] = VALID as [readonly [string, string], readonly [string, string]];

  it('names client_id, redirect_uri and only then an impossible id, which is looked up nowhere', () => {
    expect(refusal(ID, URI)).to.equal(undefined);
    for (const pairs of [[], [['client_id', '']], [ID, ID, URI]] as (readonly [string, string])[][])
      expect(refusal(...pairs)).to.match(/^client_id is missing or was sent more than once/);
    for (const pairs of [[['client_id', 'a\0']], [ID, URI, URI]] as (readonly [string, string])[][])
      expect(refusal(...pairs)).to.match(/^redirect_uri is missing or was sent more than once/);
    for (const id of ['a\0', 'ü', 'a'.repeat(2049)])
      expect(refusal(['client_id', id], URI)).to.equal('the client is not registered');
  });
});

describe('checks: the redirect URI of a native client (AS-43; RFC 8252 §7.3)', () => {
  const found = exampleClient({ redirectUris: ['http://localhost/callback', 'https://client.example/callback'] });
  const refusal = (redirectUri: string, loopbackPortFlexible: boolean) => {
    const options = exampleOptions({ loopbackPortFlexible });
    const checked = AUTHORIZE_CHECKS.client.run({ found, redirectUri, options });
    return isRefused(checked) ? checked.description : undefined;
  };

  it('must have the registered port, and the refusal names the option that allows another one', () => {
    expect(refusal('http://localhost:3118/callback', false)).to.match(/with another port.*loopback_port_flexible/);
    expect(refusal('http://localhost:3118/callback', true)).to.equal(undefined);
  });

  it('may differ in nothing else', () => {
    for (const uri of [
      'http://localhost:3118/other',
      'http://127.0.0.1:3118/callback',
      'https://client.example:3118/callback',
    ]) {
      for (const flexible of [false, true]) {
        expect(refusal(uri, flexible)).to.equal('the client did not register this redirect_uri');
      }
    }
  });
});
