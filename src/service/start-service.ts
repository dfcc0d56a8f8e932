import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { recordClientActivity, recordClientRequests } from '../actions/clients/record-activity.ts';
import { recordCustomerCalls } from '../actions/subscriptions/record-calls.ts';
import { createMemoryRateLimiter } from '../adapters/rate-limit/memory.ts';
import {
  ClientRefusals,
  ClientRequests,
  CredentialUses,
  CustomerCalls,
} from '../api/authentication/client-activity.ts';
import { FailedAttempts } from '../api/authentication/failed-attempts.ts';
import type { ApiContext } from '../api/context.ts';
import { GuideFiles } from '../api/documents/guide-files.ts';
import { requestIdSequence } from '../api/http/headers.ts';
import { sampleFailures } from '../api/http/sampled-log.ts';
import { createMetrics, type Metrics } from '../api/operations/metrics.ts';
import { type MetricsServer, startMetricsServer } from '../api/operations/metrics-server.ts';
import { readPortal } from '../api/portal/portal-files.ts';
import { createServer } from '../api/server.ts';
import { withDeadline } from '../async/deadline.ts';
import { singleFlight } from '../async/single-flight.ts';
import { serviceVersion } from '../commands/version.ts';
import { shareConnections } from '../core/operations/connection-shares.ts';
import { type Deprecations, deprecations as ownDeprecations } from '../core/operations/deprecation.ts';
import type { ServiceSettings } from '../settings/service-settings.ts';
import { openChangeFeed } from '../storage/changes/change-feed.ts';
import { notifyAllNodes } from '../storage/changes/changes.ts';
import { openDatabasePools } from '../storage/connection/database-pools.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Workers } from '../workers/start-workers.ts';
import type { Wait } from '../workers/worker.ts';
import { createCaches } from './caches.ts';
import { guardClock, type NodeClock } from './clock-guard.ts';
import { connectAdapters } from './connect-adapters.ts';
import { measureNode, type NodeParts, readinessChecks } from './health.ts';
import { explainListening, refuseWrongKey } from './refuse-start.ts';
import { guardSchema } from './schema-guard.ts';
import { shutDown } from './shut-down.ts';
import { startNodeWorkers } from './workers.ts';

export type { ServiceSettings } from '../settings/service-settings.ts';
export type { NodeClock } from './clock-guard.ts';
export { createLogger } from './logger.ts';

export interface Surroundings {
  readonly clock: NodeClock;
  readonly logger: Logger;
  /** Absent or null: no traces. */
  readonly tracing?: Tracing | null;
  /** Absent: those of this version. */
  readonly deprecations?: Deprecations;
  /** The pause of a worker. Absent: in full. */
  readonly wait?: Wait;
}

export interface Service {
  /** Base URL of the listener. */
  readonly url: string;
  /**
   * Turns not ready, waits for the load balancer, stops accepting, finishes requests in flight (10 s at most), closes.
   */
  stop(): Promise<void>;
}

const secondsToClose = 2;
const activityRecordingInterval = 15_000;
const requestRecordingInterval = 1_000;

/** Builds the service from its parts and starts it. */
export async function startService(
  settings: ServiceSettings,
  { clock, logger, tracing = null, deprecations = ownDeprecations, wait }: Surroundings,
): Promise<Service> {
  const metrics = createMetrics(serviceVersion);
  const logSampled = sampleFailures(logger);
  const databasePools = openDatabasePools({
    url: settings.databaseUrl,
    shares: shareConnections(settings.databaseMaxConnections, settings.nodeRoles),
    onConnectionLost: (error) => logSampled('database connection lost', error),
    traceStatements: tracing?.traceStatements,
  });
  const { background, health } = databasePools.databases;
  await refuseWrongKey(health, settings.encryptionKey);
  const adapters = connectAdapters(settings, {
    clock,
    database: databasePools.databases.writes,
    logger,
    logSampled,
    metrics,
    tracing,
  });
  const changes = openChangeFeed({
    url: settings.databaseUrl,
    notify: (payload) => notifyAllNodes(health, payload),
    onLost: (error) =>
      logger.warn({ reason: error.message }, 'change feed lost; reads bypass the caches until it is back'),
    onProof: databasePools.setKeepsSessions,
  });
  const schemaGuard = await guardSchema({
    database: health,
    databaseUrl: settings.databaseUrl,
    onWaiting: (reason) => logger.error(`${reason}; background work is paused until then`),
  });
  const clockGuard = await guardClock({
    clock,
    database: health,
    registry: metrics.registry,
    onChange: (state, description) =>
      logger[state === 'ok' ? 'info' : 'error']({ clock: state }, description),
  });
  let listeningAt = '';
  let isStopping = false;
  let workers: Workers | undefined;
  const context: ApiContext = {
    database: databasePools.databases.reads,
    pool: databasePools.pools.reads,
    writes: databasePools.databases.writes,
    clock,
    databaseClock: clockGuard.databaseClock,
    randomBytes,
    ...adapters,
    ...createCaches(changes, metrics, clock),
    measurements: metrics,
    failedAttempts: new FailedAttempts(createMemoryRateLimiter(clock)),
    credentialUses: new CredentialUses(),
    clientRefusals: new ClientRefusals(),
    clientRequests: new ClientRequests(settings.retention),
    customerCalls: new CustomerCalls(),
    securityContact: settings.securityContact,
    mailsNotices: settings.mail !== null,
    encryptionKey: settings.encryptionKey,
    allowsLocalWebhooks: settings.allowsLocalWebhooks,
    nodeCredentialUse: settings.nodeCredentialUse,
    retention: settings.retention,
    marketplaceEmulatorUrls: settings.marketplaceEmulatorUrls ?? [],
    sampleExport: settings.sampleExport ?? null,
    idp: { authUrl: settings.idpAuthUrl, apiAppId: settings.idpApiAppId },
    get publicUrl() {
      return settings.publicUrl ?? listeningAt;
    },
  };
  const workerReports = { clock, histories: () => workers?.histories() ?? new Map() };
  const parts: NodeParts = {
    settings,
    databasePools,
    context,
    changes,
    clockGuard,
    workers: workerReports,
    logFailure: logSampled,
    isStopping: () => isStopping,
  };
  measureNode(metrics.registry, parts);
  const app = await createServer(context, {
    logger,
    logFailure: logSampled,
    tracing,
    metrics,
    deprecations,
    readinessChecks: readinessChecks(parts),
    workers: workerReports,
    servesMetrics: settings.metricsPort === null,
    newRequestId: requestIdSequence(randomBytes),
    trustedProxies: settings.trustedProxies,
    portal:
      settings.portalFolder === null || !settings.nodeRoles.api
        ? null
        : await readPortal(settings.portalFolder),
    guides: new GuideFiles(settings.guidesFolder),
    servesApi: settings.nodeRoles.api,
  });

  const recordActivity = async () => {
    const action = { database: background, now: clock.now(), randomBytes };
    const { credentialUses, clientRefusals, customerCalls } = context;
    await recordClientActivity(action, credentialUses.drain(), clientRefusals.drain()).catch(
      (error: unknown) => logSampled('API client activity could not be recorded', error),
    );
    await recordCustomerCalls(action, customerCalls.drain()).catch((error: unknown) =>
      logSampled('Calls about customers could not be recorded', error),
    );
  };
  // One after another: a slow database gets larger batches, not more of them.
  const recordRequests = singleFlight(() =>
    recordClientRequests(
      { database: background, randomBytes },
      context.clientRequests.drain(clock.now()),
    ).catch((error: unknown) => logSampled('requests of API clients could not be recorded', error)),
  );
  const recordings = [
    setInterval(recordActivity, activityRecordingInterval),
    setInterval(recordRequests, requestRecordingInterval),
  ];
  workers = startNodeWorkers(parts, { adapters, schemaGuard, metrics, logger, wait });

  let metricsServer: MetricsServer | undefined;
  const close = async () => {
    await shutDown(app, workers);
    await metricsServer?.stop();
    for (const recording of recordings) clearInterval(recording);
    clockGuard.stop();
    schemaGuard.stop();
    await adapters.stop();
    await changes.stop();
    // A query that outlived its request may never return its connection, so this wait is bounded.
    await withDeadline(
      { milliseconds: secondsToClose * 1000 },
      () => Promise.all([recordActivity(), recordRequests()]).then(() => databasePools.close()),
      () => {},
    );
    await tracing?.stop();
  };

  // With a working database the node is ready from its first request on.
  await changes.firstAttempt;
  try {
    listeningAt = await listen(app, settings);
    metricsServer = await serveMetrics(settings, metrics, logger);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: listeningAt,
    async stop() {
      isStopping = true;
      await delay(settings.shutdownDelay * 1000);
      await close();
    },
  };
}

/** The URL of the listener. */
async function listen(app: FastifyInstance, { host, port: wanted }: ServiceSettings): Promise<string> {
  await app.listen({ host, port: wanted }).catch((error: unknown) => {
    throw explainListening(error, { host, port: wanted, setting: 'PORT' });
  });
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function serveMetrics(
  { host, metricsPort: port }: ServiceSettings,
  metrics: Metrics,
  logger: Logger,
): Promise<MetricsServer | undefined> {
  if (port === null) return undefined;
  const server = await startMetricsServer(metrics.registry, { host, port }).catch((error: unknown) => {
    throw explainListening(error, { host, port, setting: 'METRICS_PORT' });
  });
  logger.info({ url: server.url }, 'serving metrics on a separate port');
  return server;
}
