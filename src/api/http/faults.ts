import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { isRetryable } from '../../storage/connection/retryable.ts';
import { bodyLimitBytes } from './body.ts';
import { sendRefusal } from './problem.ts';
import { issuesFrom } from './validation.ts';

/** The only error handler: framework errors become refusals, unknown errors a bare 500. */
export function handleFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error);
  if (refusal.code === 'service.internal_error') request.log.error({ err: error }, 'request failed');
  if (refusal.code === 'service.unavailable') reply.failure = error;
  return sendRefusal(reply, refusal);
}

function refusalFor(error: FastifyError): Refusal {
  if (isRefusal(error)) return error;
  if (error.validation) return refuseInvalid(issuesFrom(error.validation));
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('request.too_large', { limitBytes: bodyLimitBytes });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('request.unsupported_media_type');
    case 'FST_ERR_BAD_URL':
      return refuseInvalid([{ path: '', rule: 'url', message: 'The address is not a valid URL' }]);
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuseInvalid([{ path: '', rule: 'json', message: 'The body is not valid JSON' }]);
  }
  return isRetryable(error) ? refuse('service.unavailable') : refuse('service.internal_error');
}

/**
 * A known path with another method answers 405 with the allowed methods; an unknown path 404, which a browser gets as a
 * page unless the path is of an API.
 */
export function answerUnknownRoutes(
  app: FastifyInstance,
  sendPage: (reply: FastifyReply, refusal: Refusal) => FastifyReply,
): void {
  /** The methods of paths without parameters: such a path is no value of another route's parameter. */
  const methodsOf = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    if (!/[:*]/.test(url)) methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat());
  });
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    const allowed =
      methodsOf.get(path) ?? app.supportedMethods.filter((method) => isRouted(app, method, path));
    if (allowed.length === 0) {
      const send = asksForPage(request, path) ? sendPage : sendRefusal;
      return send(reply, refuse('request.route_not_found'));
    }
    reply.header('allow', allowed.join(', '));
    return sendRefusal(reply, refuse('request.method_not_allowed'));
  };
  app.setNotFoundHandler(answer);
  // Before the body is read: the caller must correct the address first.
  app.addHook('onRequest', (request, reply, done) => {
    const isRefused = request.is404 || methodsOf.get(pathOf(request))?.includes(request.method) === false;
    if (isRefused) answer(request, reply);
    else done();
  });
}

/** Browsers name `text/html` when a person opens an address; scripts and programs do not. */
function asksForPage({ method, headers }: FastifyRequest, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !path.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

function isRouted(app: FastifyInstance, method: string, path: string): boolean {
  return app.findRoute({ method, url: path }) !== null;
}

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
