import { expect } from 'chai';
import { authorizeRoute } from './authorize.js';

describe('routes: authorize: a request with a body (RFC 9110 §15.5)', () => {
  type Given = Parameters<typeof authorizeRoute>;
  const route = authorizeRoute({} as Given[0], {} as Given[1]);
  const refused = (reason: 'too_large' | 'too_slow') => {
    const { status, body } = route.bodyRefused(reason, {} as never, { requestId: 'r' });
    return [status, String(body)];
  };

  it('is 413, or 408 if the body does not arrive', () => {
    expect(refused('too_large')).to.deep.equal([413, 'This address does not accept a request body.\n']);
    expect(refused('too_slow')).to.deep.equal([408, 'This address does not accept a request body.\n']);
  });
});
