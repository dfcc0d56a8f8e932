import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';

/** Only refusals of authenticated clients: an invalid credential identifies no client. */
export function recordRefusals(app: FastifyInstance, { clientRefusals, clock }: ApiContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { caller } = request;
    if (reply.refusalCode === null || caller === null) return;
    clientRefusals.record(caller.client, {
      refusedAt: clock.now(),
      code: reply.refusalCode,
      status: reply.statusCode,
      method: request.method,
      route: request.routeOptions.url ?? '',
      requestId: request.id,
    });
  });
}
