import { expect } from 'chai';
import { OutageLog } from './outage-log.js';

describe('outage-log (docs/operations.md, Logs of an outage)', () => {
  it('writes the first failure, a count every ten seconds, and the recovery', () => {
    let now = 0;
    const lines: [string, object][] = [];
    const note = (level: string) => (fields: object) => void lines.push([level, fields]);
    const log = new OutageLog({ info: note('info'), warn: note('warn'), error: note('error') }, () => now);
    log.succeeded();
    for (; now < 25_000; now += 100) log.failed(() => ({ error: 'ECONNREFUSED' }));
    log.succeeded();
    log.succeeded();
    expect(lines).to.deep.equal([
      ['warn', { error: 'ECONNREFUSED' }],
      ['warn', { failed: 101, seconds: 10 }],
      ['warn', { failed: 201, seconds: 20 }],
      ['info', { failed: 250, seconds: 25 }],
    ]);
  });
});
