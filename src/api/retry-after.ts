import type { FastifyInstance } from 'fastify';

/** Whatever is away is looked for again every second or two. */
export const retryAfterSeconds = 2;

/** Every 503 says when to try again, whoever answers it. */
export function nameRetryTime(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(retryAfterSeconds));
    }
    done(null, payload);
  });
}
