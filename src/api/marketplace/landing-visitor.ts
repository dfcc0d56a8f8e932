import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { ApiContext } from '../context.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { Welcome } from '../sign-in/sign-in-callback.ts';

/** Who has come to the landing page: long enough to read and confirm, and for nothing else. */
export const visitorCookie = new SealedCookie<SignedInUser>({
  name: 'landing-visitor',
  path: '/marketplace',
  lifetimeSeconds: 60 * 60,
});

export function welcomeVisitor(context: ApiContext): Welcome {
  return (user, _request, reply) => {
    visitorCookie.set(context, reply, user);
    return undefined;
  };
}
