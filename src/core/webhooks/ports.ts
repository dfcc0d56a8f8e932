/** One delivery as it is sent: the service signs what leaves it. */
export interface WebhookDestination {
  readonly url: string;
  /** The endpoint's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each signs; the newest first. */
  readonly secrets: readonly string[];
}

export interface WebhookMessage {
  /** What many messages share is made ready once for the same value. */
  readonly destination: WebhookDestination;
  /** The same at every try. */
  readonly messageId: string;
  readonly body: string;
}

export type WebhookAnswer = { readonly durationMilliseconds: number } & (
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly retryAfterMilliseconds: number | null;
      /** The beginning of the body. */
      readonly beginning: string;
    }
  | { readonly outcome: 'unanswered'; readonly reason: string }
);

/** Whatever partners have put at the addresses that they gave us. */
export interface PartnerEndpoints {
  /** Never throws: whatever goes wrong out there is an answer. */
  post(message: WebhookMessage): Promise<WebhookAnswer>;
}

/** Counts what became of webhook deliveries. */
export interface WebhookMeasurements {
  /** `retried` failed and will be tried again, `failed` will not. */
  webhookTried(outcome: 'delivered' | 'retried' | 'failed', seconds: number): void;
  webhooksWaiting(due: number, oldestDueSeconds: number): void;
}
