/** Times and limits, as documented or captured; tests and demonstrations use shorter times. */
export interface AwsSettings {
  /** From `Purchase Agreement Created` until `License Updated`: captured. */
  readonly licenseMilliseconds: number;
  /** From `Purchase Agreement Ended` until `License Deprovisioned`: captured. */
  readonly deprovisionMilliseconds: number;
  readonly tokenSeconds: number;
  /** For a seller's account and a region; 0 for no limit. */
  readonly batchCallsPerSecond: number;
  /** Entitlements on a page, when the caller names no number. */
  readonly pageSize: number;
  /** The time limit of the answer to an event. */
  readonly eventTimeoutMilliseconds: number;
  readonly retryMilliseconds: number;
  readonly attempts: number;
  /** 2 sends every event twice. */
  readonly eventCopies: number;
  /** Every event is late by this. */
  readonly eventDelayMilliseconds: number;
  /** 1 sends the events of one change in reverse. */
  readonly reverseEvents: number;
  /** The number of answers to each event that are lost: it is sent again, though it was accepted. */
  readonly lostEventAnswers: number;
  /** 1 puts every new event on hold until it is released. */
  readonly holdEvents: number;
}

export const defaultSettings: AwsSettings = {
  licenseMilliseconds: 61_000,
  deprovisionMilliseconds: 31_000,
  tokenSeconds: 4 * 60 * 60,
  batchCallsPerSecond: 10,
  pageSize: 25,
  eventTimeoutMilliseconds: 5_000,
  retryMilliseconds: 60_000,
  attempts: 185,
  eventCopies: 1,
  eventDelayMilliseconds: 0,
  reverseEvents: 0,
  lostEventAnswers: 0,
  holdEvents: 0,
};
