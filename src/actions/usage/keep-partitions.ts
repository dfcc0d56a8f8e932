import { dayOf } from '../../storage/usage/events.ts';
import {
  addPartition,
  type DailyTable,
  dailyTables,
  deleteFromDefault,
  dropPartition,
  listPartitionDays,
  lockPartitions,
} from '../../storage/usage/partitions.ts';
import type { ActionContext } from '../context.ts';

const day = 24 * 3_600_000;
const daysAhead = 3;
const maxDeleted = 10_000;

/** An hour is closed at most this long after the day on which its last event was received or occurred. */
const daysUntilClosed = 2;

/**
 * Adds the partitions of the coming days, and drops those whose events were kept long enough after the closing of their
 * hours. Returns how many rows of the default partitions were deleted: there may be more.
 */
export const keepPartitions =
  (retentionDays: number) =>
  async ({ database, now }: ActionContext): Promise<number> => {
    const daysKept: Readonly<Record<DailyTable, number>> = {
      usage_events: retentionDays + daysUntilClosed,
      usage_unique_keys: daysUntilClosed,
    };
    let deleted = 0;
    for (const table of dailyTables) {
      const partitionDays = await listPartitionDays(database, table);
      const coming = Array.from({ length: daysAhead + 1 }, (_, index) => dayOf(daysAfter(now, index)));
      if (coming.some((wanted) => !partitionDays.includes(wanted))) {
        await database.transaction().execute(async (transaction) => {
          await lockPartitions(transaction, table);
          const present = await listPartitionDays(transaction, table);
          for (const wanted of coming.filter((one) => !present.includes(one))) {
            await addPartition(transaction, table, wanted, dayOf(daysAfter(new Date(wanted), 1)));
          }
        });
      }
      const oldest = dayOf(daysAfter(now, -daysKept[table]));
      for (const old of partitionDays.filter((one) => one < oldest))
        await dropPartition(database, table, old);
      deleted += await deleteFromDefault(database, table, oldest, maxDeleted);
    }
    return deleted;
  };

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * day);
}
