import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { askForReconciliation } from './actions/ask-for-reconciliation.ts';
import { claimMarketplaceReconciliation } from './actions/claim-marketplace-reconciliation.ts';
import { createFulfilmentService } from './adapters/microsoft-marketplace/fulfilment-service.ts';
import { runAddAdministrator, runCreateWorkspace } from './administer.ts';
import { runCatalogueApply, runCatalogueExport, runCataloguePlan } from './catalogue-command.ts';
import { type Config, type ProductionConfig, readConfig } from './config.ts';
import { CannotStart } from './core/cannot-start.ts';
import { createLogger, type Service, startService, systemClock } from './main.ts';
import { openDatabase } from './storage/database.ts';
import { listConnections } from './storage/marketplace-connections.ts';
import { migrate } from './storage/migrate.ts';
import { reconcileConnection } from './workers/reconcile-marketplace.ts';

/** The build puts it beside this file. */
const portalFolder = new URL('./portal/', import.meta.url);

const usage = `Usage: npm start [-- options]

  (none)       the demo or, with DATABASE_URL set, the production server
  --reset      demo only: begin afresh
  --api        only what callers ask
  --workers    only what time brings
  migrate      bring the database of DATABASE_URL up to date, then end
  reconcile    compare every subscription with the marketplace now, repair what differs, then end
  create-workspace --slug arcadia --name Arcadia --plan Growth
               add a partner (plans: Starter, Growth, Scale), then end
  add-administrator --workspace arcadia --email mara@arcadia.example [--tenant id]
               let somebody administer it, then end
  catalogue export --workspace arcadia
               print the catalogue as one YAML file, then end
  catalogue plan --workspace arcadia --file catalogue.yaml
               tell what the file would change, then end
  catalogue apply --workspace arcadia --file catalogue.yaml --revision 12
               make the catalogue what the file says, if it is still as it was for the plan, then end
`;

/** The options that each command takes; those that it needs are marked. */
const commands = {
  serve: { reset: false, api: false, workers: false },
  migrate: {},
  reconcile: {},
  'create-workspace': { slug: true, name: true, plan: true },
  'add-administrator': { workspace: true, email: true, tenant: false },
  'catalogue export': { workspace: true },
  'catalogue plan': { workspace: true, file: true },
  'catalogue apply': { workspace: true, file: true, revision: true },
} as const satisfies Record<string, Record<string, boolean>>;
type CommandName = keyof typeof commands;

type Command = {
  readonly name: CommandName;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
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
  if (command.name === 'serve') return stopOnSignal(await serve(config, command.values));
  if (config.mode === 'demo') {
    throw new CannotStart(`${command.name} needs DATABASE_URL; the demo sees to itself.`);
  }
  await runOnce(config, command);
}

function readCommand(args: readonly string[]): Command {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reset: flag,
        api: flag,
        workers: flag,
        slug: text,
        name: text,
        plan: text,
        workspace: text,
        email: text,
        tenant: text,
        file: text,
        revision: text,
      },
    });
    const written = positionals.join(' ') || 'serve';
    const name = (Object.keys(commands) as CommandName[]).find((known) => known === written);
    if (!name) throw new Error(`There is no command '${written}'.`);
    const options: Readonly<Record<string, boolean>> = commands[name];
    const foreign = Object.keys(values).filter((option) => !(option in options));
    if (foreign.length > 0) throw new Error(`${name} does not take --${foreign.join(', --')}.`);
    const missing = Object.keys(options).filter((option) => options[option] && !(option in values));
    if (missing.length > 0) throw new Error(`${name} needs --${missing.join(', --')}.`);
    return { name, values };
  } catch (error) {
    throw new CannotStart(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** Does what ends by itself. */
async function runOnce(config: ProductionConfig, { name, values }: Command): Promise<void> {
  const text = (option: string) => String(values[option] ?? '');
  switch (name) {
    case 'create-workspace':
      return say(
        await runCreateWorkspace(config, { slug: text('slug'), name: text('name'), plan: text('plan') }),
      );
    case 'add-administrator':
      return say(
        await runAddAdministrator(config, {
          workspace: text('workspace'),
          email: text('email'),
          tenant: values.tenant === undefined ? undefined : text('tenant'),
        }),
      );
    case 'catalogue export':
      return say(await runCatalogueExport(config, text('workspace')));
    case 'catalogue plan':
      return say(await runCataloguePlan(config, { workspace: text('workspace'), file: text('file') }));
    case 'catalogue apply':
      return say(
        await runCatalogueApply(config, {
          workspace: text('workspace'),
          file: text('file'),
          revision: text('revision'),
        }),
      );
    case 'reconcile':
      return reconcileSubscriptions(config);
    default:
      return say(await migrateDatabase(config));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function serve(
  config: Config,
  { reset = false, api = false, workers = false }: Command['values'],
): Promise<Service> {
  const both = !api && !workers;
  const halves = { api: both || Boolean(api), workers: both || Boolean(workers) };
  const parts = { halves, portalFolder: fileURLToPath(portalFolder) };
  const surroundings = { clock: systemClock, logger: createLogger(config.logLevel) };
  if (config.mode === 'production') {
    if (reset) throw new CannotStart('--reset is for the demo; a production database is never emptied.');
    const service = await startService({ ...config, ...parts }, surroundings);
    surroundings.logger.info({ url: service.url, ...halves }, 'listening');
    return service;
  }
  // Only the demo needs emulators and an embedded server, so only the demo loads them.
  const { resetDemo, startDemo } = await import('./start-demo.ts');
  const { announcement } = await import('./demo/facts.ts');
  if (reset) await resetDemo(config);
  const demo = await startDemo(config, parts, surroundings);
  process.stdout.write(announcement(demo.facts));
  return demo;
}

async function migrateDatabase({ databaseUrl }: ProductionConfig): Promise<string> {
  const applied = await migrate(databaseUrl);
  return `Migrations: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date'}.`;
}

/** Nodes that run share the work: each connection is walked once, here or there. */
async function reconcileSubscriptions(config: ProductionConfig): Promise<void> {
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
      say(`${claim.workspaceId} ${claim.sourceName}: ${line}`);
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
