import { existsSync, readFileSync } from 'node:fs';
import { readCommand, usage } from './command-line.ts';
import { readConfig } from './config.ts';
import { CannotStart } from './core/operations/cannot-start.ts';
import { endWithParent } from './end-with-parent.ts';
import { explainDatabaseError, refuseFewOpenFiles } from './explain-start.ts';
import type { Service } from './main.ts';

await run().catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
  const args = process.argv.slice(2);
  if (args[0] === '--help' || args[0] === '--version') {
    process.stdout.write(args[0] === '--help' ? usage : `${version()}\n`);
    return;
  }
  if (args[0] === 'types') {
    const { runTypes } = await import('./types-command.ts');
    process.exitCode = await runTypes(args);
    return;
  }
  const command = readCommand(args);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  // Loads only the module of the command, so that a mistyped command fails at once.
  if (command.name === '' || (command.name === 'serve' && config.mode === 'production')) {
    refuseFewOpenFiles();
    const { serve } = await import('./serve.ts');
    const starting = serve(config, command.values);
    stopOnSignal(starting);
    await starting;
    return;
  }
  if (config.mode === 'demo') {
    throw new CannotStart(`${command.name} needs DATABASE_URL; it cannot be used with the demo.`);
  }
  const { runOnce } = await import('./run-once.ts');
  await runOnce(config, command).catch((error: unknown) => {
    throw explainDatabaseError(error, config.databaseUrl);
  });
}

/** The build is in a folder beside `package.json`, in a checkout as in the package. */
function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

/**
 * The first signal shuts down gracefully, the second at once. A service that is still starting is stopped when it has
 * started: the demo would otherwise leave its PostgreSQL server behind.
 */
function stopOnSignal(starting: Promise<Service>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    // A failed start is reported by whoever awaits it.
    starting.then(stopService, () => {});
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function stopService(service: Service): Promise<void> {
  try {
    await service.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`Stopping failed: ${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
}
