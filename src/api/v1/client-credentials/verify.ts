import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { verifyApplicationCredential } from '../../../actions/verify-application-credential.ts';
import type { VerifiedToken } from '../../../core/ports.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { authenticateApplication } from '../../authentication/authenticate.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { limitHeaders, refuseRateLimited } from '../../rate-limit.ts';
import { answer, bodyRefusals, oneOf, refusals } from '../../schemas.ts';

declare module 'fastify' {
  interface FastifyRequest {
    application: VerifiedToken | null;
  }
}

/** The caller may be nobody's client yet, so the application itself has the allowance: one a second. */
const triesPerMinute = 60;

export const verifyRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('application', null);
    app.post(
      '/api/v1/client-credentials/verify',
      {
        onRequest: async (request, reply) => {
          const application = await authenticateApplication(context, request);
          if (isRefusal(application)) return sendRefusal(reply, application);
          request.application = application;
          const key = `application:${application.applicationId}:${application.tenantId}`;
          const decision = await context.rateLimiter.take(key, triesPerMinute);
          reply.headers(limitHeaders(decision));
          return decision.allowed ? undefined : sendRefusal(reply, refuseRateLimited(decision));
        },
        schema: {
          operationId: 'verifyClientCredential',
          summary: 'Verify an application credential',
          description:
            'Activates a pending identity-provider application credential. Called from the application ' +
            'itself, with a client-credentials token issued in the tenant recorded for it. Needs no app role. ' +
            'The challenge is valid for 24 hours and ten tries; the same correct call again is answered alike.',
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
            200: answer(
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
        const { database, clock } = context;
        const now = clock.now();
        const { challenge } = request.body;
        const verified = await verifyApplicationCredential({ database, now }, request.application, challenge);
        if (isRefusal(verified)) return sendRefusal(reply, verified);
        return reply.header('cache-control', 'no-store').send(verified);
      },
    );
  };
