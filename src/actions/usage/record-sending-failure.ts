import { saveSendingFailure } from '../../storage/marketplace/connection-views.ts';
import type { ActionContext } from '../context.ts';
import type { ConnectionAddress } from '../marketplace/account.ts';

/** Shows in the portal that usage requests fail: since when, why, and when they are retried. */
export async function recordSendingFailure(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  address: ConnectionAddress,
  reason: string,
  restsUntil: Date,
): Promise<void> {
  await saveSendingFailure(database, address, { since: now, reason, restsUntil });
}

export async function clearSendingFailure(
  { database }: Pick<ActionContext, 'database'>,
  address: ConnectionAddress,
): Promise<void> {
  await saveSendingFailure(database, address, null);
}
