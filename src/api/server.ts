import type { RequestListener } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import type { Deprecations } from '../core/operations/deprecation.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { accountRoutes } from './account/account.ts';
import { accountPurpose, signInCustomer } from './account/account-session.ts';
import { adminApi } from './admin/admin-api.ts';
import { portalPurpose, signInPortalMember } from './admin/workspaces/sign-in.ts';
import { recordRequests } from './authentication/client-activity.ts';
import type { ApiContext } from './context.ts';
import { adminApiPath, describeApi, documentRoutes } from './documents/api-documents.ts';
import { errorPage } from './documents/error-page.ts';
import type { GuideFiles } from './documents/guide-files.ts';
import { guideRoutes } from './documents/guide-routes.ts';
import { securityTextRoute } from './documents/security-text.ts';
import { beforeRoute } from './fast-path/fast-path.ts';
import { bodyLimitBytes, readJson } from './http/body.ts';
import { markDeprecatedRoutes } from './http/deprecated-routes.ts';
import { answerUnknownRoutes, handleFault, nameRetryTime } from './http/faults.ts';
import { maxHeadLength, requestIds, securityHeaders } from './http/headers.ts';
import { createLimitedServer, PreRouterErrors } from './http/listener.ts';
import { logRequests, RequestLogger, warnOfUnknownProxy } from './http/request-log.ts';
import { type RequestTracing, traceRequests } from './http/request-tracing.ts';
import type { FailureLog } from './http/sampled-log.ts';
import { compileValidator, refuseUnstorableAddress } from './http/validation.ts';
import { landingPurpose, landingRoutes } from './marketplace/landing.ts';
import { signInVisitor } from './marketplace/landing-visitor.ts';
import { notePersonalAccount } from './marketplace/personal-account.ts';
import { receiveEventRoute } from './marketplace/receive-event.ts';
import { receiveNotificationRoute } from './marketplace/receive-notification.ts';
import { healthRoutes } from './operations/health.ts';
import { type Metrics, measureRequests, metricsRoute } from './operations/metrics.ts';
import type { ReadinessCheck } from './operations/readiness.ts';
import type { WorkerReports } from './operations/workers.ts';
import { confirmAddressRoutes } from './pages/confirm-address.ts';
import { logoRoutes } from './pages/logo.ts';
import { sendNotFoundPage } from './pages/page.ts';
import { preparePages } from './pages/prepare-pages.ts';
import type { PortalFiles } from './portal/portal-files.ts';
import { portalPath, portalRoutes } from './portal/portal-routes.ts';
import { Problem } from './schemas.ts';
import { signInCallback } from './sign-in/sign-in-callback.ts';
import { addV1Schemas, v1FastPaths, v1Routes } from './v1/v1-api.ts';

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string;
    /** Of the current request; undefined without traces. */
    traceId: () => string | undefined;
  }
  interface FastifyReply {
    refusalCode: RefusalCode | null;
    /** Cause of a 503 response. */
    failure: Error | null;
    /** Whether the response goes on after it was sent. Its duration says nothing of the service. */
    isStream: boolean;
  }
}

export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  readonly logFailure: FailureLog;
  /** Null: no traces. */
  readonly tracing: RequestTracing | null;
  readonly metrics: Metrics;
  readonly deprecations: Deprecations;
  /** False when metrics have their own port. */
  readonly servesMetrics: boolean;
  /** Checks of `/health/ready`. */
  readonly readinessChecks: readonly ReadinessCheck[];
  readonly workers: WorkerReports;
  readonly newRequestId: () => string;
  /** IP addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Null: no portal. */
  readonly portal: PortalFiles | null;
  readonly guides: GuideFiles;
  /** False for a node with background workers only; it still serves its health. */
  readonly servesApi: boolean;
}

export async function createServer(context: ApiContext, options: ServerOptions): Promise<FastifyInstance> {
  const stopping = { hasBegun: false };
  const requestId = requestIds(options.newRequestId);
  const fastPaths = v1FastPaths(context, {
    logger: options.logger,
    metrics: options.metrics,
    deprecations: options.deprecations,
    clientRequests: context.clientRequests,
    requestId,
    stopping,
    nameRoute: options.tracing?.nameRoute,
  });
  const preRouterErrors = new PreRouterErrors({
    publicUrl: () => context.publicUrl,
    newRequestId: options.newRequestId,
    requestId,
    logger: options.logger,
  });
  const app: FastifyInstance = fastify({
    serverFactory: (route) => {
      const listener = beforeRoute(options.servesApi ? fastPaths : [], route as RequestListener);
      const checked = preRouterErrors.requireHost(listener);
      const server = createLimitedServer(options.tracing?.listen(checked) ?? checked);
      preRouterErrors.listen(server);
      return server;
    },
    clientErrorHandler: preRouterErrors.handleClientError,
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (logger, bindings) => new RequestLogger(logger, bindings),
    genReqId: requestId,
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The schemas decide which parameters are too long.
    routerOptions: { maxParamLength: maxHeadLength },
    frameworkErrors: handleFault as never,
    // Set here because a scope with its own schemas falls back to the server's options. Tests check responses against
    // their schemas; a serialiser made from a schema would silently change them.
    schemaController: {
      compilersFactory: {
        buildValidator: () => compileValidator as never,
        buildSerializer: () => (() => JSON.stringify) as never,
      },
    },
  });
  app.decorate('publicUrl', { getter: () => context.publicUrl });
  app.decorateRequest('caller', null);
  app.decorateRequest('charge', null);
  app.decorateReply('refusalCode', null);
  app.decorateReply('failure', null);
  app.decorateReply('isStream', false);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  readJson(app, 'application/json');
  app.setErrorHandler<FastifyError>(handleFault);

  traceRequests(app, options.tracing);
  // Hooks of every request are callbacks: each promise would cost a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    done();
  });
  if (options.trustedProxies.length === 0) warnOfUnknownProxy(app);
  answerUnknownRoutes(app, sendNotFoundPage);
  app.addHook('preValidation', refuseUnstorableAddress);
  closeConnectionsWhenStopping(app, context, stopping);
  measureRequests(app, options.metrics);
  logRequests(app, options.logFailure);
  nameRetryTime(app);
  markDeprecatedRoutes(app, options.deprecations);

  await describeApi(app);
  app.addSchema(Problem);
  addV1Schemas(app);
  await app.register(healthRoutes(options.readinessChecks, options.workers));
  if (options.servesMetrics) await app.register(metricsRoute(options.metrics));
  if (options.servesApi) {
    recordRequests(app, context);
    await app.register(v1Routes(context));
    await app.register(receiveNotificationRoute(context));
    await app.register(receiveEventRoute(context));
    await app.register(async (browsers) => {
      await browsers.register(cookie);
      await browsers.register(adminApi(context), { prefix: adminApiPath });
    });
    if (options.portal) await app.register(portalRoutes(context, options.portal));
    const home = options.portal ? `${portalPath}/` : '/docs';
    app.get('/', { schema: { hide: true } }, (_request, reply) =>
      reply.redirect(`${context.publicUrl}${home}`),
    );
    await app.register(documentRoutes);
    await app.register(guideRoutes(options.guides));
    await app.register(errorPage);
    await app.register(securityTextRoute(context));
    await app.register(async (pages) => {
      await preparePages(pages);
      await pages.register(
        signInCallback(
          context,
          {
            [landingPurpose]: signInVisitor(context),
            [accountPurpose]: signInCustomer(context),
            [portalPurpose]: signInPortalMember(context),
          },
          { [landingPurpose]: notePersonalAccount(context) },
        ),
      );
      await pages.register(landingRoutes(context));
      await pages.register(accountRoutes(context));
      await pages.register(logoRoutes(context));
      await pages.register(confirmAddressRoutes(context));
    });
  }
  return app;
}

/** A keep-alive connection would delay the shutdown until it times out. */
function closeConnectionsWhenStopping(
  app: FastifyInstance,
  { changeStreams }: Pick<ApiContext, 'changeStreams'>,
  stopping: { hasBegun: boolean },
): void {
  app.addHook('preClose', async () => {
    stopping.hasBegun = true;
    changeStreams.stop();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.hasBegun) reply.header('connection', 'close');
    done(null, payload);
  });
}
