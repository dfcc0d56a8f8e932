import { runCommand } from './commands/run-command.ts';
import { endWithParent } from './end-with-parent.ts';

if (process.env.npm_lifecycle_event !== undefined) endWithParent();
const exitCode = await runCommand(process.argv.slice(2), process.env);
// A failed start may leave connections open.
if (exitCode !== 0) process.exit(exitCode);
