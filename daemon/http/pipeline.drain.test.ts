import { expect } from 'chai';
import { createDispatcher, DispatcherSlot } from './pipeline.js';
import type { PreparedResponse } from './response.js';
import type { HandlerRoute } from './router.js';

const ROUTE: HandlerRoute = {
  name: 'token',
  method: 'POST',
  path: '/token',
  cors: true,
  maxBodyBytes: 17,
  handle: () => ({ status: 200, headers: [] }),
  fault: () => ({ status: 503, headers: [] }),
  bodyRefused: () => ({ status: 413, headers: [] }),
};
const OWN_FORM = { status: 503, headers: [['content-type', 'application/json']], body: '{}' } as const;
const NOTHING = (): void => undefined;

describe('http: pipeline during the drain (docs/http.md)', () => {
  it("answers in the route's own form, otherwise with a line of text, with the route's CORS headers, reports it, and lets a preflight request pass", () => {
    const reported: string[] = [];
    const dispatcher = createDispatcher(
      [
        { ...ROUTE, draining: OWN_FORM },
        { ...ROUTE, name: 'page', method: 'GET', path: '/page', cors: false },
        { name: 'document', method: 'GET', path: '/document', cors: true, response: { status: 200, headers: [] } },
      ],
      {
        logger: { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING },
        observer: { answered: (_method, route) => reported.push(route) },
      },
    );
    const answers = ['/token', '/page', '/document', '/unknown'].map((path) => dispatcher.whileDraining('POST', path));
    const isCors = ([name]: readonly [string, string]): boolean => name === 'access-control-allow-origin';
    expect(answers.map(({ status, body, headers }) => [status, String(body), headers.some(isCors)])).to.deep.equal([
      [503, '{}', true],
      [503, 'Shutting down.\n', false],
      [503, 'Shutting down.\n', true],
      [503, 'Shutting down.\n', false],
    ]);
    expect(reported).to.deep.equal(['token', 'page', 'document', 'none']);
    expect(answers[3]?.headers).to.deep.include(['retry-after', '1']);
    const preflight = ['/token', '/page'].map((path) => dispatcher.whileDraining('OPTIONS', path));
    expect(preflight.map(({ status }) => status)).to.deep.equal([204, 204]);
    expect(preflight.map(({ headers }) => headers)).to.deep.equal(
      ['/token', '/page'].map((path) => (dispatcher.find('OPTIONS', path) as PreparedResponse).headers),
    );
    expect(String(new DispatcherSlot(dispatcher).whileDraining('GET', '/token').body)).to.equal('{}');
  });
});
