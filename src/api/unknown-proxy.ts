import type { FastifyInstance } from 'fastify';

/** Warns once about an untrusted proxy: with it all callers share one IP address. */
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
