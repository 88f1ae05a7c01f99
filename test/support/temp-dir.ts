import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.js';

/** A new empty directory that is removed, with everything in it, when the test process ends. */
export function tempDir(label: string): string {
  const path = mkdtempSync(join(tmpdir(), `gatehouse-${label}-`));
  // A server killed a moment ago may still be writing its last file: hence the retries.
  atExit(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return path;
}
