import { timeOrderedIds } from '../../core/identifiers.ts';
import { lockIntakes, makeCounters } from '../../storage/usage/counters.ts';
import { dayOf } from '../../storage/usage/events.ts';
import { type CounterKey, counterText } from '../../storage/usage/limits.ts';
import type { ActionContext } from '../context.ts';

/** Limits have no counter in the present period: it is made in a transaction of its own. */
export class CountersMissing extends Error {
  /** PostgreSQL's code of a conflict: the caller may send the request again. */
  readonly code = '40001';
  readonly counters: readonly CounterKey[];

  constructor(counters: readonly CounterKey[]) {
    super('Limits have no counter');
    this.counters = counters;
  }
}

/** Makes counters while no intake runs, so that each intake is counted once. */
export async function makeMissingCounters(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  counters: readonly CounterKey[],
): Promise<void> {
  const wanted = [...new Map(counters.map((counter) => [counterText(counter), counter])).values()];
  const ids = timeOrderedIds(wanted.length, now, randomBytes);
  await database.transaction().execute(async (transaction) => {
    await lockIntakes(transaction, workspaceId, dayOf(now));
    await makeCounters(
      transaction,
      workspaceId,
      wanted.map((counter, index) => ({ ...counter, counterId: ids[index] ?? '' })),
    );
  });
}
