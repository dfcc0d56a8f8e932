import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `npx vite portal` serves the portal during development, with the demo's API. */
const demo = 'http://127.0.0.1:4000';

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The service writes its path prefix into the page.
  base: command === 'build' ? './' : '/portal/',
  build: {
    write: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    // The libraries mark their files for server rendering, which is not used.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  // The demo's host name, so that cookies are shared, and its origin, so that changes are accepted.
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: demo, headers: { origin: demo } }, '/sign-in': { target: demo } },
  },
}));
