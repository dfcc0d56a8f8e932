import { runCommand } from './commands/run-command.ts';

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
const exitCode = await runCommand(process.argv.slice(2), process.env);
// A failed start may leave connections open.
if (exitCode !== 0) process.exit(exitCode);

/**
 * Ends this process when the process that started it has ended. npm and npx hand SIGTERM to a shell, which ends without
 * passing it on: nobody could stop this process then.
 */
function endWithParent(): void {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 200);
  watching.unref();
  // A second SIGTERM would skip the graceful shutdown.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watching));
}
