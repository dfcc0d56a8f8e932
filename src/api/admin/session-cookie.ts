import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../core/outside-address.ts';
import { isBearerText } from '../../core/workspaces/session.ts';

export const sessionCookieName = 'tessera_session';

/** Over https the name has a prefix by which browsers take the cookie from this very host alone. */
function nameAt(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${sessionCookieName}` : sessionCookieName;
}

export function presentedSession(request: FastifyRequest): string | undefined {
  const text = request.cookies[nameAt(request.server.publicUrl)];
  return text !== undefined && isBearerText(text) ? text : undefined;
}

export function setSessionCookie(reply: FastifyReply, sessionText: string): void {
  const { publicUrl } = reply.server;
  reply.setCookie(nameAt(publicUrl), sessionText, attributes(publicUrl));
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { publicUrl } = reply.server;
  reply.clearCookie(nameAt(publicUrl), attributes(publicUrl));
}

function attributes(publicUrl: string) {
  const { protocol, hostname, pathname } = new URL(publicUrl);
  return {
    // The prefix allows no other path.
    path: protocol === 'https:' ? '/' : pathname,
    httpOnly: true,
    // Not strict: people come here from the identity provider, and by links in mails.
    sameSite: 'lax',
    secure: !(protocol === 'http:' && isLoopback(hostname)),
  } as const;
}
