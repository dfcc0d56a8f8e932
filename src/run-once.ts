import { randomBytes } from 'node:crypto';
import { leaseMarketplaceReconciliation } from './actions/marketplace/lease-reconciliation.ts';
import { requestReconciliation } from './actions/marketplace/request-reconciliation.ts';
import { createFulfilmentService } from './adapters/microsoft-marketplace/fulfilment-service.ts';
import { partnerAgent } from './adapters/outgoing/agent.ts';
import { createExchanges } from './adapters/outgoing/exchange.ts';
import {
  runAddAdministrator,
  runCreateWorkspace,
  runSetSignInTenants,
  runSuspendWorkspace,
} from './administer.ts';
import { runCatalogueApply, runCatalogueExport, runCataloguePlan } from './catalogue-command.ts';
import { refuseWrongClock, systemClock } from './clock-guard.ts';
import type { Command } from './command-line.ts';
import type { ProductionConfig } from './config.ts';
import { runCheckReferences, runDistribute } from './distribute.ts';
import { runRekey } from './rekey.ts';
import { openDatabase } from './storage/database.ts';
import { listConnections } from './storage/marketplace/connections.ts';
import { migrate } from './storage/migrate.ts';
import { reconcileConnection } from './workers/marketplace/reconcile.ts';

/** Runs a command that ends by itself. */
export async function runOnce(config: ProductionConfig, { name, values }: Command): Promise<void> {
  const text = (option: string) => String(values[option] ?? '');
  switch (name) {
    case 'create-workspace':
      return print(
        await runCreateWorkspace(config, { slug: text('slug'), name: text('name'), plan: text('plan') }),
      );
    case 'add-administrator':
      return print(
        await runAddAdministrator(config, {
          workspace: text('workspace'),
          email: text('email'),
          tenant: text('tenant'),
        }),
      );
    case 'suspend-workspace':
    case 'resume-workspace':
      return print(
        await runSuspendWorkspace(config, {
          workspace: text('workspace'),
          reason: name === 'suspend-workspace' ? text('reason') : null,
        }),
      );
    case 'set-sign-in-tenants':
      return print(
        await runSetSignInTenants(config, { workspace: text('workspace'), tenants: text('tenants') }),
      );
    case 'catalogue export':
      return print(
        await runCatalogueExport(config, {
          workspace: text('workspace'),
          format: values.format === undefined ? 'yaml' : text('format'),
        }),
      );
    case 'catalogue plan':
      return print(await runCataloguePlan(config, { workspace: text('workspace'), file: text('file') }));
    case 'catalogue apply':
      return print(
        await runCatalogueApply(config, {
          workspace: text('workspace'),
          file: text('file'),
          revision: text('revision'),
          archive: values.archive === undefined ? undefined : text('archive'),
          remove: values.remove === undefined ? undefined : text('remove'),
        }),
      );
    case 'distribute':
      return runDistribute(config, print);
    case 'check-references':
      return runCheckReferences(config, print);
    case 'rekey':
      return runRekey(config, print);
    case 'reconcile':
      return reconcileSubscriptions(config);
    default:
      return print(await migrateDatabase(config));
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function migrateDatabase({ databaseUrl }: ProductionConfig): Promise<string> {
  const applied = await migrate(databaseUrl);
  return `Migrations: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date'}.`;
}

/** Running nodes share the work: each connection is reconciled once, here or there. */
async function reconcileSubscriptions(config: ProductionConfig): Promise<void> {
  const { databaseUrl: url, databaseMaxConnections: maxConnections, encryptionKey } = config;
  const database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  const exchanges = createExchanges(partnerAgent({ allowsLoopback: config.allowsLocalWebhooks }));
  const fulfilment = createFulfilmentService({
    clock: systemClock,
    randomBytes,
    exchange: exchanges.exchange,
  });
  const context = () => ({ database, now: systemClock.now(), randomBytes });
  try {
    await refuseWrongClock(database);
    for (const { workspaceId, sourceName } of await listConnections(database)) {
      await requestReconciliation(context(), workspaceId, sourceName);
    }
    for (;;) {
      const lease = await leaseMarketplaceReconciliation(context());
      if (!lease) break;
      const line = await reconcileConnection({ context, fulfilment, encryptionKey }, lease).then(
        ({ compared, repaired, unrepaired }) =>
          `${compared} compared, ${repaired} repaired, ${unrepaired} need attention.`,
        (error: unknown) => {
          process.exitCode = 1;
          return error instanceof Error ? error.message : String(error);
        },
      );
      print(`${lease.workspaceId} ${lease.sourceName}: ${line}`);
    }
  } finally {
    fulfilment.stop();
    exchanges.stop();
    await database.destroy();
  }
}
