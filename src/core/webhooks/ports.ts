export interface WebhookDestination {
  readonly url: string;
  /** Custom headers of the endpoint. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each secret signs; the newest first. */
  readonly secrets: readonly string[];
}

export interface WebhookMessage {
  /** Messages that share this object share its prepared headers and keys. */
  readonly destination: WebhookDestination;
  /** The same at every attempt. */
  readonly messageId: string;
  readonly body: string;
}

export type WebhookResponse = { readonly durationMilliseconds: number } & (
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly retryAfterMilliseconds: number | null;
      /** The first bytes of the body. */
      readonly beginning: string;
    }
  | { readonly outcome: 'unanswered'; readonly reason: string }
);

export interface PartnerEndpoints {
  /** Never throws: every failure is an answer. */
  post(message: WebhookMessage): Promise<WebhookResponse>;
}

/** Metrics of webhook deliveries. */
export interface WebhookMeasurements {
  /** `retried` failed and will be retried; `failed` will not. */
  webhookTried(outcome: 'delivered' | 'retried' | 'failed', seconds: number): void;
  webhooksWaiting(due: number, oldestDueSeconds: number): void;
}
