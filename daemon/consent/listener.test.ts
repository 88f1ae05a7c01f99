import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createListener } from './listener.js';

const nothing = (): void => undefined;
/** A host name, because looking one up takes a moment in which the listener can be closed. */
const ADDRESS = 'localhost:0';
/** Node reads an empty text as no certificate, and an empty buffer as a malformed one. */
const NO_PEM = '' as unknown as Buffer;

describe('the listener of the consent operations', () => {
  for (const [when, pause] of [
    ['at once', () => Promise.resolve()],
    ['while the address is looked up', () => new Promise((resolve) => process.nextTick(resolve))],
  ] as const) {
    it(`does not listen if it is closed ${when}`, async () => {
      const listener = createListener({ address: ADDRESS }, nothing, nothing, nothing);
      const outcome = listener.listen().then(
        () => 'it listens',
        (error: unknown) => String(error),
      );
      await pause();
      await listener.close();
      expect(await outcome).to.contain(
        'cannot listen on consent.address localhost:0: it was closed before it listened',
      );
    });
  }

  for (const [transport, tls] of [
    ['plain text', {}],
    // Without a certificate, since no handshake takes place.
    ['TLS', { tls: { certificate: NO_PEM, key: NO_PEM } }],
  ] as const) {
    it(`does not wait for a connection that sends nothing over ${transport} (docs/operations.md, Stopping and rolling restarts)`, async () => {
      const listener = createListener({ address: '127.0.0.1:0', ...tls }, nothing, nothing, nothing);
      const silent = connect(await listener.listen(), '127.0.0.1');
      await once(silent, 'connect');
      const ended = once(silent.on('error', nothing).resume(), 'close');
      const closed = listener.close().then(() => 'closed');
      listener.cut();
      expect(await Promise.race([closed, sleep(5000, 'still waiting')])).to.equal('closed');
      await ended;
    });
  }

  it('closes further connections while it has as many as it takes (docs/security.md, Limited resources)', async () => {
    const reported: number[] = [];
    const listener = createListener(
      { address: '127.0.0.1:0' },
      nothing,
      nothing,
      (connections) => reported.push(connections),
      2,
    );
    const port = await listener.listen();
    const open = (): Socket => connect(port, '127.0.0.1').on('error', nothing).resume();
    const [first, second] = [open(), open()];
    await Promise.all([once(first, 'connect'), once(second, 'connect')]);
    await Promise.all([once(open(), 'close'), once(open(), 'close')]);
    expect(reported).to.deep.equal([2]);
    expect([first.destroyed, second.destroyed]).to.deep.equal([false, false]);
    first.destroy();
    await sleep(50);
    const third = open();
    await once(third, 'connect');
    await sleep(50);
    expect(third.destroyed).to.equal(false);
    const closed = listener.close();
    listener.cut();
    await closed;
  });
});
