import { expect } from 'chai';
import { Busy } from '../admin/auth/passwords.js';
import { BackendMissing, Unavailable } from '../core/faults.js';
import type { Logger } from '../core/runtime.js';
import { Outages } from './outages.js';

describe('http: outages (docs/operations.md, Logs of an outage)', () => {
  let now: number;
  let lines: { level: string; fields: Record<string, unknown>; message: string }[];
  let outages: Outages;

  beforeEach(() => {
    now = 0;
    lines = [];
    const at = (level: string) => (fields: object, message: string) =>
      void lines.push({ level, fields: fields as Record<string, unknown>, message });
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    outages = new Outages(logger, () => now);
  });

  const gone = new Unavailable('host', 'BackendService.Transact: UNAVAILABLE: no connection');

  it('logs one line for the loss and one for the recovery, however many requests fail in between', () => {
    for (let request = 0; request < 1000; request++) {
      now += 5;
      expect(outages.refused(gone, request % 2 === 0 ? 'token' : 'register', `r-${request}`)).to.equal(true);
    }
    now += 5000;
    outages.succeeded('token');
    outages.succeeded('token');
    expect(lines.map(({ level }) => level)).to.deep.equal(['warn', 'info']);
    expect(lines[0]?.fields).to.deep.equal({ peer: 'host', route: 'token', requestId: 'r-0', error: gone.message });
    expect(lines[1]?.fields).to.deep.equal({ peer: 'host', refused: 1000, seconds: 5 });
  });

  it('logs a count every ten seconds during the outage, without a stack', () => {
    for (; now <= 60_000; now += 100) outages.refused(gone, 'token', 'r');
    expect(lines).to.have.length(7);
    expect(lines[6]?.fields).to.deep.include({ peer: 'host', refused: 601, seconds: 60 });
    expect(JSON.stringify(lines)).to.not.contain('outages.test');
    expect(Math.max(...lines.map((line) => JSON.stringify(line).length))).to.be.below(300);
  });

  it('logs one line for sign-ins refused because too many passwords wait', () => {
    for (let request = 0; request < 1000; request++) {
      expect(outages.refused(new Busy(200), 'admin.login', `r-${request}`)).to.equal(true);
    }
    expect(lines.map(({ level }) => level)).to.deep.equal(['warn']);
    expect(lines[0]?.fields).to.deep.include({ peer: 'passwords', error: '200 passwords are waiting already' });
  });

  it('does not report a recovery for another route or for a single success among failures', () => {
    outages.refused(gone, 'token', 'r');
    now = 2000;
    outages.succeeded('metadata');
    outages.refused(gone, 'token', 'r');
    now = 2500;
    outages.succeeded('token');
    expect(lines).to.have.length(1);
    now = 3000;
    outages.succeeded('token');
    expect(lines).to.have.length(2);
  });

  it('counts a failure after a minute without one as another outage, since nothing succeeds on a route without requests', () => {
    outages.refused(gone, 'revoke', 'r-1');
    now = 59_999;
    outages.refused(gone, 'revoke', 'r-2');
    now += 60_000;
    outages.refused(gone, 'revoke', 'r-3');
    expect(lines.map(({ fields }) => fields['requestId'])).to.deep.equal(['r-1', undefined, 'r-3']);
    now += 2000;
    outages.succeeded('revoke');
    expect(lines.at(-1)?.fields).to.deep.equal({ peer: 'host', refused: 1, seconds: 0 });
  });

  it('treats peers separately, and starts again after a recovery', () => {
    outages.refused(gone, 'token', 'r');
    outages.refused(new Unavailable('state', 'GET: timeout'), 'token', 'r');
    outages.refused(new BackendMissing(), 'token', 'r');
    expect(lines.map(({ fields }) => fields['peer'])).to.deep.equal(['host', 'state', 'backend']);
    now = 1000;
    outages.succeeded('token');
    outages.refused(gone, 'token', 'r');
    expect(lines).to.have.length(7);
  });

  it('counts the seconds since the loss, not since the start', () => {
    now = 5_000_000;
    outages.refused(gone, 'token', 'r');
    now += 10_000;
    outages.refused(gone, 'token', 'r');
    expect(lines[1]?.fields).to.deep.equal({ peer: 'host', refused: 2, seconds: 10, error: gone.message });
  });

  it('uses a clock by default', () => {
    const told: object[] = [];
    const log = (fields: object) => void told.push(fields);
    const real = new Outages({ debug: log, info: log, warn: log, error: log });
    real.refused(gone, 'token', 'r');
    real.succeeded('token');
    expect(told, 'an immediate success is not a recovery').to.have.length(1);
  });

  it('leaves every other fault to its caller', () => {
    expect(outages.refused(new Error('defect'), 'token', 'r')).to.equal(false);
    expect(lines).to.deep.equal([]);
  });
});
