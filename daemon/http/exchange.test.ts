import { expect } from 'chai';
import { InFlight } from '../core/in-flight.js';
import { BodyRoom } from './body-room.js';
import { Exchange } from './exchange.js';
import { IncomingRequest } from './request.js';
import type { Response } from './response.js';
import type { ServerOptions } from './server.js';

const OK: Response = { status: 200, headers: [], body: 'fine' };
const NO_BODY = { body: 'none' } as const;

function bug(): never {
  throw new Error('a bug');
}

/** An exchange over a wire that fails while writing, and its outcome. */
function overBrokenWire(answer: () => Response | Promise<Response>) {
  const told: string[] = [];
  const inFlight = new InFlight();
  const options = {
    bodyTimeoutMs: 1000,
    events: { faulted: (error: unknown) => told.push(String(error)), refused: () => undefined },
  } as unknown as ServerOptions;
  const wire = {
    readBody: () => undefined,
    write: () => {
      throw new Error('the engine takes no head');
    },
    drop: () => void told.push('dropped'),
  };
  const exchange = new Exchange(wire, options, inFlight, new BodyRoom());
  const request = new IncomingRequest('GET', '/', '', new Map(), '192.0.2.1');
  exchange.run(
    { path: '/', maxBodyBytes: 0, handle: answer, refusedByHead: () => undefined, bodyRefused: () => OK },
    request,
    NO_BODY,
  );
  return { told, inFlight };
}

describe('http: exchange', () => {
  for (const [how, answer] of [
    ['immediately', () => OK],
    ['later', () => Promise.resolve(OK)],
  ] as const) {
    it(`drops the connection when an answer given ${how} cannot be written, logs it once, and waits for nothing`, async () => {
      const { told, inFlight } = overBrokenWire(answer);
      expect(await inFlight.settled(60_000)).to.equal(0);
      expect(told).to.deep.equal(['Error: the engine takes no head', 'dropped']);
    });
  }

  for (const [what, refuse, outcome] of [
    ['answers a fault while it refuses a body', bug, ['Error: a bug', [500, true]]],
    ['refuses a body that is far too large', () => ({ ...OK, status: 413 }), [[413, true]]],
  ] as const) {
    it(`${what}, and closes the connection`, () => {
      const told: unknown[] = [];
      const wire = {
        readBody: () => undefined,
        write: ({ status }: { readonly status: number }, close: boolean) => void told.push([status, close]),
        drop: () => undefined,
      };
      const events = { faulted: (error: unknown) => told.push(String(error)), refused: () => undefined };
      const options = { bodyTimeoutMs: 1000, events } as unknown as ServerOptions;
      const exchange = new Exchange(wire, options, new InFlight(), new BodyRoom());
      const request = new IncomingRequest('POST', '/', '', new Map(), '192.0.2.1');
      exchange.run(
        { path: '/', maxBodyBytes: 0, handle: () => OK, refusedByHead: () => undefined, bodyRefused: refuse },
        request,
        { body: 'length', length: 1_000_000_000 },
      );
      expect(told).to.deep.equal(outcome);
    });
  }

  it('ends only once, even if the connection is lost after its answer', () => {
    const inFlight = new InFlight();
    let flushed = (): void => undefined;
    const wire = {
      readBody: () => undefined,
      write: (_answer: unknown, _close: boolean, left: () => void) => void (flushed = left),
      drop: () => undefined,
    };
    const exchange = new Exchange(wire, {} as ServerOptions, inFlight, new BodyRoom());
    inFlight.add();
    const request = new IncomingRequest('GET', '/', '', new Map(), '192.0.2.1');
    const handling = {
      path: '/',
      maxBodyBytes: 0,
      handle: () => OK,
      refusedByHead: () => undefined,
      bodyRefused: () => OK,
    };
    exchange.run(handling, request, NO_BODY);
    expect([exchange.answered, inFlight.size]).to.deep.equal([true, 2]);
    flushed();
    exchange.aborted();
    expect(inFlight.size).to.equal(1);
  });

  it('writes nothing on a lost connection, and aborts the signal of the request', async () => {
    const inFlight = new InFlight();
    const written: unknown[] = [];
    const wire = {
      readBody: () => undefined,
      write: (answer: unknown) => void written.push(answer),
      drop: () => undefined,
    };
    const exchange = new Exchange(wire, {} as ServerOptions, inFlight, new BodyRoom());
    const request = new IncomingRequest('GET', '/', '', new Map(), '192.0.2.1');
    let answer = (_: Response): void => undefined;
    const later = new Promise<Response>((resolve) => (answer = resolve));
    const handling = {
      path: '/',
      maxBodyBytes: 0,
      handle: () => later,
      refusedByHead: () => undefined,
      bodyRefused: () => OK,
    };
    exchange.run(handling, request, NO_BODY);
    exchange.aborted();
    answer(OK);
    await later;
    expect(written).to.deep.equal([]);
    expect([exchange.answered, inFlight.size, request.signal.aborted]).to.deep.equal([false, 0, true]);
  });
});
