import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../../storage/database.ts';
import { isMigrated } from '../../storage/migrate.ts';
import { answer, oneOf } from '../schemas.ts';

const Liveness = Type.Object({ status: oneOf(['ok']) });

const Readiness = Type.Object({
  status: oneOf(['ok', 'unavailable']),
  checks: Type.Object({
    database: oneOf(['ok', 'unreachable']),
    migrations: oneOf(['ok', 'pending', 'unknown']),
  }),
});

/** Live: the process answers. Ready: it can also do its work, so a balancer may send it callers. */
export const healthRoutes =
  ({ database }: { readonly database: Database }): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/health/live',
      {
        schema: {
          operationId: 'readLiveness',
          summary: 'Whether the process is alive',
          tags: ['Operations'],
          security: [],
          response: { 200: answer('It is.', Liveness, { status: 'ok' }) },
        },
      },
      async () => ({ status: 'ok' as const }),
    );

    app.get(
      '/health/ready',
      {
        schema: {
          operationId: 'readReadiness',
          summary: 'Whether the service can answer',
          description: 'The database is reachable and its migrations are current.',
          tags: ['Operations'],
          security: [],
          response: {
            200: answer('It can.', Readiness, {
              status: 'ok',
              checks: { database: 'ok', migrations: 'ok' },
            }),
            503: answer('It cannot; `checks` says why.', Readiness, {
              status: 'unavailable',
              checks: { database: 'ok', migrations: 'pending' },
            }),
          },
        },
      },
      async (request, reply) => {
        const checks = await isMigrated(database).then(
          (migrated) => ({ database: 'ok', migrations: migrated ? 'ok' : 'pending' }) as const,
          (error) => {
            request.log.warn({ err: error }, 'not ready');
            return { database: 'unreachable', migrations: 'unknown' } as const;
          },
        );
        const isReady = checks.database === 'ok' && checks.migrations === 'ok';
        return reply
          .code(isReady ? 200 : 503)
          .header('cache-control', 'no-store')
          .send({ status: isReady ? 'ok' : 'unavailable', checks });
      },
    );
  };
