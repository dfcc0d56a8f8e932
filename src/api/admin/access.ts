import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordSessionSeen } from '../../actions/workspaces/record-session-seen.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { may, memberRoles, type Permission } from '../../core/workspaces/member-role.ts';
import { isLastSeenDue, isSessionAlive } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { findSession, type Membership, type StoredSession } from '../../storage/workspaces/sessions.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../problem.ts';
import { limitHeaders, refuseRateLimited } from '../rate-limit.ts';
import { isOwnRequest } from './own-request.ts';
import { presentedSession } from './session-cookie.ts';

/** Access to a route: public, any session, or members of the path's workspace with this permission. */
export type Access = 'public' | 'session' | Permission;

/** Per person, over all browsers: above the needs of the portal, below those of a runaway script. */
export const portalRequestsPerMinute = 600;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    session: StoredSession | null;
    membership: Membership | null;
  }
}

/** Guards every route that is registered after it; a route without `access` fails at the start. */
export function guardAdministration(app: FastifyInstance, context: ApiContext): void {
  app.decorateRequest('session', null);
  app.decorateRequest('membership', null);
  app.addHook('onRoute', ({ url, config, schema }) => {
    const access = config?.access;
    if (access === undefined) throw new Error(`The route ${url} does not declare its access`);
    if (schema === undefined) throw new Error(`The route ${url} has no schema`);
    const namesWorkspace = url.includes('/workspaces/:workspaceId');
    if (namesWorkspace === (access === 'public' || access === 'session')) {
      throw new Error(`The route ${url} takes a permission if, and only if, it is one of a workspace`);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const refusal = await admit(context, request, reply);
    return refusal && sendRefusal(reply, refusal);
  });
}

/** Checks origin, session, rate limit, membership and role, in this order. */
async function admit(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  reply.header('cache-control', 'no-store');
  if (!isOwnRequest(request, context.publicUrl)) return refuse('request.cross_site');
  const { access } = request.routeOptions.config;
  if (access === 'public') return undefined;
  const session = await sessionBehind(context, request, reply);
  if (isRefusal(session)) return session;
  request.session = session;
  const decision = await context.rateLimiter.take(`session:${session.memberId}`, portalRequestsPerMinute);
  reply.headers(limitHeaders(decision, 'session'));
  if (!decision.allowed) return refuseRateLimited(decision);
  if (access === 'session' || access === undefined) return undefined;

  const { workspaceId = '' } = request.params as { workspaceId?: string };
  const membership = session.memberships.find((own) => own.workspaceId === workspaceId.toLowerCase());
  if (!membership) return refuseUnknown('workspaceId', 'workspace');
  if (membership.isSuspended) return refuse('workspace.suspended');
  request.membership = membership;
  if (may(membership.role, access)) return undefined;
  const allowedRoles = memberRoles.filter((role) => may(role, access));
  return refuse('auth.role_not_allowed', { role: membership.role, allowedRoles });
}

const sessionRequired = refuse('auth.session_required');

/** Unknown sessions are limited by source address, like failed credentials: each costs a database read. */
async function sessionBehind(
  { database, writes, clock, failedAttempts }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredSession | Refusal> {
  const text = presentedSession(request);
  if (text === undefined) return sessionRequired;
  const address = `session ${request.ip}`;
  const reserved = failedAttempts.reserve(address);
  if (!reserved.allowed) {
    reply.headers(limitHeaders(reserved, 'address'));
    return refuseRateLimited(reserved);
  }
  let isUnknown = false;
  let session: StoredSession | undefined;
  try {
    session = await findSession(database, hashSecret(text));
    isUnknown = session === undefined;
  } finally {
    if (!isUnknown) failedAttempts.giveBack(address);
  }
  const now = clock.now();
  if (!session || !isSessionAlive(session, now)) return sessionRequired;
  if (!isLastSeenDue(session, now)) return session;
  await recordSessionSeen({ database: writes, now }, session.sessionHash);
  return { ...session, lastSeenAt: now };
}
