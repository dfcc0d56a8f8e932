import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../core/refusal.ts';
import type { SignIn, SignInState } from '../../core/workspaces/sign-in.ts';
import { limitHeaders, refuseRateLimited } from '../authentication/rate-limit.ts';
import type { ApiContext } from '../context.ts';
import { SealedCookie, type Sealing } from './sealed-cookie.ts';

export const signInPath = '/sign-in';
const lifetimeSeconds = 10 * 60;

/** Selects the handler in `signInCallback`. */
export type SignInPurpose = string;

interface BegunVisit {
  readonly memory: SignInState;
  readonly purpose: SignInPurpose;
  readonly returnTo: OwnPath;
}

/** One cookie per attempt, so that two windows do not interfere. */
export function visitCookie(state: string): SealedCookie<BegunVisit> {
  return new SealedCookie({ name: `sign-in-${state.slice(0, 12)}`, path: signInPath, lifetimeSeconds });
}

/** The redirect URI registered at the identity provider. */
export function redirectUri({ publicUrl }: Pick<Sealing, 'publicUrl'>): string {
  return `${publicUrl}${signInPath}/callback`;
}

export interface SignInRequest {
  readonly purpose: SignInPurpose;
  /** Where the browser goes afterwards, signed in or with an error. */
  readonly returnTo: OwnPath;
  readonly loginHint?: string;
  readonly chooseAccount?: boolean;
}

/** Redirects the browser to the identity provider. */
export async function beginSignIn(
  context: Sealing,
  signIn: SignIn,
  reply: FastifyReply,
  { purpose, returnTo, ...question }: SignInRequest,
): Promise<FastifyReply> {
  const { url, memory } = await signIn.begin({ redirectUri: redirectUri(context), ...question });
  visitCookie(memory.state).set(context, reply, { memory, purpose, returnTo });
  return reply.header('cache-control', 'no-store').redirect(url, 303);
}

declare const own: unique symbol;

/** A path within this service, safe for redirects. */
export type OwnPath = string & { readonly [own]: true };

const anyOrigin = 'http://own.invalid';

/**
 * Browsers read `//elsewhere`, `/\elsewhere` and paths with tabs as other hosts. The URL is normalised, so that the
 * checked text is the used one.
 */
export function readOwnPath(text: string): OwnPath | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  if (origin !== anyOrigin || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}` as OwnPath;
}

/** Enough for an office behind one IP address, and a bound on requests to the provider. */
export const signInsPerMinute = 120;

/** Counts a sign-in request against the limit of its IP address. */
export async function limitSignIn(
  { rateLimiter }: Pick<ApiContext, 'rateLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  const decision = await rateLimiter.take(`sign-in:${request.ip}`, signInsPerMinute);
  reply.headers(limitHeaders(decision, 'address'));
  if (decision.allowed) return undefined;
  const refusal = refuseRateLimited(decision);
  reply.header('retry-after', String(refusal.args.retryAfterSeconds));
  return refusal;
}
