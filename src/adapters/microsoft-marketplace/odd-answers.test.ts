import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { scriptedExchange } from '../../../tests/support/peers/local-exchange.ts';
import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import type { OutgoingRequest } from '../outgoing/exchange.ts';
import { createMeteringService } from './metering-service.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const connection: ApplicationAccount = {
  authUrl: 'https://login.example',
  marketplaceUrl: 'https://marketplace.example',
  tenantId: 'tenant',
  clientId: 'client',
  credential: { kind: 'secret', clientSecret: 'the-secret' },
};
const event = {
  resourceId: 'fdc778a6-1281-40e4-cade-4a5fc11f5440',
  planId: 'team',
  dimension: 'projects',
  hour: new Date('2026-11-15T08:00:00.000Z'),
  quantity: '1',
};
const item = { ...event, effectiveStartTime: '2026-11-15T08:00:00', quantity: 1, status: 'Accepted' };
const grant = () => Response.json({ access_token: 'the-token', expires_in: 3599 });

/** The adapter with a scripted marketplace. */
function serviceWith(answer: () => Response | Promise<Response>, token: () => Response = grant) {
  const seen: OutgoingRequest[] = [];
  const service = createMeteringService({
    clock: { now: () => now },
    randomBytes,
    exchange: scriptedExchange((request) => {
      seen.push(request);
      return request.address.startsWith('https://login.example') ? token() : answer();
    }),
  });
  return { service, seen };
}
const send = (answer: () => Response | Promise<Response>) =>
  serviceWith(answer).service.sendBatch(connection, [event]);

describe('a request', () => {
  it('goes to the documented URLs and contains no secret twice', async () => {
    const { service, seen } = serviceWith(() => Response.json({ count: 1, result: [item] }));
    await service.sendBatch(connection, [event]);
    await service.readUsage(connection, new Date('2026-11-14T23:00:00Z'), now);
    expect(seen.map(({ address }) => address)).toEqual([
      'https://login.example/tenant/oauth2/v2.0/token',
      'https://marketplace.example/api/batchUsageEvent?api-version=2018-08-31',
      'https://marketplace.example/api/usageEvents?api-version=2018-08-31&usageStartDate=2026-11-14&UsageEndDate=2026-11-15',
    ]);
    expect(seen[0]?.body).toContain('scope=20e940b3-4c77-4b0b-9a53-9e16a1b010a7%2F.default');
    expect(seen[1]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer the-token', 'content-type': 'application/json' },
    });
    expect(seen[2]?.method).toBe('GET');
    expect(JSON.stringify(seen.slice(1))).not.toContain('the-secret');
  });
});

describe('a response', () => {
  it('may have another content type, another count and an extra item', async () => {
    const other = { ...item, dimension: 'exports' };
    const text = JSON.stringify({ count: 7, result: [other, item] });
    expect(await send(() => new Response(text, { headers: { 'content-type': 'text/plain' } }))).toEqual({
      outcome: 'answered',
      items: [{ outcome: 'accepted', usageEventId: null }],
    });
  });

  it.each([
    ['an empty body', () => new Response(''), 'has no results', false],
    ['another object', () => Response.json({ error: 'x' }), 'has no results', false],
    ['an HTML page', () => new Response('<html>'), 'answered 200: answer unreadable.', false],
    [
      'an HTML page with 403',
      () => new Response('<html>', { status: 403 }),
      'answered 403: answer unreadable.',
      false,
    ],
    [
      'millions of values, which are not parsed',
      () => new Response(`{"result":[],"more":[${'[],'.repeat(300_000)}0]}`),
      'answered 200: answer unreadable.',
      false,
    ],
    ['an empty 401', () => new Response(null, { status: 401 }), 'answered 401', true],
    ['an empty 403', () => new Response(null, { status: 403 }), 'answered 403', true],
    ['a 408', () => new Response(null, { status: 408 }), 'answered 408', false],
    ['a 503', () => new Response('<html>', { status: 503 }), 'answered 503', false],
    ['a 202', () => Response.json({ result: [item] }, { status: 202 }), 'answered 202', false],
    ['an empty 400', () => new Response(null, { status: 400 }), 'answered 400', false],
    ['a 400 of a gateway', () => Response.json({ code: 'BadHost' }, { status: 400 }), 'answered 400.', false],
  ])('%s is undecided, with its reason', async (_name, answer, reason, isConfiguration) => {
    expect(await send(answer)).toEqual({
      outcome: 'undecided',
      reason: expect.stringContaining(reason),
      retryAfterSeconds: null,
      isConfiguration,
    });
  });

  it.each([
    ['an HTML page', '<html>', 'answered 404: answer unreadable.'],
    ['nothing', null, 'answered 404.'],
  ])('404 with %s, as of an emulator without metering, is a missing service', async (_name, body, reason) => {
    expect(await send(() => new Response(body, { status: 404 }))).toEqual({
      outcome: 'undecided',
      reason: expect.stringContaining(reason),
      retryAfterSeconds: null,
      isConfiguration: true,
      isMissing: true,
    });
  });

  it('of status 400 by the marketplace itself refuses the whole batch', async () => {
    const error = { code: 'BadArgument', message: 'No.', details: [{ target: 'request' }] };
    expect(await send(() => Response.json(error, { status: 400 }))).toEqual({
      outcome: 'refused',
      status: 'BadArgument',
      reason: 'The marketplace answered 400. No. — request',
    });
  });

  it.each([
    ['rows in an object', { value: [] }],
    ['an invalid row', [1]],
    ['a row without a day', [{ usageResourceId: 'x', dimension: 'y', submittedQuantity: 1 }]],
    ['a row without a quantity', [{ usageDate: '2026-11-15', usageResourceId: 'x', dimension: 'y' }]],
  ])('as a list of usage may not have %s', async (_name, body) => {
    const { service } = serviceWith(() => Response.json(body));
    expect(await service.readUsage(connection, now, now)).toMatchObject({
      outcome: 'unavailable',
      reason: expect.stringContaining('cannot be understood'),
    });
  });

  it('as a list of usage is parsed row by row, and the event loop turns between rows', async () => {
    const row = { usageDate: '2026-11-15', usageResourceId: 'x', dimension: 'y', submittedQuantity: 1 };
    const { service } = serviceWith(() => Response.json(Array.from({ length: 5_000 }, () => row)));
    let elapsed = 0;
    // Every row takes as long as work may hold the event loop.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      elapsed += 5;
      return elapsed;
    });
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      expect(await service.readUsage(connection, now, now)).toMatchObject({
        outcome: 'read',
        rows: expect.objectContaining({ length: 5_000 }),
      });
      expect(turns.mock.calls.length).toBeGreaterThan(4_900);
    } finally {
      clock.mockRestore();
      turns.mockRestore();
    }
  });

  it('as a list of usage may be written loosely', async () => {
    const row = {
      usageDate: '2026-11-15T00:00:00',
      usageResourceId: ' FDC778A6-1281-40e4-cade-4a5fc11f5440 ',
      dimension: 'projects ',
      reconStatus: 'Accepted  ',
      submittedQuantity: 0.1 + 0.2,
      processedQuantity: '',
    };
    const { service } = serviceWith(() => Response.json([row]));
    expect(await service.readUsage(connection, now, now)).toEqual({
      outcome: 'read',
      rows: [
        {
          day: '2026-11-15',
          resourceId: event.resourceId,
          planId: '',
          dimension: 'projects',
          submittedQuantity: '0.3',
          processedQuantity: null,
          reconciliationStatus: 'Accepted',
        },
      ],
    });
  });
});

it("a token endpoint's response may have Retry-After", async () => {
  const busy = () => new Response('', { status: 429, headers: { 'retry-after': '30' } });
  const { service } = serviceWith(() => Response.json({}), busy);
  expect(await service.sendBatch(connection, [event])).toMatchObject({
    outcome: 'undecided',
    reason: 'The token endpoint answered 429.',
    retryAfterSeconds: 30,
  });
});
it.each([
  ['', null],
  ['soon', null],
  ['0', 0],
  [' 7 ', 7],
  ['1.5', 2],
  ['Sun, 15 Nov 2026 09:31:00 GMT', 60],
  ['Sun, 15 Nov 2026 09:00:00 GMT', 0],
])('Retry-After %o is %s seconds', async (header, retryAfterSeconds) => {
  const busy = () => new Response('', { status: 429, headers: { 'retry-after': header } });
  expect(await send(busy)).toMatchObject({ retryAfterSeconds });
});
