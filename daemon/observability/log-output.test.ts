import { expect } from 'chai';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogOutput } from './log-output.js';

const MEBIBYTE = 1024 * 1024;

describe('observability: output of the log (docs/operations.md, Logs)', () => {
  it('writes a line of any length, so that a process that ends says why', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
    const file = join(directory, 'log');
    const descriptor = openSync(file, 'w');
    const output = new LogOutput(descriptor);
    const lines = ['before', 'x'.repeat(2 * MEBIBYTE)].map((msg) => `${JSON.stringify({ msg })}\n`);
    for (const line of lines) output.write(line);
    // A lost line would leave the file short.
    for (let tries = 0; statSync(file).size < lines.join('').length && tries < 1000; tries++) await sleep(10);
    closeSync(descriptor);
    expect(readFileSync(file, 'utf8') === lines.join('')).to.equal(true);
    rmSync(directory, { recursive: true });
  });
});
