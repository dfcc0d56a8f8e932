import { randomBytes } from 'node:crypto';
import { leaseMarketplaceReconciliation } from '../../actions/marketplace/lease-reconciliation.ts';
import { requestReconciliation } from '../../actions/marketplace/request-reconciliation.ts';
import { createFulfilmentService } from '../../adapters/microsoft-marketplace/fulfilment-service.ts';
import { partnerAgent } from '../../adapters/outgoing/agent.ts';
import { createExchanges } from '../../adapters/outgoing/exchange.ts';
import { refuseWrongClock, systemClock } from '../../clock-guard.ts';
import { openDatabase } from '../../storage/database.ts';
import { listConnections } from '../../storage/marketplace/connections.ts';
import { reconcileConnection } from '../../workers/marketplace/reconcile.ts';
import { onDatabase } from './on-database.ts';

/** `reconcile`. Running nodes share the work: each connection is reconciled once, here or there. */
export const reconcileSubscriptions = onDatabase('reconcile', async (config, _, print) => {
  const { databaseUrl: url, databaseMaxConnections: maxConnections, encryptionKey } = config;
  const database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  const exchanges = createExchanges(partnerAgent({ allowsLoopback: config.allowsLocalWebhooks }));
  const fulfilment = createFulfilmentService({
    clock: systemClock,
    randomBytes,
    exchange: exchanges.exchange,
  });
  const context = () => ({ database, now: systemClock.now(), randomBytes });
  const connections: {
    readonly workspaceId: string;
    readonly sourceName: string;
    readonly error: string | null;
  }[] = [];
  try {
    await refuseWrongClock(database);
    for (const { workspaceId, sourceName } of await listConnections(database)) {
      await requestReconciliation(context(), workspaceId, sourceName);
    }
    for (;;) {
      const lease = await leaseMarketplaceReconciliation(context());
      if (!lease) break;
      const { workspaceId, sourceName } = lease;
      const result = await reconcileConnection({ context, fulfilment, encryptionKey }, lease).then(
        ({ compared, repaired, unrepaired }) => ({ compared, repaired, unrepaired, error: null }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      );
      connections.push({ workspaceId, sourceName, ...result });
      const line =
        result.error ??
        `${result.compared} compared, ${result.repaired} repaired, ${result.unrepaired} need attention.`;
      print(`${workspaceId} ${sourceName}: ${line}`);
    }
  } finally {
    fulfilment.stop();
    exchanges.stop();
    await database.destroy();
  }
  const exitCode = connections.some(({ error }) => error !== null) ? 1 : 0;
  return { text: '', json: { connections }, exitCode };
});
