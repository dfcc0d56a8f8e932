import type { Meter } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { Emitter } from './emitter.ts';
import { countEvents } from './telemetry.ts';
import type { TelemetryMeter } from './types.ts';

it('counts each event', () => {
  const counts: Record<string, number> = {};
  const meter: TelemetryMeter = {
    createCounter: (name) => ({
      add: (value) => {
        counts[name] = (counts[name] ?? 0) + value;
      },
    }),
  };
  const emitter = new Emitter();
  countEvents(emitter, meter);
  for (const event of ['hit', 'hit', 'miss', 'stale'] as const) emitter.emit(event, { tenantId: 'one' });
  emitter.emit('retry', { attempt: 1, error: new Error('cut') });
  expect(counts).toEqual({
    'tessera.client.hit': 2,
    'tessera.client.miss': 1,
    'tessera.client.stale': 1,
    'tessera.client.retry': 1,
  });
});

it('takes a meter of OpenTelemetry', () => {
  const accepts = (meter: Meter): TelemetryMeter => meter;
  expect(accepts).toBeTypeOf('function');
});
