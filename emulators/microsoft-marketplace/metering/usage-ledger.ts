import type { UsageJournal } from './usage-journal.ts';

export interface AcceptedEvent {
  readonly usageEventId: string;
  readonly messageTime: string;
  readonly publisherId: string;
  readonly offerId: string;
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly quantity: number;
  /** As it was sent. */
  readonly effectiveStartTime: string;
  /** The UTC hour it stands for, in full. */
  readonly hour: string;
}

/** What names an event: there is one for a resource, a dimension and an hour. */
export type UsageHour = Pick<AcceptedEvent, 'resourceId' | 'dimension' | 'hour'>;

export interface UsageLedger {
  find(usageHour: UsageHour): AcceptedEvent | undefined;
  /** The first write wins: whoever adds has looked before. */
  add(event: AcceptedEvent): void;
  /** In the order of acceptance. */
  list(): readonly AcceptedEvent[];
}

export function createUsageLedger(journal?: UsageJournal): UsageLedger {
  const events = new Map<string, AcceptedEvent>();
  const nameOf = ({ resourceId, dimension, hour }: UsageHour) =>
    JSON.stringify([resourceId, dimension, hour]);
  for (const event of journal?.read() ?? []) events.set(nameOf(event), event);

  return {
    find: (usageHour) => events.get(nameOf(usageHour)),
    add(event) {
      journal?.append(event);
      events.set(nameOf(event), event);
    },
    list: () => [...events.values()],
  };
}
