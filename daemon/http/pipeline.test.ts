import { expect } from 'chai';
import { HostFailed, Unavailable } from '../core/faults.js';
import type { Logger } from '../core/runtime.js';
import { IncomingRequest } from './request.js';
import { createDispatcher, DispatcherSlot } from './pipeline.js';
import { PreparedResponse } from './response.js';
import type { Response } from './response.js';
import type { FixedRoute, HandlerRoute, Route } from './router.js';
import type { Dispatcher } from './server.js';

interface Bench {
  readonly dispatcher: Dispatcher;
  readonly observed: [method: string, route: string, status: number][];
  readonly logged: {
    readonly level: string;
    readonly err: unknown;
    readonly route: string;
    readonly requestId: string;
  }[];
}

function bench(...routes: Route[]): Bench {
  const observed: Bench['observed'] = [];
  const logged: Bench['logged'] = [];
  const at = (level: string) => (fields: object) => logged.push({ level, ...fields } as Bench['logged'][number]);
  const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const observer = {
    answered: (method: string, route: string, status: number) => observed.push([method, route, status]),
  };
  return { dispatcher: createDispatcher(routes, { logger, observer }), observed, logged };
}

const NOTHING = (): void => undefined;
const silent = {
  logger: { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING },
  observer: { answered: NOTHING },
};

const fixed: FixedRoute = {
  name: 'document',
  method: 'GET',
  path: '/document',
  cors: true,
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{}' },
};

const handler: HandlerRoute = {
  name: 'token',
  method: 'POST',
  path: '/token',
  cors: true,
  maxBodyBytes: 17,
  handle: () => ({ status: 200, headers: [], body: 'handled' }),
  fault: () => ({ status: 503, headers: [['retry-after', '1']], body: 'fault' }),
  bodyRefused: (reason) => ({ status: reason === 'too_large' ? 413 : 408, headers: [], body: reason }),
};

const plainRoute: HandlerRoute = {
  ...handler,
  name: 'page',
  method: 'GET',
  path: '/page',
  cors: false,
  maxBodyBytes: 0,
};

function request(method: string, path: string, headers: Record<string, string> = {}): IncomingRequest {
  return new IncomingRequest(method, path, '', new Map(Object.entries(headers)), '127.0.0.1');
}

/** The answer as an engine sends it. */
async function ask(dispatcher: Dispatcher, asked: IncomingRequest): Promise<PreparedResponse> {
  const found = dispatcher.find(asked.method, asked.path);
  return found instanceof PreparedResponse ? found : new PreparedResponse(await found.handle(asked));
}

function header(response: Pick<Response, 'headers'>, name: string): string | undefined {
  return response.headers.find(([candidate]) => candidate === name)?.[1];
}

describe('pipeline', () => {
  describe('routing', () => {
    const { dispatcher } = bench(fixed, handler, plainRoute);
    const status = (method: string, path: string): Promise<number> =>
      ask(dispatcher, request(method, path)).then((response) => response.status);

    it('matches exact paths only', async () => {
      expect(await status('GET', '/document')).to.equal(200);
      for (const path of ['/', '/documents', '/document/', '/DOCUMENT', '//document', '/%64ocument', '/__proto__']) {
        expect(await status('GET', path), path).to.equal(404);
      }
    });

    it('returns 405 with Allow for another method (RFC 9110 §15.5.6)', async () => {
      const wrong = await ask(dispatcher, request('POST', '/document'));
      expect([wrong.status, header(wrong, 'allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
      expect(header(await ask(dispatcher, request('GET', '/token')), 'allow')).to.equal('OPTIONS, POST');
      expect(await status('HEAD', '/token')).to.equal(405);
    });

    it('answers HEAD on a path with GET', async () => {
      expect(await status('HEAD', '/document')).to.equal(200);
      expect(await status('HEAD', '/page')).to.equal(200);
    });

    it('answers OPTIONS on every path, with the allowed methods', async () => {
      const answer = await ask(dispatcher, request('OPTIONS', '/page'));
      expect([answer.status, header(answer, 'allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
      expect(await status('OPTIONS', '/nowhere')).to.equal(404);
    });

    it('returns a fixed answer without a copy', () => {
      expect(dispatcher.find('GET', '/document')).to.equal(dispatcher.find('GET', '/document'));
    });

    it('joins the methods of one path', async () => {
      const both = bench(fixed, { ...handler, path: '/document' }).dispatcher;
      expect(header(await ask(both, request('DELETE', '/document')), 'allow')).to.equal('GET, HEAD, OPTIONS, POST');
    });

    it('passes the parameters of its path to a handler', async () => {
      const seen: string[] = [];
      const { dispatcher: patterned } = bench({
        ...handler,
        path: '/posts/:id',
        handle: (_request, _call, parameters) => {
          seen.push(parameters.get('id') ?? '');
          return { status: 200, headers: [] };
        },
      });
      await ask(patterned, request('POST', '/posts/a%2Fb'));
      expect(seen).to.deep.equal(['a/b']);
    });

    it('asks the route for any method instead of returning 405', async () => {
      const any: Route = { ...handler, method: 'any', handle: () => ({ status: 418, headers: [] }) };
      const { dispatcher: both } = bench(handler, any);
      const status = async (method: string): Promise<number> => (await ask(both, request(method, '/token'))).status;
      expect(await status('POST')).to.equal(200);
      for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) expect(await status(method), method).to.equal(418);
      expect(await status('OPTIONS')).to.equal(204);
    });

    it('rejects two routes for one method and path', () => {
      expect(() => bench(fixed, { ...fixed, name: 'other' })).to.throw('GET /document');
    });

    it('rejects an invalid fixed answer at startup', () => {
      expect(() => bench({ ...fixed, response: { status: 200, headers: [['x', '\n']] } })).to.throw('header x');
    });
  });

  describe('CORS', () => {
    const { dispatcher } = bench(fixed, handler, plainRoute);
    const ORIGIN = 'access-control-allow-origin';

    it('allows any origin to read the answers, including errors, of a route that wants it', async () => {
      for (const [method, path] of [
        ['GET', '/document'],
        ['POST', '/token'],
        ['PUT', '/token'],
      ] as const) {
        const response = await ask(dispatcher, request(method, path));
        expect(header(response, ORIGIN), `${method} ${path}`).to.equal('*');
        expect(header(response, 'access-control-expose-headers')).to.equal('WWW-Authenticate, Retry-After');
      }
      const failing = bench({ ...handler, handle: () => Promise.reject(new Error('defect')) }).dispatcher;
      expect(header(await ask(failing, request('POST', '/token')), ORIGIN)).to.equal('*');
      const target = dispatcher.find('POST', '/token');
      if (target instanceof PreparedResponse) throw new Error('no handler');
      const refusal = target.bodyRefused('too_large', request('POST', '/token'));
      expect(header(new PreparedResponse(refusal), ORIGIN)).to.equal('*');
    });

    it('answers a preflight request', async () => {
      const answer = await ask(dispatcher, request('OPTIONS', '/token'));
      expect(answer.status).to.equal(204);
      expect(header(answer, ORIGIN)).to.equal('*');
      expect(header(answer, 'access-control-allow-methods')).to.equal('POST');
      expect(header(answer, 'access-control-allow-headers')).to.equal(
        'authorization, content-type, mcp-protocol-version, *',
      );
      expect(Number(header(answer, 'access-control-max-age'))).to.be.above(0);
    });

    it('keeps every other route to its own origin', async () => {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const { headers } = await ask(dispatcher, request(method, '/page'));
        expect(
          headers.filter(([name]) => name.startsWith('access-control-')),
          method,
        ).to.deep.equal([]);
      }
    });
  });

  it('sets the security headers on every answer, except those that a route set', async () => {
    const csp: Route = {
      ...plainRoute,
      handle: () => ({
        status: 200,
        headers: [
          ['content-security-policy', "default-src 'self'"],
          ['x-own', '1'],
        ],
      }),
    };
    const { dispatcher } = bench(fixed, csp);
    for (const [method, path] of [
      ['GET', '/document'],
      ['GET', '/page'],
      ['POST', '/page'],
      ['OPTIONS', '/page'],
      ['GET', '/none'],
    ] as const) {
      const response = await ask(dispatcher, request(method, path));
      expect(header(response, 'x-content-type-options'), `${method} ${path}`).to.equal('nosniff');
      expect(header(response, 'referrer-policy')).to.equal('no-referrer');
      expect(response.headers.filter(([name]) => name === 'content-security-policy')).to.have.length(1);
    }
    expect(header(await ask(dispatcher, request('GET', '/page')), 'content-security-policy')).to.equal(
      "default-src 'self'",
    );
  });

  describe('a request that its head refuses', () => {
    const handlingOf = (route: Partial<HandlerRoute>) => {
      const { dispatcher, observed, logged } = bench({ ...handler, ...route });
      const handling = dispatcher.find('POST', '/token');
      if (handling instanceof PreparedResponse) throw new Error('no handler');
      return { refused: () => handling.refusedByHead(request('POST', '/token')), observed, logged };
    };

    it('gets the answer of its route, with the usual headers, and is counted', () => {
      const refusal = { status: 401, headers: [['x-own', '1']], body: 'no' } as const;
      const { refused, observed } = handlingOf({ refusedByHead: ({ path }) => ({ ...refusal, body: path }) });
      const response = new PreparedResponse(refused()!);
      expect(response).to.include({ status: 401, body: '/token' });
      expect(header(response, 'x-own')).to.equal('1');
      expect(header(response, 'access-control-allow-origin')).to.equal('*');
      expect(header(response, 'x-content-type-options')).to.equal('nosniff');
      expect(observed).to.deep.equal([['POST', 'token', 401]]);
    });

    it('is handled normally if the route accepts it or has no such check', () => {
      for (const route of [{}, { refusedByHead: () => undefined }]) {
        const { refused, observed } = handlingOf(route);
        expect(refused()).to.equal(undefined);
        expect(observed).to.deep.equal([]);
      }
    });

    it("gets the route's own fault when that throws", () => {
      const { refused, observed, logged } = handlingOf({
        refusedByHead: () => {
          throw new Error('defect');
        },
      });
      expect(refused()).to.include({ status: 503, body: 'fault' });
      expect(observed).to.deep.equal([['POST', 'token', 503]]);
      expect(logged.map(({ level }) => level)).to.deep.equal(['error']);
    });
  });

  describe('faults', () => {
    const defect = new Error('defect');
    const unavailable = new Unavailable('host', 'gone');
    const failures: Record<string, HandlerRoute['handle']> = {
      thrown: () => {
        throw defect;
      },
      rejected: () => Promise.reject(defect),
    };
    for (const [how, handle] of Object.entries(failures)) {
      it(`that are ${how} become the route's own answer, with the request id, and are logged`, async () => {
        const { dispatcher, logged, observed } = bench({ ...handler, handle });
        const response = await ask(dispatcher, request('POST', '/token', { 'x-request-id': 'r-1' }));
        expect([response.status, response.body, header(response, 'x-request-id')]).to.deep.equal([503, 'fault', 'r-1']);
        expect(logged).to.deep.equal([{ level: 'error', err: defect, route: 'token', requestId: 'r-1' }]);
        expect(observed).to.deep.equal([['POST', 'token', 503]]);
      });
    }

    it('of a peer are a warning, not an error of ours', async () => {
      const { dispatcher, logged } = bench({ ...handler, handle: () => Promise.reject(unavailable) });
      await ask(dispatcher, request('POST', '/token'));
      expect(logged.map(({ level }) => level)).to.deep.equal(['warn']);
    });

    it('of a host that failed are a separate warning, and not an outage', async () => {
      const { dispatcher, logged } = bench({ ...handler, handle: () => Promise.reject(new HostFailed('INTERNAL')) });
      await ask(dispatcher, request('POST', '/token'));
      await ask(dispatcher, request('POST', '/token'));
      expect(logged.map(({ level, err }) => [level, String(err)])).to.deep.equal([
        ['warn', 'Unavailable: INTERNAL'],
        ['warn', 'Unavailable: INTERNAL'],
      ]);
    });

    it('of a request that its client abandoned are logged at debug level only', async () => {
      const { dispatcher, logged } = bench({ ...handler, handle: () => Promise.reject(unavailable) });
      const given = request('POST', '/token', { 'x-request-id': 'r-1' });
      given.abandon();
      await ask(dispatcher, given);
      expect(logged).to.deep.equal([{ level: 'debug', err: unavailable, route: 'token', requestId: 'r-1' }]);
    });

    it('of the answer to a rejected body are handled like any other', () => {
      const { dispatcher, logged } = bench({
        ...handler,
        bodyRefused: () => {
          throw defect;
        },
      });
      const target = dispatcher.find('POST', '/token');
      if (target instanceof PreparedResponse) throw new Error('no handler');
      expect(target.bodyRefused('too_large', request('POST', '/token'))).to.include({ status: 503, body: 'fault' });
      expect(logged.map(({ level, err }) => [level, err])).to.deep.equal([['error', defect]]);
    });

    it('of a peer end with an answer below 400, and with no other (docs/operations.md, Logs of an outage)', async () => {
      const told: string[] = [];
      const outages = { refused: () => true, succeeded: (route: string) => told.push(route) };
      const options = { ...silent, outages } as unknown as Parameters<typeof createDispatcher>[1];
      for (const [status, times] of [
        [200, 1],
        [399, 1],
        [400, 0],
        [503, 0],
      ] as const) {
        told.length = 0;
        const dispatcher = createDispatcher([{ ...handler, handle: () => ({ status, headers: [] }) }], options);
        await ask(dispatcher, request('POST', '/token'));
        expect(told, String(status)).to.have.length(times);
      }
    });

    it('in the answer to a fault become a plain 500', async () => {
      const { dispatcher, logged } = bench({
        ...handler,
        handle: () => Promise.reject(defect),
        fault: () => {
          throw second;
        },
      });
      const second = new Error('second');
      expect((await ask(dispatcher, request('POST', '/token', { 'x-request-id': 'r-1' }))).status).to.equal(500);
      expect(logged).to.deep.equal([
        { level: 'error', err: defect, route: 'token', requestId: 'r-1' },
        { level: 'error', err: second, route: 'token', requestId: 'r-1' },
      ]);
    });
  });

  it('reports every request once, by the name of its route and without data from the client', async () => {
    const { dispatcher, observed } = bench(fixed, handler);
    await ask(dispatcher, request('HEAD', '/document'));
    await ask(dispatcher, request('POST', '/token'));
    await ask(dispatcher, request('DELETE', '/token'));
    await ask(dispatcher, request('GET', '/secret-in-a-path'));
    expect(observed).to.deep.equal([
      ['HEAD', 'document', 200],
      ['POST', 'token', 200],
      ['DELETE', 'token', 405],
      ['GET', 'none', 404],
    ]);
  });

  it('reports how long a handler took, and 0 for a fixed answer', async () => {
    const durations: number[] = [];
    const observer = { answered: (...told: [string, string, number, number]) => durations.push(told[3]) };
    const dispatcher = createDispatcher([fixed, handler], { ...silent, observer });
    await ask(dispatcher, request('GET', '/document'));
    await ask(dispatcher, request('POST', '/token'));
    expect(durations[0]).to.equal(0);
    expect(durations[1]).to.be.within(0, performance.now() / 2);
  });

  it('finishes an asynchronous answer in the same way as a synchronous one', async () => {
    const answered = async (handle: HandlerRoute['handle']) => {
      const { dispatcher, observed } = bench({ ...handler, handle });
      const { status, headers, body } = await ask(dispatcher, request('POST', '/token'));
      return { status, headers, body, observed };
    };
    const response: Response = { status: 200, headers: [['x-own', '1']], body: 'handled' };
    const later = await answered(() => Promise.resolve(response));
    expect(later).to.deep.equal(await answered(() => response));
    expect(later.observed).to.deep.equal([['POST', 'token', 200]]);
  });

  it('replaces its routes in one step, and lets a request finish on the old ones', async () => {
    const slot = new DispatcherSlot(bench(handler).dispatcher);
    const old = slot.find('POST', '/token');
    slot.replace(bench(fixed).dispatcher);
    expect((await ask(slot, request('POST', '/token'))).status).to.equal(404);
    if (old instanceof PreparedResponse) throw new Error('no handler');
    expect((await old.handle(request('POST', '/token'))).status).to.equal(200);
  });
});
