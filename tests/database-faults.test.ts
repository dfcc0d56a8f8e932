import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseTrial } from './support/database-trial.ts';

const patience = { timeout: 20_000, interval: 10 };
const refused = { status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) };
/** A report of this quantity takes its time in the database. */
const slowQuantity = 77;

let trial: DatabaseTrial;

beforeAll(async () => {
  trial = await DatabaseTrial.open(1);
  await trial.operator.query(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
    create trigger dawdle before insert on usage_reports for each row
      when (new.quantity = ${slowQuantity}) execute function dawdle()`);
});
afterAll(() => trial?.close());

/** In each phase, something is under way whose backend the phase finds. */
describe('a connection that the server ends', () => {
  const endedIn = async (condition: string, node = trial.api): Promise<void> => {
    let pids: readonly number[] = [];
    const find = async () => {
      pids = await trial.backends(node, condition);
      return pids.length;
    };
    await expect.poll(find, patience).toBeGreaterThan(0);
    await trial.terminate(pids);
  };

  it('is replaced when it was idle', async () => {
    await trial.report();
    await endedIn("state = 'idle'");
    await trial.recovered();
  });

  it('in a statement fails its caller with 503, and nobody else', async () => {
    const caller = trial.report(slowQuantity);
    await endedIn("wait_event = 'PgSleep'");
    expect(await caller).toMatchObject(refused);
    await trial.recovered();
  });

  it('between the statements of a transaction fails its caller with 503, and nobody else', async () => {
    trial.api.proxy.slow(150);
    const caller = trial.report();
    await endedIn("state = 'idle in transaction'");
    trial.api.proxy.slow(0);
    expect(await caller).toMatchObject(refused);
    await trial.recovered();
  });

  it('while it waits for a lock fails its caller with 503, and nobody else', async () => {
    await trial.whileLocked('lock table usage_reports in access exclusive mode', async () => {
      const caller = trial.report();
      await endedIn("wait_event_type = 'Lock'");
      expect(await caller).toMatchObject(refused);
      await endedIn("wait_event_type = 'Lock'", trial.workers);
    });
    await trial.recovered();
  });
});
