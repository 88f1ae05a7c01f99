import { expect } from 'chai';
import { HostFailed, Unavailable } from '../core/faults.js';
import { createLogger } from './log.js';
import { OutageLines } from './outage-lines.js';

const AWAY = { requestId: 'r', err: new Unavailable('state', 'Redis is away') };

describe('observability: lines of an outage (docs/operations.md)', () => {
  it('writes one line in ten seconds for each message, and then how many it omitted', () => {
    let now = 0;
    const lines = new OutageLines(() => now);
    expect(lines.admit(AWAY, 'failed to store')).to.equal(AWAY);
    expect(lines.admit(AWAY, 'failed to sweep')).to.equal(AWAY);
    now = 9_999;
    expect(lines.admit(AWAY, 'failed to store')).to.equal(undefined);
    expect(lines.admit(AWAY, 'failed to store')).to.equal(undefined);
    now = 10_000;
    expect(lines.admit(AWAY, 'failed to store')).to.deep.equal({ ...AWAY, omitted: 2 });
    expect(lines.admit(AWAY, 'failed to sweep')).to.equal(AWAY);
  });

  it('writes every other line: no fault, a defect, a host that fails', () => {
    const lines = new OutageLines(() => 0);
    for (const fields of [{}, { err: new TypeError('ours') }, { err: new HostFailed('a hook threw') }]) {
      expect(lines.admit(fields, 'failed')).to.equal(fields);
      expect(lines.admit(fields, 'failed')).to.equal(fields);
    }
  });

  it('applies to the logger and its children, at every level', () => {
    const written: string[] = [];
    const logger = createLogger({ level: 'debug', write: (line) => void written.push(line) });
    logger.warn(AWAY, 'failed to store');
    logger.child({ worker: 2 }).error(AWAY, 'failed to store');
    logger.child({ worker: 2 }).error({ err: new Error('other') }, 'failed to store');
    expect(written.map((line) => (JSON.parse(line) as { level: string }).level)).to.deep.equal(['warn', 'error']);
  });
});
