import { expect } from 'chai';
import { AdminError } from '../model/admin-error.js';
import { fallbackEndpoints } from './api-fallback.js';
import type { Endpoint, PublicRequest } from './endpoint.js';

function endpoint(method: Endpoint['method'], path: string): Endpoint {
  return { name: 'test', method, path, access: 'public', maxBodyBytes: 0, handle: () => ({ data: null }) };
}

describe('admin/routes/api-fallback (spec, Rules for the API 1)', () => {
  const fallbacks = fallbackEndpoints([endpoint('GET', '/a/:id'), endpoint('PUT', '/a/:id'), endpoint('POST', '/b')]);
  const answerOf = (path: string) => fallbacks.find((fallback) => fallback.path === path)?.handle({} as PublicRequest);

  it('answers 405 with the methods that there are, once for each path', () => {
    expect(fallbacks.map(({ path }) => path)).to.deep.equal(['/a/:id', '/b', '/*', '']);
    expect(answerOf('/a/:id')).to.deep.equal(
      new AdminError('method_not_allowed', { allow: ['GET', 'HEAD', 'OPTIONS', 'PUT'] }),
    );
    expect(answerOf('/b')).to.deep.equal(new AdminError('method_not_allowed', { allow: ['OPTIONS', 'POST'] }));
  });

  it('answers 404 for everything else below the base, and for the base itself', () => {
    for (const path of ['/*', '']) expect(answerOf(path)).to.deep.equal(new AdminError('not_found'));
  });

  it('takes any method, and is open to everybody: it tells nothing', () => {
    for (const { method, access } of fallbacks) expect([method, access]).to.deep.equal(['any', 'public']);
  });
});
