import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../emulators/shell/random.ts';
import { CrashingPostgres } from '../support/database/crashing-postgres.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { faultSeconds, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import { type Customer, MeteredShop, shopEncryptionKey } from '../support/worlds/metered-shop.ts';

const seconds = faultSeconds(20);
const workerCount = 6;
/** Small, so that most of the time it is reached; each disturbance raises it. */
const firstLimit = 20;
const raise = 15;
const ttlSeconds = 2;

let server: CrashingPostgres;
let shop: MeteredShop;
let nodes: ServiceNodes;
let customer: Customer;
const keys: string[] = [];

beforeAll(async () => {
  server = await CrashingPostgres.start();
  const { url } = server;
  shop = await MeteredShop.open(seed, undefined, url);
  [customer] = (await shop.sell(1)) as [Customer];
  await sql`update meter_dimensions set limit_quantity = ${firstLimit}, limit_per = 'Year', limit_action = 'Deny'
    where dimension_id = 'rows'`.execute(shop.database);
  for (let index = 0; index < workerCount; index++) keys.push(await shop.client(`worker-${index}`));
  nodes = new ServiceNodes(2, { databaseUrl: url, encryptionKey: shopEncryptionKey });
  await nodes.startAll();
});
afterAll(async () => {
  await nodes?.end();
  await shop?.close();
  await server?.stop();
});

interface Answer {
  readonly status: number;
  readonly body: { readonly reservationId?: string; readonly quantity?: number; readonly code?: string };
}

/** What was answered: quantities that were committed, and numbers of answers. */
const ledger = { committed: 0, granted: 0, refused: 0, released: 0, abandoned: 0, lapsed: 0, lost: 0 };
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
    const quantity = integerBetween(this.#random, 1, 4);
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
      if (choice < 0.63) await pause(ttlSeconds * 1_000 + 100);
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
  readonly used: number;
  readonly reserved: number;
  /** The total of the hours. */
  readonly counted: number;
  /** The sum of the reservations that are held. */
  readonly held: number;
}

/** As of one moment. */
async function readBooks(): Promise<Books> {
  const { rows } = await sql<Books>`
    select coalesce(sum(counter.used), 0)::float8 as used, coalesce(sum(counter.reserved), 0)::float8 as reserved,
      (select max(limit_quantity)::float8 from meter_dimensions where dimension_id = 'rows') as quota,
      (select coalesce(sum(total), 0)::float8 from usage_hours where dimension = 'rows') as counted,
      (select coalesce(sum(quantity), 0)::float8 from usage_reservations where state = 'Held') as held
    from usage_counters as counter`.execute(shop.database);
  return rows[0] as Books;
}

const isRight = ({ quota, used, reserved, counted, held }: Books) =>
  used + reserved <= quota && used === counted && reserved === held;

/** Looks as often as it can; while PostgreSQL restarts it cannot. */
async function audit(isOver: () => boolean): Promise<number> {
  let looks = 0;
  while (!isOver()) {
    const books = await readBooks().catch(() => undefined);
    if (books) looks += 1;
    if (books && !isRight(books)) complaints.push(JSON.stringify(books));
    await pause(10);
  }
  return looks;
}

const disturbances: readonly ((random: Random) => Promise<void>)[] = [
  async (random) => {
    const index = integerBetween(random, 0, nodes.count - 1);
    await nodes.kill(index);
    await nodes.start(index);
  },
  () => server.crash(),
  async () => {
    await nodes.killAll();
    await nodes.startAll();
  },
];

async function raiseLimit(): Promise<void> {
  await sql`update meter_dimensions set limit_quantity = limit_quantity + ${raise} where dimension_id = 'rows'`.execute(
    shop.database,
  );
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
    for (let index = 0; Date.now() < end || index < disturbances.length; index++) {
      await pause(integerBetween(random, 200, 2_000));
      await disturbances[index % disturbances.length]?.(random);
      await raiseLimit();
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
    expect(books).toEqual({ quota, used, counted: used, reserved: quota - used, held: quota - used });
    // It lapses too, and a worker settles it.
    await expect.poll(readBooks, { timeout: 30_000, interval: 200 }).toMatchObject({ reserved: 0, held: 0 });

    expect(complaints).toEqual([]);
    process.stdout.write(
      `Reservations: ${JSON.stringify({ ...ledger, quota, looks, kills: nodes.kills })}\n`,
    );
    // The run is meaningful: the limit was reached, answers were lost, and the books were looked at all the time.
    expect(nodes.kills).toBeGreaterThan(2);
    expect(looks).toBeGreaterThan(seconds);
    for (const count of Object.values(ledger)) expect(count).toBeGreaterThan(0);
  });
});
