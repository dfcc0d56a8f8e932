import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { verifyApplicationCredential } from '../../../actions/clients/application-credentials.ts';
import { refuseFromElsewhere } from '../../../core/clients/allowed-networks.ts';
import type { VerifiedToken } from '../../../core/clients/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { authenticateClient, authenticateToken } from '../../authentication/authenticate.ts';
import { findCachedCaller, presentedCredential } from '../../authentication/caller-cache.ts';
import type { GuardContext } from '../../authentication/guard.ts';
import { consumeAllowance, limitHeaders, refuseRateLimited } from '../../authentication/rate-limit.ts';
import { SharedAttempts } from '../../authentication/shared-attempts.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../http/problem.ts';
import { bodyRefusals, jsonResponse, oneOf, refusals } from '../../schemas.ts';

declare module 'fastify' {
  interface FastifyRequest {
    application: VerifiedToken | null;
  }
}

/** The caller may not be a client yet, so the limit is per application. */
const attemptsPerMinute = 60;

const notAnApplication = refuse(
  'auth.forbidden',
  {},
  'Call from the application itself, with a client-credentials token.',
);

/**
 * An API key proves no application, and a user's token is not the application's own. Both are refused after they were
 * counted, a key against its client's rate limit.
 */
async function admitApplication(
  context: GuardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  attempts: SharedAttempts<VerifiedToken>,
): Promise<Refusal | undefined> {
  const credential = presentedCredential(request.raw);
  if (credential?.kind !== 'token') {
    const accepted =
      findCachedCaller(context.callerCache, request.raw, context.clock.now()) ??
      (await authenticateClient(context, request, reply));
    if (isRefusal(accepted)) return accepted;
    request.caller = accepted.caller;
    context.credentialUses.record(accepted.use, context.clock.now());
    const { allowedNetworks } = accepted;
    const elsewhere = allowedNetworks && refuseFromElsewhere(allowedNetworks, request.ip);
    if (elsewhere) return elsewhere;
    const decision = await consumeAllowance(context.rateLimiter, accepted.limits);
    reply.headers(limitHeaders(decision));
    return decision.allowed ? notAnApplication : refuseRateLimited(decision);
  }
  const { text } = credential;
  const token = await attempts.share<Refusal>(
    text,
    () => authenticateToken(context, request, reply, text),
    (result): result is VerifiedToken => !isRefusal(result),
  );
  if (isRefusal(token)) return token;
  const key = `application:${token.applicationId}:${token.tenantId}`;
  const decision = await context.rateLimiter.take(key, attemptsPerMinute);
  reply.headers(limitHeaders(decision));
  if (!decision.allowed) return refuseRateLimited(decision);
  if (token.isDelegated) return notAnApplication;
  request.application = token;
  return undefined;
}

export const verifyRoute =
  (context: GuardContext & Pick<ApiContext, 'randomBytes' | 'writes'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('application', null);
    const attempts = new SharedAttempts<VerifiedToken>();
    app.post(
      '/api/v1/client-credentials/verify',
      {
        onRequest: async (request, reply) => {
          const refusal = await admitApplication(context, request, reply, attempts);
          return refusal && sendRefusal(reply, refusal);
        },
        schema: {
          operationId: 'verifyClientCredential',
          summary: 'Verify an application credential',
          description:
            'Activates a pending identity-provider application credential. Called from the application ' +
            'itself, with a client-credentials token issued in the tenant recorded for it. Needs no app role. ' +
            'The challenge is valid for 24 hours and ten attempts; repeating the correct request succeeds again.',
          tags: ['Client credentials'],
          security: [{ bearerToken: [] }],
          body: Type.Object({
            challenge: Type.String({
              minLength: 1,
              maxLength: 128,
              description: 'The one-time challenge shown when the application was added.',
            }),
          }),
          response: {
            200: jsonResponse(
              'The credential is active.',
              Type.Object({
                applicationId: Type.String({ format: 'uuid' }),
                apiClientId: Type.String({ format: 'uuid' }),
                status: oneOf(['PendingVerification', 'Active']),
              }),
              {
                applicationId: '5d1c0b6e-0d0c-4d57-9d2f-6f3f0a1b7c11',
                apiClientId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
                status: 'Active',
              },
            ),
            ...refusals(...bodyRefusals, 'api_client.application_verification_failed'),
          },
        },
      },
      async (request, reply) => {
        if (!request.application) throw new Error('The application was not authenticated');
        const { writes, clock, randomBytes } = context;
        const { applicationId } = request.application;
        const actor = {
          kind: 'Application',
          id: applicationId,
          name: applicationId,
          address: request.ip,
        } as const;
        const verified = await verifyApplicationCredential(
          { database: writes, now: clock.now(), randomBytes, actor },
          request.application,
          request.body.challenge,
        );
        if (isRefusal(verified)) return sendRefusal(reply, verified);
        return reply.header('cache-control', 'no-store').send(verified);
      },
    );
  };
