import { Gauge, type Registry } from 'prom-client';
import { withDeadline } from '../../async/deadline.ts';
import { marketplaceKinds } from '../../core/catalogue/marketplace-kind.ts';
import { maxWorkspaceLabels, withOtherWorkspaces } from '../../core/operations/workspace-labels.ts';
import type { Clock } from '../../core/ports.ts';
import { expiresAt } from '../../core/usage/reports/window.ts';
import type { Database } from '../../storage/database.ts';
import { loadUsageQueue, loadWorkspaceQueues, type UsageQueue } from '../../storage/usage/queue.ts';

/** Cache lifetime: frequent scrapes cost one query in this time. */
const cacheMilliseconds = 5_000;
/** The other metrics must not wait for a database that does not respond. */
const timeoutMilliseconds = 2_000;

export interface QueueOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

interface MeasuredQueue extends UsageQueue {
  /** Undecided reports by workspace. */
  readonly byWorkspace: ReadonlyMap<string, number>;
}

/** Gauges of undecided usage reports, queried on each scrape. They are absent while the database is unavailable. */
export function measureUsageQueue(registry: Registry, { database, clock, onFailure }: QueueOptions): void {
  let cached = { queue: Promise.resolve<MeasuredQueue | null>(null), until: 0 };
  const read = (): Promise<MeasuredQueue | null> => {
    const now = clock.now();
    if (cached.until <= now.getTime()) {
      const loading = { queue: load(now), until: Number.POSITIVE_INFINITY };
      loading.queue.finally(() => {
        loading.until = clock.now().getTime() + cacheMilliseconds;
      });
      cached = loading;
    }
    return withDeadline(
      { milliseconds: timeoutMilliseconds },
      () => cached.queue,
      () => null,
    );
  };
  const load = (now: Date) =>
    loadMeasuredQueue(database, now).catch((error: unknown) => {
      onFailure(error);
      return null;
    });

  new Gauge({
    name: 'tessera_usage_reports_pending',
    help: 'Undecided usage reports: on hold (held), due, leased (claimed), or waiting for a retry.',
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
    help: 'Time since the oldest waiting usage report became due; 0 if none waits.',
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
    help: 'Seconds until the next undecided usage report expires; absent if there is none.',
    registers: [registry],
    async collect() {
      const queue = await read();
      this.remove();
      if (!queue) return;
      const expiries = marketplaceKinds.flatMap((kind) => {
        const hour = queue.oldestHours[kind];
        return hour ? [expiresAt(hour, { kind }).getTime()] : [];
      });
      if (expiries.length > 0) this.set((Math.min(...expiries) - clock.now().getTime()) / 1_000);
    },
  });
  new Gauge({
    name: 'tessera_workspace_usage_reports_pending',
    help: 'Undecided usage reports of the 100 workspaces with the most; those of the others are added up.',
    labelNames: ['workspace'],
    registers: [registry],
    async collect() {
      const queue = await read();
      this.reset();
      for (const [workspace, pending] of queue?.byWorkspace ?? []) this.set({ workspace }, pending);
    },
  });
}

async function loadMeasuredQueue(database: Database, now: Date): Promise<MeasuredQueue> {
  const queue = await loadUsageQueue(database, now);
  const largest = await loadWorkspaceQueues(database, maxWorkspaceLabels);
  const total = queue.held + queue.due + queue.claimed + queue.retrying;
  const pending = new Map(largest.map((workspace) => [workspace.workspaceId, workspace.pending]));
  return { ...queue, byWorkspace: withOtherWorkspaces(pending, total) };
}
