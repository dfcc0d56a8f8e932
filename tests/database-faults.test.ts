import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseTrial, type TrialNode } from './support/database-trial.ts';

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

const readingsDuring = async (node: TrialNode, change: () => unknown, state: string): Promise<void> => {
  await change();
  await expect.poll(async () => (await trial.ready(node)).body.status, patience).toBe(state);
};

describe('a database that is away', () => {
  it('is answered 503 while connections are cut and refused, and found again', async () => {
    await readingsDuring(trial.api, () => trial.api.proxy.refuse(), 'unavailable');
    trial.workers.proxy.cut();
    expect(await trial.report()).toMatchObject(refused);
    expect(await trial.read('cold')).toMatchObject(refused);
    trial.api.proxy.accept();
    await trial.recovered();
  });

  it('is found again after it went silent, acknowledging everything or forwarding nothing', async () => {
    const inFlight = trial.report(slowQuantity);
    await expect
      .poll(async () => (await trial.backends(trial.api, "wait_event = 'PgSleep'")).length, patience)
      .toBe(1);
    trial.api.proxy.silence();
    trial.workers.proxy.hold();
    expect(await trial.report()).toMatchObject(refused);
    expect(await inFlight).toMatchObject(refused);
    trial.api.proxy.speak();
    await trial.recovered();
  });

  it('is not ready while it is read-only, and its connections are replaced afterwards', async () => {
    const { rows } = await trial.operator.query('select current_database() as name');
    const setReadOnly = async (value: string) => {
      await trial.operator.query(
        `alter database ${rows[0].name} set default_transaction_read_only = ${value}`,
      );
      await trial.terminate(await trial.backends(trial.api, 'true'));
    };
    await readingsDuring(trial.api, () => setReadOnly('on'), 'unavailable');
    expect(await trial.report()).toMatchObject(refused);
    expect(await trial.read('cold')).toMatchObject({ status: 200 });
    await trial.operator.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
    await trial.recovered();
  });
});

describe('a lock', () => {
  it('takes no connection from reads, and warm reads need none', async () => {
    await expect.poll(async () => (await trial.read('warm')).status, patience).toBe(200);
    await trial.whileLocked('lock table usage_reports in access exclusive mode', async () => {
      const callers = Array.from({ length: 12 }, () => trial.report());
      await expect
        .poll(async () => (await trial.backends(trial.api, "wait_event_type = 'Lock'")).length, patience)
        .toBeGreaterThan(1);
      expect(await trial.read('cold')).toMatchObject({ status: 200 });
      expect((await trial.ready(trial.api)).status).toBe(200);
      for (const answer of await Promise.all(callers)) expect(answer).toMatchObject(refused);
    });
    await trial.whileLocked('lock table products in access exclusive mode', async () => {
      const callers = Array.from({ length: 12 }, () => trial.read('cold'));
      await expect.poll(async () => (await trial.ready(trial.api)).body.status, patience).toBe('degraded');
      expect(await trial.read('warm')).toMatchObject({ status: 200 });
      for (const answer of await Promise.all(callers)) expect(answer).toMatchObject(refused);
    });
    await trial.recovered();
  });
});
