import { expect } from 'chai';
import { FirstDescription } from './attachment.js';

const NEVER_MS = 2 ** 31 - 1;

describe('first-description (docs/operations.md, Starting)', () => {
  it('waits until the host has sent a description', async () => {
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

  it('does not wait when a description has already arrived', async () => {
    const first = new FirstDescription(NEVER_MS);
    first.came();
    await first.start();
  });

  it('stops waiting for an absent host after its time limit', async () => {
    await new FirstDescription(1).start();
  });

  it('stops waiting when the daemon is stopped', async () => {
    const first = new FirstDescription(NEVER_MS);
    const started = first.start();
    expect(await first.stop()).to.equal(undefined);
    await started;
  });
});
