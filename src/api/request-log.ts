import type { FastifyInstance } from 'fastify';
import type { FailureLog } from './sampled-log.ts';

export const slowMilliseconds = 1_000;

/**
 * Fast successful responses are only counted; refusals, faults and slow responses get one line each. 503 responses,
 * thousands in an outage, are sampled.
 */
export function logRequests(app: FastifyInstance, logFailure: FailureLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const isSlow = reply.elapsedTime >= slowMilliseconds && !reply.isStream;
    if (reply.statusCode < 400 && !isSlow) return;
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
