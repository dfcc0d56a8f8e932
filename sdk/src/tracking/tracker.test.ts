import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutConnection, json, Peer, page, problem, type ServiceResponse } from '../../tests/support/peer.ts';
import { Emitter } from '../emitter.ts';
import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { createService } from '../http/service.ts';
import { ServiceClock } from '../http/service-clock.ts';
import type { DropReason, Journal, UsageEvent } from '../types.ts';
import { createTracker, type Tracker } from './tracker.ts';

const tenantId = 'b0000000-0000-4000-8000-000000000001';

let peer: Peer;
let dropped: (readonly [string, DropReason])[];
let errors: unknown[];
let refused: unknown[];
let warnings: string[];
let open: Tracker[];

beforeAll(async () => {
  peer = await Peer.start();
});
afterAll(() => peer.close());
beforeEach(async () => {
  await Promise.all((open ?? []).map((tracker) => tracker.close()));
  peer.received.length = 0;
  peer.script.length = 0;
  peer.otherwise = accepted;
  [dropped, errors, refused, warnings, open] = [[], [], [], [], []];
});

const eventsOf = (body: string) => (JSON.parse(body) as { events: UsageEvent[] }).events;
const sentIds = () => peer.received.map(({ body }) => eventsOf(body).map(({ id }) => id));

/** The service's answer with these events refused. */
const answer =
  (isRefused: (event: UsageEvent) => boolean): ServiceResponse =>
  (response, { body }) => {
    const events = eventsOf(body);
    const error = { code: 'metering.window_too_old', status: 422, args: {}, sameAs: 0 };
    const exceptions = events.flatMap((event, index) =>
      isRefused(event) ? [{ index, outcome: 'Refused', hour: null, error }] : [],
    );
    const counts = { accepted: events.length - exceptions.length, duplicates: 0, refused: exceptions.length };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...counts, exceptions }));
  };
const accepted = answer(() => false);

function tracker(journal?: Journal, clock = new ServiceClock(Date.now)): Tracker {
  const emitter = new Emitter();
  emitter.on('error', ({ error }) => errors.push(error));
  emitter.on('refused', ({ event, code, status }) => refused.push([event.id, code, status]));
  const service = createService(
    { url: peer.url, credential: { apiKey: 'tsk_1' }, timeout: 20_000 },
    emitter,
    clock,
  );
  const onDrop = (event: UsageEvent, reason: DropReason) => dropped.push([event.id, reason]);
  const logger = { warn: (message: string) => warnings.push(message) };
  const made = createTracker({ service, clock, emitter, logger, product: 'aqueduct', journal, onDrop });
  open.push(made);
  return made;
}

/** A journal in memory, to which a test can do what a disk does. */
class MemoryJournal implements Journal {
  readonly events: UsageEvent[];
  readonly settled: string[] = [];
  error: Error | undefined;
  isClosed = false;
  #taken = 0;

  constructor(events: readonly UsageEvent[] = []) {
    this.events = [...events];
  }

  async append(event: UsageEvent): Promise<void> {
    if (this.error) throw this.error;
    this.events.push(event);
  }

  async take(count: number): Promise<readonly UsageEvent[]> {
    const taken = this.events.slice(this.#taken, this.#taken + count);
    this.#taken += taken.length;
    return taken;
  }

  async settle(ids: readonly string[]): Promise<void> {
    this.settled.push(...ids);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

describe('tracked events', () => {
  it('are sent compressed, after a second, without a flush', async () => {
    const usage = tracker();
    await usage.track(tenantId, 'rows', 2.5, { id: 'a' });
    await usage.track(tenantId, 'rows', undefined, { id: 'b', plan: 'basic' });
    await expect.poll(() => peer.received.length).toBe(1);
    expect(peer.received[0]).toMatchObject({ method: 'POST', path: '/api/v1/usage-events' });
    expect(peer.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'x-api-key': 'tsk_1',
    });
    expect(eventsOf(peer.received[0]?.body ?? '')).toMatchObject([
      { id: 'a', tenantId, product: 'aqueduct', dimension: 'rows', quantity: 2.5 },
      { id: 'b', tenantId, product: 'aqueduct', dimension: 'rows', plan: 'basic' },
    ]);
  });

  it('are sent as they are where there is no compression', async () => {
    vi.stubGlobal('CompressionStream', undefined);
    const usage = tracker();
    await usage.track(tenantId, 'rows', 1, { id: 'a' });
    await usage.flush();
    vi.unstubAllGlobals();
    expect(peer.received[0]?.headers).not.toHaveProperty('content-encoding');
    expect(sentIds()).toEqual([['a']]);
  });

  it('are sent by 500, one request at a time, each once', async () => {
    const usage = tracker();
    for (let index = 0; index < 1_700; index++) usage.track(tenantId, 'rows', 1, { id: `e${index}` });
    await usage.flush();
    expect(sentIds().map((ids) => ids.length)).toEqual([500, 500, 500, 200]);
    expect(new Set(sentIds().flat()).size).toBe(1_700);
  });

  it('are sent again, unchanged, until they are answered', async () => {
    const usage = tracker();
    peer.script.push(cutConnection, page(502), problem(503, 'service.unavailable'));
    usage.track(tenantId, 'rows', 1);
    await expect(usage.flush()).rejects.toBeInstanceOf(TesseraUnavailable);
    expect(errors).toMatchObject([{ name: 'TesseraUnavailable' }]);
    usage.track(tenantId, 'rows', 2);
    // The back-off ends without another flush.
    await expect.poll(() => peer.received.length).toBeGreaterThanOrEqual(4);
    await usage.flush();
    const bodies = peer.received.map(({ body }) => body);
    expect(bodies.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => bodies[0]));
    expect(eventsOf(bodies.at(-1) ?? '').at(-1)).toMatchObject({ quantity: 2 });
  });

  it('are sent again after an answer that is not of the service', async () => {
    const usage = tracker();
    for (const garbled of [page(200), json(200, { accepted: 1 }), json(200, null)]) {
      peer.script.push(garbled);
      usage.track(tenantId, 'rows', 1, { id: 'a' });
      await expect(usage.flush()).rejects.toBeInstanceOf(TesseraUnavailable);
    }
    await usage.flush();
    expect(dropped).toEqual([]);
    expect(new Set(sentIds().flat())).toEqual(new Set(['a']));
  });

  it('are kept while the credential is refused', async () => {
    const usage = tracker();
    peer.script.push(problem(401, 'auth.invalid'));
    usage.track(tenantId, 'rows', 1, { id: 'a' });
    await expect(usage.flush()).rejects.toMatchObject({ status: 401 });
    await usage.flush();
    expect(sentIds()).toEqual([['a'], ['a']]);
  });

  it('that the service refuses are told and dropped, the others stay', async () => {
    const usage = tracker();
    peer.otherwise = answer(({ id }) => id === 'old');
    for (const id of ['a', 'old', 'b']) usage.track(tenantId, 'rows', 1, { id });
    await usage.flush();
    await usage.flush();
    expect(refused).toEqual([['old', 'metering.window_too_old', 422]]);
    expect(dropped).toEqual([['old', 'refused']]);
    expect(sentIds()).toEqual([['a', 'old', 'b']]);
  });

  it.each([
    ['400', problem(400, 'request.bad'), 'request.bad'],
    ['413', problem(413, 'request.too_large'), 'request.too_large'],
    ["a proxy's 413", page(413), 'request.too_large'],
  ])('of a request that is %s are halved down to the bad one', async (_name, bad, code) => {
    const usage = tracker();
    const hasBad = (body: string) => eventsOf(body).some(({ id }) => id === 'bad');
    peer.otherwise = (response, request) => (hasBad(request.body) ? bad : accepted)(response, request);
    // The halves that were answered are not sent again, nor is the bad event told twice.
    peer.script.push(peer.otherwise, peer.otherwise, cutConnection, cutConnection, cutConnection);
    for (const id of ['a', 'bad', 'b', 'c']) usage.track(tenantId, 'rows', 1, { id });
    await expect(usage.flush()).rejects.toBeInstanceOf(TesseraUnavailable);
    await usage.flush();
    expect(refused).toMatchObject([['bad', code, expect.any(Number)]]);
    expect(dropped).toEqual([['bad', 'refused']]);
    expect(sentIds().filter((ids) => ids.length === 1)).toContainEqual(['bad']);
    expect(sentIds().filter((ids) => ids.includes('b') && ids.length === 2)).toEqual([['b', 'c']]);
  });

  const wrong: readonly (readonly [string, readonly unknown[]])[] = [
    ['tenantId', [undefined, 'rows', 1]],
    ['quantity', [tenantId, 'rows', Number.NaN]],
    ['quantity', [tenantId, 'rows', -1]],
    ['quantity', [tenantId, 'rows', 0.0000001]],
    ['quantity', [tenantId, 'calls', 1n]],
    ['occurredAt', [tenantId, 'rows', 1, { occurredAt: 'yesterday' }]],
    ['id', [tenantId, 'rows', 1, { id: Symbol('id') }]],
  ];

  it.each(wrong)('with a wrong %s are thrown in development', (member, values) => {
    const anything = tracker().track as (...values: readonly unknown[]) => Promise<void>;
    expect(() => anything(...values)).toThrow(TesseraRefused);
    expect(() => anything(...values)).toThrow(`${member} of tracked usage is `);
  });

  it('that are wrong are dropped in production, with one warning for each dimension', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const usage = tracker();
    const anything = usage.track as (...values: readonly unknown[]) => Promise<void>;
    for (const [, values] of wrong) await anything(...values);
    expect(await usage.flush()).toEqual({ sent: 0, refused: 0, dropped: wrong.length });
    vi.unstubAllEnvs();
    expect(peer.received).toEqual([]);
    expect(dropped.map(([, reason]) => reason)).toEqual(wrong.map(() => 'invalid'));
    expect(warnings).toEqual([
      expect.stringMatching(/^Tessera: usage of "rows" is lost: tenantId of tracked usage is undefined: use/),
      expect.stringMatching(/^Tessera: usage of "calls" is lost: quantity of tracked usage is 1: use/),
    ]);
  });

  it('beyond the buffer replace the oldest', async () => {
    const usage = tracker();
    for (let index = 0; index < 10_003; index++) usage.track(tenantId, 'r', 1, { id: `${index}` });
    await usage.flush();
    // A mebibyte has fewer events than 10,000 of this length.
    const kept = sentIds().flat();
    expect(dropped.length + kept.length).toBe(10_003);
    expect(dropped[0]).toEqual(['0', 'buffer_full']);
    expect(kept).toEqual(Array.from(kept, (_, index) => String(index + dropped.length)));
    expect(kept.length).toBeGreaterThan(5_000);
  });
});

describe('what became of events', () => {
  const unknown: ServiceResponse = (response, { body }) => {
    const args = { dimensions: ['api-calls'] };
    const error = { code: 'metering.unknown_dimension', status: 422, args };
    const exceptions = eventsOf(body).map((_, index) => ({ index, outcome: 'Refused', hour: null, error }));
    response.end(JSON.stringify({ accepted: 0, duplicates: 0, refused: exceptions.length, exceptions }));
  };

  it('is answered by flush, since the last one', async () => {
    const usage = tracker();
    for (const id of ['a', 'b', 'old']) usage.track(tenantId, 'rows', 1, { id });
    peer.otherwise = answer(({ id }) => id === 'old');
    expect(await usage.flush()).toEqual({ sent: 2, refused: 1, dropped: 0 });
    usage.track(tenantId, 'rows', 1, { id: 'c' });
    peer.script.push(cutConnection, cutConnection, cutConnection);
    await expect(usage.flush()).rejects.toBeInstanceOf(TesseraUnavailable);
    expect(await usage.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
    expect(await usage.flush()).toEqual({ sent: 0, refused: 0, dropped: 0 });
  });

  it('is warned of once for each code and dimension', async () => {
    const usage = tracker();
    peer.otherwise = unknown;
    for (const dimension of ['row', 'row', 'call']) usage.track(tenantId, dimension, 1);
    await usage.flush();
    usage.track(tenantId, 'row', 1);
    await usage.flush();
    const warning = (dimension: string) =>
      `Tessera: the service refuses usage of "${dimension}" with metering.unknown_dimension ` +
      '{"dimensions":["api-calls"]}. It is not billed. (This warning is given once.)';
    expect(warnings).toEqual([warning('row'), warning('call')]);
  });

  it('is warned of when the credential is refused', async () => {
    const usage = tracker();
    peer.otherwise = problem(403, 'api_client.scope_not_allowed');
    usage.track(tenantId, 'rows', 1);
    await expect(usage.flush()).rejects.toBeInstanceOf(TesseraRefused);
    await expect(usage.flush()).rejects.toBeInstanceOf(TesseraRefused);
    expect(warnings).toEqual([
      expect.stringMatching(/^Tessera: usage is not sent: .*403 api_client.scope_not_allowed/),
    ]);
  });

  it('is warned of when the buffer is full, and after close', async () => {
    const usage = tracker();
    peer.otherwise = problem(503, 'service.unavailable');
    for (let index = 0; index < 10_003; index++) usage.track(tenantId, 'r', 1);
    await usage.close();
    usage.track(tenantId, 'rows', 1);
    expect(warnings).toEqual([
      expect.stringMatching(/^Tessera: usage is lost: the buffer is full/),
      expect.stringMatching(/^Tessera: usage is lost: the service did not take it/),
      expect.stringMatching(/^Tessera: usage of "rows" is lost: the client was closed before/),
    ]);
  });

  it('is an error where the logger fails', async () => {
    const emitter = new Emitter();
    emitter.on('error', ({ error }) => errors.push(error));
    const service = createService({ url: peer.url, credential: { apiKey: 'tsk_1' } }, emitter);
    const warn = () => {
      throw new Error('No log');
    };
    const clock = new ServiceClock(Date.now);
    const usage = createTracker({ service, clock, emitter, logger: { warn }, product: 'aqueduct' });
    open.push(usage);
    peer.otherwise = unknown;
    usage.track(tenantId, 'row', 1);
    expect(await usage.flush()).toEqual({ sent: 0, refused: 1, dropped: 0 });
    expect(errors).toMatchObject([{ message: 'No log' }]);
  });
});

describe('close', () => {
  it('sends what is buffered, and later events are dropped', async () => {
    const usage = tracker();
    usage.track(tenantId, 'rows', 1, { id: 'a' });
    await usage.close();
    await usage.track(tenantId, 'rows', 1, { id: 'b' });
    await usage.close();
    expect(sentIds()).toEqual([['a']]);
    expect(dropped).toEqual([['b', 'closed']]);
  });

  it('gives up what cannot be sent', async () => {
    const usage = tracker();
    peer.otherwise = problem(503, 'service.unavailable');
    for (let index = 0; index < 502; index++) usage.track(tenantId, 'rows', 1, { id: `${index}` });
    await usage.close();
    expect(dropped).toEqual(Array.from({ length: 502 }, (_, index) => [`${index}`, 'closed']));
    expect(new Set(sentIds().map((ids) => ids.length))).toEqual(new Set([500]));
  });

  it('leaves what cannot be sent in the journal', async () => {
    const journal = new MemoryJournal();
    const usage = tracker(journal);
    peer.otherwise = problem(503, 'service.unavailable');
    await usage.track(tenantId, 'rows', 1, { id: 'a' });
    await usage.close();
    expect([dropped, journal.settled, journal.isClosed]).toEqual([[], [], true]);
  });
});

describe('with a journal', () => {
  const event = (id: string): UsageEvent => ({
    id,
    tenantId,
    product: 'aqueduct',
    dimension: 'rows',
    occurredAt: new Date().toISOString(),
  });

  it('events of an earlier process are sent at the start, and settled', async () => {
    const journal = new MemoryJournal([event('a'), event('b')]);
    tracker(journal);
    await expect.poll(() => journal.settled).toEqual(['a', 'b']);
    expect(sentIds()).toEqual([['a', 'b']]);
  });

  it('events are settled when they are answered, refused ones too', async () => {
    const journal = new MemoryJournal();
    const usage = tracker(journal);
    peer.otherwise = answer(({ id }) => id === 'old');
    await usage.track(tenantId, 'rows', 1, { id: 'a' });
    await usage.track(tenantId, 'rows', 1, { id: 'old' });
    await usage.flush();
    expect(journal.settled).toEqual(['a', 'old']);
    expect(dropped).toEqual([['old', 'refused']]);
  });

  it('events that it cannot write are buffered, and the error is told once', async () => {
    const journal = new MemoryJournal();
    const usage = tracker(journal);
    journal.error = new Error('No space left on device');
    await Promise.all(['a', 'b'].map((id) => usage.track(tenantId, 'rows', 1, { id })));
    journal.error = undefined;
    await usage.track(tenantId, 'rows', 1, { id: 'c' });
    await usage.flush();
    expect(errors).toMatchObject([{ message: 'No space left on device' }]);
    expect(sentIds().flat().sort()).toEqual(['a', 'b', 'c']);
    expect(journal.settled).toEqual(['c']);
  });

  it('ids that the library makes have a source, so that they count once whoever sends them', async () => {
    const journal = new MemoryJournal();
    tracker(journal).track(tenantId, 'rows', 1);
    tracker().track(tenantId, 'rows', 1);
    expect(journal.events).toMatchObject([{ source: 'tessera-client' }]);
    await Promise.all(open.map((usage) => usage.flush()));
    const sent = peer.received.flatMap(({ body }) => eventsOf(body));
    expect(sent.map(({ source }) => source).sort()).toEqual(['tessera-client', undefined]);
  });

  it('flush waits for the events that are being written', async () => {
    const usage = tracker(new MemoryJournal());
    usage.track(tenantId, 'rows', 1, { id: 'a' });
    await usage.flush();
    expect(sentIds()).toEqual([['a']]);
  });
});
