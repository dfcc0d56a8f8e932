import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `npx vite portal` serves the portal while it is written, with the API of the demo behind it. */
const demo = 'http://127.0.0.1:4000';

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The service knows below which path it is reached, and writes it into the page.
  base: command === 'build' ? './' : '/portal/',
  build: {
    write: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    // The libraries mark their files for servers that render; nothing is rendered there.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  // The demo's own name, so that they share their cookies, and its own origin, so that changes are taken.
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: demo, headers: { origin: demo } }, '/sign-in': { target: demo } },
  },
}));
