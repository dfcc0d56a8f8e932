import type { ApiContext } from '../api/context.ts';
import {
  changesCheck,
  connectionsCheck,
  databaseCheck,
  encryptionKeyCheck,
  migrationsCheck,
  stoppingCheck,
} from '../api/operations/checks.ts';
import {
  measureChangeStreams,
  measureDatabasePools,
  measureWaitingMail,
  measureWaitingNotifications,
  measureWorkspaces,
} from '../api/operations/gauges.ts';
import type { Metrics } from '../api/operations/metrics.ts';
import type { ReadinessCheck } from '../api/operations/readiness.ts';
import { measureUsageQueue } from '../api/operations/usage-queue.ts';
import { measureWorkers, type WorkerReports, workersCheck } from '../api/operations/workers.ts';
import type { ServiceSettings } from '../settings/service-settings.ts';
import type { ChangeFeed } from '../storage/change-feed.ts';
import type { DatabasePools } from '../storage/database-pools.ts';
import type { ClockGuard } from './clock-guard.ts';

interface MeasuredParts {
  readonly settings: ServiceSettings;
  readonly databasePools: DatabasePools;
  readonly workers: WorkerReports;
  readonly context: Pick<ApiContext, 'changeStreams' | 'clientRefusals' | 'clock' | 'credentialUses'>;
  readonly onFailure: (message: string, error: unknown) => void;
}

/** The gauges and counters of the whole node. */
export function measureNode(
  { registry }: Metrics,
  { settings, databasePools, workers, context, onFailure }: MeasuredParts,
): void {
  const { changeStreams, clientRefusals, clock, credentialUses } = context;
  const { background } = databasePools.databases;
  measureDatabasePools(registry, databasePools.pools);
  measureUsageQueue(registry, {
    database: background,
    clock,
    onFailure: (error) => onFailure('usage queue metrics could not be read', error),
  });
  if (settings.mail) measureWaitingMail(registry, background, clock);
  measureWaitingNotifications(registry, background, clock);
  measureChangeStreams(registry, changeStreams);
  measureWorkspaces(registry, {
    calls: () => credentialUses.callsByWorkspace(),
    refusals: () => clientRefusals.byWorkspace,
  });
  measureWorkers(registry, workers);
}

interface CheckedParts {
  readonly settings: ServiceSettings;
  readonly databasePools: DatabasePools;
  readonly workers: WorkerReports;
  readonly changes: ChangeFeed;
  readonly clockGuard: ClockGuard;
  readonly isStopping: () => boolean;
}

/** The checks of `/health/ready`. */
export function readinessChecks({
  settings,
  databasePools: { databases, pools, renew },
  workers,
  changes,
  clockGuard,
  isStopping,
}: CheckedParts): readonly ReadinessCheck[] {
  return [
    databaseCheck(databases.health, { caches: changes, onReadOnly: renew }),
    migrationsCheck(databases.health),
    connectionsCheck(Object.values(pools)),
    changesCheck(changes),
    clockGuard.check,
    stoppingCheck(isStopping),
    encryptionKeyCheck(databases.health, settings.encryptionKey),
    workersCheck(workers),
  ];
}
