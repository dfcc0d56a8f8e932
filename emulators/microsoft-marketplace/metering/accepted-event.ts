export interface AcceptedEvent {
  readonly usageEventId: string;
  readonly messageTime: string;
  readonly publisherId: string;
  readonly offerId: string;
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly quantity: number;
  /** As the publisher sent it. */
  readonly effectiveStartTime: string;
  /** The UTC hour, as an ISO time. */
  readonly hour: string;
}
