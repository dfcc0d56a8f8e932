import { randomBytes } from 'node:crypto';
import { recordUsage } from '../actions/record-usage.ts';
import { keyIdOf } from '../core/api-key.ts';
import { readUsageRecord } from '../core/usage-record.ts';
import { findApiKey } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { loadUsageCandidates } from '../storage/usage-candidates.ts';
import { loadUsageHold } from '../storage/workspaces.ts';
import { demoCustomers } from './customers.ts';
import { unpublishedDimension } from './emulated-marketplace.ts';
import { done } from './fixed.ts';

const lastHours = 22 * 3_600_000;

/**
 * Reports an hour of usage, one dimension of which the marketplace rejects, so that there is something to see. The hour
 * is 22 hours ago: such a report is not held, but sent at once.
 */
export async function seedUsage(database: Database, apiKey: string, now: Date): Promise<void> {
  const key = await findApiKey(database, keyIdOf(apiKey) ?? '');
  if (!key) throw new Error('The demo has not been seeded');
  const usage = {
    tenantId: demoCustomers.blueYonder.tenantId,
    product: unpublishedDimension.offerId,
    usageStartAt: new Date(now.getTime() - lastHours).toISOString(),
  };
  const records = [
    { ...usage, dimension: 'rows-moved', quantity: 12.5 },
    { ...usage, dimension: unpublishedDimension.dimension, quantity: 3.25 },
  ];
  const { client } = key;
  const reported = {
    records: records.map(readUsageRecord),
    candidates: await loadUsageCandidates(database, client.workspaceId, [usage]),
    holdMinutes: await loadUsageHold(database, client.workspaceId),
  };
  done(await recordUsage({ database, now, randomBytes }, client, reported, null));
}
