import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiContext } from '../api/context.ts';
import { type FailureLog, logCircuit, logFault } from '../api/http/sampled-log.ts';
import type { Metrics } from '../api/operations/metrics.ts';
import { confirmAddressPath } from '../api/pages/confirm-address.ts';
import type { ServiceSettings } from '../settings/service-settings.ts';
import type { ChangeFeed } from '../storage/change-feed.ts';
import type { Database } from '../storage/database.ts';
import { startWorkers, type Workers } from '../workers/start-workers.ts';
import type { ClockGuard } from './clock-guard.ts';
import type { connectAdapters } from './connect-adapters.ts';
import type { SchemaGuard } from './schema-guard.ts';

interface WorkerParts {
  readonly database: Database;
  readonly context: Pick<ApiContext, 'clock' | 'publicUrl'>;
  readonly adapters: ReturnType<typeof connectAdapters>;
  readonly changes: ChangeFeed;
  readonly clockGuard: ClockGuard;
  readonly schemaGuard: SchemaGuard;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly logSampled: FailureLog;
}

/** Starts the background work of this node; undefined if it has none. */
export function startNodeWorkers(
  { nodeRoles, mail, encryptionKey, retention }: ServiceSettings,
  parts: WorkerParts,
): Workers | undefined {
  if (!nodeRoles.workers) return undefined;
  const { database, context, adapters, changes, clockGuard, schemaGuard, metrics, logger, logSampled } =
    parts;
  if (!mail) logger.info('SMTP_URL is not set: no e-mail is sent, notices stay in the inbox');
  const workers = startWorkers({
    context: () => ({ database, now: context.clock.now(), randomBytes }),
    mayWork: () => schemaGuard.isCurrent() && clockGuard.isTrusted(),
    earliestNow: clockGuard.earliestNow,
    ...adapters,
    measurements: metrics,
    publicUrl: () => context.publicUrl || null,
    confirmationUrl: () => (context.publicUrl === '' ? null : `${context.publicUrl}${confirmAddressPath}`),
    encryptionKey,
    retention,
    onCircuit: (change) => logCircuit(logSampled, change),
    onFailure: (worker, error) => logFault(logger, logSampled, worker, error),
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
