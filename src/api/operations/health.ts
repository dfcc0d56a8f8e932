import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { jsonResponse, oneOf } from '../schemas.ts';
import { createReadiness, type ReadinessCheck, statesOf } from './readiness.ts';
import { describeWorkers, WorkerDetails, type WorkerReports } from './workers.ts';

const Liveness = Type.Object({ status: oneOf(['ok']) });

/** Live: the process responds. Ready: a load balancer may send it requests. */
export const healthRoutes =
  (checks: readonly ReadinessCheck[], workers: WorkerReports): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/health/live',
      {
        schema: {
          operationId: 'readLiveness',
          summary: 'Whether the process is alive',
          tags: ['Operations'],
          security: [],
          response: { 200: jsonResponse('It is.', Liveness, { status: 'ok' }) },
        },
      },
      async () => ({ status: 'ok' as const }),
    );

    const Readiness = Type.Object({
      status: oneOf(['ok', 'degraded', 'unavailable']),
      checks: Type.Object(Object.fromEntries(checks.map((check) => [check.name, oneOf(statesOf(check))]))),
      workers: WorkerDetails,
    });
    const exampleWorkers = {
      'dispatch-usage': {
        status: 'ok' as const,
        lastSuccessAt: '2026-11-15T09:00:00.000Z',
        lastFailureAt: null,
        consecutiveFailures: 0,
        runningSince: null,
      },
    };
    const allOk = Object.fromEntries(checks.map(({ name }) => [name, 'ok']));
    const readiness = createReadiness(checks, (check, error) =>
      app.log.warn({ err: error, check }, 'readiness check failed'),
    );
    app.get(
      '/health/ready',
      {
        schema: {
          operationId: 'readReadiness',
          summary: 'Whether the node is ready for requests',
          description:
            '`degraded` is still ready: only cached responses are available, others may be 503; or a background worker has failed for 10 minutes. ' +
            '`checks` names each reason, `workers` lists the background workers of this node.',
          tags: ['Operations'],
          security: [],
          response: {
            200: jsonResponse('It can, wholly or in part.', Readiness, {
              status: 'ok',
              checks: allOk,
              workers: exampleWorkers,
            }),
            503: jsonResponse('It is not ready; `checks` has the reasons.', Readiness, {
              status: 'unavailable',
              checks: { ...allOk, migrations: 'pending' },
              workers: exampleWorkers,
            }),
          },
        },
      },
      async (_request, reply) => {
        const { status, checks: found } = await readiness();
        return reply
          .code(status === 'unavailable' ? 503 : 200)
          .header('cache-control', 'no-store')
          .send({ status, checks: found, workers: describeWorkers(workers) });
      },
    );
  };
