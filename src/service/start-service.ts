import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { recordClientActivity } from '../actions/clients/record-activity.ts';
import { createMemoryRateLimiter } from '../adapters/rate-limit/memory.ts';
import { ListedOffers } from '../api/admin/marketplace/listed-offers.ts';
import { CallerCache } from '../api/authentication/caller-cache.ts';
import { ClientRefusals } from '../api/authentication/client-refusals.ts';
import { CredentialUses } from '../api/authentication/credential-uses.ts';
import { FailedAttempts } from '../api/authentication/failed-attempts.ts';
import type { ApiContext } from '../api/context.ts';
import { GuideFiles } from '../api/documents/guide-files.ts';
import { measureChangeStreams } from '../api/operations/change-streams.ts';
import { changesCheck } from '../api/operations/changes-check.ts';
import { connectionsCheck, databaseCheck, migrationsCheck } from '../api/operations/database-checks.ts';
import { measureDatabasePools } from '../api/operations/database-pools.ts';
import { encryptionKeyCheck } from '../api/operations/encryption-key-check.ts';
import { createMetrics } from '../api/operations/metrics.ts';
import { type MetricsServer, startMetricsServer } from '../api/operations/metrics-server.ts';
import { stoppingCheck } from '../api/operations/stopping-check.ts';
import { measureUsageQueue } from '../api/operations/usage-queue.ts';
import { measureWaitingMail } from '../api/operations/waiting-mail.ts';
import { measureWaitingNotifications } from '../api/operations/waiting-notifications.ts';
import { measureWorkers, workersCheck } from '../api/operations/workers.ts';
import { measureWorkspaces } from '../api/operations/workspaces.ts';
import { confirmAddressPath } from '../api/pages/confirm-address.ts';
import { readPortal } from '../api/portal/portal-files.ts';
import { requestIdSequence } from '../api/request-id.ts';
import { logCircuit, logFault, sampleFailures } from '../api/sampled-log.ts';
import { createServer } from '../api/server.ts';
import { ChangeStreams } from '../api/v1/entitlements/change-streams.ts';
import { EntitlementSnapshots } from '../api/v1/entitlements/snapshots.ts';
import { UsageFacts } from '../api/v1/usage/facts.ts';
import { TenantUsages } from '../api/v1/usage/tenant-usage.ts';
import { withDeadline } from '../async/deadline.ts';
import { serviceVersion } from '../commands/version.ts';
import { shareConnections } from '../core/operations/connection-shares.ts';
import { type Deprecations, deprecations as ownDeprecations } from '../core/operations/deprecation.ts';
import type { ServiceSettings } from '../settings/service-settings.ts';
import { openChangeFeed } from '../storage/change-feed.ts';
import { notifyAllNodes } from '../storage/changes.ts';
import { openDatabasePools } from '../storage/database-pools.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { startWorkers, type Workers } from '../workers/start-workers.ts';
import { guardClock, type NodeClock } from './clock-guard.ts';
import { connectAdapters } from './connect-adapters.ts';
import { explainListening, refuseWrongKey } from './refuse-start.ts';
import { guardSchema } from './schema-guard.ts';
import { shutDown } from './shut-down.ts';

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

/** Builds the service from its parts and starts it. */
export async function startService(
  settings: ServiceSettings,
  { clock, logger, tracing = null, deprecations = ownDeprecations }: Surroundings,
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
  measureDatabasePools(metrics.registry, databasePools.pools);
  await refuseWrongKey(health, settings.encryptionKey);
  measureUsageQueue(metrics.registry, {
    database: background,
    clock,
    onFailure: (error) => logSampled('usage queue metrics could not be read', error),
  });
  if (settings.mail) measureWaitingMail(metrics.registry, background, clock);
  measureWaitingNotifications(metrics.registry, background, clock);
  const adapters = connectAdapters(settings, { clock, logger, metrics, tracing });
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
  const callerCache = new CallerCache(changes, metrics);
  const snapshots = new EntitlementSnapshots(changes, metrics);
  const changeStreams = new ChangeStreams(clock);
  measureChangeStreams(metrics.registry, changeStreams);
  const usageFacts = new UsageFacts(changes, metrics);
  const tenantUsages = new TenantUsages(changes, metrics);
  changes.listen(callerCache);
  changes.listen(snapshots);
  changes.listen(changeStreams);
  changes.listen(usageFacts);
  changes.listen(tenantUsages);
  const credentialUses = new CredentialUses();
  const clientRefusals = new ClientRefusals();
  measureWorkspaces(metrics.registry, {
    calls: () => credentialUses.callsByWorkspace(),
    refusals: () => clientRefusals.byWorkspace,
  });
  let listeningAt = '';
  let isStopping = false;
  const context: ApiContext = {
    database: databasePools.databases.reads,
    pool: databasePools.pools.reads,
    writes: databasePools.databases.writes,
    clock,
    randomBytes,
    ...adapters,
    measurements: metrics,
    failedAttempts: new FailedAttempts(createMemoryRateLimiter(clock)),
    credentialUses,
    clientRefusals,
    callerCache,
    snapshots,
    changeStreams,
    usageFacts,
    tenantUsages,
    listedOffers: new ListedOffers(clock),
    securityContact: settings.securityContact,
    mailsNotices: settings.mail !== null,
    encryptionKey: settings.encryptionKey,
    allowsLocalWebhooks: settings.allowsLocalWebhooks,
    retention: settings.retention,
    idp: { authUrl: settings.idpAuthUrl, apiAppId: settings.idpApiAppId },
    get publicUrl() {
      return settings.publicUrl ?? listeningAt;
    },
  };
  let workers: Workers | undefined;
  const workerReports = { clock, histories: () => workers?.histories() ?? new Map() };
  measureWorkers(metrics.registry, workerReports);
  const app = await createServer(context, {
    logger,
    logFailure: logSampled,
    tracing,
    metrics,
    deprecations,
    readinessChecks: [
      databaseCheck(health, { caches: changes, onReadOnly: databasePools.renew }),
      migrationsCheck(health),
      connectionsCheck(Object.values(databasePools.pools)),
      changesCheck(changes),
      clockGuard.check,
      stoppingCheck(() => isStopping),
      encryptionKeyCheck(health, settings.encryptionKey),
      workersCheck(workerReports),
    ],
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

  const recordActivity = () =>
    recordClientActivity(
      { database: background, randomBytes },
      credentialUses.drain(),
      clientRefusals.drain(),
    ).catch((error: unknown) => logSampled('API client activity could not be recorded', error));
  const recording = setInterval(recordActivity, activityRecordingInterval);
  if (settings.nodeRoles.workers && !settings.mail) {
    logger.info('SMTP_URL is not set: no e-mail is sent, notices stay in the inbox');
  }
  workers = settings.nodeRoles.workers
    ? startWorkers({
        context: () => ({ database: background, now: clock.now(), randomBytes }),
        mayWork: () => schemaGuard.isCurrent() && clockGuard.isTrusted(),
        earliestNow: clockGuard.earliestNow,
        ...adapters,
        measurements: metrics,
        publicUrl: () => context.publicUrl || null,
        confirmationUrl: () =>
          context.publicUrl === '' ? null : `${context.publicUrl}${confirmAddressPath}`,
        encryptionKey: settings.encryptionKey,
        retention: settings.retention,
        onCircuit: (change) => logCircuit(logSampled, change),
        onFailure: (worker, error) => logFault(logger, logSampled, worker, error),
      })
    : undefined;
  // A change request of the marketplace must be answered within ten seconds.
  changes.listen({
    changed: ({ kind }) => {
      if (kind === 'marketplace') workers?.wake();
    },
    lost: () => {},
  });

  let metricsServer: MetricsServer | undefined;
  const close = async () => {
    await shutDown(app, workers);
    await metricsServer?.stop();
    clearInterval(recording);
    clockGuard.stop();
    schemaGuard.stop();
    await adapters.stop();
    await changes.stop();
    // A query that outlived its request may never return its connection, so this wait is bounded.
    await withDeadline(
      { milliseconds: secondsToClose * 1000 },
      () => recordActivity().then(() => databasePools.close()),
      () => {},
    );
    await tracing?.stop();
  };

  const stop = async () => {
    isStopping = true;
    await delay(settings.shutdownDelay * 1000);
    await close();
  };

  // With a working database the node is ready from its first request on.
  await changes.firstAttempt;
  const { host } = settings;
  let wanted: { readonly port: number; readonly setting: 'PORT' | 'METRICS_PORT' } = {
    port: settings.port,
    setting: 'PORT',
  };
  try {
    await app.listen({ host, port: wanted.port });
    if (settings.metricsPort !== null) {
      wanted = { port: settings.metricsPort, setting: 'METRICS_PORT' };
      metricsServer = await startMetricsServer(metrics.registry, { host, port: wanted.port });
      logger.info({ url: metricsServer.url }, 'serving metrics on a separate port');
    }
  } catch (error) {
    await close();
    throw explainListening(error, { host, ...wanted });
  }
  const { port } = app.server.address() as AddressInfo;
  listeningAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url: listeningAt, stop };
}
