import { expect } from 'chai';
import { DeadlineExceeded } from '../../ports/errors.js';
import { deadlineIn } from '../../shared/deadline.js';
import { untilDeadline } from './until-deadline.js';

describe('work until a deadline (HC-6)', () => {
  it('has the result or the error of the work', async () => {
    const failure = new Error('failed');
    expect(await untilDeadline(deadlineIn(60_000), () => Promise.resolve(7))).to.equal(7);
    expect(await untilDeadline(undefined, () => Promise.resolve(7))).to.equal(7);
    const failed = untilDeadline(deadlineIn(60_000), () => Promise.reject(failure));
    expect(await failed.catch((error: unknown) => error)).to.equal(failure);
  });

  it('looks after the rest when the first has ended', async () => {
    const hanging = [20, 1500].map((ms) => untilDeadline(deadlineIn(ms), () => new Promise(() => undefined)));
    for (const one of hanging) {
      expect(await one.catch((error: unknown) => error)).to.be.instanceOf(DeadlineExceeded);
    }
  });

  it('ends at the deadline of each, also after a time without any work', async () => {
    for (let again = 0; again < 2; again += 1) {
      const long = untilDeadline(deadlineIn(60_000), () => new Promise((resolve) => setTimeout(resolve, 1500, 'done')));
      const hanging = untilDeadline(deadlineIn(20), () => new Promise(() => undefined));
      expect(await hanging.catch((error: unknown) => error)).to.be.instanceOf(DeadlineExceeded);
      expect(await long).to.equal('done');
    }
  });
});
