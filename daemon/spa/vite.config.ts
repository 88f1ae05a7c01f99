import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './precompress.js';

/**
 * Where the admin backend is mounted is known when the daemon starts, not when it is built: the page carries this instead
 * of the prefix (daemon/admin/routes/application.ts fills it in), and chunks find each other relative to themselves.
 */
const PREFIX = '/__prefix__';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: `${PREFIX}/`,
  plugins: [react(), precompress()],
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `${PREFIX}/${filename}` : { relative: true }),
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
