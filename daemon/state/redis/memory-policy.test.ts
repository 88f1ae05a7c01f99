import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { MemoryPolicy, memoryWarnings } from './memory-policy.js';

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

  it('is reported once, as long as it is the same, on whichever master', async () => {
    const log: unknown[][] = [];
    const noted = (...line: unknown[]): void => void log.push(line);
    const policy = new MemoryPolicy({ debug: noted, info: noted, warn: noted, error: noted });
    const asked: unknown[] = [];
    const master = (answer: string | Error) =>
      ({
        info: (section: string) => {
          asked.push(section);
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
      }) as unknown as Redis;
    const dangerous = info(10, 'allkeys-lru');
    for (let look = 0; look < 2; look++) {
      await policy.look([master(dangerous), master(new Error('NOPERM')), master(dangerous)]);
      expect(policy.warnings).to.deep.equal(memoryWarnings(dangerous));
    }
    expect(log).to.deep.equal([[{ warning: policy.warnings[0] }, 'Redis has dangerous settings']]);
    expect(new Set(asked)).to.deep.equal(new Set(['memory']));
    await policy.look([master(info(0, 'noeviction'))]);
    expect(policy.warnings).to.deep.equal([]);
    await policy.look([master(dangerous)]);
    expect(log).to.have.length(2);
  });
});
