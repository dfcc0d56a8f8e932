import { expect, it } from 'vitest';
import { webhookPayload } from './event.ts';

it('a test with the example of another type is marked as a test', () => {
  const occurredAt = new Date('2026-11-15T09:00:00.000Z');
  const data = { endpointId: 'e', sentAs: { type: 'seat.assigned', data: { version: 3 } } };
  const payload = webhookPayload({ type: 'webhook.test', occurredAt, dataText: JSON.stringify(data) });
  expect(JSON.parse(payload)).toEqual({
    type: 'seat.assigned',
    timestamp: '2026-11-15T09:00:00.000Z',
    isTest: true,
    data: { version: 3 },
  });
});

it('a payload is type, timestamp and data', () => {
  const occurredAt = new Date('2026-11-15T09:00:00.000Z');
  const payload = webhookPayload({ type: 'seat.assigned', occurredAt, dataText: '{"version": 3}' });
  expect(JSON.parse(payload)).toEqual({
    type: 'seat.assigned',
    timestamp: '2026-11-15T09:00:00.000Z',
    data: { version: 3 },
  });
});
