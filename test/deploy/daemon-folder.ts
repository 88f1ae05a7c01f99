import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/child.js';
import { tempDir } from '../support/temp-dir.js';
import { ROOT } from './repository.js';

let written: Promise<string> | undefined;

/** The files of the daemon's image and of the archive, in a directory that the tests share. */
export function daemonFolder(): Promise<string> {
  return (written ??= write());
}

/** The same in a directory that the caller may change. */
export async function copyOfDaemonFolder(): Promise<string> {
  const copy = join(tempDir('daemon'), 'gatehouse');
  cpSync(await daemonFolder(), copy, { recursive: true });
  return copy;
}

async function write(): Promise<string> {
  const folder = join(tempDir('daemon'), 'gatehouse');
  await run(process.execPath, [join(ROOT, 'scripts/dist.mjs'), '--daemon-folder', folder]);
  return folder;
}
