import type { Emitter } from './emitter.ts';
import type { TelemetryMeter } from './types.ts';

/** Counts events with an OpenTelemetry meter: `tessera.client.hit`, and so on. */
export function countEvents(emitter: Emitter, meter: TelemetryMeter): void {
  for (const event of ['hit', 'miss', 'stale', 'retry', 'dropped'] as const) {
    const counter = meter.createCounter(`tessera.client.${event}`);
    emitter.on(event, () => counter.add(1));
  }
}
