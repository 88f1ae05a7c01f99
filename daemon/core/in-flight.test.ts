import { expect } from 'chai';
import { InFlight } from './in-flight.js';

describe('core: in flight', () => {
  it('settles immediately when nothing has begun', async () => {
    expect(await new InFlight().settled(60_000)).to.equal(0);
  });

  it('settles for all waiters when the last one ends', async () => {
    const inFlight = new InFlight();
    inFlight.add();
    inFlight.add();
    const waiting = [inFlight.settled(60_000), inFlight.settled(60_000)];
    inFlight.remove();
    expect(inFlight.size).to.equal(1);
    inFlight.remove();
    expect(await Promise.all(waiting)).to.deep.equal([0, 0]);
  });

  it('does not settle while one of several is under way', async () => {
    const inFlight = new InFlight();
    inFlight.add();
    inFlight.add();
    let isSettled = false;
    const waiting = inFlight.settled(60_000).then(() => (isSettled = true));
    inFlight.remove();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).to.equal(false);
    inFlight.remove();
    await waiting;
  });

  it('returns the number left when the time is over, and can be waited for again', async () => {
    const inFlight = new InFlight();
    inFlight.add();
    inFlight.add();
    expect(await inFlight.settled(1)).to.equal(2);
    const again = inFlight.settled(60_000);
    inFlight.remove();
    inFlight.remove();
    expect(await again).to.equal(0);
  });

  it('counts what began between the last end and the answer', async () => {
    const inFlight = new InFlight();
    inFlight.add();
    const waiting = inFlight.settled(60_000);
    inFlight.remove();
    inFlight.add();
    expect(await waiting).to.equal(1);
  });
});
