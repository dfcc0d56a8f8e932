import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { type Customer, MeteredShop, meters, shopEncryptionKey } from './metered-shop.ts';
import { RunningCommand } from './running-command.ts';
import { SilenceableProxy } from './silenceable-proxy.ts';

const hourLong = 3_600_000;
/** Generous, for a machine that is busy: by itself a node is back within ten seconds. */

export interface TrialNode {
  readonly command: RunningCommand;
  readonly url: string;
  /** The node's way to the database. */
  readonly proxy: SilenceableProxy;
}

export interface TrialAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

interface SentUsage {
  readonly key: string;
  readonly customer: Customer;
  readonly dimension: string;
  readonly hour: Date;
  readonly quantity: number;
}

/** A shop with an API node and a worker node as real processes, whose database can be made to fail in every way. */
export class DatabaseTrial {
  readonly shop: MeteredShop;
  readonly api: TrialNode;
  readonly workers: TrialNode;
  /** Looks at the server, and works on it, from beside the nodes. */
  readonly operator: pg.Pool;
  readonly #customers: readonly Customer[];
  readonly #apiKey: string;
  readonly #acknowledged: SentUsage[] = [];
  #sent = 0;

  private constructor(
    parts: Pick<DatabaseTrial, 'shop' | 'api' | 'workers' | 'operator'>,
    customers: readonly Customer[],
    apiKey: string,
  ) {
    this.shop = parts.shop;
    this.api = parts.api;
    this.workers = parts.workers;
    this.operator = parts.operator;
    this.#customers = customers;
    this.#apiKey = apiKey;
  }

  static async open(seed: number): Promise<DatabaseTrial> {
    const shop = await MeteredShop.open(seed);
    const operator = new pg.Pool({ connectionString: shop.databaseUrl, max: 4 });
    operator.on('error', () => {});
    const [api, workers] = await Promise.all([
      startNode(shop.databaseUrl, '--api'),
      startNode(shop.databaseUrl, '--workers'),
    ]);
    const customers = await shop.sell(12);
    return new DatabaseTrial({ shop, api, workers, operator }, customers, await shop.client('trial'));
  }

  async close(): Promise<void> {
    for (const { command } of this.#nodes) command.signal('SIGKILL');
    await Promise.all(this.#nodes.map(({ command }) => command.ended()));
    await Promise.all(this.#nodes.map(({ proxy }) => proxy.close()));
    await this.operator.end();
    await this.shop.close();
  }

  get #nodes(): readonly TrialNode[] {
    return [this.api, this.workers];
  }

  /** A usage report of an hour of its own, with an idempotency key, so that it is one transaction. */
  async report(quantity = 1): Promise<TrialAnswer> {
    const sent = this.#nextUsage(quantity);
    const answer = await this.#send(sent);
    if (answer.status === 200) this.#acknowledged.push(sent);
    return answer;
  }

  /** Reads an entitlement that was never read before, or the one that is read again and again. */
  async read(kind: 'cold' | 'warm'): Promise<TrialAnswer> {
    const tenantId = kind === 'cold' ? randomUUID() : this.#customers[0]?.tenantId;
    const url = `${this.api.url}/api/v1/entitlements/${tenantId}?product=${this.#customers[0]?.product}`;
    return answerOf(await fetch(url, { headers: { 'x-api-key': this.#apiKey } }));
  }

  async ready(node: TrialNode): Promise<{ status: number; body: { status: string; checks: object } }> {
    const response = await fetch(`${node.url}/health/ready`);
    return { status: response.status, body: (await response.json()) as { status: string; checks: object } };
  }

  /** Waits until both nodes work as if nothing had happened, the workers' sending included. */
  async recovered(): Promise<void> {
    for (const node of this.#nodes) {
      await expect.poll(async () => (await this.ready(node)).body.status).toBe('ok');
    }
    await expect.poll(async () => (await this.report()).status).toBe(200);
    await expect.poll(async () => (await this.read('cold')).status).toBe(200);
    await expect.poll(() => this.missing()).toEqual([]);
    for (const { command } of this.#nodes) expect(command.hasEnded, command.errors).toBe(false);
  }

  /** What was acknowledged and the marketplace does not hold, or not as it was reported. */
  async missing(): Promise<readonly SentUsage[]> {
    const held = new Map(
      this.shop.marketplace
        .usageEvents()
        .map(({ resourceId, dimension, hour, quantity }) => [
          `${resourceId} ${dimension} ${new Date(hour).toISOString()}`,
          quantity,
        ]),
    );
    return this.#acknowledged.filter(
      ({ customer, dimension, hour, quantity }) =>
        held.get(`${customer.resourceId} ${dimension} ${hour.toISOString()}`) !== quantity,
    );
  }

  /** While `use` runs, this statement's locks are held by somebody else. */
  async whileLocked(statement: string, use: () => Promise<void>): Promise<void> {
    const client = await this.operator.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      await use();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  /** The backends of a node, but for its change feed, in such a state. */
  async backends({ proxy }: TrialNode, condition: string): Promise<readonly number[]> {
    const { rows } = await this.operator.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'tessera' and client_port = any ($1) and (${condition})`,
      [proxy.clientPorts],
    );
    return rows.map(({ pid }) => pid);
  }

  async terminate(pids: readonly number[]): Promise<void> {
    await this.operator.query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [pids]);
  }

  #nextUsage(quantity: number): SentUsage {
    const number = this.#sent++;
    const customer = this.#customers[number % this.#customers.length];
    const round = Math.floor(number / this.#customers.length);
    const dimension = meters[round % meters.length];
    const hoursAgo = 2 + Math.floor(round / meters.length);
    if (!customer || !dimension || hoursAgo > 20) throw new Error('All hours have been reported');
    const hour = new Date(Math.floor(Date.now() / hourLong - hoursAgo) * hourLong);
    return { key: randomUUID(), customer, dimension, hour, quantity };
  }

  async #send({ key, customer, dimension, hour, quantity }: SentUsage): Promise<TrialAnswer> {
    const { tenantId, product } = customer;
    const record = { tenantId, product, dimension, quantity, usageStartAt: hour.toISOString() };
    const response = await fetch(`${this.api.url}/api/v1/metered-usage`, {
      method: 'POST',
      headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ records: [record] }),
    });
    return answerOf(response);
  }
}

async function answerOf(response: Response): Promise<TrialAnswer> {
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
}

async function startNode(databaseUrl: string, half: '--api' | '--workers'): Promise<TrialNode> {
  const address = new URL(databaseUrl);
  const proxy = await SilenceableProxy.start({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${proxy.port}`;
  const command = new RunningCommand([half], {
    DATABASE_URL: address.href,
    DATABASE_MAX_CONNECTIONS: '6',
    ALLOW_LOCAL_WEBHOOKS: 'true',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'https://tessera.example',
    IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
    ENCRYPTION_KEY: Buffer.from(shopEncryptionKey.current).toString('base64'),
  });
  await command.says('"msg":"listening"');
  return { command, proxy, url: /"url":"(http[^"]+)"/.exec(command.output)?.[1] ?? '' };
}
