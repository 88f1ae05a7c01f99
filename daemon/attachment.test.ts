import { expect } from 'chai';
import { FirstDescription } from './attachment.js';

const NEVER_MS = 2 ** 31 - 1;
const NOTHING_UNDER_WAY = () => Promise.resolve();

describe('first-description (docs/operations.md, Starting)', () => {
  it('waits until the host has sent a description', async () => {
    const first = new FirstDescription(NOTHING_UNDER_WAY, NEVER_MS);
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
    const first = new FirstDescription(NOTHING_UNDER_WAY, NEVER_MS);
    first.came();
    await first.start();
  });

  it('stops waiting for an absent host after its time limit', async () => {
    await new FirstDescription(NOTHING_UNDER_WAY, 1).start();
  });

  it('waits after its time limit for the answer that is under way, and no longer', async () => {
    let answer = (): void => undefined;
    let tell = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (tell = resolve));
    const underWay = new Promise<void>((resolve) => (answer = resolve));
    const first = new FirstDescription(() => {
      tell();
      return underWay;
    }, 1);
    let isOver = false;
    const started = first.start().then(() => {
      isOver = true;
    });
    await isAsked;
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).to.equal(false);
    answer();
    await started;
  });

  it('stops waiting when the daemon is stopped', async () => {
    const first = new FirstDescription(NOTHING_UNDER_WAY, NEVER_MS);
    const started = first.start();
    expect(await first.stop()).to.equal(undefined);
    await started;
  });
});
