import type { FastifyInstance, onSendHookHandler } from 'fastify';
import {
  type Deprecation,
  type Deprecations,
  deprecationHeaders,
} from '../../core/operations/deprecation.ts';

/** Marks the deprecated ones of the routes that are registered after it, in their document and in every response. */
export function markDeprecatedRoutes(app: FastifyInstance, deprecations: Deprecations): void {
  app.addHook('onRoute', (route) => {
    const method = route.method === 'HEAD' ? 'GET' : route.method;
    const deprecation = deprecations[`${method} ${route.url}`];
    if (!deprecation) return;
    route.schema = { ...route.schema, deprecated: true };
    route.onSend = [route.onSend ?? [], addHeaders(deprecation)].flat();
  });
}

/** When the response is sent: a list has a link to its next page, too. */
function addHeaders(deprecation: Deprecation): onSendHookHandler {
  const { link = '', ...headers } = deprecationHeaders(deprecation);
  return (_request, reply, payload, done) => {
    reply.headers(headers).header('link', [reply.getHeader('link') ?? [], link].flat().join(', '));
    done(null, payload);
  };
}
