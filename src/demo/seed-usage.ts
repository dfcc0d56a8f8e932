import { randomBytes } from 'node:crypto';
import { recordUsage } from '../actions/usage/record.ts';
import { keyIdOf } from '../core/clients/api-key.ts';
import { readUsageRecords } from '../core/usage/reports/record.ts';
import { candidateKeyText } from '../core/usage/reports/target.ts';
import { usageHourOf } from '../core/usage/reports/window.ts';
import { findApiKey } from '../storage/clients/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { loadUsageCandidates } from '../storage/usage/candidates.ts';
import { demoCustomers } from './customers.ts';
import { unpublishedDimension } from './emulated-marketplace.ts';
import { done } from './fixed.ts';

const hourLong = 3_600_000;
const oldest = 22;
const heldHours = [1, 2];
const sentHours = [3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 18, 19, 20, 21, oldest];
const longHold = 120;

/**
 * Reports some hours of the last day: the newest are on hold and can be corrected and released, the others are sent at
 * once, and the marketplace rejects one dimension of the oldest.
 */
export async function seedUsage(database: Database, apiKey: string, now: Date): Promise<void> {
  const key = await findApiKey(database, keyIdOf(apiKey) ?? '');
  if (!key) throw new Error('The demo has not been seeded');
  const { client } = key;
  const used = { tenantId: demoCustomers.blueYonder.tenantId, product: unpublishedDimension.offerId };
  const candidatesOf = await loadUsageCandidates(database, client.workspaceId, [used]);
  const candidates = candidatesOf.get(candidateKeyText(client.workspaceId, used));
  const rowsMoved = (hoursAgo: number) => {
    const hour = usageHourOf(new Date(now.getTime() - hoursAgo * hourLong));
    // The same at every start, so that a reported hour does not change.
    const quantity = 4 + ((hour.getUTCHours() * 7) % 12) / 2;
    return { ...used, usageStartAt: hour.toISOString(), dimension: 'rows-moved', quantity };
  };
  const report = async (records: readonly Readonly<Record<string, unknown>>[], holdMinutes: number) => {
    const read = readUsageRecords(records);
    const reported = { records: read, candidates: read.map(() => candidates), holdMinutes };
    done(await recordUsage({ database, now, randomBytes }, client, reported, null));
  };
  await report(heldHours.map(rowsMoved), longHold);
  const { dimension } = unpublishedDimension;
  await report([...sentHours.map(rowsMoved), { ...rowsMoved(oldest), dimension, quantity: 3.25 }], 0);
}
