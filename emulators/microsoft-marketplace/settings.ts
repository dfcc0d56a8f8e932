/** Times and limits, as documented; tests use shorter times. */
export interface Settings {
  /** Subscriptions on a page of the list. */
  readonly pageSize: number;
  /** From the webhook until a change without acknowledgement is accepted. */
  readonly autoAcceptMilliseconds: number;
  /** From the call until the subscription is active. */
  readonly activationMilliseconds: number;
  /** How long reads and lists still show a subscription as before a completed change. */
  readonly subscriptionLagMilliseconds: number;
  /** The time limit of a webhook's answer. */
  readonly webhookTimeoutMilliseconds: number;
  /** The pause between two attempts of a webhook: 500 attempts take 8 hours. */
  readonly retryMilliseconds: number;
  /** The most attempts of a webhook. */
  readonly attempts: number;
  /** 1 puts every new webhook on hold until it is released. */
  readonly holdWebhooks: number;
}

export const defaultSettings: Settings = {
  pageSize: 50,
  autoAcceptMilliseconds: 10_000,
  activationMilliseconds: 0,
  subscriptionLagMilliseconds: 0,
  webhookTimeoutMilliseconds: 10_000,
  retryMilliseconds: 57_600,
  attempts: 500,
  holdWebhooks: 0,
};
