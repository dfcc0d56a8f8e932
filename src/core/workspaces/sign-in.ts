/** OpenID Connect sign-in with a work account. */

/** The secret state of a sign-in, stored in a cookie until the browser returns. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignedInUser {
  readonly tenantId: string;
  readonly objectId: string;
  readonly name: string;
  /** `preferred_username`: looks like an e-mail address, but may not be one. */
  readonly username: string;
  /** Of another tenant, or of none: the domain of the user name is not one of the tenant's. */
  readonly isGuest: boolean;
}

/** @param authenticatedBy the identity provider that the token names; undefined: the tenant itself. */
export function isGuestOf(tenantId: string, authenticatedBy: string | undefined): boolean {
  return authenticatedBy !== undefined && !authenticatedBy.toLowerCase().split('/').includes(tenantId);
}

interface StartedSignIn {
  /** The authorisation URL to redirect to. */
  readonly url: string;
  readonly memory: SignInState;
}

export type SignInRefusal =
  /** The user or their administrator declined. */
  | 'cancelled'
  /** The response does not match the request or was used before: start again. */
  | 'invalid'
  /** A scope was not granted, or the user name is missing. */
  | 'incomplete'
  /** An account of no organisation. */
  | 'personal'
  /** The identity provider does not know the application or rejects its secret. */
  | 'misconfigured';

export type FinishedSignIn =
  | { readonly outcome: 'signed-in'; readonly user: SignedInUser }
  | {
      readonly outcome: 'refused';
      readonly reason: SignInRefusal;
      /** For the log. */
      readonly detail: string;
    }
  | { readonly outcome: 'unavailable'; readonly detail: string };

export interface SignIn {
  /** Makes no call: if the identity provider is down, the browser finds out. */
  begin(request: {
    readonly redirectUri: string;
    readonly loginHint?: string;
    /** Shows the account picker even to a signed-in user. */
    readonly chooseAccount?: boolean;
  }): Promise<StartedSignIn>;
  finish(response: {
    readonly redirectUri: string;
    /** The full callback URL, with the parameters of the identity provider. */
    readonly callbackUrl: string;
    readonly memory: SignInState;
  }): Promise<FinishedSignIn>;
}
