import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm start` runs what is checked out, so it builds what has changed first: the service in a second, the portal in a few.
// It does so in a process that ends, and takes its memory with it. An image that was built before runs
// `node dist/command.js` instead.
const build = fileURLToPath(new URL('build.js', import.meta.url));
const { status } = spawnSync(process.execPath, [build, '--keep'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
await import(new URL('dist/command.js', import.meta.url).href);

/** npm hands SIGTERM to a shell, which ends without passing it on: without its parent nobody could stop this process. */
function endWithParent() {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 200);
  watching.unref();
  // A second SIGTERM would skip the graceful shutdown.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watching));
}
