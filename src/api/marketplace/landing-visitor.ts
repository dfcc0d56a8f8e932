import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { beginAccountSession } from '../account/account-session.ts';
import type { ApiContext } from '../context.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { SignInHandler } from '../sign-in/sign-in-callback.ts';

/** The signed-in visitor of the landing page, for as long as it takes to confirm. */
export const visitorCookie = new SealedCookie<SignedInUser>({
  name: 'landing-visitor',
  lifetimeSeconds: 60 * 60,
});

export function signInVisitor(context: ApiContext): SignInHandler {
  return (user, _request, reply) => {
    visitorCookie.set(context, reply, user);
    // The landing page leads to the customer's page, which asks for no second sign-in.
    beginAccountSession(context, reply, user);
    return undefined;
  };
}
