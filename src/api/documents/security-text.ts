import type { FastifyInstance } from 'fastify';
import { securityText } from '../../core/operations/security-text.ts';
import type { ApiContext } from '../context.ts';

/** `security.txt` (RFC 9116). */
export const securityTextRoute =
  (context: Pick<ApiContext, 'clock' | 'publicUrl' | 'securityContact'>) => async (app: FastifyInstance) => {
    app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(securityText(context.publicUrl, context.securityContact, context.clock.now())),
    );
  };
