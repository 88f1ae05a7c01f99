import { expect } from 'chai';
import { createDispatcher } from './pipeline.js';
import { IncomingRequest } from './request.js';
import { PreparedResponse } from './response.js';
import type { HandlerRoute, PathParameters, Route } from './router.js';
import { TOKEN_ROUTE } from './testing/token-route.js';

const NOTHING = (): void => undefined;

function dispatcherOf(...routes: readonly Route[]) {
  const logger = { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING };
  return createDispatcher(routes, { logger, observer: { answered: NOTHING } });
}

describe('http: pipeline: paths of routes', () => {
  const page = { ...TOKEN_ROUTE, name: 'page', path: '/page', belowAny: false };

  it('answers every path that ends with that of a route below any', () => {
    const { find, whileDraining } = dispatcherOf(page, {
      ...TOKEN_ROUTE,
      draining: { status: 503, headers: [], body: 'own' },
    });
    for (const path of ['/oauth/mcp/token', '/notes/oauth/mcp/token', '/a/b/oauth/mcp/token']) {
      expect(find('POST', path), path).to.include({ path: '/oauth/mcp/token', maxBodyBytes: 17 });
      expect(String(whileDraining('POST', path).body), path).to.equal('own');
    }
    for (const path of ['/oauth/mcp/token/', '/oauth/mcp/tokens', '/mcp/token', '/notes/page'])
      expect(find('POST', path), path).to.include({ status: 404 });
  });

  it('takes a path from outside as it is, whatever is in it', async () => {
    const seen: PathParameters[] = [];
    const handle: HandlerRoute['handle'] = (_request, _call, parameters) => {
      seen.push(parameters);
      return { status: 200, headers: [] };
    };
    const { find, whileDraining, refused } = dispatcherOf({ ...page, path: '/:a/*', isLiteral: true, handle });
    const found = find('POST', '/:a/*');
    if (found instanceof PreparedResponse) throw new Error('no handler');
    await found.handle(new IncomingRequest('POST', '/:a/*', '', new Map(), '127.0.0.1'));
    expect(seen.map(({ size }) => size)).to.deep.equal([0]);
    expect(find('POST', '/x/y')).to.include({ status: 404 });
    const isReadable = ({ headers }: PreparedResponse) =>
      headers.some(([name]) => name === 'access-control-allow-origin');
    const refusal = new PreparedResponse({ status: 400, headers: [] });
    expect(['/:a/*', '/x/y'].map((path) => isReadable(whileDraining('POST', path)))).to.deep.equal([true, false]);
    expect(['/:a/*', '/x/y'].map((path) => isReadable(refused('POST', path, refusal)))).to.deep.equal([true, false]);
  });

  it('answers 405 in the own form of a route, with Allow', () => {
    const own = { status: 405, headers: [['content-type', 'application/json']], body: '{}' } as const;
    const { find } = dispatcherOf(
      { ...page, method: 'PUT' },
      { ...page, methodNotAllowed: own },
      { name: 'document', method: 'GET', path: '/page', cors: true, response: { status: 200, headers: [] } },
    );
    const refused = find('DELETE', '/page') as PreparedResponse;
    expect([refused.status, String(refused.body)]).to.deep.equal([405, '{}']);
    expect(refused.headers.slice(0, 2)).to.deep.equal([
      ['allow', 'GET, HEAD, OPTIONS, POST, PUT'],
      ['content-type', 'application/json'],
    ]);
    const plain = dispatcherOf(page).find('DELETE', '/page') as PreparedResponse;
    expect(String(plain.body)).to.equal('Method not allowed.\n');
  });

  it('lets pages of other origins read the answers of a path if one of its routes does', () => {
    const { find } = dispatcherOf({ ...page, cors: false, method: 'PUT' }, page);
    const refused = find('DELETE', '/page') as PreparedResponse;
    expect(refused.headers.map(([name]) => name)).to.include('access-control-allow-origin');
    const apart = dispatcherOf({ ...page, cors: false }).find('DELETE', '/page') as PreparedResponse;
    expect(apart.headers.map(([name]) => name)).to.not.include('access-control-allow-origin');
    const nowhere = find('GET', '/nowhere') as PreparedResponse;
    expect(nowhere.headers.map(([name]) => name)).to.not.include('access-control-allow-origin');
  });
});
