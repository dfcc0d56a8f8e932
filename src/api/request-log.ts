import type { FastifyInstance } from 'fastify';

export const slowMilliseconds = 1_000;

/** Answers that went well and fast are counted, not logged; refusals, faults and slow ones get one line each. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (reply.statusCode < 400 && reply.elapsedTime < slowMilliseconds) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        code: reply.refusalCode,
        milliseconds: Math.round(reply.elapsedTime),
        apiClientId: request.caller?.client.apiClientId ?? null,
        address: request.ip,
      },
      'request answered',
    );
  });
}
