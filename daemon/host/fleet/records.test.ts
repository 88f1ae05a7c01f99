import { expect } from 'chai';
import type { HostTarget } from '../channel/connection.js';
import { Records } from './records.js';

const encoding = 'proto' as const;

describe('host: all records of a name (HC-19)', () => {
  const warnings: string[] = [];
  const note = (_fields: object, message: string): void => void warnings.push(message);
  const logger = { debug: note, info: note, warn: note, error: note };
  let records: Records | undefined;
  beforeEach(() => warnings.splice(0));
  afterEach(() => records?.stop());

  async function found(
    targets: readonly HostTarget[],
    resolve: (name: string) => Promise<string[]>,
  ): Promise<readonly HostTarget[]> {
    let last: readonly HostTarget[] = [];
    records = new Records(targets, (now) => (last = now), logger, resolve);
    await records.start();
    return last;
  }

  it('replaces names by all of their addresses, each once and in a fixed order', async () => {
    const targets = [{ address: 'app.example:9090' }, { url: 'https://app.example:8443/x', encoding }];
    const resolve = () => Promise.resolve(['192.0.2.2', '2001:db8::1', '192.0.2.2', '192.0.2.1']);
    expect(await found(targets, resolve)).to.deep.equal([
      { address: '192.0.2.1:9090', name: 'app.example' },
      { address: '192.0.2.2:9090', name: 'app.example' },
      { address: '[2001:db8::1]:9090', name: 'app.example' },
      { url: 'https://app.example:8443/x', encoding, ip: '192.0.2.1' },
      { url: 'https://app.example:8443/x', encoding, ip: '192.0.2.2' },
      { url: 'https://app.example:8443/x', encoding, ip: '2001:db8::1' },
    ]);
  });

  it('leaves addresses and sockets as they are', async () => {
    const targets = [
      { address: '192.0.2.1:9090' },
      { address: '[::1]:9090' },
      { address: 'unix:/run/app.sock' },
      { url: 'http://[::1]:8000', encoding },
      { url: 'http://127.0.0.1:8000', encoding },
    ];
    expect(await found(targets, () => Promise.reject(new Error('must not be asked')))).to.deep.equal(targets);
  });

  it('keeps what it knows of a name that cannot be resolved now, and says so once', async () => {
    let answer = Promise.resolve(['192.0.2.1']);
    const targets = [{ address: 'app.example:9090' }];
    expect(await found(targets, () => answer)).to.have.length(1);
    answer = Promise.reject(new Error('no such name'));
    let last: readonly HostTarget[] = [];
    records?.stop();
    let calls = 0;
    records = new Records(
      targets,
      (now) => (last = now),
      logger,
      () => ((calls += 1) === 1 ? Promise.resolve(['192.0.2.1']) : answer),
    );
    for (let n = 0; n < 3; n += 1) await records.start();
    expect(last).to.deep.equal([{ address: '192.0.2.1:9090', name: 'app.example' }]);
    expect(warnings).to.deep.equal(['cannot resolve the name of a host, app.example: no such name']);
  });
});
