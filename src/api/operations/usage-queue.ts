import { Gauge, type Registry } from 'prom-client';
import { withDeadline } from '../../async/deadline.ts';
import type { Clock } from '../../core/ports.ts';
import { expiresAt } from '../../core/usage/window.ts';
import type { Database } from '../../storage/database.ts';
import { loadUsageQueue, type UsageQueue } from '../../storage/usage/queue.ts';

/** Several scrapers, or an impatient one, cost one query in this time. */
const keptMilliseconds = 5_000;
/** A database that does not answer must not keep the other metrics from whoever wants to know why. */
const patienceMilliseconds = 2_000;

export interface QueueOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Shows how the undecided reports stand whenever somebody reads the metrics. While the database cannot be asked, these
 * metrics are absent and the others are there.
 */
export function measureUsageQueue(registry: Registry, { database, clock, onFailure }: QueueOptions): void {
  let kept = { queue: Promise.resolve<UsageQueue | null>(null), until: 0 };
  const read = (): Promise<UsageQueue | null> => {
    const now = clock.now();
    if (kept.until <= now.getTime()) {
      const asked = { queue: countOrTell(now), until: Number.POSITIVE_INFINITY };
      asked.queue.finally(() => {
        asked.until = clock.now().getTime() + keptMilliseconds;
      });
      kept = asked;
    }
    return withDeadline(
      { milliseconds: patienceMilliseconds },
      () => kept.queue,
      () => null,
    );
  };
  const countOrTell = (now: Date) =>
    loadUsageQueue(database, now).catch((error: unknown) => {
      onFailure(error);
      return null;
    });

  new Gauge({
    name: 'tessera_usage_reports_pending',
    help: 'Undecided usage reports: held, due, claimed by a sender, or waiting for another try.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const queue = await read();
      this.reset();
      if (!queue) return;
      for (const state of ['held', 'due', 'claimed', 'retrying'] as const) this.set({ state }, queue[state]);
    },
  });
  new Gauge({
    name: 'tessera_usage_oldest_due_seconds',
    help: 'For how long the usage report that has waited longest for a sender is due; 0 when none waits.',
    registers: [registry],
    async collect() {
      const queue = await read();
      this.remove();
      if (!queue) return;
      const { oldestDueAt } = queue;
      this.set(oldestDueAt ? (clock.now().getTime() - oldestDueAt.getTime()) / 1_000 : 0);
    },
  });
  new Gauge({
    name: 'tessera_usage_next_expiry_seconds',
    help: 'Seconds until the next undecided usage report expires; absent when there is none.',
    registers: [registry],
    async collect() {
      const queue = await read();
      this.remove();
      if (!queue?.oldestHour) return;
      this.set((expiresAt(queue.oldestHour).getTime() - clock.now().getTime()) / 1_000);
    },
  });
}
