import { expect } from 'chai';
import { parametersOf } from '../testing/examples.js';
import { REVOKE_CHECKS } from './revoke.js';

describe('checks: a revocation request (RFC 7009 §2.1)', () => {
  const run = (...entries: [string, string][]) =>
    REVOKE_CHECKS.form.run({
      parameters: parametersOf(...entries),
      authorization: undefined,
      clientAddress: '192.0.2.1',
    });
  const valid: [string, string][] = [
    ['client_id', 'client-1'],
    ['token', 'the-token'],
    ['token_type_hint', 'access_token'],
  ];

  it('presents a token, and names its client', () => {
    expect(run(...valid)).to.deep.include({ token: 'the-token' });
    expect(run(...valid, ['later', '1'], ['later', '2'])).to.deep.include({ token: 'the-token' });
    expect(run(['client_id', 'client-1'])).to.deep.equal({
      error: 'invalid_request',
      description: 'token is missing.',
    });
  });

  it('repeats no parameter that is understood (RFC 6749 §3.2)', () => {
    for (const name of ['token', 'token_type_hint', 'client_id', 'client_secret'])
      expect(run(...valid, [name, 'a'], [name, 'b']), name).to.deep.equal({
        error: 'invalid_request',
        description: `The parameter ${name} was sent more than once.`,
      });
  });
});
