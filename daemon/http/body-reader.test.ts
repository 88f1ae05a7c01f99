import { expect } from 'chai';
import { BodyReader, DISCARD_BYTES, type BodyOutcome } from './body-reader.js';

const NEVER_MS = 60_000;

function reader(maxBytes: number, timeoutMs = NEVER_MS): { reader: BodyReader; outcomes: BodyOutcome[] } {
  const outcomes: BodyOutcome[] = [];
  return { reader: new BodyReader(maxBytes, timeoutMs, (outcome) => outcomes.push(outcome)), outcomes };
}

describe('body reader', () => {
  it('keeps a copy of what it was given', () => {
    const { reader: body, outcomes } = reader(10);
    const chunk = Buffer.from('hello');
    body.push(chunk, true);
    chunk.fill(0);
    expect(outcomes).to.deep.equal([{ refused: undefined, body: Buffer.from('hello') }]);
  });

  it('puts pieces together, empty ones among them, up to the limit exactly', () => {
    const { reader: body, outcomes } = reader(5000);
    for (let i = 0; i < 5000; i++) body.push(Buffer.of(i % 256), false);
    body.push(Buffer.alloc(0), false);
    expect(outcomes).to.deep.equal([]);
    body.push(Buffer.alloc(0), true);
    expect(outcomes).to.deep.equal([
      { refused: undefined, body: Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 256)) },
    ]);
  });

  it('reads a body over the limit to its end before it tells', () => {
    const { reader: body, outcomes } = reader(3);
    body.push(Buffer.from('abcd'), false);
    expect(outcomes).to.deep.equal([]);
    body.push(Buffer.from('e'), true);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: true }]);
  });

  it('gives up on a body that has no end', () => {
    const { reader: body, outcomes } = reader(3);
    for (let sent = 0; sent <= DISCARD_BYTES + 3; sent += 65_536) body.push(Buffer.alloc(65_536), false);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: false }]);
    body.push(Buffer.alloc(1), true);
    expect(outcomes).to.have.length(1);
  });

  it('refuses every byte when no body is wanted', () => {
    const { reader: body, outcomes } = reader(0);
    body.push(Buffer.from('a'), true);
    expect(outcomes).to.deep.equal([{ refused: 'too_large', exhausted: true }]);
  });

  it('tells that a body is too slow, or too large and slow', async () => {
    const slow = reader(3, 1);
    const large = reader(3, 1);
    large.reader.push(Buffer.from('abcd'), false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(slow.outcomes).to.deep.equal([{ refused: 'too_slow', exhausted: false }]);
    expect(large.outcomes).to.deep.equal([{ refused: 'too_large', exhausted: false }]);
  });

  it('tells nothing once it was cancelled', async () => {
    const { reader: body, outcomes } = reader(3, 1);
    body.cancel();
    body.push(Buffer.from('a'), true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(outcomes).to.deep.equal([]);
  });

  it('knows from the declared length what is hopeless', () => {
    expect(BodyReader.isHopeless(3 + DISCARD_BYTES, 3)).to.equal(false);
    expect(BodyReader.isHopeless(4 + DISCARD_BYTES, 3)).to.equal(true);
  });
});
