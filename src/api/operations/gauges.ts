import { Counter, Gauge, type Registry } from 'prom-client';
import { withDeadline } from '../../async/deadline.ts';
import { singleFlight } from '../../async/single-flight.ts';
import type { WorkspaceCounts } from '../../core/operations/workspace-labels.ts';
import type { Clock } from '../../core/ports.ts';
import type { Database, Pool } from '../../storage/database.ts';
import { loadNotificationQueue } from '../../storage/marketplace/notifications.ts';
import { loadWaitingMail } from '../../storage/workspaces/notices.ts';

/** Gauges of the database connections of this node, by pool. */
export function measureDatabasePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const each = (measure: (name: string, pool: Pool) => void) => {
    for (const [name, pool] of Object.entries(pools)) measure(name, pool);
  };
  new Gauge({
    name: 'tessera_database_connections',
    help: 'Database connections of this node by pool and state: busy or idle.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      each((pool, { totalCount, idleCount }) => {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      });
    },
  });
  new Gauge({
    name: 'tessera_database_connections_max',
    help: 'The most database connections that the pool opens.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      each((pool, { options }) => this.set({ pool }, options.max));
    },
  });
  new Gauge({
    name: 'tessera_database_callers_waiting',
    help: 'Callers that wait for a connection of the pool.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      each((pool, { queueLength }) => this.set({ pool }, queueLength));
    },
  });
}

/** The gauge of open change streams. */
export function measureChangeStreams(registry: Registry, streams: { readonly size: number }): void {
  new Gauge({
    name: 'tessera_change_streams_open',
    help: 'Open change streams of this node.',
    registers: [registry],
    collect() {
      this.set(streams.size);
    },
  });
}

export interface WorkspaceActivity {
  /** Requests of authenticated API clients. */
  readonly calls: () => WorkspaceCounts;
  /** Those of them that were refused. */
  readonly refusals: () => WorkspaceCounts;
}

/** Counters by workspace of the requests of API clients to this node. */
export function measureWorkspaces(registry: Registry, { calls, refusals }: WorkspaceActivity): void {
  const counter = (name: string, help: string, read: () => WorkspaceCounts) =>
    new Counter({
      name,
      help,
      labelNames: ['workspace'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [workspace, count] of read().entries()) this.inc({ workspace }, count);
      },
    });
  counter(
    'tessera_workspace_requests_total',
    'Requests of authenticated API clients by workspace; the first 100 workspaces have labels of their own.',
    calls,
  );
  counter(
    'tessera_workspace_refusals_total',
    'Refused requests of authenticated API clients by workspace, labelled likewise.',
    refusals,
  );
}

/** Gauges of unsent notices. */
export function measureWaitingMail(registry: Registry, database: Database, clock: Clock): void {
  const gauge = queriedGauges(registry, () => loadWaitingMail(database));
  gauge('tessera_notices_waiting', 'Notices that wait to be mailed to support.', ({ count }) => count);
  gauge(
    'tessera_notices_waiting_oldest_seconds',
    'Age of the oldest notice that waits to be mailed; 0 if none waits.',
    ({ oldestRaisedAt }) => secondsSince(oldestRaisedAt, clock),
  );
}

/** Marketplace notifications that wait to be applied. */
export function measureWaitingNotifications(registry: Registry, database: Database, clock: Clock): void {
  const gauge = queriedGauges(registry, () => loadNotificationQueue(database));
  gauge(
    'tessera_marketplace_calls_waiting',
    'Marketplace notifications that wait to be applied.',
    ({ waiting }) => waiting,
  );
  gauge(
    'tessera_marketplace_calls_waiting_oldest_seconds',
    'Age of the oldest waiting marketplace notification; 0 if none waits.',
    ({ oldestReceivedAt }) => secondsSince(oldestReceivedAt, clock),
  );
}

/** The other metrics must not wait for a database that does not respond. */
const deadline = { milliseconds: 2_000 };

/** Gauges that share one query on each scrape, and are absent while the database is unavailable. */
function queriedGauges<Figures>(registry: Registry, load: () => Promise<Figures>) {
  const loadOnce = singleFlight(() => load().catch(() => undefined));
  return (name: string, help: string, figureOf: (figures: Figures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await withDeadline(deadline, loadOnce, () => undefined);
        if (figures) this.set(figureOf(figures));
        else this.remove();
      },
    });
}

function secondsSince(instant: Date | null, clock: Clock): number {
  return instant ? (clock.now().getTime() - instant.getTime()) / 1_000 : 0;
}
