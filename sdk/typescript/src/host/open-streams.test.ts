import { expect } from 'chai';
import { OpenStreams } from './open-streams.js';

describe('the open streams of a transport (backend.proto: StreamClosing)', () => {
  const stream = () => {
    const calls = { times: 0, shutDown: () => void calls.times++ };
    return calls;
  };

  it('are shut down, and so is one that opens later', () => {
    const [open, early, late] = [new OpenStreams(), stream(), stream()];
    open.add(early);
    open.shutDown();
    open.add(late);
    expect([early.times, late.times]).to.deep.equal([1, 1]);
  });

  it('are awaited until all have ended, and no longer than that', async () => {
    const [open, one, other] = [new OpenStreams(), stream(), stream()];
    await open.emptied(60_000);
    open.add(one);
    open.add(other);
    const emptied = open.emptied(60_000);
    open.delete(one);
    open.delete(other);
    await emptied;
    open.add(one);
    await open.emptied(1);
  });
});
