import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.js';

/** A new empty directory, removed with its content when the test process ends. */
export function tempDir(label: string): string {
  const path = mkdtempSync(join(tmpdir(), `gatehouse-${label}-`));
  // Retries because a server that was just killed may still be writing its last file.
  atExit(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return path;
}
