import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  leaseMarketplaceReconciliation,
  requestReconciliation,
} from '../../actions/marketplace/reconciliation.ts';
import { createExchanges, partnerAgent } from '../../adapters/outgoing/exchange.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import {
  type ReconciliationState,
  reconciliationState,
} from '../../core/marketplace/notifications/reconciliation-state.ts';
import { refuseWrongClock, systemClock } from '../../service/clock-guard.ts';
import { connectMarketplaces } from '../../service/connect-marketplaces.ts';
import { openDatabase } from '../../storage/database.ts';
import { listConnections } from '../../storage/marketplace/connections.ts';
import { loadReconciliation } from '../../storage/marketplace/reconciliation-leases.ts';
import {
  type ReconcileMarketplaceOptions,
  reconcileConnection,
} from '../../workers/marketplace/reconcile.ts';
import { onDatabase, type Print } from './on-database.ts';

/** `reconcile`. Running nodes share the work: each connection is reconciled once, here or there. */
export const reconcileSubscriptions = onDatabase('reconcile', async (config, _, print) => {
  const { databaseUrl: url, databaseMaxConnections: maxConnections, encryptionKey } = config;
  const database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  const exchanges = createExchanges(partnerAgent({ allowsLoopback: config.allowsLocalWebhooks }));
  const { fulfilment } = connectMarketplaces({
    clock: systemClock,
    database,
    randomBytes,
    exchange: exchanges.exchange,
    nodeCredentialUse: config.nodeCredentialUse,
  });
  const context = () => ({ database, now: systemClock.now(), randomBytes });
  try {
    await refuseWrongClock(database);
    const reconciled = await reconcileAll({ context, fulfilment, encryptionKey }, print);
    return {
      text: '',
      json: { connections: reconciled.map(jsonOf) },
      exitCode: reconciled.some(({ state }) => state === 'failed') ? 1 : 0,
    };
  } finally {
    fulfilment.stop();
    exchanges.stop();
    await database.destroy();
  }
});

function jsonOf(reconciled: ReconciledConnection): object {
  const { workspaceId, sourceName } = reconciled;
  if (reconciled.state === 'failed') return { workspaceId, sourceName, error: reconciled.failure };
  const { compared, repaired, unrepaired } = reconciled.result;
  return { workspaceId, sourceName, compared, repaired, unrepaired, error: null };
}

type Ended = Extract<ReconciliationState, { readonly state: 'done' | 'failed' }>;

type ReconciledConnection = MarketplaceSource & Ended;

const pollMilliseconds = 500;

/**
 * Compares every connection, and waits for those that another node has taken. Prints the result of each connection, and
 * once that it waits for it.
 */
export async function reconcileAll(
  options: ReconcileMarketplaceOptions,
  print: Print,
): Promise<readonly ReconciledConnection[]> {
  const { context } = options;
  const results: ReconciledConnection[] = [];
  const missing = new Map<string, MarketplaceSource>();
  const awaited = new Set<string>();
  const request = (connection: MarketplaceSource) =>
    requestReconciliation(context(), connection.workspaceId, connection.sourceName);
  const finish = ({ workspaceId, sourceName }: MarketplaceSource, ended: Ended): void => {
    const name = nameOf({ workspaceId, sourceName });
    results.push({ workspaceId, sourceName, ...ended });
    missing.delete(name);
    print(`${name}: ${lineOf(ended)}`);
  };
  /** What a node has made of the request. */
  const follow = async (name: string, connection: MarketplaceSource): Promise<void> => {
    const { database, now } = context();
    const reconciliation = await loadReconciliation(database, connection);
    const current = reconciliation && reconciliationState(reconciliation, now);
    if (!current) missing.delete(name);
    else if (current.state === 'done' || current.state === 'failed') finish(connection, current);
    else if (current.state === 'abandoned') await request(connection);
    else if (current.state === 'running' && !awaited.has(name)) {
      awaited.add(name);
      print(`${name}: waiting, another node compares it.`);
    }
  };

  for (const connection of await listConnections(context().database)) {
    await request(connection);
    missing.set(nameOf(connection), connection);
  }
  while (missing.size > 0) {
    const lease = await leaseMarketplaceReconciliation(context());
    if (lease) {
      finish(lease, await compare(options, lease));
      continue;
    }
    for (const [name, connection] of missing) await follow(name, connection);
    if (missing.size > 0) await delay(pollMilliseconds);
  }
  return results;
}

async function compare(...lease: Parameters<typeof reconcileConnection>): Promise<Ended> {
  return reconcileConnection(...lease).then(
    ({ sourceName: _, ...result }) => ({ state: 'done', result }),
    (error: unknown) => ({
      state: 'failed',
      failure: error instanceof Error ? error.message : String(error),
    }),
  );
}

function nameOf({ workspaceId, sourceName }: MarketplaceSource): string {
  return `${workspaceId} ${sourceName}`;
}

function lineOf(ended: Ended): string {
  if (ended.state === 'failed') return ended.failure;
  const { compared, repaired, unrepaired } = ended.result;
  return `${compared} compared, ${repaired} repaired, ${unrepaired} need attention.`;
}
