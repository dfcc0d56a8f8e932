import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../emulators/shell/random.ts';
import type { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { faultSeconds, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import { CrashingShop } from '../support/worlds/crashing-shop.ts';
import type { Customer, MeteredShop } from '../support/worlds/metered-shop.ts';

const seconds = faultSeconds(20);
const workerCount = 6;
/** Small, so that most of the time it is reached. In turn it is lowered below what is used and reserved, and raised. */
const firstLimit = 20;
const fall = 3;
const raise = 20;
/** What a worker reserves at most: a limit below it would be refused for another reason. */
const most = 4;
const ttlSeconds = 2;
/** Of the limit, one after the other. None of them ends during the run. */
const periods = ['Year', 'Month', 'Term'] as const;

let world: CrashingShop;
let shop: MeteredShop;
let nodes: ServiceNodes;
let customer: Customer;
const keys: string[] = [];

beforeAll(async () => {
  world = await CrashingShop.open(seed);
  ({ shop, nodes } = world);
  [customer] = (await shop.sell(1)) as [Customer];
  await sql`update meter_dimensions set limit_quantity = ${firstLimit}, limit_per = ${periods[0]}, limit_action = 'Deny'
    where dimension_id = 'rows'`.execute(shop.database);
  for (let index = 0; index < workerCount; index++) keys.push(await shop.client(`worker-${index}`));
  await nodes.startAll();
});
afterAll(() => world?.close());

interface Answer {
  readonly status: number;
  readonly body: { readonly reservationId?: string; readonly quantity?: number; readonly code?: string };
}

/** What was answered: quantities that were committed, and numbers of answers; and how often more was used than a lowered limit. */
const ledger = {
  committed: 0,
  granted: 0,
  refused: 0,
  released: 0,
  abandoned: 0,
  lapsed: 0,
  lost: 0,
  beyond: 0,
};
const complaints: string[] = [];

class Worker {
  readonly #key: string;
  readonly #random: Random;

  constructor(key: string, random: Random) {
    this.#key = key;
    this.#random = random;
  }

  /** Undefined: no answer, because the worker stopped waiting or a node died, or a failure of the service. */
  async call(method: string, path: string, body?: object): Promise<Answer | undefined> {
    const url = nodes.url(integerBetween(this.#random, 0, nodes.count - 1));
    if (url === undefined) return undefined;
    const patience = this.#random() < 0.1 ? integerBetween(this.#random, 1, 30) : 10_000;
    try {
      const response = await fetch(`${url}/api/v1/usage-reservations${path}`, {
        method,
        headers: { 'x-api-key': this.#key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      if (response.status >= 500 || response.status === 429) return undefined;
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  reserve(quantity: number): Promise<Answer | undefined> {
    const { tenantId, product } = customer;
    return this.call('POST', '', { tenantId, product, dimension: 'rows', quantity, ttlSeconds });
  }

  async #until(method: string, path: string, body?: object): Promise<Answer> {
    for (const end = Date.now() + 120_000; Date.now() < end; ) {
      const answer = await this.call(method, path, body);
      if (answer) return answer;
      ledger.lost += 1;
      await pause(20);
    }
    throw new Error(`${method} ${path} was not answered`);
  }

  async step(): Promise<void> {
    const quantity = integerBetween(this.#random, 1, most);
    const answer = await this.reserve(quantity);
    // A reservation whose answer was lost lapses.
    if (!answer) {
      ledger.lost += 1;
      return pause(20);
    }
    const { reservationId, code } = answer.body;
    if (answer.status !== 201) {
      if (code !== 'metering.limit_reached') complaints.push(`reserve: ${code}`);
      ledger.refused += 1;
      return pause(50);
    }
    ledger.granted += 1;
    const choice = this.#random();
    if (choice < 0.1) ledger.abandoned += 1;
    else if (choice < 0.6) {
      const released = await this.#until('DELETE', `/${reservationId}`);
      if (released.status !== 204) complaints.push(`release: ${released.body.code}`);
      ledger.released += 1;
    } else {
      if (choice < 0.7) await pause(ttlSeconds * 1_000 + 100);
      await this.#commit(reservationId ?? '', integerBetween(this.#random, 1, quantity));
    }
  }

  async #commit(reservationId: string, quantity: number): Promise<void> {
    const repeats = this.#random() < 0.3 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: repeats }, () => this.#until('POST', `/${reservationId}/commit`, { quantity })),
    );
    const outcomes = new Set(answers.map(({ status, body }) => body.code ?? `${status} ${body.quantity}`));
    if (outcomes.has('metering.reservation_lapsed')) ledger.lapsed += 1;
    else ledger.committed += quantity;
    const isExpected = outcomes.has('metering.reservation_lapsed') || outcomes.has(`200 ${quantity}`);
    if (outcomes.size > 1 || !isExpected) complaints.push(`commit of ${quantity}: ${[...outcomes]}`);
  }
}

interface Books {
  readonly quota: number;
  /** Of the counter of the limit's period. */
  readonly used: number;
  readonly reserved: number;
  /** The total of the hours. */
  readonly counted: number;
  /** The sum of the reservations that are held. */
  readonly held: number;
  /** Counters, also of periods that have no limit any more, that differ from their hours and reservations. */
  readonly wrong: number;
}

/** As of one moment. A counter that is missing will be made of the hours and of what is held. */
async function readBooks(): Promise<Books> {
  const { rows } = await sql<Books>`
    with own as (
      select limit_quantity, limit_per from meter_dimensions where dimension_id = 'rows' limit 1
    ), sums as (
      select (select coalesce(sum(total), 0) from usage_hours where dimension = 'rows') as counted,
        (select coalesce(sum(quantity), 0) from usage_reservations where state = 'Held') as held
    )
    select own.limit_quantity::float8 as quota, sums.counted::float8 as counted, sums.held::float8 as held,
      coalesce(counter.used, sums.counted)::float8 as used, coalesce(counter.reserved, sums.held)::float8 as reserved,
      (select count(*)::integer from usage_counters as any_counter where any_counter.used <> sums.counted
        or any_counter.reserved <> (
          select coalesce(sum(quantity), 0) from usage_reservations
          where state = 'Held' and any_counter.counter_id = any (counter_ids)
        )) as wrong
    from own cross join sums left join usage_counters as counter on counter.per = own.limit_per`.execute(
    shop.database,
  );
  return rows[0] as Books;
}

/** How often the limit was changed, and whether statements may still run that have read the earlier one. */
let changes = 0;
let isChanging = false;

/** Looks as often as it can; while PostgreSQL restarts it cannot. */
async function audit(isOver: () => boolean): Promise<number> {
  let looks = 0;
  // The limit, or what was used and reserved when it was lowered: from then on it only becomes less.
  let allowed = firstLimit;
  while (!isOver()) {
    const change = changes;
    const books = await readBooks().catch(() => undefined);
    if (books) {
      looks += 1;
      const { quota, used, reserved, counted, held, wrong } = books;
      const sum = used + reserved;
      allowed = Math.max(allowed, quota);
      const isRight = sum <= allowed && used === counted && reserved === held && wrong === 0;
      if (!isRight) complaints.push(JSON.stringify({ ...books, allowed }));
      if (sum > quota) ledger.beyond += 1;
      if (change === changes && !isChanging) allowed = Math.max(quota, sum);
    }
    await pause(10);
  }
  return looks;
}

async function changeLimit(quota: number): Promise<void> {
  isChanging = true;
  changes += 1;
  await sql`update meter_dimensions set limit_quantity = ${quota} where dimension_id = 'rows'`.execute(
    shop.database,
  );
  await earlierStatementsEnd();
  isChanging = false;
}

async function lowerLimit(): Promise<void> {
  const sum = async () => {
    const { used, reserved } = await readBooks();
    return used + reserved;
  };
  await expect.poll(sum, { timeout: 20_000 }).toBeGreaterThan(most + fall);
  await changeLimit(Math.max(most, (await sum()) - fall));
}

async function raiseLimit(): Promise<void> {
  const { used, reserved } = await readBooks();
  await changeLimit(used + reserved + raise);
}

/** The first limit of the period: what is held and being granted counts in the counter that is made. */
async function changePeriod(per: (typeof periods)[number]): Promise<void> {
  await sql`update meter_dimensions set limit_per = ${per} where dimension_id = 'rows'`.execute(
    shop.database,
  );
}

async function earlierStatementsEnd(): Promise<void> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(shop.database);
  const count = async () => {
    const earlier = await sql`select from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and xact_start < ${rows[0]?.now}::timestamptz`.execute(shop.database);
    return earlier.rows.length;
  };
  await expect.poll(count, { timeout: 20_000 }).toBe(0);
}

const timeout = 240_000 + seconds * 3_000;

describe(`reservations while nodes and PostgreSQL fail (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('never exceed the limit, and count once each', { timeout }, async () => {
    const random = createRandom(seed);
    const end = Date.now() + seconds * 1_000;
    let isOver = false;
    const workers = keys.map((key, index) => new Worker(key, createRandom(seed + 1 + index)));
    const working = workers.map(async (worker) => {
      while (!isOver) await worker.step();
    });
    const auditing = audit(() => isOver);
    const nextPeriods = periods.slice(1);
    while (Date.now() < end || !world.wasDisturbed) {
      await pause(integerBetween(random, 200, 2_000));
      await lowerLimit();
      if (random() < 0.5) await raiseLimit();
      await world.disturb(random);
      await raiseLimit();
      await changePeriod(nextPeriods.shift() ?? periods[0]);
    }
    isOver = true;
    await Promise.all(working);
    const looks = await auditing;

    // What was granted to nobody lapses: soon all that is not used can be reserved, and not one unit more.
    await raiseLimit();
    const { used, quota } = await readBooks();
    expect(used).toBe(ledger.committed);
    const [worker] = workers as [Worker];
    await expect
      .poll(async () => (await worker.reserve(quota - used))?.status, { timeout: 20_000, interval: 100 })
      .toBe(201);
    const books = await readBooks();
    const rest = quota - used;
    expect(books).toEqual({ quota, used, counted: used, reserved: rest, held: rest, wrong: 0 });
    // It lapses too, and a worker settles it.
    await expect.poll(readBooks, { timeout: 30_000, interval: 200 }).toMatchObject({ reserved: 0, held: 0 });

    expect(complaints).toEqual([]);
    process.stdout.write(
      `Reservations: ${JSON.stringify({ ...ledger, quota, looks, kills: nodes.kills })}\n`,
    );
    // The run is meaningful: the limit was reached, and exceeded when it was lowered; answers were lost, and the books were looked
    // at all the time.
    expect(nodes.kills).toBeGreaterThan(2);
    expect(looks).toBeGreaterThan(seconds);
    for (const count of Object.values(ledger)) expect(count).toBeGreaterThan(0);
  });
});
