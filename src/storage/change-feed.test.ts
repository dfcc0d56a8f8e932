import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../tests/support/postgres.ts';
import { SilenceableProxy } from '../../tests/support/silenceable-proxy.ts';
import { TransactionPooler } from '../../tests/support/transaction-pooler.ts';
import type { Change } from '../core/change.ts';
import { type ChangeFeed, openChangeFeed } from './change-feed.ts';
import { announceChanges, changeChannel, notifyAllNodes } from './changes.ts';
import { type Database, openDatabase } from './database.ts';

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

/** A feed, and everything that its listener was told, in order. */
function open(feedUrl = url) {
  const heard: (Change | 'lost')[] = [];
  const losses: string[] = [];
  const feed = openChangeFeed({
    url: feedUrl,
    notify: (payload) => notifyAllNodes(database, payload),
    onLost: ({ message }) => losses.push(message),
  });
  feeds.push(feed);
  feed.listen({ changed: (change) => heard.push(change), lost: () => heard.push('lost') });
  return { feed, heard, losses };
}

const isLive = (feed: ChangeFeed, expected = true) =>
  expect.poll(() => feed.isLive(), { interval: 5 }).toBe(expected);

const catalogueChange = (): Change => ({ kind: 'catalogue', workspaceId });

/** Everything that was announced before has been heard, once this one has. */
async function hearsMarker(heard: readonly unknown[]): Promise<void> {
  const marker: Change = { kind: 'client', apiClientId: randomUUID() };
  await announceChanges(database, [marker]);
  await expect.poll(() => heard, { interval: 5 }).toContainEqual(marker);
}

async function cutFeeds(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tessera-changes' and datname = current_database()`.execute(database);
  return rows.length;
}

describe('the change feed', () => {
  it('hears every kind of change that another connection commits, in order', async () => {
    const { feed, heard } = open();
    await isLive(feed);
    const changes: Change[] = [
      { kind: 'entitlement', workspaceId, product: 'forum', tenantId: randomUUID() },
      { kind: 'catalogue', workspaceId },
      { kind: 'members', workspaceId },
      { kind: 'client', apiClientId: randomUUID() },
    ];
    await database.transaction().execute((transaction) => announceChanges(transaction, changes));
    await expect.poll(() => heard).toEqual(changes);
  });

  it('tells all of its listeners, and all feeds hear the same', async () => {
    const [one, other] = [open(), open()];
    const more: Change[] = [];
    one.feed.listen({ changed: (change) => more.push(change), lost: () => {} });
    await Promise.all([isLive(one.feed), isLive(other.feed)]);
    await announceChanges(database, [catalogueChange()]);
    for (const heard of [one.heard, more, other.heard]) {
      await expect.poll(() => heard).toEqual([catalogueChange()]);
    }
  });

  it('hears nothing of what is rolled back, and nothing before the commit', async () => {
    const { feed, heard } = open();
    await isLive(feed);
    const failed = database.transaction().execute(async (transaction) => {
      await announceChanges(transaction, [catalogueChange()]);
      throw new Error('thought better of it');
    });
    await expect(failed).rejects.toThrow('thought better of it');
    const later: Change = { kind: 'members', workspaceId };
    await database.transaction().execute(async (transaction) => {
      await announceChanges(transaction, [later]);
      await hearsMarker(heard);
      expect(heard).not.toContainEqual(later);
    });
    await expect.poll(() => heard).toContainEqual(later);
    expect(heard).not.toContainEqual(catalogueChange());
  });

  it('passes over what it does not understand, and goes on', async () => {
    const { feed, heard } = open();
    await isLive(feed);
    for (const text of ['', 'nonsense', `colour ${workspaceId}`, 'catalogue everywhere', '💥']) {
      await sql`select pg_notify(${changeChannel}, ${text})`.execute(database);
    }
    await hearsMarker(heard);
    expect(heard).toHaveLength(1);
  });

  it('hears nothing from another database of the same server', async () => {
    const { feed, heard } = open();
    await isLive(feed);
    const elsewhere = openDatabase({
      url: await createDatabase(inject('postgresUrl')),
      maxConnections: 1,
      onConnectionLost: () => {},
    });
    await announceChanges(elsewhere, [catalogueChange()]);
    await elsewhere.destroy();
    await hearsMarker(heard);
    expect(heard).not.toContainEqual(catalogueChange());
  });

  it('says so when its connection is cut, comes back by itself and hears again', async () => {
    const { feed, heard, losses } = open();
    await isLive(feed);
    for (const round of [1, 2]) {
      expect(await cutFeeds()).toBe(1);
      await expect.poll(() => heard.filter((word) => word === 'lost').length, { interval: 1 }).toBe(round);
      expect(losses).toHaveLength(round);
      await isLive(feed);
      await hearsMarker(heard);
    }
  });

  it('is not live between the cut and the new connection', async () => {
    const { feed } = open();
    await isLive(feed);
    const stateWhenLost = new Promise<boolean>((resolve) => {
      feed.listen({ changed: () => {}, lost: () => resolve(feed.isLive()) });
    });
    await cutFeeds();
    expect(await stateWhenLost).toBe(false);
    await isLive(feed);
  });

  it('goes on trying when nobody answers, and is live once somebody does', async () => {
    const absent = await SilenceableProxy.start(addressIn(url));
    const { port } = absent;
    await absent.close();
    const { feed, heard, losses } = open(throughPort(port));
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    expect([feed.isLive(), feed.status()]).toEqual([false, 'unproven']);
    // However often it has tried, a reason is told once.
    expect(losses).toHaveLength(1);
    expect(new Set(heard)).toEqual(new Set(['lost']));
    const present = await SilenceableProxy.start(addressIn(url), port);
    await isLive(feed);
    await hearsMarker(heard);
    await feed.stop();
    await present.close();
  });

  it('stops: no connection stays, nothing is heard any more, and it does not come back', async () => {
    const { feed, heard, losses } = open();
    await isLive(feed);
    await feed.stop();
    expect(feed.isLive()).toBe(false);
    await expect.poll(cutFeeds).toBe(0);
    await announceChanges(database, [catalogueChange()]);
    const witness = open();
    await isLive(witness.feed);
    await hearsMarker(witness.heard);
    expect(heard).toEqual([]);
    expect(losses).toEqual([]);
    await feed.stop();
  });

  it('stops while it is still connecting', async () => {
    const { feed } = open();
    await feed.stop();
    expect(feed.isLive()).toBe(false);
    await expect.poll(cutFeeds).toBe(0);
  });
});

describe('behind a connection pooler', () => {
  let pooler: TransactionPooler;
  beforeEach(async () => {
    pooler = await TransactionPooler.start(url);
  });
  afterEach(() => pooler.close());

  it('in transaction mode it is never live, and says once what to do', async () => {
    const { feed, heard, losses } = open(pooler.urlOf(url));
    await feed.firstAttempt;
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    expect([feed.isLive(), feed.status()]).toEqual([false, 'unproven']);
    expect(losses).toEqual([
      expect.stringMatching(/transaction mode: connect the node to PostgreSQL directly/),
    ]);
    pooler.sharesBackends = false;
    await isLive(feed);
    expect(feed.status()).toBe('ok');
    await hearsMarker(heard);
  });

  it('in session mode it is live, until the mode is changed under it', async () => {
    pooler.sharesBackends = false;
    const { feed, heard, losses } = open(pooler.urlOf(url));
    await isLive(feed);
    await hearsMarker(heard);
    pooler.sharesBackends = true;
    await expect.poll(() => feed.status()).toBe('unproven');
    expect(feed.isLive()).toBe(false);
    expect(losses).toEqual([expect.stringContaining('session pooling')]);
  });
});

describe('a connection that has gone silent', () => {
  let proxy: SilenceableProxy;
  beforeEach(async () => {
    proxy = await SilenceableProxy.start(addressIn(url));
  });
  afterEach(() => proxy.close());

  it('is noticed, and replaced', async () => {
    const { feed, heard, losses } = open(throughPort(proxy.port));
    await isLive(feed);
    await hearsMarker(heard);
    proxy.silence();
    await announceChanges(database, [catalogueChange()]);
    await isLive(feed, false);
    await expect.poll(() => heard.at(-1)).toBe('lost');
    expect(losses).toEqual(['The connection has gone silent']);
    expect(heard).not.toContainEqual(catalogueChange());
    proxy.speak();
    await isLive(feed);
    await hearsMarker(heard);
  });

  it('is waited for when it is only late: nothing was missed, and nothing kept is given up', async () => {
    const { feed, heard, losses } = open(throughPort(proxy.port));
    await isLive(feed);
    proxy.hold();
    await announceChanges(database, [catalogueChange()]);
    await isLive(feed, false);
    expect(heard).toEqual([]);
    proxy.release();
    await isLive(feed);
    expect([heard, losses]).toEqual([[catalogueChange()], []]);
  });

  it('does not keep it from stopping', async () => {
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
