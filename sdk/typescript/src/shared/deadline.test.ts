import { expect } from 'chai';
import { deadlineIn, msUntil } from './deadline.js';

describe('deadlines and the clock of the system (HC-6)', () => {
  const { now } = Date;
  const setClock = (ms: number): void => void (Date.now = () => now() + ms);
  afterEach(() => void (Date.now = now));

  it('come no later when the clock is set back', () => {
    const deadline = deadlineIn(1000);
    setClock(-3_600_000);
    expect(msUntil(deadline)).to.be.within(0, 1000);
  });

  it('have passed when the clock has gone past them, as after the stop of a virtual machine', () => {
    const deadline = deadlineIn(1000);
    setClock(2000);
    expect(msUntil(deadline)).to.be.below(0);
  });

  it('are dates by the clock of the system for the application', () => {
    const before = Date.now();
    const deadline = deadlineIn(1000);
    expect(deadline).to.be.instanceOf(Date);
    expect(deadline.getTime()).to.be.within(before + 1000, Date.now() + 1000);
    expect(msUntil(new Date(Date.now() + 500))).to.be.within(0, 500);
  });
});
