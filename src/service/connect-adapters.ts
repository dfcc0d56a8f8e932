import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { createNotificationVerifier } from '../adapters/entra/notification-verifier.ts';
import { createSignIn } from '../adapters/entra/sign-in.ts';
import { createTokenVerifier } from '../adapters/entra/token-verifier.ts';
import { createIdpLicences } from '../adapters/graph/idp-licences.ts';
import { createMailSender } from '../adapters/mail/mail-sender.ts';
import {
  createExchanges,
  type FailureLog,
  operatorAgent,
  partnerAgent,
} from '../adapters/outgoing/exchange.ts';
import { failureDetail } from '../adapters/outgoing/failure-cause.ts';
import { createOwnAddress } from '../adapters/own-address/own-address.ts';
import { createPartnerEndpoints } from '../adapters/partner-endpoint/partner-endpoints.ts';
import { createRateLimiter } from '../adapters/rate-limit/rate-limiter.ts';
import type { Clock, Measurements } from '../core/ports.ts';
import type { ServiceSettings } from '../settings/service-settings.ts';
import type { Database } from '../storage/database.ts';
import { traceDeliveries, traceExchange } from '../tracing/trace-adapters.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { systemClock } from './clock-guard.ts';
import { connectMarketplaces } from './connect-marketplaces.ts';

interface AdapterSurroundings {
  readonly clock: Clock;
  readonly database: Database;
  readonly logger: Logger;
  /** Logs one of many failures of the same kind. */
  readonly logSampled: (message: string, error: unknown) => void;
  readonly metrics: Measurements;
  readonly tracing: Tracing | null;
}

/** Creates every adapter for an outside service; `stop` ends their connections. */
export function connectAdapters(
  settings: ServiceSettings,
  { clock, database, logger, logSampled, metrics: measurements, tracing }: AdapterSurroundings,
) {
  const logFailure: FailureLog = (origin, fault) =>
    logger.debug({ origin, cause: failureDetail(fault) }, 'outgoing request failed');
  const allowsLoopback = settings.allowsLocalWebhooks;
  const toPartners = createExchanges(partnerAgent({ allowsLoopback }), logFailure);
  const toOperators = createExchanges(operatorAgent(), logFailure);
  const exchangeWithPartners = traceExchange(toPartners.exchange, tracing);
  const exchangeWithOperators = traceExchange(toOperators.exchange, tracing);
  const identityProvider = { authUrl: settings.idpAuthUrl, exchange: exchangeWithOperators, clock };
  const tokenVerifier = createTokenVerifier({
    ...identityProvider,
    apiAppId: settings.idpApiAppId,
    measurements,
  });
  const notificationVerifier = createNotificationVerifier({
    exchange: exchangeWithPartners,
    clock,
    measurements,
  });
  const rateLimiter = createRateLimiter({
    redisUrl: settings.redisUrl ?? undefined,
    clock,
    measurements,
    onStoreError: (error) =>
      logSampled('rate limit store is unavailable; this node enforces limits on its own', error),
  });
  const idpLicences = createIdpLicences({
    ...identityProvider,
    graphUrl: settings.idpGraphUrl,
    measurements,
  });
  const { fulfilment, licences, metering } = connectMarketplaces({
    clock,
    database,
    randomBytes,
    exchange: exchangeWithPartners,
    nodeCredentialUse: settings.nodeCredentialUse,
  });
  const ownAddress = createOwnAddress(exchangeWithOperators);
  const partnerEndpoints = traceDeliveries(
    createPartnerEndpoints({ clock, allowsLoopback, logFailure }),
    tracing,
  );
  return {
    tokenVerifier,
    notificationVerifier,
    rateLimiter,
    idpLicences,
    fulfilment,
    licences,
    metering,
    ownAddress,
    partnerEndpoints,
    signIn: settings.signIn && createSignIn({ ...identityProvider, ...settings.signIn, systemClock }),
    mailSender: settings.mail && createMailSender(settings.mail),
    async stop(): Promise<void> {
      await partnerEndpoints.stop();
      for (const adapter of [metering, fulfilment, ownAddress, notificationVerifier]) adapter.stop();
      for (const adapter of [tokenVerifier, idpLicences, toPartners, toOperators]) adapter.stop();
      await rateLimiter.stop();
    },
  };
}
