import { expect } from 'chai';
import { BodyReader, type BodyOutcome } from './body-reader.js';
import { BodyRoom } from './body-room.js';

const KIB = 1024;
const GIVEN_UP: BodyOutcome = { refused: 'too_slow', exhausted: false };

describe('the room of unfinished bodies (AS-212)', () => {
  const readers: BodyReader[] = [];
  // Their timers run for a minute.
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.cancel();
  });

  function bodiesIn(room: BodyRoom, count: number) {
    return Array.from({ length: count }, () => {
      const outcomes: BodyOutcome[] = [];
      const reader = new BodyReader(64 * KIB, 60_000, (outcome) => outcomes.push(outcome), room);
      readers.push(reader);
      return { reader, outcomes };
    });
  }

  it('refuses those that began first, until there is room for the one that grows', () => {
    const bodies = bodiesIn(new BodyRoom(8 * KIB), 4);
    const [first, second, third, fourth] = bodies;
    first?.reader.push(Buffer.alloc(2 * KIB), false);
    second?.reader.push(Buffer.alloc(2 * KIB), false);
    third?.reader.push(Buffer.alloc(4 * KIB), false);
    expect(bodies.flatMap(({ outcomes }) => outcomes)).to.deep.equal([]);
    fourth?.reader.push(Buffer.alloc(3 * KIB), false);
    expect(bodies.map(({ outcomes }) => outcomes)).to.deep.equal([[GIVEN_UP], [GIVEN_UP], [], []]);
    // A refused body takes no more, and the others still end.
    first?.reader.push(Buffer.alloc(2 * KIB), true);
    third?.reader.push(Buffer.alloc(0), true);
    expect(bodies.map(({ outcomes }) => outcomes.length)).to.deep.equal([1, 1, 1, 0]);
  });

  it('has its whole room again after bodies that end, are too large, or whose clients leave', () => {
    const room = new BodyRoom(8 * KIB);
    for (let round = 0; round < 3; round += 1) {
      const [ended, large, left] = bodiesIn(room, 3);
      ended?.reader.push(Buffer.alloc(4 * KIB), false);
      ended?.reader.push(Buffer.alloc(3 * KIB), true);
      large?.reader.push(Buffer.alloc(8 * KIB), false);
      large?.reader.push(Buffer.alloc(60 * KIB), false);
      left?.reader.push(Buffer.alloc(8 * KIB), false);
      left?.reader.cancel();
      expect(ended?.outcomes).to.have.nested.property('[0].body.length', 7 * KIB);
      expect([large?.outcomes, left?.outcomes]).to.deep.equal([[], []]);
      large?.reader.cancel();
    }
    const [whole, other] = bodiesIn(room, 2);
    whole?.reader.push(Buffer.alloc(8 * KIB), false);
    expect(whole?.outcomes).to.deep.equal([]);
    other?.reader.push(Buffer.alloc(1), false);
    expect([whole?.outcomes, other?.outcomes]).to.deep.equal([[GIVEN_UP], []]);
    other?.reader.cancel();
  });

  it('keeps a body that alone is larger than the room: its endpoint has the limit of one body', () => {
    const [body] = bodiesIn(new BodyRoom(KIB), 1);
    body?.reader.push(Buffer.alloc(4 * KIB), false);
    body?.reader.push(Buffer.alloc(KIB), true);
    expect(body?.outcomes).to.have.nested.property('[0].body.length', 5 * KIB);
  });
});
