import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { ReadinessCheck } from '../api/operations/readiness.ts';
import { CannotStart } from '../core/operations/cannot-start.ts';
import { type ClockState, clockSkew, describeSkew, judgeClock } from '../core/operations/clock-skew.ts';
import type { Clock } from '../core/ports.ts';
import { readDatabaseTime } from '../storage/connection/server-state.ts';
import type { Database } from '../storage/database.ts';

/** The node's clock, with access to the database's. A test's clock replaces both. */
export interface NodeClock extends Clock {
  readDatabaseTime(database: Database): Promise<Date>;
}

export const systemClock: NodeClock = { now: () => new Date(), readDatabaseTime };

export interface ClockGuard {
  /** Whether background work may run: false while the clock is wrong or not yet compared. */
  isTrusted(): boolean;
  /** The earlier of both clocks, for irreversible changes: nothing expires before the database's clock agrees. */
  earliestNow(): Promise<Date>;
  /** The database's clock by the last comparison, for times that all nodes compare with their own. */
  readonly databaseClock: Clock;
  readonly check: ReadinessCheck;
  stop(): void;
}

export interface ClockGuardOptions {
  readonly clock: NodeClock;
  readonly database: Database;
  readonly registry: Registry;
  /** Called when the state changes. */
  readonly onChange: (state: ClockState, description: string) => void;
}

const comparisonInterval = 60_000;
const retryPause = 1_000;

/** Compares the node's clock with the database's, once before it returns and then every minute. */
export async function guardClock(options: ClockGuardOptions): Promise<ClockGuard> {
  const { clock, database, registry, onChange } = options;
  const stopping = new AbortController();
  let state: ClockState | 'unknown' = 'unknown';
  let skew = 0;
  const compare = async (): Promise<boolean> => {
    const before = clock.now();
    const databaseTime = await clock.readDatabaseTime(database).catch(() => undefined);
    if (!databaseTime) return false;
    skew = clockSkew(before, databaseTime, clock.now());
    const found = judgeClock(skew);
    if (found !== state && !(state === 'unknown' && found === 'ok')) onChange(found, describeSkew(skew));
    state = found;
    return true;
  };
  const compareAgain = async (hasCompared: boolean): Promise<void> => {
    for (let compared = hasCompared; !stopping.signal.aborted; compared = await compare()) {
      await delay(compared ? comparisonInterval : retryPause, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {});
    }
  };
  new Gauge({
    name: 'tessera_clock_skew_seconds',
    help: "By how much this node's clock is ahead of PostgreSQL's, at the last comparison; negative: behind.",
    registers: [registry],
    collect() {
      if (state === 'unknown') this.remove();
      else this.set(skew / 1_000);
    },
  });
  void compareAgain(await compare());
  return {
    isTrusted: () => state === 'ok' || state === 'skewed',
    async earliestNow() {
      const databaseTime = await clock.readDatabaseTime(database);
      const now = clock.now();
      return databaseTime < now ? databaseTime : now;
    },
    databaseClock: { now: () => new Date(clock.now().getTime() - skew) },
    check: {
      name: 'clock',
      states: { ok: 'ok', skewed: 'degraded', wrong: 'unavailable' },
      examine: () => state,
    },
    stop: () => stopping.abort(),
  };
}

/** For commands: their rows would carry a wrong time. */
export async function refuseWrongClock(database: Database): Promise<void> {
  const before = systemClock.now();
  const skew = clockSkew(before, await systemClock.readDatabaseTime(database), systemClock.now());
  if (judgeClock(skew) === 'wrong') throw new CannotStart(describeSkew(skew));
}
