import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { ApiContext } from '../context.ts';
import type { FastPathHandler } from '../fast-path/fast-path.ts';
import type { FastPathOptions } from '../fast-path/fast-path-response.ts';
import { getProductRoute } from './catalogue/get-product.ts';
import { listProductsRoute } from './catalogue/list-products.ts';
import { CatalogueProduct } from './catalogue/schemas.ts';
import { verifyRoute } from './clients/verify.ts';
import { checkEligibilityRoutes, eligibilityFastPath } from './entitlements/check-eligibility.ts';
import { EntitlementBatch, readBatchRoute } from './entitlements/read-batch.ts';
import { readChangesRoute } from './entitlements/read-changes.ts';
import { entitlementFastPath, readEntitlementRoute } from './entitlements/read-entitlement.ts';
import { Entitlement, UserEligibility } from './entitlements/schemas.ts';
import { publishedKeysRoutes } from './entitlements/signed/published-keys.ts';
import { readTokenRoute, tokenFastPath } from './entitlements/signed/read-token.ts';
import { UsageCloudEvent, UsageEvents, UsageEventsResponse } from './usage/event-schemas.ts';
import { readUsageRoute, usageFastPath } from './usage/read-usage.ts';
import { reportUsageRoute } from './usage/report.ts';
import {
  ReservationCommit,
  ReservationRequest,
  SettledReservation,
  UsageReservation,
} from './usage/reservation-schemas.ts';
import { reservationRoutes } from './usage/reservations.ts';
import { UsageBatch } from './usage/schemas.ts';
import { sendEventsRoute } from './usage/send-events.ts';
import { TenantUsage } from './usage/tenant-usage-schema.ts';

/** The schemas that the OpenAPI document names. */
export function addV1Schemas(app: FastifyInstance): void {
  app.addSchema(CatalogueProduct);
  app.addSchema(Entitlement);
  app.addSchema(EntitlementBatch);
  app.addSchema(UserEligibility);
  app.addSchema(UsageBatch);
  app.addSchema(UsageEvents);
  app.addSchema(UsageCloudEvent);
  app.addSchema(UsageEventsResponse);
  app.addSchema(ReservationRequest);
  app.addSchema(UsageReservation);
  app.addSchema(ReservationCommit);
  app.addSchema(SettledReservation);
  app.addSchema(TenantUsage);
}

/** The API of applications. */
export const v1Routes =
  (context: ApiContext): FastifyPluginAsync =>
  async (app) => {
    await app.register(readEntitlementRoute(context));
    await app.register(readTokenRoute(context));
    await app.register(publishedKeysRoutes(context));
    await app.register(readBatchRoute(context));
    await app.register(readChangesRoute(context));
    await app.register(checkEligibilityRoutes(context));
    await app.register(listProductsRoute(context));
    await app.register(reportUsageRoute(context));
    await app.register(sendEventsRoute(context));
    await app.register(reservationRoutes(context));
    await app.register(readUsageRoute(context));
    await app.register(getProductRoute(context));
    await app.register(verifyRoute(context));
  };

/** The hottest requests: a tenant's usage, a token, an entitlement and eligibility. */
export function v1FastPaths(context: ApiContext, options: FastPathOptions): readonly FastPathHandler[] {
  return [usageFastPath, tokenFastPath, entitlementFastPath, eligibilityFastPath].map((declare) =>
    declare(context, options),
  );
}
