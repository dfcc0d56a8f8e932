import * as openid from 'openid-client';
import { isUuid } from '../../core/identifiers.ts';
import type { Clock } from '../../core/ports.ts';
import { asOneLine } from '../../core/values/text.ts';
import { isPersonalTenant } from '../../core/workspaces/personal-accounts.ts';
import { type FinishedSignIn, isGuestOf, type SignIn } from '../../core/workspaces/sign-in.ts';
import { type Exchange, requiredAddress } from '../outgoing/exchange.ts';
import { cacheDiscovery, exchangeFetch } from './discovery.ts';
import { explainSignInFailure } from './sign-in-failure.ts';

export interface SignInOptions {
  /** `https://login.microsoftonline.com`, or the address of another cloud or an emulator. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exchange: Exchange;
  readonly clock: Clock;
  /** The clock that the library uses. */
  readonly systemClock: Clock;
}

const timeoutSeconds = 10;
/** `profile` includes the user name. `email` is not requested, because it is not verified. */
const scopes = ['openid', 'profile'];
/** The only host for which the library accepts an issuer template in the discovery document. */
const publicCloud = 'https://login.microsoftonline.com';

/** Signs in work accounts of any tenant: authorization code with PKCE, state and nonce. */
export function createSignIn({
  clientId,
  clientSecret,
  exchange,
  clock,
  systemClock,
  ...options
}: SignInOptions): SignIn {
  const authUrl = requiredAddress('The identity provider', options.authUrl);
  const authority = `${authUrl}/organizations`;
  const call = exchangeFetch(exchange);
  const mayBeHttp = authUrl.startsWith('http:');
  const browserSide = new openid.Configuration(
    { issuer: `${authority}/v2.0`, authorization_endpoint: `${authority}/oauth2/v2.0/authorize` },
    clientId,
  );
  if (mayBeHttp) openid.allowInsecureRequests(browserSide);

  const skewSeconds = () => Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000);
  const discover = cacheDiscovery(clock, skewSeconds, () =>
    openid.discovery(
      new URL(`${publicCloud}/organizations/v2.0`),
      clientId,
      {
        client_secret: clientSecret,
        [openid.clockSkew]: skewSeconds(),
      },
      undefined,
      {
        timeout: timeoutSeconds,
        // The library compares the issuer with the token's tenant only for the public cloud, so requests use its
        // address and are redirected here. Other clouds and emulators have the same document format.
        [openid.customFetch]: (address, init) => call(address.replace(publicCloud, authUrl), init),
        execute: [openid.enableNonRepudiationChecks, ...(mayBeHttp ? [openid.allowInsecureRequests] : [])],
      },
    ),
  );

  return {
    async begin({ redirectUri, loginHint, chooseAccount }) {
      const memory = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(browserSide, {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state: memory.state,
        nonce: memory.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(memory.codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint !== undefined && { login_hint: loginHint }),
        ...(chooseAccount && { prompt: 'select_account' }),
      });
      return { url: url.href, memory };
    },

    async finish({ redirectUri, callbackUrl, memory }): Promise<FinishedSignIn> {
      const answer = new URL(redirectUri);
      answer.search = new URL(callbackUrl).search;
      try {
        const tokens = await openid.authorizationCodeGrant(await discover(), answer, {
          expectedState: memory.state,
          expectedNonce: memory.nonce,
          pkceCodeVerifier: memory.codeVerifier,
          idTokenExpected: true,
        });
        // The user can edit the authorization URL, so the granted scopes are checked.
        const granted = tokens.scope?.split(' ') ?? scopes;
        const missing = scopes.filter((scope) => !granted.includes(scope));
        if (missing.length > 0) return incomplete(`the provider did not grant ${missing.join(' ')}`);
        return readUser(tokens.claims());
      } catch (fault) {
        return explainSignInFailure(fault);
      }
    },
  };
}

function readUser(claims: openid.IDToken | undefined): FinishedSignIn {
  const tenantId = text(claims?.tid)?.toLowerCase();
  const objectId = text(claims?.oid)?.toLowerCase();
  if (!tenantId || !objectId || !isUuid(tenantId) || !isUuid(objectId)) {
    return { outcome: 'refused', reason: 'invalid', detail: 'the ID token names no user of a tenant' };
  }
  if (isPersonalTenant(tenantId)) {
    return { outcome: 'refused', reason: 'personal', detail: 'the user has a personal account' };
  }
  const username = text(claims?.preferred_username);
  if (!username) return incomplete('the ID token has no preferred_username');
  const name = asOneLine(text(claims?.name) ?? '') || username;
  const isGuest = isGuestOf(tenantId, text(claims?.idp));
  return { outcome: 'signed-in', user: { tenantId, objectId, name, username, isGuest } };
}

function incomplete(detail: string): FinishedSignIn {
  return { outcome: 'refused', reason: 'incomplete', detail };
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim : undefined;
}
