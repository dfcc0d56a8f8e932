import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { returnZeros, takeZeros } from '../../actions/usage/zeros.ts';
import type { BatchResponse, MeteringService, UsageEvent } from '../../core/usage/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import type { ZeroHour } from '../../storage/usage/zero-hours.ts';
import { batchesOf } from './send.ts';

interface SendZerosOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly encryptionKey: EncryptionKey;
}

/** Tells marketplaces 0 for hours without usage, where the connection says so. A refused zero bills nothing and is not told again. */
export function sendZeros({ context, metering, encryptionKey }: SendZerosOptions): () => Promise<boolean> {
  return async () => {
    const taken = await takeZeros(context());
    const bySource = new Map<string, ZeroHour[]>();
    for (const zero of taken) {
      const name = JSON.stringify([zero.workspaceId, zero.sourceName]);
      bySource.set(name, [...(bySource.get(name) ?? []), zero]);
    }
    const untold: ZeroHour[] = [];
    for (const zeros of bySource.values()) {
      const [first] = zeros;
      if (!first) continue;
      const connection = await openConnection(context().database, first, encryptionKey);
      untold.push(...(await tell(zeros, (events) => metering.sendBatch(connection, events))));
    }
    await returnZeros(context(), untold);
    return taken.length > 0 && untold.length === 0;
  };
}

type Send = (events: readonly UsageEvent[]) => Promise<BatchResponse>;

/** Returns those that could not be told. After the first failure the rest is not tried. */
async function tell(zeros: readonly ZeroHour[], send: Send): Promise<readonly ZeroHour[]> {
  const untold: ZeroHour[] = [];
  for (const batch of batchesOf(zeros))
    untold.push(...(untold.length > 0 ? batch : await tellBatch(batch, send)));
  return untold;
}

/** A batch that is refused as a whole is halved: one of its zeros may be the cause. */
async function tellBatch(zeros: readonly ZeroHour[], send: Send): Promise<readonly ZeroHour[]> {
  const answer = await send(zeros.map(eventOf));
  switch (answer.outcome) {
    case 'undecided':
      return zeros;
    case 'answered':
      return zeros.filter((_, index) => answer.items[index]?.outcome === 'undecided');
    case 'refused': {
      if (zeros.length === 1) return [];
      const middle = Math.ceil(zeros.length / 2);
      const first = await tellBatch(zeros.slice(0, middle), send);
      return [...first, ...(await tellBatch(zeros.slice(middle), send))];
    }
  }
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
