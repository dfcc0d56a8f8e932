import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { recordClientActivity } from './actions/clients/record-activity.ts';
import { createNotificationVerifier } from './adapters/entra/notification-verifier.ts';
import { createSignIn } from './adapters/entra/sign-in.ts';
import { createTokenVerifier } from './adapters/entra/token-verifier.ts';
import { createIdpLicences } from './adapters/graph/idp-licences.ts';
import { createMailSender } from './adapters/mail/mail-sender.ts';
import { createFulfilmentService } from './adapters/microsoft-marketplace/fulfilment-service.ts';
import { createMeteringService } from './adapters/microsoft-marketplace/metering-service.ts';
import { operatorAgent, partnerAgent } from './adapters/outgoing/agent.ts';
import { createExchanges, type FailureLog } from './adapters/outgoing/exchange.ts';
import { failureDetail } from './adapters/outgoing/failure-cause.ts';
import { createOwnAddress } from './adapters/own-address/own-address.ts';
import { createPartnerEndpoints } from './adapters/partner-endpoint/partner-endpoints.ts';
import { createMemoryRateLimiter } from './adapters/rate-limit/memory.ts';
import { createRateLimiter } from './adapters/rate-limit/rate-limiter.ts';
import { CallerCache } from './api/authentication/caller-cache.ts';
import { ClientRefusals } from './api/authentication/client-refusals.ts';
import { CredentialUses } from './api/authentication/credential-uses.ts';
import { createFailedAttempts } from './api/authentication/failed-attempts.ts';
import type { ApiContext } from './api/context.ts';
import { changesCheck } from './api/operations/changes-check.ts';
import { connectionsCheck, databaseCheck, migrationsCheck } from './api/operations/database-checks.ts';
import { encryptionKeyCheck } from './api/operations/encryption-key-check.ts';
import { createMetrics } from './api/operations/metrics.ts';
import { type MetricsServer, startMetricsServer } from './api/operations/metrics-server.ts';
import { stoppingCheck } from './api/operations/stopping-check.ts';
import { measureUsageQueue } from './api/operations/usage-queue.ts';
import { measureWaitingCalls } from './api/operations/waiting-calls.ts';
import { measureWaitingMail } from './api/operations/waiting-mail.ts';
import { measureWorkers, workersCheck } from './api/operations/workers.ts';
import { confirmAddressPath } from './api/pages/confirm-address.ts';
import { readPortal } from './api/portal/portal-files.ts';
import { logFault, sampleFailures } from './api/sampled-log.ts';
import { createServer } from './api/server.ts';
import { EntitlementSnapshots } from './api/v1/entitlements/snapshots.ts';
import { UsageFacts } from './api/v1/usage/facts.ts';
import { guardClock, type NodeClock, systemClock } from './clock-guard.ts';
import { shareConnections } from './core/operations/connection-shares.ts';
import { refuseWrongKey } from './encryption-key-guard.ts';
import { explainListening } from './explain-start.ts';
import { guardSchema } from './schema-guard.ts';
import type { ServiceSettings } from './service-settings.ts';
import { shutDown } from './shut-down.ts';
import { openChangeFeed } from './storage/change-feed.ts';
import { notifyAllNodes } from './storage/changes.ts';
import { openDatabasePools } from './storage/database-pools.ts';
import { startWorkers, type Workers } from './workers/start-workers.ts';

export type { NodeClock } from './clock-guard.ts';
export { createLogger } from './logger.ts';
export type { ServiceSettings } from './service-settings.ts';

export interface Surroundings {
  readonly clock: NodeClock;
  readonly logger: Logger;
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
  { clock, logger }: Surroundings,
): Promise<Service> {
  const metrics = createMetrics();
  const logSampled = sampleFailures(logger);
  const databasePools = openDatabasePools({
    url: settings.databaseUrl,
    shares: shareConnections(settings.databaseMaxConnections, settings.halves),
    onConnectionLost: (error) => logSampled('database connection lost', error),
  });
  const { background, health } = databasePools.databases;
  await refuseWrongKey(health, settings.encryptionKey);
  measureUsageQueue(metrics.registry, {
    database: background,
    clock,
    onFailure: (error) => logSampled('usage queue metrics could not be read', error),
  });
  if (settings.mail) measureWaitingMail(metrics.registry, background, clock);
  measureWaitingCalls(metrics.registry, background, clock);
  const logFailure: FailureLog = (origin, fault) =>
    logger.debug({ origin, cause: failureDetail(fault) }, 'outgoing call failed');
  const allowsLoopback = settings.allowsLocalWebhooks;
  const toPartners = createExchanges(partnerAgent({ allowsLoopback }), logFailure);
  const toOperators = createExchanges(operatorAgent(), logFailure);
  const tokenVerifier = createTokenVerifier({
    authUrl: settings.idpAuthUrl,
    apiAppId: settings.idpApiAppId,
    exchange: toOperators.exchange,
    clock,
    measurements: metrics,
  });
  const marketplaceCallVerifier = createNotificationVerifier({
    exchange: toPartners.exchange,
    clock,
    measurements: metrics,
  });
  const rateLimiter = createRateLimiter({
    redisUrl: settings.redisUrl ?? undefined,
    clock,
    measurements: metrics,
    onStoreError: (error) =>
      logger.warn({ err: error }, 'rate limit store is unavailable; this node enforces limits on its own'),
  });
  const idpLicences = createIdpLicences({
    authUrl: settings.idpAuthUrl,
    graphUrl: settings.idpGraphUrl,
    exchange: toOperators.exchange,
    clock,
    measurements: metrics,
  });
  const fulfilment = createFulfilmentService({ clock, randomBytes, exchange: toPartners.exchange });
  const metering = createMeteringService({ clock, randomBytes, exchange: toPartners.exchange });
  const ownAddress = createOwnAddress(toOperators.exchange);
  const changes = openChangeFeed({
    url: settings.databaseUrl,
    notify: (payload) => notifyAllNodes(health, payload),
    onLost: (error) =>
      logger.warn({ reason: error.message }, 'change feed lost; reads bypass the caches until it is back'),
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
  const usageFacts = new UsageFacts(changes, metrics);
  changes.listen(callerCache);
  changes.listen(snapshots);
  changes.listen(usageFacts);
  const credentialUses = new CredentialUses();
  const clientRefusals = new ClientRefusals();
  let listeningAt = '';
  let isStopping = false;
  const context: ApiContext = {
    database: databasePools.databases.reads,
    pool: databasePools.pools.reads,
    writes: databasePools.databases.writes,
    clock,
    randomBytes,
    tokenVerifier,
    marketplaceCallVerifier,
    measurements: metrics,
    rateLimiter,
    failedAttempts: createFailedAttempts(createMemoryRateLimiter(clock)),
    credentialUses,
    clientRefusals,
    callerCache,
    snapshots,
    usageFacts,
    idpLicences,
    fulfilment,
    metering,
    ownAddress,
    signIn:
      settings.signIn &&
      createSignIn({
        authUrl: settings.idpAuthUrl,
        ...settings.signIn,
        exchange: toOperators.exchange,
        clock,
        systemClock,
      }),
    securityContact: settings.securityContact,
    mailsNotices: settings.mail !== null,
    encryptionKey: settings.encryptionKey,
    allowsLocalWebhooks: settings.allowsLocalWebhooks,
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
    metrics,
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
    newRequestId: randomUUID,
    trustedProxies: settings.trustedProxies,
    portal:
      settings.portalFolder === null || !settings.halves.api ? null : await readPortal(settings.portalFolder),
    servesApi: settings.halves.api,
  });

  const recordActivity = () =>
    recordClientActivity(
      { database: background, randomBytes },
      credentialUses.drain(),
      clientRefusals.drain(),
    ).catch((error: unknown) => logSampled('API client activity could not be recorded', error));
  const recording = setInterval(recordActivity, activityRecordingInterval);
  if (settings.halves.workers && !settings.mail) {
    logger.info('SMTP_URL is not set: no e-mail is sent, notices stay in the inbox');
  }
  const partnerEndpoints = createPartnerEndpoints({ clock, allowsLoopback, logFailure });
  workers = settings.halves.workers
    ? startWorkers({
        context: () => ({ database: background, now: clock.now(), randomBytes }),
        mayWork: () => schemaGuard.isCurrent() && clockGuard.isTrusted(),
        earliestNow: clockGuard.earliestNow,
        metering,
        partnerEndpoints,
        rateLimiter,
        fulfilment,
        measurements: metrics,
        mailSender: settings.mail && createMailSender(settings.mail),
        confirmationUrl: () =>
          context.publicUrl === '' ? null : `${context.publicUrl}${confirmAddressPath}`,
        encryptionKey: settings.encryptionKey,
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
    metering.stop();
    await partnerEndpoints.stop();
    fulfilment.stop();
    ownAddress.stop();
    marketplaceCallVerifier.stop();
    tokenVerifier.stop();
    idpLicences.stop();
    toPartners.stop();
    toOperators.stop();
    await changes.stop();
    await rateLimiter.stop();
    // A query that outlived its request may never return its connection, so this wait is bounded.
    await Promise.race([
      recordActivity().then(() => databasePools.close()),
      delay(secondsToClose * 1000, undefined, { ref: false }),
    ]);
  };

  const stop = async () => {
    isStopping = true;
    await delay(settings.shutdownDelay * 1000);
    await close();
  };

  // With a working database the node is ready from its first request on.
  await changes.firstAttempt;
  const { host } = settings;
  let wantedPort = settings.port;
  try {
    await app.listen({ host, port: wantedPort });
    if (settings.metricsPort !== null) {
      wantedPort = settings.metricsPort;
      metricsServer = await startMetricsServer(metrics.registry, { host, port: wantedPort });
      logger.info({ url: metricsServer.url }, 'serving metrics on a separate port');
    }
  } catch (error) {
    await close();
    throw explainListening(error, { host, port: wantedPort });
  }
  const { port } = app.server.address() as AddressInfo;
  listeningAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url: listeningAt, stop };
}
