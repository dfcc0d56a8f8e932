import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Peer } from '../../tests/support/peer.ts';
import { Emitter } from '../emitter.ts';
import { createService } from '../http/service.ts';
import { ServiceClock } from '../http/service-clock.ts';
import type { Journal, UsageEvent } from '../types.ts';
import { createTracker, type Tracker } from './tracker.ts';

const tenantId = 'b0000000-0000-4000-8000-000000000001';
const minute = 60_000;
const hour = 60 * minute;
/** A whole second, as in a `Date`. */
const start = Date.UTC(2026, 10, 17, 9);

/** The service's time, and what this machine's clock is ahead of it. */
let now = start;
let ahead = 0;
let hasDate = true;
let counted: UsageEvent[];
let warnings: string[];
let dropped: string[];
let peer: Peer;
let usage: Tracker;

beforeAll(async () => {
  peer = await Peer.start();
});
afterAll(() => peer.close());
beforeEach(() => {
  [now, ahead, hasDate, counted, warnings, dropped] = [start, 0, true, [], [], []];
  peer.received.length = 0;
  // The rule of the service about times.
  peer.otherwise = (response, { body }) => {
    const { events } = JSON.parse(body) as { events: UsageEvent[] };
    const exceptions = events.flatMap((event, index) => {
      const age = now - Date.parse(event.occurredAt);
      const code =
        age < -5 * minute ? 'metering.event_in_future' : age > 24 * hour ? 'metering.window_too_old' : null;
      if (!code) counted.push(event);
      return code ? [{ index, outcome: 'Refused', hour: null, error: { code, status: 422, args: {} } }] : [];
    });
    const refused = exceptions.length;
    response.sendDate = false;
    if (hasDate) response.setHeader('date', new Date(now).toUTCString());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ accepted: events.length - refused, duplicates: 0, refused, exceptions }));
  };
});
afterEach(() => usage.close());

function track(journal?: Journal): Tracker {
  const emitter = new Emitter();
  const clock = new ServiceClock(() => now + ahead);
  const service = createService({ url: peer.url, credential: { apiKey: 'tsk_1' } }, emitter, clock);
  const logger = { warn: (message: string) => warnings.push(message) };
  const onDrop = ({ id }: UsageEvent) => dropped.push(id);
  usage = createTracker({ service, clock, emitter, logger, product: 'aqueduct', journal, onDrop });
  return usage;
}

const times = () => counted.map(({ id, occurredAt }) => [id, occurredAt]);

it.each([
  ['2 hours ahead', 2 * hour, /the clock of this machine is 120 minutes ahead of the service's/],
  ['48 hours behind', -48 * hour, /the clock of this machine is 2880 minutes behind the service's/],
])('a clock that is %s loses nothing, and its times are corrected', async (_case, offset, warning) => {
  ahead = offset;
  track().track(tenantId, 'rows', 1, { id: 'before' });
  expect(await usage.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
  usage.track(tenantId, 'rows', 1, { id: 'after' });
  expect(await usage.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
  const at = new Date(start).toISOString();
  expect(times()).toEqual([
    ['before', at],
    ['after', at],
  ]);
  expect(counted.every((event) => !('clock' in event))).toBe(true);
  expect(warnings).toEqual([expect.stringMatching(warning)]);
  expect(peer.received).toHaveLength(3);
});

it('a clock that is right is left alone, and nothing is said', async () => {
  ahead = 30_000;
  track().track(tenantId, 'rows', 1, { id: 'a' });
  await usage.flush();
  expect(times()).toEqual([['a', new Date(start + ahead).toISOString()]]);
  expect(warnings).toEqual([]);
});

it('an event of the future is kept until its time, with a warning', async () => {
  track().track(tenantId, 'rows', 1, { id: 'a', occurredAt: new Date(start + hour) });
  expect(await usage.flush()).toEqual({ sent: 0, refused: 0, dropped: 0 });
  now += 59 * minute;
  await usage.flush();
  expect(peer.received).toHaveLength(1);
  now += minute;
  expect(await usage.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
  expect(times()).toEqual([['a', new Date(start + hour).toISOString()]]);
  expect(warnings).toEqual([expect.stringContaining('usage of "rows" is in the future (2026-11-17T10:00')]);
});

it('it is sent without another event', async () => {
  track().track(tenantId, 'rows', 1, { id: 'a', occurredAt: new Date(start + hour) });
  await usage.flush();
  now += hour;
  await expect.poll(() => counted).toHaveLength(1);
});

it('a service without a Date is not asked again and again', async () => {
  [ahead, hasDate] = [2 * hour, false];
  track().track(tenantId, 'rows', 1, { id: 'a' });
  await usage.flush();
  await usage.flush();
  expect(peer.received).toHaveLength(1);
  now += 2 * hour;
  expect(await usage.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
});

it('what is still in the future is dropped by close, or stays in the journal', async () => {
  const occurredAt = new Date(start + hour);
  track().track(tenantId, 'rows', 1, { id: 'a', occurredAt });
  await usage.flush();
  await usage.close();
  expect(dropped).toEqual(['a']);
  expect(warnings.at(-1)).toContain('usage is lost: the service did not take it');

  const settled: string[] = [];
  const events: UsageEvent[] = [];
  const journal: Journal = {
    append: async (event) => void events.push(event),
    take: async (count) => events.splice(0, count),
    settle: async (ids) => void settled.push(...ids),
    close: async () => {},
  };
  track(journal);
  await usage.track(tenantId, 'rows', 1, { id: 'b', occurredAt });
  await usage.track(tenantId, 'rows', 1, { id: 'c' });
  await usage.flush();
  expect(settled).toEqual(['c']);
  now += hour;
  await usage.flush();
  expect(settled).toEqual(['c', 'b']);
  expect(dropped).toEqual(['a']);
});

it('times of another process are not corrected', async () => {
  ahead = 2 * hour;
  const occurredAt = new Date(start + 2 * hour).toISOString();
  const left = { id: 'a', tenantId, product: 'aqueduct', dimension: 'rows', occurredAt, clock: 'another-' };
  const events: UsageEvent[] = [left];
  const journal: Journal = {
    append: async () => {},
    take: async (count) => events.splice(0, count),
    settle: async () => {},
    close: async () => {},
  };
  track(journal);
  await usage.flush();
  expect(counted).toEqual([]);
  now += 2 * hour;
  await usage.flush();
  expect(times()).toEqual([['a', occurredAt]]);
});
