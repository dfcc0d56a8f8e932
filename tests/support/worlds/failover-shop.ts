import { randomUUID } from 'node:crypto';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { migrate } from '../../../src/storage/schema/migrate.ts';
import { done } from '../done.ts';
import { nodeEnvironment, RunningCommand } from '../nodes/running-command.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { Books } from './books.ts';
import { plan, product } from './products.ts';
import { newTenant } from './subscribing.ts';

const hourLong = 3_600_000;
const customers = 20;

/** A real node on a database that may be on several servers, and a client that reports usage to it. */
export class FailoverShop {
  readonly command: RunningCommand;
  readonly #url: string;
  readonly #apiKey: string;
  readonly #tenants: readonly string[];
  /** Tenant id and hour of each acknowledged report. */
  readonly acknowledged: string[] = [];
  readonly statuses = new Set<number>();
  #sent = 0;

  private constructor(command: RunningCommand, url: string, apiKey: string, tenants: readonly string[]) {
    this.command = command;
    this.#url = url;
    this.#apiKey = apiKey;
    this.#tenants = tenants;
  }

  static async open(databaseUrl: string, { apiKey, tenants }: FailoverCustomers): Promise<FailoverShop> {
    const command = new RunningCommand([], nodeEnvironment(databaseUrl));
    const url = await command.listens();
    return new FailoverShop(command, url, apiKey, tenants);
  }

  async close(): Promise<void> {
    this.command.signal('SIGKILL');
    await this.command.ended();
  }

  /** Reports one unit for an hour without a report. */
  async report(): Promise<number> {
    const number = this.#sent++;
    const tenantId = this.#tenants[number % customers] ?? '';
    const hoursAgo = 2 + (Math.floor(number / customers) % 20);
    const hour = new Date(Math.floor(Date.now() / hourLong - hoursAgo) * hourLong).toISOString();
    const record = { tenantId, product: 'metered', dimension: 'calls', quantity: 1, usageStartAt: hour };
    const response = await fetch(`${this.#url}/api/v1/metered-usage`, {
      method: 'POST',
      headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ records: [record] }),
    });
    const answer = (await response.json()) as { results?: { outcome: string }[] };
    this.statuses.add(response.status);
    if (response.status === 200 && answer.results?.[0]?.outcome === 'Recorded') {
      this.acknowledged.push(`${tenantId} ${hour}`);
    }
    return response.status;
  }

  async isReady(): Promise<boolean> {
    const response = await fetch(`${this.#url}/health/ready`);
    return ((await response.json()) as { status: string }).status === 'ok';
  }

  async read(): Promise<number> {
    const url = `${this.#url}/api/v1/entitlements/${randomUUID()}?product=metered`;
    return (await fetch(url, { headers: { 'x-api-key': this.#apiKey } })).status;
  }
}

export interface FailoverCustomers {
  readonly apiKey: string;
  readonly tenants: readonly string[];
}

/** Migrates the database and adds a workspace with customers. */
export async function addFailoverCustomers(url: string): Promise<FailoverCustomers> {
  await migrate(url);
  // Older than every hour that can be reported.
  const books = Books.at(url, 1, new SystemClock(48 * hourLong));
  const workspaceId = await books.emptyWorkspace();
  const dimensions = [{ id: 'calls', name: 'Calls', unit: 'call' }];
  const mapping = { sourceName: 'Marketplace', offerId: 'metered', planId: 'basic', dimensions };
  const plans = [plan('basic', { marketplace: [mapping] })];
  done(await addProduct(books.context, workspaceId, product('metered', { plans })));
  const tenants = Array.from({ length: customers }, newTenant);
  for (const tenantId of tenants) {
    await books.createActive(workspaceId, {
      tenantId,
      product: 'metered',
      source: 'Marketplace',
      marketplaceSubscriptionId: randomUUID(),
    });
  }
  const { apiKey } = await books.client(workspaceId);
  await books.close();
  return { apiKey, tenants };
}
