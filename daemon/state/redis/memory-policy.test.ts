import { expect } from 'chai';
import { memoryWarnings } from './memory-policy.js';

describe('memory of Redis (docs/operations.md, Redis)', () => {
  const info = (most: number, used: number, policy: string) =>
    `# Memory\r\nused_memory:${String(used)}\r\nused_memory_human:1K\r\nmaxmemory:${String(most)}\r\nmaxmemory_human:1K\r\nmaxmemory_policy:${policy}\r\n`;

  it('is fine without a limit, with room, and if the server does not tell', () => {
    for (const fine of [info(0, 5, 'allkeys-lru'), info(10, 9, 'noeviction'), '']) {
      expect(memoryWarnings(fine)).to.deep.equal([]);
    }
  });

  for (const policy of ['allkeys-lru', 'volatile-ttl', 'allkeys-random']) {
    it(`is dangerous with ${policy}, also while there is room`, () => {
      const [warning, ...more] = memoryWarnings(info(10, 1, policy));
      expect(warning).to.contain(`maxmemory-policy ${policy}`).and.to.contain('noeviction');
      expect(more).to.deep.equal([]);
    });
  }

  it('is full at its limit, not below', () => {
    expect(memoryWarnings(info(10, 10, 'noeviction')).join()).to.contain('rejects writes');
  });
});
