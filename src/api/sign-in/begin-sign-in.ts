import type { FastifyReply } from 'fastify';
import type { SignIn, SignInState } from '../../core/workspaces/sign-in.ts';
import type { OwnPath } from './own-path.ts';
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
