import type { Emitter } from './emitter.ts';
import type { TelemetryMeter, TesseraEvents } from './types.ts';

const counters: readonly (readonly [
  name: string,
  description: string,
  events: readonly (keyof TesseraEvents)[],
])[] = [
  [
    'tessera.client.answers',
    'Answers from memory, from the service, and unconfirmed ones.',
    ['hit', 'miss', 'stale'],
  ],
  ['tessera.client.retries', 'Requests that were repeated.', ['retry']],
  ['tessera.client.dropped_events', 'Usage events that were given up.', ['dropped']],
];

/** Counts the client's events with an OpenTelemetry meter. */
export function countEvents(emitter: Emitter, meter: TelemetryMeter): void {
  for (const [name, description, events] of counters) {
    const counter = meter.createCounter(name, { description });
    for (const event of events) {
      const attributes = events.length > 1 ? { outcome: event } : {};
      emitter.on(event, () => counter.add(1, attributes));
    }
  }
}
