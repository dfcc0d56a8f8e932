import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type EntraEmulator, startEntraEmulator } from '../../emulators/entra/start.ts';
import {
  type MarketplaceEmulator,
  startMarketplaceEmulator,
} from '../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../src/actions/catalogue/add-product.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connect.ts';
import { createSubscription } from '../../src/actions/subscriptions/create-subscription.ts';
import { moveSubscription } from '../../src/actions/subscriptions/move-subscription.ts';
import { createWorkspace } from '../../src/actions/workspaces/create-workspace.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { done } from './done.ts';
import { testEncryptionKey } from './encryption-key.ts';
import { createDatabase } from './postgres.ts';
import { plan, product } from './products.ts';
import { newTenant, note, order } from './subscribing.ts';

export const fulfilmentShopKey = testEncryptionKey;

const publisher = {
  id: 'arcadia',
  tenantId: 'a3000000-0000-4000-8000-000000000001',
  clientId: 'c3000000-0000-4000-8000-000000000001',
};
const clientSecret = 'a secret of the publisher';
const sourceName = 'Shop';

/** A workspace that sells seats on the marketplace, by the real clock. The nodes of the service are others' to run. */
export class FulfilmentShop {
  readonly databaseUrl: string;
  readonly marketplace: MarketplaceEmulator;
  readonly #idp: EntraEmulator;
  readonly #database: Database;
  #workspaceId = '';
  #connectionId = '';

  private constructor(databaseUrl: string, idp: EntraEmulator, marketplace: MarketplaceEmulator) {
    this.databaseUrl = databaseUrl;
    this.marketplace = marketplace;
    this.#idp = idp;
    this.#database = openDatabase({ url: databaseUrl, maxConnections: 4, onConnectionLost: () => {} });
  }

  static async open(): Promise<FulfilmentShop> {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const { tenantId, clientId } = publisher;
    const application = { clientId, tenantIds: [tenantId], secrets: [{ value: clientSecret }], roles: {} };
    const idp = await startEntraEmulator(
      { tenants: [{ id: tenantId }], apis: [], applications: [application] },
      { signingKeys: inject('signingKeys') },
    );
    const seats = { id: 'seats', dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 };
    const marketplace = await startMarketplaceEmulator({
      idp,
      directory: {
        publishers: [{ ...publisher, offers: [{ id: 'forum', plans: [seats] }] }],
        subscriptions: [],
      },
      // Nothing is taken for a yes: whatever changes, changes by our word.
      settings: { retryMilliseconds: 50, autoAcceptMilliseconds: 600_000 },
    });
    const shop = new FulfilmentShop(databaseUrl, idp, marketplace);
    await shop.#furnish();
    return shop;
  }

  async close(): Promise<void> {
    await this.#database.destroy();
    await this.marketplace.close();
    await this.#idp.close();
  }

  get #context(): ActionContext {
    return { database: this.#database, now: new Date(), randomBytes };
  }

  async #furnish(): Promise<void> {
    const about = { slug: 'arcadia', name: 'Arcadia', partnerPlan: 'Scale' } as const;
    this.#workspaceId = done(await createWorkspace(this.#context, about)).workspaceId;
    const marketplace = [{ sourceName, offerId: 'forum', planId: 'seats', dimensions: [] }];
    const seats = plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser', marketplace });
    done(await addProduct(this.#context, this.#workspaceId, product('forum', { plans: [seats] })));
    const connection = {
      authUrl: this.#idp.url,
      marketplaceUrl: this.marketplace.url,
      tenantId: publisher.tenantId,
      clientId: publisher.clientId,
      credential: { kind: 'secret', clientSecret } as const,
    };
    const { connectionId } = await connectMarketplace(
      this.#context,
      this.#workspaceId,
      sourceName,
      connection,
      fulfilmentShopKey,
    );
    this.#connectionId = connectionId;
  }

  /** From now on the marketplace calls the node at this address. */
  callAt(url: string): void {
    const webhookUrl = `${url}/api/marketplace/v1/calls/${this.#connectionId}`;
    this.marketplace.setAddresses(publisher.id, 'forum', { webhookUrl });
  }

  /** Subscriptions of so many seats that both sides have; their ids at the marketplace. */
  async sell(count: number, quantity: number): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) {
      const tenantId = newTenant();
      const beneficiary = { tenantId, objectId: null, emailId: null, puid: null };
      const sold = {
        id,
        publisherId: publisher.id,
        offerId: 'forum',
        planId: 'seats',
        quantity,
        beneficiary,
      };
      this.marketplace.registerSubscription({ ...sold, state: 'Subscribed' });
      const bought = order({
        tenantId,
        plan: 'seats',
        source: 'Marketplace',
        marketplaceSubscriptionId: id,
        quantity,
        renewsItself: true,
      });
      const { subscription } = done(await createSubscription(this.#context, this.#workspaceId, bought, note));
      const { subscriptionId } = subscription;
      done(
        await moveSubscription(this.#context, this.#workspaceId, subscriptionId, { type: 'activate' }, note),
      );
    }
    return ids;
  }

  /** The customer wants other seats; the call is on its way then. */
  async wantSeats(id: string, quantity: number): Promise<void> {
    const command = `change-quantity?quantity=${quantity}`;
    const response = await fetch(`${this.marketplace.url}/_emulator/subscriptions/${id}/${command}`, {
      method: 'POST',
    });
    if (!response.ok) throw new Error(await response.text());
  }

  seatsThere(id: string): number | undefined {
    return this.marketplace.findSubscription(id)?.quantity;
  }

  async seatsHere(id: string): Promise<number | null> {
    const row = await this.#database
      .selectFrom('subscriptions')
      .select('quantity')
      .where('marketplace_subscription_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.quantity;
  }

  calls() {
    return this.#database.selectFrom('marketplace_calls').selectAll().orderBy('call_id').execute();
  }

  /** How often its seats have changed here, and how often that was told. */
  async changes(id: string): Promise<{ readonly made: number; readonly told: number }> {
    const { rows } = await sql<{ made: number; told: number }>`
      select (
        select count(*)::integer from subscription_history as history
        where history.subscription_id = subscription.subscription_id and history.move = 'changeQuantity'
      ) as made, (
        select count(*)::integer from events as event
        where event.data ->> 'subscriptionId' = subscription.subscription_id::text
          and event.type = 'subscription.quantity_changed'
      ) as told
      from subscriptions as subscription
      where subscription.marketplace_subscription_id = ${id}`.execute(this.#database);
    return rows[0] ?? { made: 0, told: 0 };
  }

  /** As if the longest claim and the longest pause had passed; nothing but time that passes faster. */
  async letTimePass(): Promise<void> {
    await sql`
      update marketplace_calls
      set due_at = least(due_at, now() - interval '1 second'),
        claimed_until = case when claimed_until is not null then now() - interval '1 second' end
      where state = 'Received'`.execute(this.#database);
  }
}
