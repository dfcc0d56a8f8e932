import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../core/network/outside-address.ts';
import { isBearerText } from '../../core/workspaces/session.ts';

const sessionCookieName = 'tessera_session';

/** Over HTTPS the `__Host-` prefix binds the cookie to this host. */
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
    // `__Host-` allows no other path.
    path: protocol === 'https:' ? '/' : pathname,
    httpOnly: true,
    // Not strict: people arrive from the identity provider and through links in mails.
    sameSite: 'lax',
    secure: !(protocol === 'http:' && isLoopback(hostname)),
  } as const;
}
