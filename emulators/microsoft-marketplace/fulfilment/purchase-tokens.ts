import { randomBytes } from 'node:crypto';

export interface PurchaseToken {
  readonly token: string;
  readonly subscriptionId: string;
  readonly expiresAt: Date;
}

/** The tokens that customers take to the landing page. */
export interface PurchaseTokens {
  issue(subscriptionId: string, now: Date): PurchaseToken;
  find(token: string, now: Date): PurchaseToken | undefined;
  /** The newest token, for the page. */
  latestOf(subscriptionId: string): PurchaseToken | undefined;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

export function createPurchaseTokens(): PurchaseTokens {
  const tokens = new Map<string, PurchaseToken>();
  const latest = new Map<string, PurchaseToken>();
  return {
    issue(subscriptionId, now) {
      for (const { token, expiresAt } of tokens.values()) if (expiresAt <= now) tokens.delete(token);
      // Not base64url: every other token has a `+`, which form decoding turns into a blank.
      const letters = randomBytes(63).toString('base64').replaceAll('+', '/');
      const token = tokens.size % 2 === 0 ? `${letters.slice(0, 40)}+${letters.slice(41)}` : letters;
      const issued = { token, subscriptionId, expiresAt: new Date(now.getTime() + dayMilliseconds) };
      tokens.set(token, issued);
      latest.set(subscriptionId, issued);
      return issued;
    },
    find(token, now) {
      const found = tokens.get(token);
      return found && found.expiresAt > now ? found : undefined;
    },
    latestOf: (subscriptionId) => latest.get(subscriptionId),
  };
}
