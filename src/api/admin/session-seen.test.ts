import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { World } from '../../../tests/support/worlds/world.ts';

const minute = 60_000;

let world: World;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  user = await PortalUser.join(world, await world.workspace(), 'Viewer');
});
afterAll(() => world.close());

const lastSeen = async () => {
  const sessions = await world.database
    .selectFrom('admin_sessions')
    .select('last_seen_at')
    .where('member_id', '=', user.memberId)
    .execute();
  return sessions.map(({ last_seen_at }) => last_seen_at);
};

/** Sessions are on every machine of a cluster, so that one that is down prevents the write. */
it('a request is answered although its session cannot be written', async () => {
  const [before] = await lastSeen();
  world.clock.forward(minute);
  await sql`create function machine_down() returns trigger language plpgsql as
    $$ begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$`.execute(
    world.database,
  );
  await sql`create trigger machine_down before update on admin_sessions execute function machine_down()`.execute(
    world.database,
  );
  try {
    expect((await user.call('GET', '/products')).status).toBe(200);
    expect(await lastSeen()).toEqual([before]);
  } finally {
    await sql`drop function machine_down cascade`.execute(world.database);
  }
  expect((await user.call('GET', '/products')).status).toBe(200);
  expect(await lastSeen()).toEqual([world.clock.now()]);
});
