import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { returnZeros, takeZeros } from '../../actions/usage/zeros.ts';
import type { MeteringService } from '../../core/usage/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import type { ZeroHour } from '../../storage/usage/zero-hours.ts';

interface SendZerosOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly encryptionKey: EncryptionKey;
}

const batchSize = 25;

/** Tells marketplaces 0 for hours without usage, where the connection says so. A refused zero bills nothing and is not told again. */
export function sendZeros({ context, metering, encryptionKey }: SendZerosOptions): () => Promise<boolean> {
  return async () => {
    const taken = await takeZeros(context());
    const bySource = new Map<string, ZeroHour[]>();
    for (const zero of taken) {
      const name = JSON.stringify([zero.workspaceId, zero.sourceName]);
      bySource.set(name, [...(bySource.get(name) ?? []), zero]);
    }
    let isSent = taken.length > 0;
    for (const zeros of bySource.values()) {
      const [first] = zeros;
      if (!first) continue;
      const connection = await openConnection(context().database, first, encryptionKey);
      for (let start = 0; start < zeros.length; start += batchSize) {
        const batch = zeros.slice(start, start + batchSize);
        const answer = await metering.sendBatch(connection, batch.map(eventOf));
        if (answer.outcome !== 'undecided') continue;
        await returnZeros(context(), zeros.slice(start));
        isSent = false;
        break;
      }
    }
    return isSent;
  };
}

function eventOf({ marketplaceSubscriptionId, marketplacePlanId, dimension, hour, account }: ZeroHour) {
  return {
    resourceId: marketplaceSubscriptionId,
    planId: marketplacePlanId,
    dimension,
    hour,
    quantity: '0',
    account,
  };
}
