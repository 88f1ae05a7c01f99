import { expect } from 'chai';
import { LOST, unexplained, type Event, type Model } from './linearize.js';

type Call = 'read' | `write ${number}`;

/** A register, as in Herlihy and Wing's examples. */
const register: Model<number, Call, number | 'ok'> = {
  initial: 0,
  next(state, call, answer) {
    if (call === 'read') return answer === LOST || answer === state ? [state] : [];
    const written = Number(call.split(' ')[1]);
    return answer === LOST ? [state, written] : [written];
  },
  key: String,
};

function event(
  began: number,
  ended: number,
  call: Call,
  answer: number | 'ok' | typeof LOST,
): Event<Call, number | 'ok'> {
  return { began, ended, call, answer };
}

describe('the search for an order that explains a history', () => {
  it('explains sequential operations', () => {
    expect(unexplained([event(0, 1, 'write 1', 'ok'), event(2, 3, 'read', 1)], register)).to.equal(undefined);
  });

  it('explains a read that overlaps a write with either value', () => {
    for (const value of [0, 1]) {
      expect(unexplained([event(0, 9, 'write 1', 'ok'), event(1, 2, 'read', value)], register)).to.equal(undefined);
    }
  });

  it('rejects a read of a value that was overwritten before the read began', () => {
    const stale = event(2, 3, 'read', 0);
    const found = unexplained([event(0, 1, 'write 1', 'ok'), stale], register);
    expect(found?.rest).to.deep.equal([stale]);
  });

  it('rejects two reads that see a write in the wrong order', () => {
    const history = [event(0, 9, 'write 1', 'ok'), event(1, 2, 'read', 1), event(3, 4, 'read', 0)];
    expect(unexplained(history, register)).to.not.equal(undefined);
  });

  it('lets a lost write happen late or never', () => {
    const lost = event(0, 1, 'write 1', LOST);
    expect(unexplained([lost, event(2, 3, 'read', 0), event(4, 5, 'read', 1)], register)).to.equal(undefined);
    expect(unexplained([lost, event(2, 3, 'read', 0), event(4, 5, 'read', 0)], register)).to.equal(undefined);
  });

  it('rejects a lost write that happens and is undone', () => {
    const lost = event(0, 1, 'write 1', LOST);
    expect(unexplained([lost, event(2, 3, 'read', 1), event(4, 5, 'read', 0)], register)).to.not.equal(undefined);
  });
});
