/** How the agreement of an ended licence ended: `Continued` by another one, or not; `Unknown`: no event has told it yet. */
export type AgreementEnd = 'Ended' | 'Continued' | 'Unknown';

/** Events of one change come within a minute of each other, in any order. */
const patience: Readonly<Record<AgreementEnd, number>> = {
  Ended: 0,
  Unknown: 2 * 60_000,
  // The last usage must be sent within ten minutes.
  Continued: 5 * 60_000,
};

/** Whether the events of the agreement that another one continues are still awaited. */
export function waitsForPredecessor(receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() < patience.Unknown;
}

/** Whether the end of a licence is not followed yet, because the licence that continues it may still be told. */
export function waitsForSuccessor(end: AgreementEnd, receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() < patience[end];
}
