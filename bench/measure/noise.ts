import { machine } from './machine.js';
import { runPinned } from './pinned.js';

/**
 * How fast the first core is just now: the same hashing every time. It depends on nothing of ours, so what it varies by is
 * the machine's noise, and no ratio below that spread means anything.
 */
export async function calibrate(): Promise<number> {
  const program = `
    const { createHash } = require('node:crypto');
    const data = Buffer.alloc(4096, 7), startedAt = performance.now();
    let count = 0;
    while (performance.now() - startedAt < 400) { for (let i = 0; i < 100; i++) createHash('sha256').update(data).digest(); count += 100; }
    console.log(count / (performance.now() - startedAt));`;
  const { stdout } = await runPinned(machine.serverCore, [process.execPath, '-e', program]);
  return Number(stdout);
}
