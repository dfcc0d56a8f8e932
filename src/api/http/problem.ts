import type { FastifyReply } from 'fastify';
import { type Refusal, type RefusalCode, refusalTable } from '../../core/refusal.ts';

export const problemContentType = 'application/problem+json';

/** Refusals as RFC 9457 problem documents; `type` is the URL of the code's entry on the error page. */
export function problemFor(refusal: Refusal, publicUrl: string, requestId: string, traceId?: string) {
  const { status, title } = refusalTable[refusal.code];
  return {
    type: `${publicUrl}/errors#${refusal.code}`,
    title,
    status,
    code: refusal.code,
    detail: refusal.detail,
    args: refusal.args,
    requestId,
    ...(traceId !== undefined && { traceId }),
  };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = problemFor(refusal, reply.server.publicUrl, reply.request.id, reply.server.traceId());
  reply.refusalCode = refusal.code;
  // Requests that the framework rejects have not been through the hooks.
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

/** Wraps a refusal where the framework needs an error; the error handler unwraps it. */
export function asError(refusal: Refusal): Error {
  return refusal as unknown as Error;
}

/** The `WWW-Authenticate` challenge: a bearer token (or a key) for applications, signing in for people. */
export function challengeFor(code: RefusalCode): string {
  return `${code === 'auth.session_required' ? 'Session' : 'Bearer'} realm="tessera"`;
}
