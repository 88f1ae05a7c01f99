import { expect } from 'chai';
import { authorizationCode } from '../grants/authorization-code.js';
import { refreshToken } from '../grants/refresh-token.js';
import { isRefused } from '../model/oauth-error.js';
import { exampleClient, parametersOf } from '../testing/examples.js';
import { REVOKE_CHECKS } from './revoke.js';
import { TOKEN_CHECKS } from './token.js';

type Pair = readonly [name: string, value: string];

const CLIENT_ID: Pair = ['client_id', 'client-1'];
const CODE_REQUEST: readonly Pair[] = [
  CLIENT_ID,
  ['grant_type', 'authorization_code'],
  ['code', 'plain'],
  ['code_verifier', 'v'.repeat(43)],
];

function without(name: string): Pair[] {
  return CODE_REQUEST.filter(([candidate]) => candidate !== name);
}

function formError(pairs: readonly Pair[], authorization?: string): string | undefined {
  const checked = TOKEN_CHECKS.form.run({
    parameters: parametersOf(...pairs),
    authorization,
    clientAddress: '192.0.2.1',
    grantTypes: [authorizationCode, refreshToken],
  });
  return isRefused(checked) ? `${checked.error}: ${checked.description}` : undefined;
}

describe('checks: token: the form of the request, in order (AS-111; RFC 6749 §3.2)', () => {
  it('passes with the presented token', () => expect(formError(CODE_REQUEST)).to.equal(undefined));

  it('a repetition takes precedence over every other fault, for parameters that the grant type understands', () => {
    expect(formError([CLIENT_ID, CLIENT_ID])).to.match(/^invalid_request: .*client_id was sent more than once/);
    expect(formError([...without('client_id'), ['code', 'again']], 'Basic %')).to.match(/code was sent more/);
    expect(formError([...CODE_REQUEST, ['scope', 'read'], ['scope', 'read']])).to.equal(undefined);
  });

  it('checks the grant type before the client, and the client before the parameters of the grant type', () => {
    expect(formError([], 'Basic %')).to.match(/^invalid_request: grant_type is missing/);
    expect(formError([['grant_type', 'password']], 'Basic %')).to.match(/^unsupported_grant_type/);
    expect(formError([['grant_type', 'authorization_code']], 'Basic %')).to.match(/^invalid_client/);
    expect(formError(without('code'))).to.match(/^invalid_request: code is missing/);
    expect(formError(without('code_verifier'))).to.match(/^invalid_request: code_verifier is missing/);
  });
});

describe('checks: token: the client, in order (AS-111; RFC 6749 §2.3, §3.2.1)', () => {
  const credentials = { clientId: 'client-1', authMethod: 'none' } as const;
  const client = exampleClient({ grantTypes: ['refresh_token'] });
  const few = { allowed: true } as const;
  const many = { allowed: false, retryAfterSeconds: 7 } as const;

  it('too many failures take precedence over everything, with the time to retry', () => {
    const lookedUp = { credentials, verdict: many, stored: undefined, grantType: authorizationCode };
    for (const checks of [TOKEN_CHECKS.client, REVOKE_CHECKS.client]) {
      const checked = checks.run(lookedUp);
      expect(checked).to.include({ error: 'too_many_requests', retryAfterSeconds: 7 });
    }
  });

  it('a failed authentication takes precedence over a grant type that the client did not register', () => {
    const grantType = authorizationCode;
    const of = (stored: typeof client | undefined) =>
      TOKEN_CHECKS.client.run({ credentials, verdict: few, stored, grantType });
    expect(of(undefined)).to.have.property('error', 'invalid_client');
    expect(of({ ...client, authMethod: 'client_secret_post' })).to.have.property('error', 'invalid_client');
    expect(of(client)).to.have.property('error', 'unauthorized_client');
    const checked = TOKEN_CHECKS.client.run({ credentials, verdict: few, stored: client, grantType: refreshToken });
    expect(checked).to.have.property('client', client);
  });
});
