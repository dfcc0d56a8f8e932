import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsWithPgBouncer, startPgBouncer } from '../support/database/pgbouncer.ts';
import { TransactionPooler } from '../support/database/transaction-pooler.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { Books } from '../support/worlds/books.ts';

let books: Books;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  books = await Books.open();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  await books.close();
});

async function startNode(databaseUrl: string) {
  const command = new RunningCommand([], nodeEnvironment(databaseUrl));
  stops.push(() => command.stop());
  const url = await command.listens();
  const ready = async () => {
    const answer = await fetch(`${url}/health/ready`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return [answer.status, checks.changes];
  };
  return { command, url, ready };
}

const advice = /session pooling \(DATABASE_URL\)/g;

it('a node behind a transaction pooler is not ready, logs the remedy once, and bypasses its caches', async () => {
  const pooler = await TransactionPooler.start(books.url);
  stops.push(() => pooler.close());
  const workspaceId = await books.workspace();
  const { tenantId } = await books.createActive(workspaceId);
  const { apiKey, apiClientId } = await books.client(workspaceId);
  const node = await startNode(pooler.urlOf(books.url));
  expect(await node.ready()).toEqual([503, 'unproven']);

  const statusOf = async () => {
    const address = `${node.url}/api/v1/entitlements/${tenantId}?product=forum`;
    return (await fetch(address, { headers: { 'x-api-key': apiKey } })).status;
  };
  expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  await books.disable(workspaceId, apiClientId);
  expect(await statusOf()).toBe(401);
  expect(node.command.output.match(advice)).toHaveLength(1);

  pooler.sharesBackends = false;
  await expect.poll(node.ready).toEqual([200, 'ok']);
});

describe.runIf(runsWithPgBouncer)('a node behind PgBouncer', () => {
  it.each([
    ['transaction', [503, 'unproven'], 1],
    ['session', [200, 'ok'], 0],
  ] as const)('in %s mode reports the expected readiness', async (mode, readiness, timesAdvised) => {
    const pgBouncer = await startPgBouncer(books.url, mode);
    stops.push(() => pgBouncer.stop());
    const node = await startNode(pgBouncer.url);
    expect(await node.ready()).toEqual(readiness);
    expect(node.command.output.match(advice) ?? []).toHaveLength(timesAdvised);
  });

  it('in transaction mode answers every read, though a connection changes its backend', async () => {
    const pgBouncer = await startPgBouncer(books.url, 'transaction');
    stops.push(() => pgBouncer.stop());
    const workspaceId = await books.workspace();
    const { tenantId } = await books.createActive(workspaceId);
    const { apiKey } = await books.client(workspaceId);
    const node = await startNode(pgBouncer.url);
    const read = () =>
      fetch(`${node.url}/api/v1/entitlements/${tenantId}?product=forum`, {
        headers: { 'x-api-key': apiKey },
      });
    const readBatch = () =>
      fetch(`${node.url}/api/v1/entitlements/batch`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ tenantId, product: 'forum' }] }),
      });
    const answers = await Promise.all(Array.from({ length: 120 }, () => [read(), readBatch()]).flat());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(node.command.output).not.toContain('request failed');
  });
});
