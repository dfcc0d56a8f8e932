import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { TransactionPooler } from '../../../tests/support/database/transaction-pooler.ts';
import { SilenceableProxy } from '../../../tests/support/nodes/silenceable-proxy.ts';
import type { Change } from '../../core/change.ts';
import { type Database, openDatabase } from '../database.ts';
import { type ChangeFeed, openChangeFeed } from './change-feed.ts';
import { announceChanges, announceCommitted, changeChannel, notifyAllNodes } from './changes.ts';

let url: string;
let database: Database;
let workspaceId: string;
const feeds: ChangeFeed[] = [];
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'));
  database = openDatabase({ url, maxConnections: 2, onConnectionLost: () => {} });
});
afterAll(() => database.destroy());
beforeEach(() => {
  workspaceId = randomUUID();
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop();
});

/** A feed and everything that its listener received, in order. */
function open(feedUrl = url) {
  const received: (Change | 'lost')[] = [];
  const losses: string[] = [];
  const proofs: boolean[] = [];
  const feed = openChangeFeed({
    url: feedUrl,
    notify: (payload) => notifyAllNodes(database, payload),
    onLost: ({ message }) => losses.push(message),
    onProof: (keepsSessions) => proofs.push(keepsSessions),
  });
  feeds.push(feed);
  feed.listen({ changed: (change) => received.push(change), lost: () => received.push('lost') });
  return { feed, received, losses, proofs };
}

const isLive = (feed: ChangeFeed, expected = true) =>
  expect.poll(() => feed.isLive(), { interval: 5 }).toBe(expected);

const catalogueChange = (): Change => ({ kind: 'catalogue', workspaceId, products: null });

/** Notifications arrive in order: all earlier ones have arrived when this one has. */
async function receivesMarker(received: readonly unknown[]): Promise<void> {
  const marker: Change = { kind: 'client', apiClientId: randomUUID() };
  await announceChanges(database, [marker]);
  await expect.poll(() => received, { interval: 5 }).toContainEqual(marker);
}

async function cutFeeds(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tessera-changes' and datname = current_database()`.execute(database);
  return rows.length;
}

describe('the change feed', () => {
  it('receives every kind of committed change, in order', async () => {
    const { feed, received } = open();
    await isLive(feed);
    const changes: Change[] = [
      {
        kind: 'entitlement',
        workspaceId,
        product: 'forum',
        tenantId: randomUUID(),
        current: { productId: randomUUID(), version: 1 },
      },
      { kind: 'catalogue', workspaceId, products: null },
      { kind: 'members', workspaceId },
      { kind: 'client', apiClientId: randomUUID() },
    ];
    await database.transaction().execute((transaction) => announceChanges(transaction, changes));
    await expect.poll(() => received).toEqual(changes);
  });

  it('notifies all of its listeners, on every feed', async () => {
    const [one, other] = [open(), open()];
    const more: Change[] = [];
    one.feed.listen({ changed: (change) => more.push(change), lost: () => {} });
    await Promise.all([isLive(one.feed), isLive(other.feed)]);
    await announceChanges(database, [catalogueChange()]);
    for (const received of [one.received, more, other.received]) {
      await expect.poll(() => received).toEqual([catalogueChange()]);
    }
  });

  it('receives committed changes that are announced at the same time', async () => {
    const { feed, received } = open();
    await isLive(feed);
    const changes = Array.from({ length: 20 }, (): Change => ({ kind: 'client', apiClientId: randomUUID() }));
    await Promise.all(changes.map((change) => announceCommitted(database, change)));
    await expect.poll(() => received).toEqual(changes);
  });

  it('receives nothing before the commit, and nothing that is rolled back', async () => {
    const { feed, received } = open();
    await isLive(feed);
    const failed = database.transaction().execute(async (transaction) => {
      await announceChanges(transaction, [catalogueChange()]);
      throw new Error('thought better of it');
    });
    await expect(failed).rejects.toThrow('thought better of it');
    const later: Change = { kind: 'members', workspaceId };
    await database.transaction().execute(async (transaction) => {
      await announceChanges(transaction, [later]);
      await receivesMarker(received);
      expect(received).not.toContainEqual(later);
    });
    await expect.poll(() => received).toContainEqual(later);
    expect(received).not.toContainEqual(catalogueChange());
  });

  it('ignores unknown notifications', async () => {
    const { feed, received } = open();
    await isLive(feed);
    for (const text of ['', 'nonsense', `colour ${workspaceId}`, 'catalogue everywhere', '💥']) {
      await sql`select pg_notify(${changeChannel}, ${text})`.execute(database);
    }
    await receivesMarker(received);
    expect(received).toHaveLength(1);
  });

  it('receives nothing from another database of the same server', async () => {
    const { feed, received } = open();
    await isLive(feed);
    const elsewhere = openDatabase({
      url: await createDatabase(inject('postgresUrl')),
      maxConnections: 1,
      onConnectionLost: () => {},
    });
    await announceChanges(elsewhere, [catalogueChange()]);
    await elsewhere.destroy();
    await receivesMarker(received);
    expect(received).not.toContainEqual(catalogueChange());
  });

  it('reports a lost connection, reconnects and receives again', async () => {
    const { feed, received, losses } = open();
    await isLive(feed);
    for (const round of [1, 2]) {
      expect(await cutFeeds()).toBe(1);
      await expect.poll(() => received.filter((one) => one === 'lost').length, { interval: 1 }).toBe(round);
      expect(losses).toHaveLength(round);
      await isLive(feed);
      await receivesMarker(received);
    }
  });

  it('is not live between the loss of its connection and the new one', async () => {
    const { feed } = open();
    await isLive(feed);
    const stateWhenLost = new Promise<boolean>((resolve) => {
      feed.listen({ changed: () => {}, lost: () => resolve(feed.isLive()) });
    });
    await cutFeeds();
    expect(await stateWhenLost).toBe(false);
    await isLive(feed);
  });

  it('keeps reconnecting until the server answers', async () => {
    const absent = await SilenceableProxy.start(addressIn(url));
    const { port } = absent;
    await absent.close();
    const { feed, received, losses } = open(throughPort(port));
    await expect.poll(() => received.length).toBeGreaterThan(1);
    expect([feed.isLive(), feed.status()]).toEqual([false, 'unproven']);
    // The reason is logged once, however many attempts there are.
    expect(losses).toHaveLength(1);
    expect(new Set(received)).toEqual(new Set(['lost']));
    const present = await SilenceableProxy.start(addressIn(url), port);
    await isLive(feed);
    await receivesMarker(received);
    await feed.stop();
    await present.close();
  });

  it('stops: closes its connection, receives nothing and does not reconnect', async () => {
    const { feed, received, losses } = open();
    await isLive(feed);
    await feed.stop();
    expect(feed.isLive()).toBe(false);
    await expect.poll(cutFeeds).toBe(0);
    await announceChanges(database, [catalogueChange()]);
    const witness = open();
    await isLive(witness.feed);
    await receivesMarker(witness.received);
    expect(received).toEqual([]);
    expect(losses).toEqual([]);
    await feed.stop();
  });

  it('stops while it is connecting', async () => {
    const { feed } = open();
    await feed.stop();
    expect(feed.isLive()).toBe(false);
    await expect.poll(cutFeeds).toBe(0);
  });
});

describe('the change feed behind a connection pooler', () => {
  let pooler: TransactionPooler;
  beforeEach(async () => {
    pooler = await TransactionPooler.start(url);
  });
  afterEach(() => pooler.close());

  it('in transaction mode is never live, and logs the remedy once', async () => {
    const { feed, received, losses, proofs } = open(pooler.urlOf(url));
    await feed.firstAttempt;
    await expect.poll(() => received.length).toBeGreaterThan(1);
    expect([feed.isLive(), feed.status()]).toEqual([false, 'unproven']);
    expect(new Set(proofs)).toEqual(new Set([false]));
    expect(losses).toEqual([
      expect.stringMatching(/transaction mode: connect the node to PostgreSQL directly/),
    ]);
    pooler.sharesBackends = false;
    await isLive(feed);
    expect(proofs.at(-1)).toBe(true);
    expect(feed.status()).toBe('ok');
    await receivesMarker(received);
  });

  it('in session mode is live until the mode changes', async () => {
    pooler.sharesBackends = false;
    const { feed, received, losses } = open(pooler.urlOf(url));
    await isLive(feed);
    await receivesMarker(received);
    pooler.sharesBackends = true;
    await expect.poll(() => feed.status()).toBe('unproven');
    expect(feed.isLive()).toBe(false);
    expect(losses).toEqual([expect.stringContaining('session pooling')]);
  });
});

describe('a silent connection of the change feed', () => {
  let proxy: SilenceableProxy;
  beforeEach(async () => {
    proxy = await SilenceableProxy.start(addressIn(url));
  });
  afterEach(() => proxy.close());

  it('is noticed and replaced', async () => {
    const { feed, received, losses } = open(throughPort(proxy.port));
    await isLive(feed);
    await receivesMarker(received);
    proxy.silence();
    await announceChanges(database, [catalogueChange()]);
    await isLive(feed, false);
    await expect.poll(() => received.at(-1)).toBe('lost');
    expect(losses).toEqual(['The connection does not respond']);
    expect(received).not.toContainEqual(catalogueChange());
    proxy.unsilence();
    await isLive(feed);
    await receivesMarker(received);
  });

  it('is kept when it is only late: no change is missed and no cache is dropped', async () => {
    const { feed, received, losses } = open(throughPort(proxy.port));
    await isLive(feed);
    proxy.hold();
    await announceChanges(database, [catalogueChange()]);
    await isLive(feed, false);
    expect(received).toEqual([]);
    proxy.release();
    await isLive(feed);
    expect([received, losses]).toEqual([[catalogueChange()], []]);
  });

  it('does not prevent stopping', async () => {
    const { feed } = open(throughPort(proxy.port));
    await isLive(feed);
    proxy.silence();
    await feed.stop();
    expect(feed.isLive()).toBe(false);
  });
});

function addressIn(databaseUrl: string): { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port) };
}

function throughPort(port: number): string {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}
