import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { PREFIX_PLACEHOLDER } from '../admin/api/page.js';

/** Below this, headers are most of an answer. */
const WORTHWHILE_BYTES = 1024;

/**
 * Writes every file of the bundle packed beside itself, as small as it gets: the daemon sends these as they are and packs
 * nothing while it serves.
 */
function precompress(): Plugin {
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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The daemon fills in the prefix when it starts (daemon/admin/routes/files.ts). Chunks find each other relative to themselves.
  base: `${PREFIX_PLACEHOLDER}/`,
  plugins: [react(), precompress()],
  experimental: {
    renderBuiltUrl: (filename, { hostType }) =>
      hostType === 'html' ? `${PREFIX_PLACEHOLDER}/${filename}` : { relative: true },
  },
  build: {
    outDir: '../../dist/daemon/spa',
    emptyOutDir: true,
    // What light-dark(), :has() and `inert` need: browsers of 2024 and later.
    target: ['chrome123', 'firefox124', 'safari17.5'],
    assetsDir: 'assets',
    // One style sheet, loaded with the page: a part that is loaded later can never come without its own, and a retry need not
    // repair links. All of it weighs less than one of the larger scripts.
    cssCodeSplit: false,
    // A data: URL would need to be allowed by the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What is bundled is handed on, and its licences ask to be handed on with it.
    license: { fileName: 'licenses.md' },
  },
});
