import { randomBytes, randomUUID } from 'node:crypto';
import { addProduct } from '../../src/actions/catalogue/add-product.ts';
import { issueApiKey } from '../../src/actions/clients/issue-api-key.ts';
import { registerApiClient } from '../../src/actions/clients/register-api-client.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { createSubscription } from '../../src/actions/subscriptions/create-subscription.ts';
import { moveSubscription } from '../../src/actions/subscriptions/move-subscription.ts';
import { createWorkspace } from '../../src/actions/workspaces/create-workspace.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { done } from './done.ts';
import { testEncryptionKeyText } from './encryption-key.ts';
import { plan, product } from './products.ts';
import { RunningCommand } from './running-command.ts';
import { newTenant, note, order } from './subscribing.ts';

const hourLong = 3_600_000;
const customers = 20;

/** A real node on a database that may be on several servers, and a client that reports usage to it. */
export class FailoverShop {
  readonly command: RunningCommand;
  readonly #url: string;
  readonly #apiKey: string;
  readonly #tenants: readonly string[];
  /** The ids of the tenants and the hours of reports that were acknowledged. */
  readonly acknowledged: string[] = [];
  /** Every status that was answered. */
  readonly statuses = new Set<number>();
  #sent = 0;

  private constructor(command: RunningCommand, url: string, apiKey: string, tenants: readonly string[]) {
    this.command = command;
    this.#url = url;
    this.#apiKey = apiKey;
    this.#tenants = tenants;
  }

  static async open(databaseUrl: string): Promise<FailoverShop> {
    const environment = {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'https://tessera.example',
      IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
      ENCRYPTION_KEY: testEncryptionKeyText,
    };
    const migration = new RunningCommand(['migrate'], environment);
    if ((await migration.ended()) !== 0) throw new Error(migration.errors);
    const { apiKey, tenants } = await furnish(databaseUrl);
    const command = new RunningCommand([], environment);
    await command.says('"msg":"listening"');
    const url = /"url":"(http[^"]+)"/.exec(command.output)?.[1] ?? '';
    return new FailoverShop(command, url, apiKey, tenants);
  }

  async close(): Promise<void> {
    this.command.signal('SIGKILL');
    await this.command.ended();
  }

  /** Reports one unit for an hour that was not reported yet. */
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

async function furnish(url: string): Promise<{ apiKey: string; tenants: readonly string[] }> {
  const database = openDatabase({ url, maxConnections: 1, onConnectionLost: () => {} });
  // Two days ago, so that all hours that can be reported are in the life of the subscriptions.
  const context: ActionContext = { database, now: new Date(Date.now() - 48 * hourLong), randomBytes };
  const about = { slug: 'arcadia', name: 'Arcadia', partnerPlan: 'Scale' } as const;
  const { workspaceId } = done(await createWorkspace(context, about));
  const dimensions = [{ id: 'calls', name: 'Calls', unit: 'call' }];
  const mapping = { sourceName: 'Marketplace', offerId: 'metered', planId: 'basic', dimensions };
  const plans = [plan('basic', { marketplace: [mapping] })];
  done(await addProduct(context, workspaceId, product('metered', { plans })));
  const tenants = Array.from({ length: customers }, newTenant);
  for (const tenantId of tenants) {
    const bought = order({
      tenantId,
      product: 'metered',
      source: 'Marketplace',
      marketplaceSubscriptionId: randomUUID(),
    });
    const { subscription } = done(await createSubscription(context, workspaceId, bought, note));
    done(
      await moveSubscription(context, workspaceId, subscription.subscriptionId, { type: 'activate' }, note),
    );
  }
  const registration = {
    name: 'Client',
    scopes: ['usage:write', 'entitlements:read'],
    products: 'all',
    rateLimitPerMinute: 6_000,
  } as const;
  const { apiClientId } = done(await registerApiClient(context, workspaceId, registration));
  const key = done(await issueApiKey(context, workspaceId, apiClientId, { expiresAt: null }));
  await database.destroy();
  return { apiKey: key.text, tenants };
}
