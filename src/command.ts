import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { askForReconciliation } from './actions/ask-for-reconciliation.ts';
import { claimMarketplaceReconciliation } from './actions/claim-marketplace-reconciliation.ts';
import { createFulfilmentService } from './adapters/microsoft-marketplace/fulfilment-service.ts';
import { type Config, readConfig } from './config.ts';
import { CannotStart } from './core/cannot-start.ts';
import { createLogger, type Service, startService, systemClock } from './main.ts';
import { openDatabase } from './storage/database.ts';
import { listConnections } from './storage/marketplace-connections.ts';
import { migrate } from './storage/migrate.ts';
import { reconcileConnection } from './workers/reconcile-marketplace.ts';

const usage = `Usage: npm start [-- options]

  (none)       the demo or, with DATABASE_URL set, the production server
  --reset      demo only: begin afresh
  --api        only what callers ask
  --workers    only what time brings
  migrate      bring the database of DATABASE_URL up to date, then end
  reconcile    compare every subscription with the marketplace now, repair what differs, then end
`;

type Command = {
  readonly name: 'serve' | 'migrate' | 'reconcile';
  readonly reset: boolean;
  readonly halves: { readonly api: boolean; readonly workers: boolean };
};

await run().catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  if (command.name === 'migrate') return migrateDatabase(config);
  if (command.name === 'reconcile') return reconcileSubscriptions(config);
  stopOnSignal(await serve(config, command));
}

function readCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reset: { type: 'boolean', default: false },
        api: { type: 'boolean', default: false },
        workers: { type: 'boolean', default: false },
      },
    });
    const [name = 'serve', ...rest] = positionals;
    if ((name !== 'serve' && name !== 'migrate' && name !== 'reconcile') || rest.length > 0) {
      throw new Error(`There is no command '${positionals.join(' ')}'.`);
    }
    const both = !values.api && !values.workers;
    return {
      name,
      reset: values.reset,
      halves: { api: both || values.api, workers: both || values.workers },
    };
  } catch (error) {
    throw new CannotStart(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

async function serve(config: Config, { halves, reset }: Command): Promise<Service> {
  const surroundings = { clock: systemClock, logger: createLogger(config.logLevel) };
  if (config.mode === 'production') {
    if (reset) throw new CannotStart('--reset is for the demo; a production database is never emptied.');
    const service = await startService({ ...config, halves }, surroundings);
    surroundings.logger.info({ url: service.url, ...halves }, 'listening');
    return service;
  }
  // Only the demo needs emulators and an embedded server, so only the demo loads them.
  const { resetDemo, startDemo } = await import('./start-demo.ts');
  const { announcement } = await import('./demo/facts.ts');
  if (reset) await resetDemo(config);
  const demo = await startDemo(config, halves, surroundings);
  process.stdout.write(announcement(demo.facts));
  return demo;
}

async function migrateDatabase(config: Config): Promise<void> {
  if (config.mode === 'demo') {
    throw new CannotStart('migrate needs DATABASE_URL; the demo brings its own database up to date.');
  }
  const applied = await migrate(config.databaseUrl);
  const names = applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date';
  process.stdout.write(`Migrations: ${names}.\n`);
}

/** Nodes that run share the work: each connection is walked once, here or there. */
async function reconcileSubscriptions(config: Config): Promise<void> {
  if (config.mode === 'demo') {
    throw new CannotStart('reconcile needs DATABASE_URL; the demo compares its subscriptions by itself.');
  }
  const { databaseUrl: url, databaseMaxConnections: maxConnections, encryptionKey } = config;
  const database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  const fulfilment = createFulfilmentService({ clock: systemClock, randomBytes });
  const context = () => ({ database, now: systemClock.now(), randomBytes });
  try {
    for (const { workspaceId, sourceName } of await listConnections(database)) {
      await askForReconciliation(context(), workspaceId, sourceName);
    }
    for (;;) {
      const claim = await claimMarketplaceReconciliation(context());
      if (!claim) break;
      const line = await reconcileConnection({ context, fulfilment, encryptionKey }, claim).then(
        ({ compared, repaired, unrepaired }) =>
          `${compared} compared, ${repaired} repaired, ${unrepaired} need a look.`,
        (error: unknown) => {
          process.exitCode = 1;
          return error instanceof Error ? error.message : String(error);
        },
      );
      process.stdout.write(`${claim.workspaceId} ${claim.sourceName}: ${line}\n`);
    }
  } finally {
    fulfilment.stop();
    await database.destroy();
  }
}

/** The first signal stops in good order; a second one does not wait. */
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
