import { expect } from 'chai';
import { NO_PARAMETERS } from '../http/router.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import type { HandlerRoute } from '../http/router.js';
import type { HealthDependencies } from './health.js';
import { createHealth } from './health.js';

const REQUEST: Request = {
  method: 'GET',
  path: '/readyz',
  query: '',
  headers: new Map(),
  remoteAddress: '127.0.0.1',
  body: Buffer.alloc(0),
  signal: new AbortController().signal,
};

describe('observability: health', () => {
  let now: number;
  beforeEach(() => (now = 1_000_000));

  function health(options: Partial<HealthDependencies>) {
    const created = createHealth({ checks: [], warnings: () => [], clock: { now: () => now }, ...options });
    const [live, ready] = created.routes;
    const readyz = async () => {
      const response: Response = await (ready as HandlerRoute).handle(REQUEST, { requestId: 'test' }, NO_PARAMETERS);
      return { status: response.status, body: JSON.parse(String(response.body)) as unknown };
    };
    return { ...created, live: live!, readyz };
  }

  it('is alive whatever is missing, because a restart would not help', () => {
    const { live } = health({ checks: [{ name: 'host', problem: async () => 'gone' }] });
    expect(live).to.include({ path: '/healthz', method: 'GET' });
    expect(live).to.have.nested.property('response.status', 200);
  });

  it('is ready when every check passes, and shows dangerous options', async () => {
    const { readyz } = health({
      checks: [
        { name: 'host', problem: async () => '' },
        { name: 'redis', problem: async () => '' },
      ],
      warnings: () => ['a limit is off'],
    });
    expect(await readyz()).to.deep.equal({
      status: 200,
      body: { status: 'ready', checks: { host: 'ok', redis: 'ok' }, warnings: ['a limit is off'] },
    });
  });

  it('is not ready when one check fails, with the reason', async () => {
    const { readyz } = health({
      checks: [
        { name: 'host', problem: async () => 'not connected' },
        { name: 'redis', problem: () => Promise.reject(new Error('not connected')) },
      ],
    });
    expect(await readyz()).to.deep.equal({
      status: 503,
      body: {
        status: 'not_ready',
        checks: { host: 'not connected', redis: 'not connected' },
        warnings: [],
      },
    });
  });

  it('is not ready while it drains, even if everything else is fine', async () => {
    const { readyz, beginDraining } = health({ checks: [{ name: 'host', problem: async () => '' }] });
    expect((await readyz()).status).to.equal(200);
    beginDraining();
    expect(await readyz()).to.deep.equal({
      status: 503,
      body: { status: 'draining', checks: { host: 'ok' }, warnings: [] },
    });
  });

  it('asks its peers at most once a second, however often it is called', async () => {
    let asked = 0;
    const { readyz } = health({
      checks: [
        {
          name: 'host',
          problem: async () => {
            asked += 1;
            return '';
          },
        },
      ],
    });
    await Promise.all(Array.from({ length: 50 }, readyz));
    now += 999;
    await readyz();
    expect(asked).to.equal(1);
    now += 1;
    await readyz();
    expect(asked).to.equal(2);
  });

  describe('while a peer hangs (a probe times out after a second)', () => {
    let answer: (problem: string) => void;
    let asked: number;
    let hangs: boolean;
    beforeEach(() => {
      [asked, hangs] = [0, false];
    });
    const checks = [
      {
        name: 'host',
        problem: () => {
          asked += 1;
          return hangs ? new Promise<string>((resolve) => (answer = resolve)) : Promise.resolve('');
        },
      },
    ];

    it('returns the previous result, then the new one, and runs one check at a time', async () => {
      const { readyz } = health({ checks });
      expect((await readyz()).status).to.equal(200);
      hangs = true;
      for (let probe = 0; probe < 3; probe++) {
        now += 1000;
        expect((await readyz()).status).to.equal(200);
      }
      expect(asked).to.equal(2);
      answer('it has no time');
      await Promise.resolve();
      expect(await readyz())
        .to.deep.include({ status: 503 })
        .and.to.have.nested.property('body.checks.host', 'it has no time');
      hangs = false;
      now += 1000;
      expect((await readyz()).status).to.equal(200);
    });

    it('is not ready before the first answer', async () => {
      hangs = true;
      const { readyz } = health({ checks });
      const found = await readyz();
      expect(found.status).to.equal(503);
      expect(found).to.have.nested.property('body.checks.host', 'no response within 250 ms');
    });
  });
});
