import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { maxBufferedRequests } from '../../core/clients/request-log.ts';
import { ClientRequests } from './client-activity.ts';

const now = new Date('2026-11-15T09:00:00Z');

/** The requests that were added; 200 unless another status is given. */
function call(log: ClientRequests, apiClientId: string, count: number, status = 200, at = now): number {
  for (let index = 0; index < count; index += 1) {
    const requests = log.take(apiClientId, status, at);
    if (requests === 0) continue;
    log.add({
      apiClientId,
      requestedAt: at,
      method: 'GET',
      route: '/api/v1/catalogue/products',
      status,
      code: null,
      tenantId: null,
      milliseconds: 1,
      requestId: randomUUID(),
      requests,
    });
  }
  return log.drain(at).length;
}

it('samples each client alone, and failed requests apart from the others', () => {
  const log = new ClientRequests({ requestLogDays: 7 });
  const [busy, other] = [randomUUID(), randomUUID()];
  expect(call(log, busy, 400)).toBe(100);
  expect(call(log, busy, 1)).toBe(0);
  expect(call(log, other, 1)).toBe(1);
  expect(call(log, busy, 1_100, 404)).toBe(1_000);
  const later = new Date(now.getTime() + 10_000);
  expect(call(log, busy, 3, 200, later)).toBe(1);
});

it('has a ceiling for all clients together', () => {
  const log = new ClientRequests({ requestLogDays: 7 });
  for (let client = 0; client < 10; client += 1) {
    const apiClientId = randomUUID();
    for (let index = 0; index < 1_000; index += 1) {
      const requests = log.take(apiClientId, 500, now);
      if (requests > 0) log.add({ apiClientId, requests } as never);
    }
  }
  expect(log.drain(now)).toHaveLength(maxBufferedRequests);
  expect(log.drain(now)).toEqual([]);
});

it('stores nothing when it is off', () => {
  expect(call(new ClientRequests({ requestLogDays: 0 }), randomUUID(), 5, 500)).toBe(0);
});
