import type { FastifyInstance } from 'fastify';

/** Lost dependencies are retried every second or two. */
const retryAfterSeconds = 2;

/** Adds `Retry-After` to every 503. */
export function nameRetryTime(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(retryAfterSeconds));
    }
    done(null, payload);
  });
}
