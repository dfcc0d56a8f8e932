import type { ApiContext } from '../context.ts';
import type { PersonalAccountHandler } from '../sign-in/sign-in-callback.ts';
import { readPurchaseToken } from './arrival.ts';
import { findLandingConnection } from './landing-visitor.ts';
import { resolveToken } from './resolve-purchase.ts';
import { noteWrongAccount } from './send-landing-error.ts';

/** Shows at the purchase that somebody tried to confirm it with a personal account. */
export function notePersonalAccount(context: ApiContext): PersonalAccountHandler {
  return async (returnTo) => {
    const { pathname, searchParams } = new URL(returnTo, context.publicUrl);
    const token = readPurchaseToken(searchParams.get('token'));
    const landing = await findLandingConnection(context, pathname.split('/').at(-1) ?? '');
    if (!landing || token === undefined) return;
    const resolved = await resolveToken(context, landing, token);
    if (resolved.outcome === 'answered') await noteWrongAccount(context, landing, resolved.value, null);
  };
}
