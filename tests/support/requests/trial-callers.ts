import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseTrial } from '../worlds/database-trial.ts';
import { type Customer, meters } from '../worlds/metered-shop.ts';

const hourLong = 3_600_000;
/**
 * While a heartbeat of the change feed is late, caches are bypassed: on a busy machine a warm read may miss for a
 * moment.
 */
const warmPatience = 3_000;
const pause = { warm: 40, cold: 100, report: 120 } as const;

interface SentUsage {
  readonly key: string;
  readonly customer: Customer;
  readonly dimension: string;
  readonly hour: Date;
  readonly quantity: number;
}

interface TestResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the callers read what they expect.
  readonly body: any;
}

const usageText = ({ customer, dimension, hour }: Omit<SentUsage, 'key' | 'quantity'>) =>
  `${customer.resourceId} ${dimension} ${hour.toISOString()}`;

/** Applications that report usage and read entitlements, and record every wrong response. */
export class TrialCallers {
  readonly #trial: DatabaseTrial;
  readonly #sent: SentUsage[] = [];
  readonly #taken = new Set<string>();
  readonly #acknowledged = new Set<SentUsage>();
  readonly #refused = new Set<SentUsage>();
  readonly #loops: Promise<void>[] = [];
  readonly #complaints: string[] = [];
  #isStopping = false;
  /** Whether warm reads must be cache hits. */
  warmReadsGoOn = true;
  readonly answers = { warm: 0, cold: 0, acknowledged: 0, refused: 0 };

  constructor(trial: DatabaseTrial) {
    this.#trial = trial;
  }

  get complaints(): readonly string[] {
    return [...new Set(this.#complaints)];
  }

  /** Reads warm and cold, and reports, until it is stopped. */
  start(reporters: number): void {
    this.#loop(pause.warm, () => this.#readWarm());
    this.#loop(pause.cold, () => this.readCold());
    this.#loop(pause.cold, () => this.readCold());
    for (let index = 0; index < reporters; index++) this.#loop(pause.report, () => this.report());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops);
  }

  /** Reports a separate hour with an idempotency key, so that it is one transaction. True: acknowledged. */
  async report(quantity = 1, source?: number): Promise<SentUsage | undefined> {
    const usage = this.#nextUsage(quantity, source);
    this.#sent.push(usage);
    return (await this.#send(usage)) ? usage : undefined;
  }

  /** Repeats unacknowledged reports under their keys; true when all are acknowledged. */
  async reportAgain(): Promise<boolean> {
    await Promise.all([...this.#refused].map((usage) => this.#send(usage)));
    return this.#refused.size === 0;
  }

  /** Reads an uncached entitlement; true: it was answered. */
  async readCold(): Promise<boolean> {
    const answer = await this.#read(randomUUID());
    return this.#isRight('a cold read', answer, answer.body?.accessLevel === 'None', () => {
      this.answers.cold++;
    });
  }

  get acknowledged(): readonly SentUsage[] {
    return [...this.#acknowledged];
  }

  /** Those of the reports that the marketplace lacks, has more than once, or with another quantity. */
  missing(acknowledged: readonly SentUsage[]): readonly string[] {
    const held = new Map<string, number[]>();
    for (const { resourceId, dimension, hour, quantity } of this.#trial.shop.marketplace.usageEvents()) {
      const text = `${resourceId} ${dimension} ${new Date(hour).toISOString()}`;
      held.set(text, [...(held.get(text) ?? []), quantity]);
    }
    return acknowledged.flatMap((usage) => {
      const quantities = held.get(usageText(usage)) ?? [];
      const isHeldOnce = quantities.length === 1 && quantities[0] === usage.quantity;
      return isHeldOnce ? [] : [`${usageText(usage)}: ${usage.quantity}, held: ${quantities.join(', ')}`];
    });
  }

  isSent(usage: SentUsage): boolean {
    return this.#trial.shop.marketplace
      .usageEvents()
      .some(
        ({ resourceId, dimension, hour }) =>
          resourceId === usage.customer.resourceId &&
          dimension === usage.dimension &&
          new Date(hour).getTime() === usage.hour.getTime(),
      );
  }

  #loop(milliseconds: number, call: () => Promise<unknown>): void {
    const run = async () => {
      while (!this.#isStopping) {
        await call();
        await delay(milliseconds);
      }
    };
    this.#loops.push(run());
  }

  async #readWarm(): Promise<void> {
    const until = performance.now() + warmPatience;
    while (!(await this.#readWarmOnce())) {
      if (performance.now() > until) {
        if (this.warmReadsGoOn) this.#complaints.push('a warm read was not answered from the cache');
        return;
      }
      await delay(pause.warm);
    }
  }

  async #readWarmOnce(): Promise<boolean> {
    const tenantId = this.#trial.customers[0]?.tenantId ?? '';
    const answer = await this.#read(tenantId);
    return this.#isRight('a warm read', answer, answer.body?.tenantId === tenantId, () => {
      this.answers.warm++;
    });
  }

  /** Checks that every response is right, or 503 with Retry-After. */
  #isRight(
    call: string,
    { status, retryAfter, body }: TestResponse,
    isAsked: boolean,
    count: () => void,
  ): boolean {
    if (status === 200 && isAsked) {
      count();
      return true;
    }
    if (status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '')) this.answers.refused++;
    else this.#complaints.push(`${call}: ${status} ${retryAfter} ${JSON.stringify(body)}`);
    return false;
  }

  async #read(tenantId: string): Promise<TestResponse> {
    const product = this.#trial.customers[0]?.product;
    return this.#fetch(`/api/v1/entitlements/${tenantId}?product=${product}`, {});
  }

  #nextUsage(quantity: number, source?: number): SentUsage {
    const { customers } = this.#trial;
    const number = this.#sent.length;
    // Customers alternate between three sources.
    const some = source === undefined ? customers : customers.filter((_, index) => index % 3 === source);
    for (let tried = 0; tried < some.length * meters.length * 19; tried++) {
      const place = number + tried;
      const customer = some[place % some.length];
      const round = Math.floor(place / some.length);
      const dimension = meters[round % meters.length];
      const hoursAgo = 2 + (Math.floor(round / meters.length) % 19);
      if (!customer || !dimension) break;
      const hour = new Date(Math.floor(Date.now() / hourLong - hoursAgo) * hourLong);
      const usage = { key: randomUUID(), customer, dimension, hour, quantity };
      if (this.#taken.has(usageText(usage))) continue;
      this.#taken.add(usageText(usage));
      return usage;
    }
    throw new Error('All hours have been reported');
  }

  async #send(usage: SentUsage): Promise<boolean> {
    const { key, customer, dimension, hour, quantity } = usage;
    const { tenantId, product } = customer;
    const record = { tenantId, product, dimension, quantity, usageStartAt: hour.toISOString() };
    const answer = await this.#fetch('/api/v1/metered-usage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ records: [record] }),
    });
    this.#refused.add(usage);
    // The first request with the key may still be running on a silent connection.
    if (answer.status === 409 && answer.body?.code === 'request.idempotency_in_progress') return false;
    const isTaken = answer.body?.results?.[0]?.outcome === 'Recorded';
    return this.#isRight(`a report of ${quantity}`, answer, isTaken, () => {
      this.answers.acknowledged++;
      this.#acknowledged.add(usage);
      this.#refused.delete(usage);
    });
  }

  async #fetch(
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<TestResponse> {
    try {
      const headers = { ...init.headers, 'x-api-key': this.#trial.apiKey };
      const response = await fetch(`${this.#trial.api.url}${path}`, { ...init, headers });
      const body = await response.json();
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
    } catch (error) {
      return { status: 0, retryAfter: null, body: String(error) };
    }
  }
}
