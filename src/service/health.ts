import type { Registry } from 'prom-client';
import type { ApiContext } from '../api/context.ts';
import type { FailureLog } from '../api/http/sampled-log.ts';
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
import type { ReadinessCheck } from '../api/operations/readiness.ts';
import { measureUsageQueue } from '../api/operations/usage-queue.ts';
import { measureWorkers, type WorkerReports, workersCheck } from '../api/operations/workers.ts';
import type { ServiceSettings } from '../settings/service-settings.ts';
import type { ChangeFeed } from '../storage/changes/change-feed.ts';
import type { DatabasePools } from '../storage/connection/database-pools.ts';
import type { ClockGuard } from './clock-guard.ts';

/** What gauges and checks look at. */
export interface NodeParts {
  readonly settings: ServiceSettings;
  readonly databasePools: DatabasePools;
  readonly context: ApiContext;
  readonly changes: ChangeFeed;
  readonly clockGuard: ClockGuard;
  readonly workers: WorkerReports;
  readonly logFailure: FailureLog;
  readonly isStopping: () => boolean;
}

/** The gauges and counters of the whole node. */
export function measureNode(registry: Registry, { settings, context, ...parts }: NodeParts): void {
  const { changeStreams, clientRefusals, clock, credentialUses } = context;
  const { databases, pools } = parts.databasePools;
  const database = databases.background;
  measureDatabasePools(registry, pools);
  measureUsageQueue(registry, {
    database,
    clock,
    onFailure: (error) => parts.logFailure('usage queue metrics could not be read', error),
  });
  if (settings.mail) measureWaitingMail(registry, database, clock);
  measureWaitingNotifications(registry, database, clock);
  measureChangeStreams(registry, changeStreams);
  measureWorkspaces(registry, {
    calls: () => credentialUses.callsByWorkspace(),
    refusals: () => clientRefusals.byWorkspace,
  });
  measureWorkers(registry, parts.workers);
}

/** The checks of `/health/ready`. */
export function readinessChecks(parts: NodeParts): readonly ReadinessCheck[] {
  const { databases, pools, renew } = parts.databasePools;
  return [
    databaseCheck(databases.health, { caches: parts.changes, onReadOnly: renew }),
    migrationsCheck(databases.health),
    connectionsCheck(Object.values(pools)),
    changesCheck(parts.changes),
    parts.clockGuard.check,
    stoppingCheck(parts.isStopping),
    encryptionKeyCheck(databases.health, parts.settings.encryptionKey),
    workersCheck(parts.workers),
  ];
}
