import { expect } from 'chai';
import type { Weighed } from './pending-requests.js';
import { HeaviestFirst } from './pending-requests.js';

describe('heaviest first', () => {
  it('matches a sort after every one of 5,000 random changes', () => {
    const heap = new HeaviestFirst<Weighed>();
    const items = Array.from({ length: 60 }, (): Weighed => ({ weight: 0, turn: 0, position: -1 }));
    // A fixed sequence, so that a failure is reproducible (Numerical Recipes' generator).
    let seed = 1;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (let change = 0; change < 5000; change++) {
      const item = items[random(items.length)]!;
      item.turn = change;
      heap.weigh(item, random(3) === 0 ? 0 : random(50));
      const held = items.filter(({ weight }) => weight > 0);
      const [first, second] = held.sort((a, b) => b.weight - a.weight || a.turn - b.turn);
      expect([heap.top, heap.second]).to.deep.equal([first, second]);
    }
  });

  it('ignores the removal of an item that it does not hold', () => {
    const heap = new HeaviestFirst<Weighed>();
    const item = { weight: 1, turn: 0, position: -1 };
    heap.weigh(item, 0);
    expect([heap.top, item.position]).to.deep.equal([undefined, -1]);
  });
});
