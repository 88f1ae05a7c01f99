import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stalls } from './stalls.js';

describe('stalls of a process', () => {
  let now: number;
  let stalls: Stalls;
  beforeEach(() => {
    now = 1000;
    stalls = new Stalls(() => now);
  });

  it('are none while it ticks, however late by less than a period', () => {
    for (const ms of [500, 501, 999, 1000]) {
      now += ms;
      expect(stalls.waitedMs).to.equal(0);
      stalls.tick();
      expect(stalls.waitedMs).to.equal(0);
    }
  });

  it('are noticed by what is read before the next tick, and right after it', () => {
    now += 6500;
    expect(stalls.waitedMs).to.equal(6500);
    stalls.tick();
    now += 10;
    expect(stalls.waitedMs).to.equal(6500);
    stalls.backlogRead();
    expect(stalls.waitedMs).to.equal(0);
  });

  it('are those of the event loop (HC-6)', async () => {
    const watching = Stalls.watching();
    await sleep(10);
    const until = performance.now() + 1200;
    while (performance.now() < until);
    expect(watching.waitedMs).to.be.at.least(1200);
    await sleep(10);
    expect(watching.waitedMs).to.equal(0);
  });
});
