import { expect } from 'chai';
import { Cancellation } from './cancellation.js';

describe('core/cancellation', () => {
  it('calls each listener once, and none that was removed, also while others are called', () => {
    const cancellation = new Cancellation();
    const called: string[] = [];
    const removed = (): void => void called.push('removed');
    const removedByFirst = (): void => void called.push('removed by the first');
    cancellation.addEventListener('abort', () => {
      called.push('first');
      cancellation.removeEventListener('abort', removedByFirst);
    });
    cancellation.addEventListener('abort', removedByFirst);
    cancellation.addEventListener('abort', removed);
    cancellation.addEventListener('abort', () => void called.push('last'));
    cancellation.removeEventListener('abort', removed);
    expect(cancellation.aborted).to.equal(false);
    cancellation.cancel();
    cancellation.cancel();
    expect(cancellation.aborted).to.equal(true);
    expect(called).to.deep.equal(['first', 'last']);
  });
});
