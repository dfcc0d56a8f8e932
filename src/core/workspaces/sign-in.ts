/** How a person proves who they are: at the identity provider, with the account they have at work. */

/** What must be known again when the person comes back. It is a secret between us and their browser. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignedInUser {
  readonly tenantId: string;
  readonly objectId: string;
  readonly name: string;
  /** What they sign in with (`preferred_username`); it looks like an e-mail address, and need not be one. */
  readonly username: string;
}

export interface BegunSignIn {
  /** Where the browser is to go. */
  readonly url: string;
  readonly memory: SignInState;
}

export type SignInRefusal =
  /** The person, or their administrator, has said no. */
  | 'cancelled'
  /** The answer is not one to this question, or was used before: to be begun anew. */
  | 'invalid'
  /** The answer lacks what was asked for: a scope was not granted, or the user name is missing. */
  | 'incomplete'
  /** The provider does not know our application, or does not take its secret. */
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
  /** Asks nobody: a provider that is down is met by the browser. */
  begin(question: {
    readonly redirectUri: string;
    readonly loginHint?: string;
    /** Asks which account, also of somebody who is signed in already. */
    readonly chooseAccount?: boolean;
  }): Promise<BegunSignIn>;
  finish(answer: {
    readonly redirectUri: string;
    /** As the browser came back to it, with everything that the provider put there. */
    readonly callbackUrl: string;
    readonly memory: SignInState;
  }): Promise<FinishedSignIn>;
}
