import { expect } from 'chai';
import { listenError, stopListening } from './server.js';

describe('http: reasons why it cannot listen', () => {
  const told = (host: string, cause?: object) =>
    listenError({ host, port: 80 }, cause as Parameters<typeof listenError>[1]).message;

  it('explains a known reason in words, and passes on an unknown one', () => {
    expect(told('h', { code: 'EACCES', message: 'x' })).to.equal(
      'cannot listen on h:80: binding ports below 1024 requires extra privileges (EACCES)',
    );
    expect(told('h', { code: 'EOTHER', message: 'x' })).to.equal('cannot listen on h:80: x');
    expect(told('h')).to.equal('cannot listen on h:80: the address has just been taken; try again');
  });

  it('puts an IPv6 address in brackets', () => expect(told('::1')).to.contain('listen on [::1]:80'));
});

describe('http: the end of listening', () => {
  const HOUR_MS = 3_600_000;

  /** A listener that takes a connection in each of the first turns, and what happened to it. */
  function listener({ arriving = 0, open = [0], lastTaken = (): number => performance.now() } = {}) {
    const seen = { turns: 0, takenAtClose: -1, looks: 0 };
    let [taken, isOver] = [0, false];
    const turn = (): void => {
      seen.turns += 1;
      if (taken < arriving) taken += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const given = {
      get taken() {
        return taken;
      },
      get connections() {
        return open[Math.min(seen.looks++, open.length - 1)]!;
      },
      get lastTaken() {
        return lastTaken();
      },
      close: () => {
        seen.takenAtClose = taken;
        isOver = true;
      },
    };
    return { given, seen };
  }

  it('comes after a turn of the event loop that found no connection', async () => {
    const { given, seen } = listener();
    await stopListening(given, HOUR_MS);
    expect(seen.takenAtClose).to.equal(0);
    // It is two seconds of turns if it takes none of them for empty.
    expect(seen.turns).to.be.below(1000);
  });

  it('waits while connections arrive', async () => {
    const { given, seen } = listener({ arriving: 30 });
    await stopListening(given, HOUR_MS);
    expect(seen.takenAtClose).to.equal(30);
  });

  it('does not wait forever for connections that keep arriving', async () => {
    const { given, seen } = listener({ arriving: Infinity });
    await stopListening(given, 100);
    expect(seen.takenAtClose).to.be.above(0);
  });

  it('waits afterwards until no new connection is open', async () => {
    const { given, seen } = listener({ open: [2, 1, 0] });
    await stopListening(given, HOUR_MS);
    expect(seen.looks).to.equal(3);
  });

  it('does not wait for a connection that has been open for long', async () => {
    const { given, seen } = listener({ open: [1], lastTaken: () => performance.now() - 10_000 });
    await stopListening(given, HOUR_MS);
    expect(seen.looks).to.equal(1);
  });
});
