import type { Journal } from '../../shell/journal.ts';
import type { AcceptedEvent } from './accepted-event.ts';

/** An event's identity: one for each resource, dimension and hour. */
type UsageHour = Pick<AcceptedEvent, 'resourceId' | 'dimension' | 'hour'>;

export interface UsageLedger {
  find(usageHour: UsageHour): AcceptedEvent | undefined;
  /** The first write wins: callers use `find` before. */
  add(event: AcceptedEvent): void;
  /** In the order of acceptance. */
  list(): readonly AcceptedEvent[];
}

export function createUsageLedger(journal?: Journal<AcceptedEvent>): UsageLedger {
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
