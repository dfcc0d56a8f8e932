import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/database/lock-waits.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { MeterBooks, type MeterCustomer } from '../../../tests/support/worlds/meter-books.ts';
import { type Change, usageChange } from '../../core/change.ts';
import { openChangeFeed } from '../../storage/changes/change-feed.ts';
import { notifyAllNodes } from '../../storage/changes/changes.ts';

const minute = 60_000;
const hour = 60 * minute;

let books: Books;
let meters: MeterBooks;
let customer: MeterCustomer;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  meters = await MeterBooks.open(books);
  customer = await meters.customer();
});

const event = (members?: object, minutesAgo?: number) => meters.event(customer, members, minutesAgo);
const totals = async () =>
  (await meters.hours()).map(({ dimension, total, events }) => [dimension, Number(total), Number(events)]);

describe('events', () => {
  it('are added up in their hours', async () => {
    const answer = await meters.send([
      event({ quantity: 2.5 }),
      event({ quantity: 0.000001 }),
      event(),
      event({ dimension: 'calls', quantity: 7 }),
      event({ dimension: 'calls' }),
      event({ dimension: 'peak', quantity: 3 }),
      event({ dimension: 'peak', quantity: 9 }),
      event({ dimension: 'users', uniqueKey: 'a' }),
      event({ dimension: 'users', uniqueKey: 'b' }),
      event({ dimension: 'users', uniqueKey: 'a' }),
    ]);
    expect(answer).toEqual({ accepted: 10, duplicates: 0, refused: 0, exceptions: [] });
    expect(await totals()).toEqual([
      ['calls', 2, 2],
      ['peak', 9, 2],
      ['rows', 3.500001, 3],
      ['users', 2, 3],
    ]);
    await meters.send([
      event({ quantity: 1 }),
      event({ dimension: 'peak', quantity: 4 }),
      event({ dimension: 'users', uniqueKey: 'b' }),
      event({ dimension: 'users', uniqueKey: 'c' }),
    ]);
    expect(await totals()).toEqual([
      ['calls', 2, 2],
      ['peak', 9, 3],
      ['rows', 4.500001, 4],
      ['users', 3, 5],
    ]);
  });

  it('are announced to every node, also when they are sent again', async () => {
    const received: Change[] = [];
    const feed = openChangeFeed({
      url: books.url,
      notify: (payload) => notifyAllNodes(books.database, payload),
      onLost: () => {},
      onProof: () => {},
    });
    try {
      feed.listen({ changed: (change) => received.push(change), lost: () => {} });
      await expect.poll(() => feed.isLive()).toBe(true);
      const sent = [event(), event({ dimension: 'unknown' })];
      for (const times of [1, 2]) {
        await meters.send(sent);
        await expect
          .poll(() => received)
          .toEqual(Array(times).fill(usageChange(meters.workspaceId, [customer.subscriptionId])));
      }
    } finally {
      await feed.stop();
    }
  });

  it('count once by source and id, whatever the rest says', async () => {
    const first = event({ quantity: 5 });
    await meters.send([first]);
    expect(
      await meters.send([
        first,
        { ...first, quantity: 7 },
        { ...first, dimension: 'unknown' },
        { ...first, tenantId: 'nobody' },
        { ...first, source: 'another' },
      ]),
    ).toMatchObject({
      accepted: 1,
      duplicates: 4,
      refused: 0,
      exceptions: [0, 1, 2, 3].map((index) => ({ index, outcome: 'Duplicate', hour: null, error: null })),
    });
    expect(await totals()).toEqual([['rows', 10, 2]]);
    const [counted] = await meters.hours();
    expect(Number(counted?.duplicates)).toBe(1);
  });

  it('repeated in one request count once', async () => {
    const twice = event();
    const invalid = { ...event(), quantity: -1 };
    expect(await meters.send([twice, invalid, twice, { ...invalid, quantity: 1 }])).toMatchObject({
      accepted: 2,
      duplicates: 1,
      refused: 1,
      exceptions: [
        { index: 1, outcome: 'Refused', error: { code: 'request.validation_failed', status: 400 } },
        { index: 2, outcome: 'Duplicate' },
      ],
    });
  });

  it.each<[string, object, number, object]>([
    ['in the future', {}, -6, { code: 'metering.event_in_future', status: 422 }],
    ['too old', {}, 24 * 60 + 1, { code: 'metering.window_too_old', status: 422 }],
    [
      'of a dimension fed by records',
      { dimension: 'posts' },
      0,
      { code: 'metering.fed_by_records', status: 409 },
    ],
    [
      'of an unknown dimension',
      { dimension: 'likes' },
      0,
      { code: 'metering.unknown_dimension', status: 422 },
    ],
    [
      'of an unknown tenant',
      { tenantId: randomUUID() },
      0,
      { code: 'metering.subscription_not_found', status: 404 },
    ],
    [
      'of a maximum without a quantity',
      { dimension: 'peak' },
      0,
      { code: 'request.validation_failed', status: 400 },
    ],
    [
      'of a unique key without one',
      { dimension: 'users' },
      0,
      { code: 'request.validation_failed', status: 400 },
    ],
  ])('%s are refused alone', async (_case, rest, minutesAgo, error) => {
    expect(await meters.send([event(rest, minutesAgo), event()])).toMatchObject({
      accepted: 1,
      refused: 1,
      exceptions: [{ index: 0, outcome: 'Refused', hour: null, error }],
    });
    expect(await totals()).toEqual([['rows', 1, 1]]);
  });

  it('for a closed hour are carried, or refused if they cannot be added', async () => {
    await meters.send([event(), event({ dimension: 'peak', quantity: 2 })]);
    const [closing] = await meters.hours();
    books.clock.forward(75 * minute);
    await meters.close();
    const late = [event({ quantity: 3 }, 75), event({ dimension: 'peak', quantity: 5 }, 75)];
    expect(await meters.send(late)).toMatchObject({
      accepted: 1,
      refused: 1,
      exceptions: [
        { index: 0, outcome: 'Carried', hour: new Date((closing?.hour.getTime() ?? 0) + hour).toISOString() },
        {
          index: 1,
          outcome: 'Refused',
          error: {
            code: 'metering.window_already_reported',
            status: 409,
            args: {
              reportId: expect.any(String),
              reportedQuantity: 2,
              hour: closing?.hour.toISOString(),
            },
          },
        },
      ],
    });
    expect(await totals()).toEqual([
      ['peak', 2, 1],
      ['rows', 1, 1],
      ['rows', 3, 1],
    ]);
    expect(Number((await meters.hours()).at(-1)?.carried)).toBe(1);
  });

  it('that cannot be added are taken while their hour is open, until they are 24 hours old', async () => {
    const peak = (minutesAgo: number) => event({ dimension: 'peak', quantity: 5 }, minutesAgo);
    books.clock.forward(hour - (books.clock.now().getTime() % hour) + 20 * minute);
    const answer = await meters.send([peak(23 * 60 + 10), peak(23 * 60 + 35), peak(24 * 60 + 1)]);
    expect(answer).toMatchObject({
      accepted: 1,
      exceptions: [
        { index: 1, error: { code: 'metering.window_already_reported', args: { reportId: null } } },
        { index: 2, error: { code: 'metering.window_too_old' } },
      ],
    });
  });

  it('are the same number of statements, however many', async () => {
    const statements = async (events: number) => {
      const sent: string[] = [];
      const client = books.database.withPlugin({
        transformQuery: ({ node }) => {
          sent.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await meters.send(
        Array.from({ length: events }, () => event({ quantity: 0.1 }, 70)),
        { ...books.context, database: client },
      );
      return sent.length;
    };
    await statements(1);
    expect(await statements(1_000)).toBe(await statements(2));
    expect((await totals())[0]?.[1]).toBe(100.3);
  });
});

describe('duplicates across midnight', () => {
  it('are found for 48 hours, and forgotten after three days', async () => {
    const first = event();
    const again = () => ({ ...first, occurredAt: books.clock.now().toISOString() });
    await meters.send([first]);
    books.clock.forward(47 * hour);
    expect(await meters.send([again()])).toMatchObject({ duplicates: 1 });
    books.clock.forward(26 * hour);
    expect(await meters.send([again()])).toMatchObject({ accepted: 1 });
  });

  it('a new day waits for the intake of the day before', async () => {
    await meters.send([event()]);
    const early = event({ quantity: 5 });
    let commit = () => {};
    const isCommitted = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let stored = () => {};
    const isStored = new Promise<void>((resolve) => {
      stored = resolve;
    });
    const today = books.clock.now().toISOString().slice(0, 10);
    // A node that has stored the event, and whose commit is slow.
    const slow = books.database.transaction().execute(async (transaction) => {
      await sql`select from usage_event_days where workspace_id = ${meters.workspaceId} for share`.execute(
        transaction,
      );
      await sql`
        insert into usage_events (workspace_id, received_on, source, event_id, subscription_id, dimension, hour,
          is_carried, occurred_at, received_at)
        values (${meters.workspaceId}, ${today}, ${meters.client.apiClientId}, ${early.id}, ${customer.subscriptionId},
          'rows', date_trunc('hour', ${books.clock.now()}::timestamptz), false, ${early.occurredAt}, ${early.occurredAt})`.execute(
        transaction,
      );
      stored();
      await isCommitted;
    });
    await isStored;
    books.clock.forward(24 * hour - 30 * minute);
    const retried = meters.send([{ ...early, occurredAt: books.clock.now().toISOString() }]);
    await expect.poll(() => countLockWaits(books.database)).toBe(1);
    commit();
    await slow;
    expect(await retried).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('a node whose clock is behind files under the new day', async () => {
    const behind = books.context;
    await meters.send([event()]);
    const late = event();
    books.clock.forward(24 * hour);
    await meters.send([event()]);
    expect(await meters.send([late], behind)).toMatchObject({ accepted: 1 });
    expect(await meters.send([late])).toMatchObject({ duplicates: 1 });
  });

  it('of ten nodes that send the same events, one counts them', async () => {
    const events = Array.from({ length: 50 }, () => event({ quantity: 1 }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, node) => meters.send(node % 2 === 0 ? events : events.toReversed())),
    );
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(450);
    expect(await totals()).toEqual([['rows', 50, 50]]);
  });
});
