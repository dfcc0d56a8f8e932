import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm start` first builds the parts that have changed: the service takes a second, the portal a few seconds. The build runs
// in its own process, which frees its memory when it ends. An image that is already built runs `node dist/command.js`.
const build = fileURLToPath(new URL('build.js', import.meta.url));
const { status } = spawnSync(process.execPath, [build, '--keep'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

await import(new URL('dist/command.js', import.meta.url).href);
