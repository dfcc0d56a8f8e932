import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../emulators/shell/random.ts';
import type { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { shiftedClock } from '../support/nodes/shifted-clock.ts';
import { faultSeconds, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import { CrashingShop } from '../support/worlds/crashing-shop.ts';
import type { Customer, MeteredShop } from '../support/worlds/metered-shop.ts';
import { ReservationAuditor } from '../support/worlds/reservation-auditor.ts';

const seconds = faultSeconds(20);
const workerCount = 6;
/** Small, so that most of the time it is reached. In turn it is lowered below what is used and reserved, and raised. */
const firstLimit = 20;
const fall = 3;
const raise = 20;
/** What a worker reserves at most: a limit below it would be refused for another reason. */
const most = 4;
const ttlSeconds = 2;
/** Of the limit, one after the other. A day begins during the run, while the first of them is in force. */
const periods = ['Day', 'Month', 'Term', 'Year'] as const;

const second = 1_000;
const day = 24 * 3_600_000;
/** From the start of the nodes. */
const untilMidnight = 15 * second;
/** The clocks of the nodes are wrong by more than a reservation lasts, and still trusted. */
const skews = [90 * second, -90 * second];

let world: CrashingShop;
let shop: MeteredShop;
let nodes: ServiceNodes;
let customer: Customer;
let auditor: ReservationAuditor;
const keys: string[] = [];

beforeAll(async () => {
  let ahead = 0;
  world = await CrashingShop.open(seed, (index) => shiftedClock(ahead + (skews[index] ?? 0)));
  ({ shop, nodes } = world);
  [customer] = (await shop.sell(1)) as [Customer];
  await sql`update meter_dimensions set limit_quantity = ${firstLimit}, limit_per = ${periods[0]}, limit_action = 'Deny'
    where dimension_id = 'rows'`.execute(shop.database);
  // So that a commit after midnight counts in the day of its reservation.
  await sql`update workspaces set usage_hold_minutes = 60`.execute(shop.database);
  for (let index = 0; index < workerCount; index++) keys.push(await shop.client(`worker-${index}`));
  const start = Date.now() + untilMidnight;
  ahead = Math.ceil(start / day) * day - start;
  auditor = new ReservationAuditor(shop.database, ahead);
  await moveDatabaseClock(ahead);
  await nodes.startAll();
});
afterAll(() => world?.close());

/** Connections from now on find a function of the same name before PostgreSQL's. */
async function moveDatabaseClock(milliseconds: number): Promise<void> {
  await sql`
    create function public.clock_timestamp() returns timestamptz language sql volatile
    return pg_catalog.clock_timestamp() + interval ${sql.lit(`${milliseconds} milliseconds`)}`.execute(
    shop.database,
  );
  await sql`alter database tessera set search_path = public, pg_catalog`.execute(shop.database);
}

interface ReservationResponse {
  readonly status: number;
  readonly body: {
    readonly reservationId?: string;
    readonly quantity?: number;
    readonly code?: string;
    readonly args?: { readonly reserved?: number };
  };
}

/** What was answered: quantities that were committed, and numbers of answers. */
const ledger = { committed: 0, granted: 0, refused: 0, released: 0, abandoned: 0, lapsed: 0, lost: 0 };

class Worker {
  readonly #key: string;
  readonly #random: Random;
  /** Refusals, one after the other, that counted what was free again. The first lets lapsed reservations be settled. */
  #doubts = 0;

  constructor(key: string, random: Random) {
    this.#key = key;
    this.#random = random;
  }

  /** Undefined: no answer, because the worker stopped waiting or a node died, or a failure of the service. */
  async call(method: string, path: string, body?: object): Promise<ReservationResponse | undefined> {
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

  reserve(quantity: number): Promise<ReservationResponse | undefined> {
    const { tenantId, product } = customer;
    return this.call('POST', '', { tenantId, product, dimension: 'rows', quantity, ttlSeconds });
  }

  async #until(method: string, path: string, body?: object): Promise<ReservationResponse> {
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
    const sentAt = Date.now();
    const answer = await this.reserve(quantity);
    // A reservation whose answer was lost lapses.
    if (!answer) {
      ledger.lost += 1;
      return pause(20);
    }
    const { reservationId = '', code, args } = answer.body;
    if (answer.status !== 201) {
      if (code !== 'metering.limit_reached') auditor.complaints.push(`reserve: ${code}`);
      const isDoubtful = await auditor.countedFree(args?.reserved ?? 0, sentAt).catch(() => false);
      this.#doubts = isDoubtful ? this.#doubts + 1 : 0;
      if (this.#doubts > 1) auditor.complaints.push(`refused by what was free again: ${args?.reserved}`);
      ledger.refused += 1;
      return pause(50);
    }
    ledger.granted += 1;
    const choice = this.#random();
    if (choice < 0.1) ledger.abandoned += 1;
    else if (choice < 0.6) {
      const released = await this.#until('DELETE', `/${reservationId}`);
      if (released.status !== 204) auditor.complaints.push(`release: ${released.body.code}`);
      ledger.released += 1;
    } else {
      if (choice < 0.7) await pause(ttlSeconds * second + 100);
      await this.#commit(reservationId, integerBetween(this.#random, 1, quantity), sentAt);
    }
  }

  async #commit(reservationId: string, quantity: number, reservedAt: number): Promise<void> {
    const repeats = this.#random() < 0.3 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: repeats }, () => this.#until('POST', `/${reservationId}/commit`, { quantity })),
    );
    const outcomes = new Set(answers.map(({ status, body }) => body.code ?? `${status} ${body.quantity}`));
    const hasLapsed = outcomes.has('metering.reservation_lapsed');
    if (hasLapsed) ledger.lapsed += 1;
    else ledger.committed += quantity;
    if (outcomes.size > 1 || !(hasLapsed || outcomes.has(`200 ${quantity}`))) {
      auditor.complaints.push(`commit of ${quantity}: ${[...outcomes]}`);
    }
    // The nodes know the time of the database to some milliseconds.
    const age = Date.now() - reservedAt;
    if (hasLapsed && age < ttlSeconds * second - 200) auditor.complaints.push(`lapsed after ${age} ms`);
  }
}

const timeout = 240_000 + seconds * 3_000;

describe(`reservations while nodes and PostgreSQL fail (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('never exceed the limit, and count once each', { timeout }, async () => {
    const random = createRandom(seed);
    const end = Date.now() + seconds * second;
    let isOver = false;
    const workers = keys.map((key, index) => new Worker(key, createRandom(seed + 1 + index)));
    const working = workers.map(async (worker) => {
      while (!isOver) await worker.step();
    });
    const auditing = auditor.audit(() => isOver);
    let changes = 0;
    const days = async () => (await auditor.read()).counters.filter(({ per }) => per === 'Day').length;
    while (Date.now() < end || !world.wasDisturbed || changes < periods.length) {
      await pause(integerBetween(random, 200, 2_000));
      await auditor.lowerLimit(fall, most);
      if (random() < 0.5) await auditor.raiseLimit(raise);
      await world.disturb(random);
      await auditor.raiseLimit(raise);
      if ((await days()) < 2) continue;
      changes += 1;
      await auditor.changePeriod(periods[changes % periods.length] ?? 'Day', raise);
    }
    isOver = true;
    await Promise.all(working);
    await auditing;

    // What was granted to nobody lapses: soon all that is not used can be reserved, and not one unit more.
    await auditor.raiseLimit(raise);
    const { used, quota } = await auditor.readPeriod();
    const rest = quota - used;
    const [worker] = workers as [Worker];
    await expect
      .poll(async () => (await worker.reserve(rest))?.status, { timeout: 20_000, interval: 100 })
      .toBe(201);
    const books = { used, reserved: rest, quota, held: rest, wrong: [] };
    expect(await auditor.readPeriod()).toMatchObject(books);
    expect((await auditor.read()).used).toBe(ledger.committed);
    // It lapses too, and a worker settles it.
    await expect
      .poll(() => auditor.readPeriod(), { timeout: 30_000, interval: 200 })
      .toMatchObject({ ...books, reserved: 0, held: 0 });

    const { complaints, looks, beyond } = auditor;
    expect(complaints).toEqual([]);
    const counts = { ...ledger, beyond, changes };
    process.stdout.write(
      `Reservations: ${JSON.stringify({ ...counts, quota, looks, days: await days(), kills: nodes.kills })}\n`,
    );
    // The run is meaningful: the limit was reached, and exceeded when it was lowered; answers were lost, and the books were looked
    // at all the time.
    expect(nodes.kills).toBeGreaterThan(2);
    expect(looks).toBeGreaterThan(seconds);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });
});
