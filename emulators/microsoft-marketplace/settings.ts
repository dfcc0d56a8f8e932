/** The marketplace's patience and manners, as documented; tests make it quicker. */
export interface Settings {
  /** Subscriptions on a page of the list. */
  readonly pageSize: number;
  /** After a notification, until a change that nobody has refused is accepted. */
  readonly autoAcceptMilliseconds: number;
  /** From the call until the subscription is active. */
  readonly activationMilliseconds: number;
  /** For how long reads and lists still show a subscription as it was before a change that has succeeded. */
  readonly subscriptionLagMilliseconds: number;
  /** How long the answer to a webhook may take. */
  readonly webhookTimeoutMilliseconds: number;
  /** Between two attempts at a webhook: 500 of them take 8 hours. */
  readonly retryMilliseconds: number;
  /** How often a webhook is tried. */
  readonly attempts: number;
  /** 1 holds every new webhook back until it is released. */
  readonly holdWebhooks: number;
}

export const usualSettings: Settings = {
  pageSize: 50,
  autoAcceptMilliseconds: 10_000,
  activationMilliseconds: 0,
  subscriptionLagMilliseconds: 0,
  webhookTimeoutMilliseconds: 10_000,
  retryMilliseconds: 57_600,
  attempts: 500,
  holdWebhooks: 0,
};

export function isSetting(name: string): name is keyof Settings {
  return Object.hasOwn(usualSettings, name);
}
