import type { FastifyReply } from 'fastify';
import type { SignIn, SignInState } from '../../core/workspaces/sign-in.ts';
import type { OwnPath } from './own-path.ts';
import { SealedCookie, type Sealing } from './sealed-cookie.ts';

export const signInPath = '/sign-in';
const lifetimeSeconds = 10 * 60;

/** Who asked for somebody to be signed in; each says in `signInCallback` what it does with them. */
export type SignInPurpose = string;

interface BegunVisit {
  readonly memory: SignInState;
  readonly purpose: SignInPurpose;
  readonly returnTo: OwnPath;
}

/** A cookie for each attempt, so that two windows do not spoil each other's. */
export function visitCookie(state: string): SealedCookie<BegunVisit> {
  return new SealedCookie({ name: `sign-in-${state.slice(0, 12)}`, path: signInPath, lifetimeSeconds });
}

/** The one address that is registered at the identity provider. */
export function redirectUri({ publicUrl }: Pick<Sealing, 'publicUrl'>): string {
  return `${publicUrl}${signInPath}/callback`;
}

export interface SignInQuestion {
  readonly purpose: SignInPurpose;
  /** Where the person goes on, signed in or with what went wrong. */
  readonly returnTo: OwnPath;
  readonly loginHint?: string;
  readonly chooseAccount?: boolean;
}

/** Sends the browser to the identity provider. */
export async function beginSignIn(
  context: Sealing,
  signIn: SignIn,
  reply: FastifyReply,
  { purpose, returnTo, ...question }: SignInQuestion,
): Promise<FastifyReply> {
  const { url, memory } = await signIn.begin({ redirectUri: redirectUri(context), ...question });
  visitCookie(memory.state).set(context, reply, { memory, purpose, returnTo });
  return reply.header('cache-control', 'no-store').redirect(url, 303);
}
