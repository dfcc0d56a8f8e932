import { randomBytes } from 'node:crypto';
import type { Failure } from '../protocol/failure.ts';

export interface RegistrationToken {
  readonly token: string;
  readonly agreementId: string;
  readonly expiresAt: Date;
}

/** The tokens that a buyer's browser posts to the seller's fulfilment address. */
export interface RegistrationTokens {
  issue(agreementId: string, expiresAt: Date): RegistrationToken;
  find(token: string): RegistrationToken | undefined;
  /** Why the token cannot be redeemed; undefined when it was. */
  redeem(token: RegistrationToken, now: Date, isSingleUse: boolean): Failure | undefined;
  /** The newest token, for the page; undefined when it has expired or was used up. */
  latestOf(agreementId: string, now: Date): RegistrationToken | undefined;
}

const maxTokens = 1_000;

/** The expired credentials of a caller have the same name. */
export const expiredToken: Failure = {
  failure: 'ExpiredTokenException',
  message: 'The submitted registration token has expired.',
};

export const invalidToken: Failure = {
  failure: 'InvalidTokenException',
  message: 'Registration token is invalid.',
};

export function createRegistrationTokens(): RegistrationTokens {
  const tokens = new Map<string, RegistrationToken>();
  return {
    issue(agreementId, expiresAt) {
      // Form decoding turns a `+` that was not encoded into a blank.
      const letters = randomBytes(120).toString('base64');
      const token = `${letters.slice(0, 20)}+/${letters.slice(22)}=`;
      const issued = { token, agreementId, expiresAt };
      tokens.set(token, issued);
      const [oldest = ''] = tokens.keys();
      if (tokens.size > maxTokens) tokens.delete(oldest);
      return issued;
    },
    find: (token) => tokens.get(token),
    redeem({ token, expiresAt }, now, isSingleUse) {
      if (expiresAt <= now) return expiredToken;
      if (isSingleUse) tokens.delete(token);
      return undefined;
    },
    latestOf: (agreementId, now) =>
      [...tokens.values()].findLast((one) => one.agreementId === agreementId && one.expiresAt > now),
  };
}
