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
import { onDatabase, print } from './on-database.ts';

/** `reconcile`. Running nodes share the work: each connection is reconciled once, here or there. */
export const reconcileSubscriptions = onDatabase('reconcile', async (config) => {
  const { databaseUrl: url, databaseMaxConnections: maxConnections, encryptionKey } = config;
  const database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  const exchanges = createExchanges(partnerAgent({ allowsLoopback: config.allowsLocalWebhooks }));
  const fulfilment = createFulfilmentService({
    clock: systemClock,
    randomBytes,
    exchange: exchanges.exchange,
  });
  const context = () => ({ database, now: systemClock.now(), randomBytes });
  let exitCode = 0;
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
          exitCode = 1;
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
  return exitCode;
});
