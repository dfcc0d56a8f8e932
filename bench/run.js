import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPortal, buildService } from '../scripts/build.js';

// The service as it is checked out, and the bench beside it; both run from `dist/`.
await Promise.all([buildService(), buildPortal()]);
await build({
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  entryPoints: {
    bench: 'bench/bench.ts',
    'event-loop/prober': 'bench/event-loop/prober.ts',
    'event-loop/slice-recorder': 'bench/event-loop/slice-recorder.ts',
    'bare-server': 'bench/bare-server.ts',
    'paced-load': 'bench/paced-load.ts',
    'socket-load': 'bench/socket-load.ts',
    'aws-process': 'bench/usage/aws-process.ts',
    'marketplace-process': 'bench/usage/marketplace-process.ts',
    'usage-poster': 'bench/usage/usage-poster.ts',
    'webhooks/delay-sink': 'bench/webhooks/delay-sink.ts',
    'webhooks/poster': 'bench/webhooks/poster.ts',
    'webhooks/sink': 'bench/webhooks/sink.ts',
  },
  outdir: 'dist/bench',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
});
await import(new URL('../dist/bench/bench.js', import.meta.url).href);
