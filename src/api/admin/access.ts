import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordSessionSeen } from '../../actions/workspaces/sessions.ts';
import { refuseFromElsewhere } from '../../core/clients/allowed-networks.ts';
import { keyIdOf } from '../../core/clients/api-key.ts';
import { isKeyAlive } from '../../core/clients/credential.ts';
import { serviceAccountRequestsPerMinute } from '../../core/clients/service-account.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { may, memberRoles, type Permission } from '../../core/workspaces/member-role.ts';
import { isLastSeenDue, isSessionAlive } from '../../core/workspaces/session.ts';
import { hashSecret, matchesHash } from '../../secrets/hash.ts';
import { findServiceAccountKey, type StoredServiceAccountKey } from '../../storage/clients/api-keys.ts';
import { isRetryable } from '../../storage/connection/retryable.ts';
import { findSession, type StoredSession } from '../../storage/workspaces/sessions.ts';
import { withinFailureLimit } from '../authentication/authenticate.ts';
import { presentedCredential } from '../authentication/caller-cache.ts';
import { acceptCharges } from '../authentication/rate-limit.ts';
import { SharedAttempts } from '../authentication/shared-attempts.ts';
import { sendRefusal } from '../http/problem.ts';
import type { AdminContext } from './admin-context.ts';
import { presentedSession } from './session-cookie.ts';
import { memberCaller, serviceAccountCaller, type WorkspaceCaller } from './workspace-caller.ts';

/**
 * Access to a route: public, any session, any service account, or members and service accounts of the path's workspace
 * with this permission. One cookie gives access outside this API: that of a view as a customer, which is begun with
 * `viewAsCustomerPermission` and checks session and role again on every request (`api/account/account-view.ts`).
 */
export type Access = 'public' | 'session' | 'service-account' | Permission;

/** The access of routes that belong to no workspace. */
export const outsideWorkspaces: readonly Access[] = ['public', 'session', 'service-account'];

/** Per person, over all browsers: above the needs of the portal, below those of a runaway script. */
export const portalRequestsPerMinute = 600;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    session: StoredSession | null;
    serviceAccountKey: StoredServiceAccountKey | null;
    workspaceCaller: WorkspaceCaller | null;
  }
}

/** Guards every route that is registered after it; a route without `access` fails at the start. */
export function guardAdministration(app: FastifyInstance, context: AdminContext): void {
  app.decorateRequest('session', null);
  app.decorateRequest('serviceAccountKey', null);
  app.decorateRequest('workspaceCaller', null);
  const authenticate = authenticateServiceAccounts(context);
  app.addHook('onRoute', ({ url, config, schema }) => {
    const access = config?.access;
    if (access === undefined) throw new Error(`The route ${url} does not declare its access`);
    if (schema === undefined) throw new Error(`The route ${url} has no schema`);
    const namesWorkspace = url.includes('/workspaces/:workspaceId');
    if (namesWorkspace === outsideWorkspaces.includes(access)) {
      throw new Error(`The route ${url} takes a permission if, and only if, it is one of a workspace`);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const refusal = await admit(context, authenticate, request, reply);
    return refusal && sendRefusal(reply, refusal);
  });
}

/** A key of a service account takes the place of the session. */
async function admit(
  context: AdminContext,
  authenticate: ServiceAccountAuthentication,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  reply.header('cache-control', 'no-store');
  const { access } = request.routeOptions.config;
  const key = presentedServiceAccountKey(request);
  // Without a cookie there is no CSRF: no other site can send the header with the key.
  if (key === undefined && !isOwnRequest(request, context.publicUrl)) return refuse('request.cross_site');
  if (access === 'public' || access === undefined) return undefined;
  if (key !== undefined) {
    return admitServiceAccount(context, request, reply, access, () => authenticate(request, reply, key));
  }
  if (access === 'service-account') return refuse('auth.credentials_invalid');
  return admitMember(context, request, reply, access);
}

/** Checks session, rate limit, membership and role, in this order. */
async function admitMember(
  context: AdminContext,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Exclude<Access, 'public' | 'service-account'>,
): Promise<Refusal | undefined> {
  const session = await sessionBehind(context, request, reply);
  if (isRefusal(session)) return session;
  request.session = session;
  const charge = acceptCharges(request, reply, 'session', (requests) =>
    context.rateLimiter.take(`session:${session.memberId}`, portalRequestsPerMinute, requests),
  );
  const limited = await charge(1);
  if (limited) return limited;
  if (access === 'session') return undefined;
  const membership = session.memberships.find(({ workspaceId }) => workspaceId === workspaceOf(request));
  return admitToWorkspace(request, membership && memberCaller(membership), access);
}

/** Checks the key, the network, the rate limit, the workspace and the role, in this order. */
async function admitServiceAccount(
  { rateLimiter, credentialUses, clock }: Pick<AdminContext, 'clock' | 'credentialUses' | 'rateLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Exclude<Access, 'public'>,
  authenticate: () => ReturnType<ServiceAccountAuthentication>,
): Promise<Refusal | undefined> {
  const key = await authenticate();
  if (isRefusal(key)) return key;
  const { serviceAccountId, workspaceId } = key.account;
  credentialUses.record({ kind: 'service-account-key', id: key.keyId, workspaceId }, clock.now());
  const elsewhere = key.allowedNetworks && refuseFromElsewhere(key.allowedNetworks, request.ip);
  if (elsewhere) return elsewhere;
  const charge = acceptCharges(request, reply, 'service-account', (requests) =>
    rateLimiter.take(`service-account:${serviceAccountId}`, serviceAccountRequestsPerMinute, requests),
  );
  const limited = await charge(1);
  if (limited) return limited;
  if (access === 'session') return refuse('auth.not_for_service_accounts');
  request.serviceAccountKey = key;
  const caller = serviceAccountCaller(key);
  if (access === 'service-account') return caller.isSuspended ? refuse('workspace.suspended') : undefined;
  return admitToWorkspace(request, workspaceId === workspaceOf(request) ? caller : undefined, access);
}

function workspaceOf({ params }: FastifyRequest): string {
  return (params as { workspaceId?: string }).workspaceId?.toLowerCase() ?? '';
}

/** `caller`: undefined if it does not belong to the path's workspace. */
function admitToWorkspace(
  request: FastifyRequest,
  caller: WorkspaceCaller | undefined,
  permission: Permission,
): Refusal | undefined {
  if (!caller) return refuseUnknown('workspaceId', 'workspace');
  if (caller.isSuspended) return refuse('workspace.suspended');
  request.workspaceCaller = caller;
  const { role } = caller;
  if (may(role, permission)) return undefined;
  const allowedRoles = memberRoles.filter((other) => may(other, permission));
  return refuse('auth.role_not_allowed', { role, allowedRoles });
}

const sessionRequired = refuse('auth.session_required');

/** Unknown sessions are limited by source address, like failed credentials: each costs a database read. */
async function sessionBehind(
  context: AdminContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredSession | Refusal> {
  const text = presentedSession(request);
  if (text === undefined) return sessionRequired;
  const { database, writes, clock } = context;
  const lookUp = async () => (await findSession(database, hashSecret(text))) ?? sessionRequired;
  const session = await withinFailureLimit(context, request, reply, lookUp, `session ${request.ip}`);
  if (isRefusal(session)) return session;
  const now = clock.now();
  if (!isSessionAlive(session, now)) return sessionRequired;
  if (!isLastSeenDue(session, now)) return session;
  try {
    await recordSessionSeen({ database: writes, now }, session.sessionHash);
    return { ...session, lastSeenAt: now };
  } catch (error) {
    // Sessions are written on every machine of a cluster. While one is down, the workspaces of the others are served.
    if (isRetryable(error)) return session;
    throw error;
  }
}

const requestHeader = 'x-tessera-request';

/**
 * Whether a changing request comes from our own page or from a program, and not from another site that uses the
 * browser's cookie (CSRF). Three independent signs: a header that forms and other sites cannot send, `Origin`, and
 * `Sec-Fetch-Site`. `Host` is no sign: DNS rebinding controls it.
 */
function isOwnRequest({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (headers[requestHeader] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}

const invalid = refuse('auth.credentials_invalid');

/** Any text with the prefix, so that a mistyped key is refused as a key. */
function presentedServiceAccountKey(request: FastifyRequest): string | undefined {
  const credential = presentedCredential(request.raw);
  return credential?.kind === 'token' && credential.text.startsWith('tsa_') ? credential.text : undefined;
}

type ServiceAccountAuthentication = (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
) => Promise<StoredServiceAccountKey | Refusal>;

/**
 * Looks the key up for every request, so that a revoked one is refused at once on every node. Concurrent requests with
 * the same key share a look-up: a burst of a valid account does not count as failed attempts.
 */
function authenticateServiceAccounts(context: AdminContext): ServiceAccountAuthentication {
  const attempts = new SharedAttempts<StoredServiceAccountKey>();
  const lookUp = async (text: string): Promise<StoredServiceAccountKey | Refusal> => {
    const keyId = keyIdOf(text, 'tsa');
    const key = keyId && (await findServiceAccountKey(context.database, keyId));
    if (!key || !matchesHash(text, key.secretHash)) return invalid;
    return isKeyAlive(key, context.clock.now()) ? key : invalid;
  };
  return (request, reply, text) =>
    attempts.share<Refusal>(
      text,
      () => withinFailureLimit(context, request, reply, () => lookUp(text)),
      (result): result is StoredServiceAccountKey => !isRefusal(result),
    );
}
