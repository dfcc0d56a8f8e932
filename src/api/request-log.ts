import type { FastifyInstance } from 'fastify';
import type { FailureLog } from './sampled-log.ts';

export const slowMilliseconds = 1_000;

/**
 * Answers that went well and fast are counted, not logged; refusals, faults and slow ones get one line each. Of answers
 * 503, which come by the thousand in an outage, some are logged, with their number.
 */
export function logRequests(app: FastifyInstance, logFailure: FailureLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (reply.statusCode < 400 && reply.elapsedTime < slowMilliseconds) return;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      code: reply.refusalCode,
      milliseconds: Math.round(reply.elapsedTime),
      apiClientId: request.caller?.client.apiClientId ?? null,
      address: request.ip,
    };
    if (reply.statusCode === 503) {
      logFailure('request answered', reply.failure, { requestId: request.id, ...line });
    } else {
      request.log.info(line, 'request answered');
    }
  });
}
