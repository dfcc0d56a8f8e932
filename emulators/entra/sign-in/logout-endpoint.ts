import { decodeJwt } from 'jose';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { Application, Register } from '../directory.ts';
import { signedOutPage } from './pages.ts';

/** There are no sessions: signing out redirects to the application's address, if it is registered. */
export function answerLogout(parameters: URLSearchParams, register: Register): EmulatorResponse {
  const address = parameters.get('post_logout_redirect_uri');
  const state = parameters.get('state');
  if (!address || !isRegistered(address, parameters, register)) return signedOutPage();
  const joint = address.includes('?') ? '&' : '?';
  const location = state === null ? address : `${address}${joint}${new URLSearchParams({ state })}`;
  return { status: 302, headers: { location, 'cache-control': 'no-store' } };
}

/** For the application of `client_id` or of the ID token; without either, for any application. */
function isRegistered(address: string, parameters: URLSearchParams, register: Register): boolean {
  const clientId = parameters.get('client_id') ?? audienceOf(parameters.get('id_token_hint'));
  const named = clientId === undefined ? undefined : register.findApplicationAnywhere(clientId);
  const applications = clientId === undefined ? register.contents().applications : named ? [named] : [];
  return applications.some(({ redirectUris = [], singlePageRedirectUris = [] }: Application) =>
    [...redirectUris, ...singlePageRedirectUris].includes(address),
  );
}

function audienceOf(idToken: string | null): string | undefined {
  try {
    const { aud } = decodeJwt(idToken ?? '');
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}
