import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this, headers are most of an answer. */
const WORTHWHILE_BYTES = 1024;

/**
 * Writes every file of the bundle packed beside itself, as small as it gets: the daemon sends these as they are and packs
 * nothing while it serves.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // After everything is on disk: until then other plugins still change chunks.
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(names.map((name) => packedBeside(join(dir, name))));
    },
  };
}

async function packedBeside(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTHWHILE_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
