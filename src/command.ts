import { existsSync } from 'node:fs';
import { readCommand } from './command-line.ts';
import { readConfig } from './config.ts';
import { CannotStart } from './core/operations/cannot-start.ts';
import { explainDatabaseError, refuseFewOpenFiles } from './explain-start.ts';
import type { Service } from './main.ts';

await run().catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  // Loads only the module of the command, so that a mistyped command fails at once.
  if (command.name === 'serve') {
    refuseFewOpenFiles();
    const { serve } = await import('./serve.ts');
    return stopOnSignal(await serve(config, command.values));
  }
  if (config.mode === 'demo') {
    throw new CannotStart(`${command.name} needs DATABASE_URL; it cannot be used with the demo.`);
  }
  const { runOnce } = await import('./run-once.ts');
  await runOnce(config, command).catch((error: unknown) => {
    throw explainDatabaseError(error, config.databaseUrl);
  });
}

/** The first signal shuts down gracefully, the second at once. */
function stopOnSignal(service: Service): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.stack : error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
