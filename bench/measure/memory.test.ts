import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileMappings, memoryOf } from './memory.js';

const MAPS = `00400000-00402000 r-xp 00003000 fe:00 77                         /usr/bin/a program
00600000-00601000 rw-p 00000000 00:00 0                          [heap]
`;

describe('memory of several processes', () => {
  it('reads the mapped files with their positions, without anonymous mappings (docs/benchmarks.md)', () => {
    expect(fileMappings(MAPS)).to.deep.equal([{ file: 'fe:00 77', start: 0x400000, pageCount: 2, firstPage: 3 }]);
  });

  it('counts anonymous memory for each process and a shared page once (docs/benchmarks.md)', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdout.write("ready"); setInterval(() => {}, 1000)']);
    try {
      await once(child.stdout, 'data');
      const [self, other] = [process.pid, Number(child.pid)];
      const [alone, beside, both] = [memoryOf([self]), memoryOf([other]), memoryOf([self, other])];
      expect(alone.anonymous).to.be.greaterThan(0);
      // The heap of this process may move between two readings.
      expect(both.anonymous).to.be.greaterThan(alone.anonymous + beside.anonymous * 0.5);
      // Both run the same program, whose pages are most of what either maps.
      expect(both.file).to.be.lessThan((alone.file + beside.file) * 0.75);
      expect(both.file).to.be.at.least(beside.file);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
  });
});
