import { expect } from 'chai';
import { WriteProbe } from './write-probe.js';

describe('redis: whether it accepts writes (docs/operations.md, Redis)', () => {
  let logged: [object, string][];
  let probe: WriteProbe;

  beforeEach(() => {
    logged = [];
    const nothing = (): void => undefined;
    const warn = (fields: object, message: string): void => void logged.push([fields, message]);
    probe = new WriteProbe({ debug: nothing, info: nothing, warn, error: nothing });
  });

  const reply = (message: string, name = 'ReplyError') =>
    new Error('Redis, SET', { cause: Object.assign(new Error(message), { name }) });
  const fail = (error: unknown) =>
    probe.look(async () => {
      throw error;
    });

  it('warns of each reason once, until a write succeeds', async () => {
    const full = 'Redis has used its maxmemory and rejects writes; raise maxmemory';
    const none = 'Redis rejects writes: NOREPLICAS Not enough good replicas to write.';
    for (let times = 0; times < 2; times += 1)
      await fail(reply("OOM command not allowed when used memory > 'maxmemory'."));
    expect(probe.warnings).to.deep.equal([full]);
    await fail(reply('NOREPLICAS Not enough good replicas to write.'));
    expect(probe.warnings).to.deep.equal([none]);
    expect(logged).to.deep.equal([full, none].map((warning) => [{ warning }, 'Redis rejects writes']));
    await probe.look(() => Promise.resolve());
    expect(probe.warnings).to.deep.equal([]);
    await fail(reply('NOREPLICAS Not enough good replicas to write.'));
    expect(logged).to.have.length(3);
  });

  it('says nothing of a write without an answer', async () => {
    for (const error of [
      reply('Connection is closed.', 'Error'),
      new Error('no cause'),
      new Error('x', { cause: 'OOM' }),
      'OOM',
    ]) {
      await fail(error);
      expect(probe.warnings, String(error)).to.deep.equal([]);
    }
  });

  it('quotes no more than 200 characters of an answer', async () => {
    await fail(reply('x'.repeat(300)));
    expect(probe.warnings).to.deep.equal([`Redis rejects writes: ${'x'.repeat(200)}`]);
  });
});
