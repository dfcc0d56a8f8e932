import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { logCircuit, logFault } from '../api/http/sampled-log.ts';
import type { Metrics } from '../api/operations/metrics.ts';
import { confirmAddressPath } from '../api/pages/confirm-address.ts';
import { startWorkers, type Workers } from '../workers/start-workers.ts';
import type { Wait } from '../workers/worker.ts';
import type { connectAdapters } from './connect-adapters.ts';
import type { NodeParts } from './health.ts';
import type { SchemaGuard } from './schema-guard.ts';

interface WorkerParts {
  readonly adapters: ReturnType<typeof connectAdapters>;
  readonly schemaGuard: SchemaGuard;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly wait: Wait | undefined;
}

/** Starts the background work of this node; undefined if it has none. */
export function startNodeWorkers(
  { settings, databasePools, context, changes, clockGuard, logFailure }: NodeParts,
  { adapters, schemaGuard, metrics, logger, wait }: WorkerParts,
): Workers | undefined {
  if (!settings.nodeRoles.workers) return undefined;
  if (!settings.mail) logger.info('SMTP_URL is not set: no e-mail is sent, notices stay in the inbox');
  const database = databasePools.databases.background;
  const workers = startWorkers({
    context: () => ({ database, now: context.clock.now(), randomBytes }),
    wait,
    mayWork: () => schemaGuard.isCurrent() && clockGuard.isTrusted(),
    earliestNow: clockGuard.earliestNow,
    ...adapters,
    measurements: metrics,
    publicUrl: () => context.publicUrl || null,
    confirmationUrl: () => (context.publicUrl === '' ? null : `${context.publicUrl}${confirmAddressPath}`),
    encryptionKey: settings.encryptionKey,
    retention: settings.retention,
    onCircuit: (change) => logCircuit(logFailure, change),
    onFailure: (worker, error) => logFault(logger, logFailure, worker, error),
  });
  // A change request of the marketplace must be answered within ten seconds.
  changes.listen({
    changed: ({ kind }) => {
      if (kind === 'marketplace') workers.wake();
    },
    lost: () => {},
  });
  return workers;
}
