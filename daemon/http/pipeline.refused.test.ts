import { expect } from 'chai';
import { REFUSALS } from './framing.js';
import { createDispatcher, DispatcherSlot } from './pipeline.js';
import type { PreparedResponse } from './response.js';
import { TOKEN_ROUTE } from './testing/token-route.js';

const NOTHING = (): void => undefined;

describe('http: requests that are refused before routing', () => {
  const dispatcher = new DispatcherSlot(
    createDispatcher(
      [
        TOKEN_ROUTE,
        { ...TOKEN_ROUTE, name: 'page', method: 'GET', path: '/page', cors: false, belowAny: false },
        { name: 'document', method: 'GET', path: '/document', cors: true, response: { status: 200, headers: [] } },
      ],
      {
        logger: { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING },
        observer: { answered: NOTHING },
      },
    ),
  );
  const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate, Retry-After' };

  for (const [path, isReadable] of [
    ['/oauth/mcp/token', true],
    ['/app/oauth/mcp/token', true],
    ['/document', true],
    ['/page', false],
    ['/unknown', false],
    ['', false],
    ['/%ff/\u{ff}', false],
  ] as const) {
    it(`${isReadable ? 'lets' : 'does not let'} pages of other origins read the reason at ${JSON.stringify(path)} (AS-18)`, () => {
      for (const { answer } of Object.values(REFUSALS)) {
        const given = dispatcher.refused('POST', path, answer);
        expect([given.status, given.body]).to.deep.equal([answer.status, answer.body]);
        const headers = Object.fromEntries([...answer.headers, ...Object.entries(isReadable ? CORS : {})]);
        expect(Object.fromEntries(given.headers)).to.deep.equal(headers);
      }
    });
  }

  it('lets a preflight request pass that is refused for anything but its form (AS-18)', () => {
    const { headTooLarge, unexpectedBody } = REFUSALS;
    const ordinary = dispatcher.find('OPTIONS', '/oauth/mcp/token') as PreparedResponse;
    const given = dispatcher.refused('OPTIONS', '/oauth/mcp/token', headTooLarge.answer);
    expect([given.status, given.headers]).to.deep.equal([204, ordinary.headers]);
    expect(dispatcher.refused('OPTIONS', '/oauth/mcp/token', unexpectedBody.answer).status).to.equal(400);
    expect(dispatcher.refused('OPTIONS', '/page', headTooLarge.answer)).to.equal(headTooLarge.answer);
  });
});
