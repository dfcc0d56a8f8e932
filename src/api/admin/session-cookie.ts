import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBearerText } from '../../core/admin-session.ts';
import { isLoopback } from '../../core/outside-address.ts';

const name = 'tessera_session';

export function presentedSession(request: FastifyRequest): string | undefined {
  const text = request.cookies[name];
  return text !== undefined && isBearerText(text) ? text : undefined;
}

export function setSessionCookie(reply: FastifyReply, sessionText: string): void {
  reply.setCookie(name, sessionText, attributes(reply.server.publicUrl));
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(name, attributes(reply.server.publicUrl));
}

function attributes(publicUrl: string) {
  const { protocol, hostname, pathname } = new URL(publicUrl);
  return {
    path: pathname,
    httpOnly: true,
    // Not strict: people come here from the identity provider, and by links in mails.
    sameSite: 'lax',
    secure: !(protocol === 'http:' && isLoopback(hostname)),
  } as const;
}
