import { expect } from 'chai';
import { BodyRoom } from './body-room.js';
import { BodyReader, BYTES_PER_FURTHER_PIECE, DISCARD_BYTES, FREE_PIECES, type BodyOutcome } from './body-reader.js';

const NEVER_MS = 60_000;

function reader(maxBytes: number, timeoutMs = NEVER_MS): { reader: BodyReader; outcomes: BodyOutcome[] } {
  const outcomes: BodyOutcome[] = [];
  return { reader: new BodyReader(maxBytes, timeoutMs, (outcome) => outcomes.push(outcome), new BodyRoom()), outcomes };
}

/** Resolves after the timers of one millisecond set so far have fired: timers of equal duration fire in order. */
const timersOf1Ms = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('body reader', () => {
  it('reports the outcome once, whatever arrives later', () => {
    const { reader: body, outcomes } = reader(10);
    body.push(Buffer.from('a'), true);
    body.push(Buffer.from('b'), true);
    expect(outcomes).to.have.length(1);
    const cancelled = reader(10);
    cancelled.reader.cancel();
    cancelled.reader.push(Buffer.from('a'), true);
    expect(cancelled.outcomes).to.deep.equal([]);
  });

  it('discards up to its allowance, and gives up at the next byte', () => {
    const { reader: body, outcomes } = reader(10);
    body.push(Buffer.alloc(10 + DISCARD_BYTES), false);
    expect(outcomes).to.deep.equal([]);
    body.push(Buffer.alloc(1), false);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: false }]);
  });

  it('keeps a copy of its input', () => {
    const { reader: body, outcomes } = reader(10);
    const chunk = Buffer.from('hello');
    body.push(chunk, true);
    chunk.fill(0);
    expect(outcomes).to.deep.equal([{ refused: undefined, body: Buffer.from('hello') }]);
  });

  it('joins pieces, including empty ones, up to exactly the limit', () => {
    const { reader: body, outcomes } = reader(200);
    for (let i = 0; i < 200; i++) body.push(Buffer.of(i), false);
    body.push(Buffer.alloc(0), false);
    expect(outcomes).to.deep.equal([]);
    body.push(Buffer.alloc(0), true);
    expect(outcomes).to.deep.equal([
      { refused: undefined, body: Buffer.from(Array.from({ length: 200 }, (_, i) => i)) },
    ]);
  });

  it('allows one more piece for each 512 bytes, however large the first ones were', () => {
    const { reader: body, outcomes } = reader(1_000_000);
    body.push(Buffer.alloc(100 * BYTES_PER_FURTHER_PIECE), false);
    for (let i = 1; i < FREE_PIECES + 100; i++) body.push(Buffer.alloc(0), false);
    expect(outcomes).to.deep.equal([]);
    body.push(Buffer.alloc(0), false);
    expect(outcomes).to.deep.equal([{ refused: 'too_many_pieces' }]);
  });

  it('accepts any number of pieces of 512 bytes, because a slow network must not be rejected', () => {
    const { reader: body, outcomes } = reader(2_000_000);
    for (let i = 0; i < 3900; i++) body.push(Buffer.alloc(BYTES_PER_FURTHER_PIECE), i === 3899);
    expect(outcomes).to.have.nested.property('[0].body.length', 3900 * BYTES_PER_FURTHER_PIECE);
  });

  it('limits the pieces of a discarded body too', () => {
    const { reader: body, outcomes } = reader(0);
    for (let i = 0; i <= FREE_PIECES; i++) body.push(Buffer.alloc(1), false);
    expect(outcomes).to.deep.equal([{ refused: 'too_many_pieces' }]);
  });

  it('joins a body with a declared length, even if more or less arrives', () => {
    for (const declared of [1, 8000, 20_000]) {
      const outcomes: BodyOutcome[] = [];
      const body = new BodyReader(30_000, NEVER_MS, (outcome) => outcomes.push(outcome), new BodyRoom(), declared);
      for (let i = 0; i < 10; i++) body.push(Buffer.alloc(1500, i), i === 9);
      const whole = Buffer.concat(Array.from({ length: 10 }, (_, i) => Buffer.alloc(1500, i)));
      expect(outcomes, String(declared)).to.deep.equal([{ refused: undefined, body: whole }]);
    }
  });

  // docs/http.md, Body size and time: an announced body takes no memory until a good part of it has arrived.
  it('allocates the declared length once a quarter has arrived, and at most twice the received bytes before that', () => {
    for (const [pieces, declared, most] of [
      [[5000, 6000, 9000], 20_000, 20_000],
      [[4999, 15_001], 20_000, 20_000],
      [[4999], 20_000, 4999],
      [[100], 30_000, 1024],
    ] as const) {
      const outcomes: BodyOutcome[] = [];
      const body = new BodyReader(30_000, NEVER_MS, (outcome) => outcomes.push(outcome), new BodyRoom(), declared);
      for (const piece of pieces) body.push(Buffer.alloc(piece), false);
      body.push(Buffer.alloc(0), true);
      expect(outcomes).to.have.nested.property('[0].body.buffer.byteLength', most);
    }
  });

  it('reads a body over the limit to its end before it reports it', () => {
    const { reader: body, outcomes } = reader(3);
    body.push(Buffer.from('abcd'), false);
    expect(outcomes).to.deep.equal([]);
    body.push(Buffer.from('e'), true);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: true }]);
  });

  it('gives up on an endless body', () => {
    const { reader: body, outcomes } = reader(3);
    for (let sent = 0; sent <= DISCARD_BYTES + 3; sent += 65_536) body.push(Buffer.alloc(65_536), false);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: false }]);
    body.push(Buffer.alloc(1), true);
    expect(outcomes).to.have.length(1);
  });

  it('rejects every byte when no body is wanted', () => {
    const { reader: body, outcomes } = reader(0);
    body.push(Buffer.from('a'), true);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: true }]);
  });

  it('reports a body that is too slow, or too large and slow', async () => {
    const slow = reader(3, 1);
    const large = reader(3, 1);
    large.reader.push(Buffer.from('abcd'), false);
    await timersOf1Ms();
    expect(slow.outcomes).to.deep.equal([{ refused: 'too_slow', exhausted: false }]);
    expect(large.outcomes).to.deep.equal([{ refused: 'too_large', exhausted: false }]);
  });

  it('reports nothing after it was cancelled', async () => {
    const { reader: body, outcomes } = reader(3, 1);
    body.cancel();
    body.push(Buffer.from('a'), true);
    await timersOf1Ms();
    expect(outcomes).to.deep.equal([]);
  });

  it('recognizes a hopeless body from its declared length', () => {
    expect(BodyReader.isHopeless(3 + DISCARD_BYTES, 3)).to.equal(false);
    expect(BodyReader.isHopeless(4 + DISCARD_BYTES, 3)).to.equal(true);
  });
});
