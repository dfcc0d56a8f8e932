import { type Day, dayOf, lockEventDay, moveEventDay } from '../../storage/usage/events.ts';
import type { ActionContext } from '../context.ts';
import { CountersMissing, makeMissingCounters } from './missing-counters.ts';

/** The transaction of an intake. */
export interface Intake extends ActionContext {
  readonly workspaceId: string;
  /** The day under which the events are filed. */
  readonly day: Day;
  /** False: nothing is counted against limits. */
  readonly hasLimits: boolean;
  readonly holdMinutes: number;
}

/** Each attempt after the first follows an hour that was closed, a day that began, or a counter that was made, meanwhile. */
const maxAttempts = 5;

/** An hour was closed between placing the events and adding them. */
export class HourClosed extends Error {
  /** PostgreSQL's code of a conflict: the caller may send the request again. */
  readonly code = '40001';
}

/** Runs an intake of events in a transaction, again after a conflict. */
export async function runIntake<Result>(
  context: ActionContext,
  workspaceId: string,
  holdMinutes: number,
  work: (intake: Intake) => Promise<Result>,
): Promise<Result> {
  const { database, now } = context;
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await database.transaction().execute(async (transaction) => {
        const locked = await lockEventDay(transaction, workspaceId, dayOf(now));
        if (locked === undefined) return undefined;
        return {
          result: await work({ ...context, ...locked, database: transaction, workspaceId, holdMinutes }),
        };
      });
      if (done) return done.result;
      await moveEventDay(database, workspaceId, dayOf(now));
    } catch (error) {
      const isConflict = error instanceof HourClosed || error instanceof CountersMissing;
      if (!isConflict || attempt >= maxAttempts) throw error;
      if (error instanceof CountersMissing) await makeMissingCounters(context, workspaceId, error.counters);
    }
  }
}
