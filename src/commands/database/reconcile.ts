import { randomBytes } from 'node:crypto';
import { createFulfilmentService } from '../../adapters/microsoft-marketplace/fulfilment-service.ts';
import { partnerAgent } from '../../adapters/outgoing/agent.ts';
import { createExchanges } from '../../adapters/outgoing/exchange.ts';
import { refuseWrongClock, systemClock } from '../../service/clock-guard.ts';
import { openDatabase } from '../../storage/database.ts';
import { onDatabase } from './on-database.ts';
import { type ReconciledConnection, reconcileAll } from './reconcile-all.ts';

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
