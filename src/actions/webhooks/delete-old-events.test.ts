import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { lowestIdAt, timeOrderedId } from '../../core/identifiers.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';

const day = 24 * 3_600_000;
let books: Books;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());

async function happen(workspaceId: string, occurredAt: Date): Promise<string> {
  const eventId = timeOrderedId(occurredAt, books.context.randomBytes);
  await insertEvents(books.database, workspaceId, [
    { eventId, type: 'subscription.renewed', occurredAt, data: {} },
  ]);
  return eventId;
}
const remaining = async (workspaceId: string) => {
  const events = books.database.selectFrom('events').select('event_id');
  const rows = await events.where('workspace_id', '=', workspaceId).orderBy('event_id').execute();
  return rows.map((row) => row.event_id);
};
const settle = (eventId: string, status: string) =>
  sql`
  update webhook_deliveries set status = ${status}, decided_at = ${books.clock.now()}
  where event_id = ${eventId}`.execute(books.database);

it('deletes events after 30 days, in every workspace, with any number of workers', async () => {
  const [one, two] = [await books.workspace(), await books.workspace()];
  await happen(one, books.in(-30 * day - 1));
  await happen(two, books.in(-40 * day));
  const young = await happen(one, books.in(-30 * day + 1));
  const deleteOld = () => deleteOldRows('events', standardRetention)(books.context);
  const done = await Promise.all([deleteOld(), deleteOld(), deleteOld()]);
  expect(Math.max(...done)).toBeGreaterThan(0);
  expect([await remaining(one), await remaining(two)]).toEqual([[young], []]);
  expect(await deleteOld()).toBe(0);
});

it('keeps events with pending deliveries, and those that the log still shows', async () => {
  const workspaceId = await books.workspace();
  const { endpointId } = await books.endpoint(workspaceId);
  const old = books.in(-31 * day);
  const [waiting, tried, triedOnce, untried] = [
    await happen(workspaceId, old),
    await happen(workspaceId, old),
    await happen(workspaceId, old),
    await happen(workspaceId, old),
  ];
  await settle(tried, 'Delivered');
  await settle(triedOnce, 'Delivered');
  await sql`
    update webhook_deliveries set first_attempted_at = ${books.clock.now()}, first_status = 200
    where event_id = ${triedOnce}`.execute(books.database);
  await settle(untried, 'Cancelled');
  await sql`
    insert into webhook_attempts (workspace_id, endpoint_id, event_id, attempt, attempted_at, status, duration_milliseconds)
    values (${workspaceId}, ${endpointId}, ${tried}, 1, ${books.clock.now()}, 200, 1)`.execute(
    books.database,
  );
  const deleteOld = () => deleteOldRows('events', standardRetention)(books.context);
  await deleteOld();
  expect(await remaining(workspaceId)).toEqual([waiting, tried, triedOnce].sort());
  await settle(waiting, 'Delivered');
  await books.database.deleteFrom('webhook_attempts').execute();
  await books.database.updateTable('webhook_deliveries').set({ first_attempted_at: null }).execute();
  await deleteOld();
  expect(await remaining(workspaceId)).toEqual([]);
  const left = await books.database.selectFrom('webhook_deliveries').select('event_id').execute();
  expect(left.filter(({ event_id }) => event_id < lowestIdAt(books.in(-30 * day)))).toEqual([]);
});
