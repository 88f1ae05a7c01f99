import { expect } from 'chai';
import { startNodeServer } from '../../daemon/http/node-adapter.js';
import type { Request } from '../../daemon/http/request.js';
import type { StartServer } from '../../daemon/http/server.js';
import { startUwsServer } from '../../daemon/http/uws-adapter.js';
import { echo, startFixture, type Fixture } from './http-engine/fixture.js';
import { mutant } from './http-engine/mutate.js';
import { Dice } from '../support/dice.js';
import { EVERY_TEST } from '../support/every-test.js';

/**
 * For a longer run: HTTP_FUZZ_SEED=$RANDOM HTTP_FUZZ_ROUNDS=100000 npx mocha
 * dist/test/conformance/http-engine-fuzz.test.js
 */
const SEED = Number(process.env['HTTP_FUZZ_SEED'] ?? 20_261_121);
const ROUNDS = Number(process.env['HTTP_FUZZ_ROUNDS'] ?? (EVERY_TEST ? 5000 : 2000));

/** The only valid 5xx are those for unsupported features of the protocol. */
const STATUSES = new Set([100, 200, 400, 411, 413, 417, 431, 501, 505]);

const STRAY_BYTES = /:\s*[\x80-\xff]|[\x80-\xff]\s*\r\n|\x7f/;

/** The requests that reached a handler. */
type Handled = Pick<Request, 'method' | 'path' | 'query'> & {
  readonly headers: [string, string][];
  readonly body: string;
};

interface Seen {
  readonly handled: readonly Handled[];
  readonly statuses: readonly number[];
}

describe('mutated requests, sent to both HTTP engines', () => {
  let uws: Fixture;
  let node: Fixture;
  before(async () => {
    [uws, node] = await Promise.all([fixtureOf(startUwsServer), fixtureOf(startNodeServer)]);
  });
  after(() => Promise.all([uws.stop(), node.stop()]));

  it(`crash neither, and reach the same handlers with the same values (${ROUNDS} of them, seed ${SEED})`, async function () {
    this.timeout(600_000 + ROUNDS * 100);
    const dice = new Dice(SEED);
    let handledByBoth = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = mutant(dice);
      const [byUws, byNode] = await Promise.all([send(uws, bytes), send(node, bytes)]);
      const context = `round ${round}: ${JSON.stringify(bytes)}`;
      for (const status of [...byUws.statuses, ...byNode.statuses]) expect(STATUSES, context).to.include(status);
      expect(unexplained(bytes, byUws.handled, byNode.handled), context).to.deep.equal([]);
      if (byUws.handled.length > 0 && byNode.handled.length > 0) handledByBoth++;
    }
    expect(handledByBoth).to.be.above(ROUNDS / 5);
    expect([...uws.faults, ...node.faults].join('\n')).to.equal('');
  });
});

/**
 * Requests that uWebSockets.js passed to a handler and node:http did not, or in a different form, without one of the
 * reasons in docs/http.md. The opposite needs no explanation: rejecting is safe.
 */
function unexplained(bytes: string, byUws: readonly Handled[], byNode: readonly Handled[]): readonly Handled[] {
  // A header without a name hides the headers after it; bytes outside ASCII at either end of a value are cut off, and
  // DEL is accepted.
  if (bytes.includes('\r\n:') || STRAY_BYTES.test(bytes)) return [];
  const expected = new Set(byNode.map((handled) => JSON.stringify(handled)));
  const left: Handled[] = [];
  for (const handled of byUws) {
    if (expected.has(JSON.stringify(handled))) {
      // Node reads nothing after Connection: close (RFC 9112 §9.6); uWebSockets.js reads bytes of the same packet.
      if (handled.headers.some(([name, value]) => name === 'connection' && value.toLowerCase().includes('close')))
        break;
      continue;
    }
    // It parses the framing of chunks laxly, and therefore also the bytes after them.
    if (handled.headers.some(([name]) => name === 'transfer-encoding')) break;
    left.push(handled);
  }
  return left;
}

function fixtureOf(start: StartServer): Promise<Fixture> {
  return startFixture(start, echo);
}

async function send(fixture: Fixture, bytes: string): Promise<Seen> {
  fixture.handled.length = 0;
  const connection = await fixture.connect();
  connection.send(bytes);
  // Neither engine waits for more at that point: when it closes, it has handled everything that it could.
  connection.socket.end();
  const text = await connection.textUntilClosed();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { handled: fixture.handled.map(plain), statuses };
}

function plain({ method, path, query, headers, body }: Request): Handled {
  return { method, path, query, headers: [...headers].sort(), body: body.toString('latin1') };
}
