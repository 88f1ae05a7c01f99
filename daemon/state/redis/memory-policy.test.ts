import { expect } from 'chai';
import { memoryWarnings } from './memory-policy.js';

describe('memory of Redis (docs/operations.md, Redis)', () => {
  const info = (most: number, policy: string) =>
    `# Memory\r\nused_memory:5\r\nused_memory_human:1K\r\nmaxmemory:${String(most)}\r\nmaxmemory_human:1K\r\nmaxmemory_policy:${policy}\r\n`;

  it('is fine without a limit, with noeviction, and if the server does not tell', () => {
    for (const fine of [info(0, 'allkeys-lru'), info(10, 'noeviction'), '']) {
      expect(memoryWarnings(fine)).to.deep.equal([]);
    }
  });

  for (const policy of ['allkeys-lru', 'volatile-ttl', 'allkeys-random']) {
    it(`is dangerous with ${policy}, also while there is room`, () => {
      const [warning, ...more] = memoryWarnings(info(10, policy));
      expect(warning).to.contain(`maxmemory-policy ${policy}`).and.to.contain('noeviction');
      expect(more).to.deep.equal([]);
    });
  }
});
