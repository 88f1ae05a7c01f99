import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutageLog } from './outage-log.js';

describe('outage-log (docs/operations.md, Logs of an outage)', () => {
  let now: number;
  let lines: [string, object, string][];
  let log: OutageLog;
  beforeEach(() => {
    now = 0;
    lines = [];
    const note =
      (level: string) =>
      (fields: object, message: string): void =>
        void lines.push([level, fields, message]);
    const logger = { info: note('info'), warn: note('warn'), error: note('error') };
    log = new OutageLog(logger, { lost: 'away', stillLost: 'still away', back: 'back' }, () => now);
  });

  it('writes the first failure, a count every ten seconds, and the recovery', () => {
    log.succeeded();
    for (; now < 25_000; now += 100) log.failed(() => ({ error: 'ECONNREFUSED' }));
    now += 900;
    log.succeeded();
    log.succeeded();
    expect(lines).to.deep.equal([
      ['warn', { error: 'ECONNREFUSED' }, 'away'],
      ['warn', { failed: 101, seconds: 10 }, 'still away'],
      ['warn', { failed: 201, seconds: 20 }, 'still away'],
      ['info', { failed: 250, seconds: 25 }, 'back'],
    ]);
  });

  it('treats a peer that fails every second request as unavailable', () => {
    for (; now < 5000; now += 100) {
      log.failed(() => ({}));
      now += 100;
      log.succeeded();
    }
    expect(lines.map(([, , message]) => message)).to.deep.equal(['away']);
  });

  it('starts over after a recovery', () => {
    for (let outage = 0; outage < 2; outage++) {
      log.failed(() => ({ outage }));
      now += 1000;
      log.succeeded();
    }
    expect(lines.map(([, fields]) => fields)).to.deep.equal([
      { outage: 0 },
      { failed: 1, seconds: 0 },
      { outage: 1 },
      { failed: 1, seconds: 0 },
    ]);
  });

  it('starts over with a failure after a minute without another one', () => {
    log.failed(() => ({ error: 'of the evening' }));
    now += 8 * 3_600_000;
    log.failed(() => ({ error: 'of the morning' }));
    expect(lines).to.deep.equal([
      ['warn', { error: 'of the evening' }, 'away'],
      ['warn', { error: 'of the morning' }, 'away'],
    ]);
  });

  it('goes by a clock of its own', async () => {
    const fields: object[] = [];
    const note = (counted: object): void => void fields.push(counted);
    const own = new OutageLog({ info: note, warn: note, error: note }, { lost: '', stillLost: '', back: '' });
    own.failed(() => ({}));
    while (fields.length < 2) {
      await sleep(50);
      own.succeeded();
    }
    expect(fields).to.deep.equal([{}, { failed: 1, seconds: 0 }]);
  });
});
