import react from '@vitejs/plugin-react';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { PREFIX_PLACEHOLDER } from '../admin/api/page.js';

/** Below this size, headers make up most of a response. */
const WORTHWHILE_BYTES = 1024;

/**
 * Writes a compressed copy of every file of the bundle next to it, at the highest level. The daemon sends these copies and
 * never compresses while serving.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Runs after all files are on disk, because other plugins change chunks until then.
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

/** The part of the font that every screen needs. */
const FONT = /inter-latin-subset-.*\.woff2$/;

/**
 * Lets the page name the font, which the browser would otherwise find only after it has read the style sheet. With a low
 * priority: the text is readable without it, and on a slow line the scripts matter more.
 */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => FONT.test(name));
        if (font === undefined) throw new Error(`no file of the bundle matches ${String(FONT)}`);
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          fetchpriority: 'low',
          href: `${PREFIX_PLACEHOLDER}/${font}`,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Vite lists the licenses of scripts only, and the bundle redistributes the font too. */
function fontLicense(): Plugin {
  return {
    name: 'font-license',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const font = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE'));
      const { name, version, license } = JSON.parse(await readFile(join(font, 'package.json'), 'utf8')) as FontPackage;
      const text = await readFile(join(font, 'LICENSE'), 'utf8');
      await appendFile(join(dir, LICENSES), `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`);
    },
  };
}

interface FontPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** scripts/artifacts/notices.mjs reads it. */
const LICENSES = 'licenses.md';

/** The module with everything that draws, which the entry imports dynamically. */
const APPLICATION = 'spa/shell/show-application.tsx';

/**
 * Lets the page name the application's file beside the entry's. The entry is small, runs at once and requests the data of the
 * first screen, while the application is still loading.
 */
function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(APPLICATION)),
        );
        if (chunk?.type !== 'chunk') throw new Error(`no chunk contains ${APPLICATION}`);
        const files = [chunk.fileName, ...chunk.imports].filter((file) => !html.includes(file));
        return files.map((file) => {
          const href = `${PREFIX_PLACEHOLDER}/${file}`;
          return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' };
        });
      },
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The daemon inserts the prefix at startup (daemon/admin/routes/files.ts). Chunks refer to each other by relative paths.
  base: `${PREFIX_PLACEHOLDER}/`,
  plugins: [react(), preloadApplication(), preloadFont(), fontLicense(), precompress()],
  experimental: {
    renderBuiltUrl: (filename, { hostType }) =>
      hostType === 'html' ? `${PREFIX_PLACEHOLDER}/${filename}` : { relative: true },
  },
  build: {
    outDir: '../../dist/daemon/spa',
    emptyOutDir: true,
    // Required for light-dark(), :has() and `inert`: browsers from 2024 on.
    target: ['chrome123', 'firefox124', 'safari17.5'],
    assetsDir: 'assets',
    // One style sheet, loaded with the page: a part that loads later always has its styles, and a retry need not repair
    // links. All styles together are smaller than one of the larger scripts.
    cssCodeSplit: false,
    // The Content-Security-Policy would have to allow data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two files for the first screen, whatever parts later screens share with it: over HTTP/1.1, a browser loads six at
        // a time, and the data of the screen needs connections too. One more for what opens over it (ui/overlays.tsx).
        codeSplitting: {
          groups: [
            { name: 'first', test: /daemon\/spa\/main\.ts$/, priority: 2 },
            { name: 'application', test: /daemon\/spa\/shell\/show-application\.tsx$/, priority: 1 },
            { name: 'overlays', test: /daemon\/spa\/ui\/(?:menu|popover-panel|dialog)\.tsx$/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
    // The bundle redistributes its dependencies, and their licenses require the license texts.
    license: { fileName: LICENSES },
  },
});
