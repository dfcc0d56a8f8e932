import type { FastifyReply } from 'fastify';
import { type Refusal, type RefusalCode, refusalTable } from '../core/refusal.ts';

export const problemContentType = 'application/problem+json';

/** Refusals as RFC 9457 problem documents; `type` leads to the code's entry on the service's own error page. */
export function problemFor(refusal: Refusal, publicUrl: string, requestId: string) {
  const { status, title } = refusalTable[refusal.code];
  return {
    type: `${publicUrl}/errors#${refusal.code}`,
    title,
    status,
    code: refusal.code,
    detail: refusal.detail,
    args: refusal.args,
    requestId,
  };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = problemFor(refusal, reply.server.publicUrl, reply.request.id);
  reply.refusalCode = refusal.code;
  // A request that the framework turns away has not been through the hooks.
  reply.header('x-request-id', reply.request.id);
  if (problem.status === 401) reply.header('www-authenticate', challengeFor(refusal.code));
  if (refusal.code === 'request.rate_limited') {
    reply.header('retry-after', String(refusal.args.retryAfterSeconds));
  }
  return reply
    .code(problem.status)
    .header('content-type', problemContentType)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem));
}

/** A refusal where the framework wants an error: the error handler knows it. */
export function asError(refusal: Refusal): Error {
  return refusal as unknown as Error;
}

/** How to prove oneself: applications by a token (or a key), people by signing in. */
export function challengeFor(code: RefusalCode): string {
  return `${code === 'auth.session_required' ? 'Session' : 'Bearer'} realm="tessera"`;
}
