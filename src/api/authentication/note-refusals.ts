import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';

/** Whom nobody knows is nobody's refusal: a credential that is not accepted leads to no client. */
export function noteRefusals(app: FastifyInstance, { clientRefusals, clock }: ApiContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { caller } = request;
    if (reply.refusalCode === null || caller === null) return;
    clientRefusals.note(caller.client, {
      refusedAt: clock.now(),
      code: reply.refusalCode,
      status: reply.statusCode,
      method: request.method,
      route: request.routeOptions.url ?? '',
      requestId: request.id,
    });
  });
}
