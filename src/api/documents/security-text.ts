import type { FastifyInstance } from 'fastify';
import { securityText } from '../../core/operations/security-text.ts';
import type { ApiContext } from '../context.ts';

/** Whom to tell of a vulnerability, where researchers look for it. */
export const securityTextRoute = (context: ApiContext) => async (app: FastifyInstance) => {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(securityText(context.publicUrl, context.securityContact, context.clock.now())),
  );
};
