import type { FastifyInstance } from 'fastify';

/** Tells once that somebody stands in front whose word on callers' addresses is not taken: all callers look like one. */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      app.log.warn(
        { from: request.ip },
        'X-Forwarded-For was seen, and TRUSTED_PROXIES is not set: failed credentials of all callers count as one source; name the balancer there',
      );
    }
    done();
  });
}
