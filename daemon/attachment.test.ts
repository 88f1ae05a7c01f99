import { expect } from 'chai';
import { FirstDescription } from './attachment.js';

const NEVER_MS = 2 ** 31 - 1;

describe('first-description (docs/operations.md, Starting)', () => {
  it('waits until a description is in force', async () => {
    const first = new FirstDescription(NEVER_MS);
    let isOver = false;
    const started = first.start().then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).to.equal(false);
    first.came();
    await started;
  });

  it('waits no more when one came before', async () => {
    const first = new FirstDescription(NEVER_MS);
    first.came();
    await first.start();
  });

  it('waits no longer than its limit for a host that stays away', async () => {
    await new FirstDescription(1).start();
  });

  it('waits no more when the daemon is stopped', async () => {
    const first = new FirstDescription(NEVER_MS);
    const started = first.start();
    expect(await first.stop()).to.equal(undefined);
    await started;
  });
});
