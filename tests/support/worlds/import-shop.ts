import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import {
  type MarketplaceEmulator,
  startMarketplaceEmulator,
} from '../../../emulators/microsoft-marketplace/start.ts';
import { changeProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { createFulfilmentService } from '../../../src/adapters/microsoft-marketplace/fulfilment-service.ts';
import { editInOrder, movePlan, moveProduct } from '../../../src/core/catalogue/product-edit.ts';
import type { AcceleratorTable } from '../../../src/core/marketplace/import/accelerator-export.ts';
import type { Subscription } from '../../../src/core/subscriptions/subscription.ts';
import { loadByMarketplaceIds } from '../../../src/storage/marketplace/known-subscriptions.ts';
import { done } from '../done.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { localExchange } from '../peers/local-exchange.ts';
import { PublisherAccount } from '../peers/publisher-account.ts';
import { Books } from './books.ts';
import { newTenant } from './subscribing.ts';

export const sourceName = 'Shop';

const offer = {
  id: 'forum',
  plans: [
    { id: 'basic', name: 'Basic', dimensions: ['posts'] },
    { id: 'gold', name: 'Gold', dimensions: [] },
    { id: 'seats', name: 'Seats', dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 },
  ],
};

/** A subscription as the accelerator has it. */
export interface ExportedRow {
  readonly id: string;
  readonly purchaser?: string;
}

/** The tables of an accelerator that has sold these subscriptions of the forum. */
export function acceleratorTables(rows: readonly ExportedRow[]): Record<AcceleratorTable, string> {
  const guid = 'a0000000-0000-4000-8000-000000000001';
  return {
    Subscriptions: [
      'Id,AMPSubscriptionId,SubscriptionStatus,AMPPlanId,IsActive,UserId,Name,PurchaserEmail,PurchaserTenantId',
      ...rows.map(
        ({ id, purchaser = 'NULL' }, index) =>
          `${index},${id},Subscribed,basic,1,1,"Customer, no ${index}",NULL,${purchaser}`,
      ),
    ].join('\r\n'),
    Plans: `Id,PlanId,DisplayName,OfferID\r\n1,basic,Basic,${guid}\r\n2,gold,Gold,${guid}\r\n`,
    Offers: `OfferId,OfferName,OfferGUId\r\nforum,The Forum,${guid}\r\n`,
    MeteredDimensions: 'Dimension,PlanId,Description\r\nposts,1,Posts written\r\ncalls,1,Calls\r\n',
    Users: 'UserId,EmailAddress\r\n1,buyer@contoso.example\r\n',
  };
}

/** Writes the tables as CSV files into a new folder. */
export async function writeTables(
  folder: string,
  tables: Partial<Record<AcceleratorTable, string | Uint8Array>>,
) {
  await mkdir(folder, { recursive: true });
  for (const [table, text] of Object.entries(tables)) await writeFile(join(folder, `${table}.csv`), text);
}

/** A database and a marketplace with one publisher, in real time, without a service. */
export class ImportShop {
  readonly books: Books;
  readonly idp: EntraEmulator;
  readonly marketplace: MarketplaceEmulator;
  readonly account: PublisherAccount;
  readonly fulfilment;

  private constructor(books: Books, idp: EntraEmulator, marketplace: MarketplaceEmulator) {
    this.books = books;
    this.idp = idp;
    this.marketplace = marketplace;
    this.account = new PublisherAccount(idp, marketplace, { offer });
    this.fulfilment = createFulfilmentService({ clock: books.clock, randomBytes, exchange: localExchange });
  }

  static async open(): Promise<ImportShop> {
    const idp = await startEntraEmulator(
      { tenants: [], apis: [], applications: [] },
      { signingKeys: inject('rsaKeys') },
    );
    const directory = { publishers: [], subscriptions: [] };
    const marketplace = await startMarketplaceEmulator({ idp, directory, settings: { pageSize: 100 } });
    return new ImportShop(await Books.open(4, new SystemClock()), idp, marketplace);
  }

  async close(): Promise<void> {
    this.fulfilment.stop();
    await this.books.close();
    await this.marketplace.close();
    await this.idp.close();
  }

  /** A workspace with a connection of the publisher, without a catalogue. */
  async workspace(): Promise<string> {
    const workspaceId = await this.books.emptyWorkspace();
    await this.account.connect(this.books.context, workspaceId, sourceName);
    return workspaceId;
  }

  /** Subscriptions at the marketplace only, each of a tenant of its own, which is in the export. */
  sell(
    count: number,
    what: Parameters<PublisherAccount['register']>[0] = {},
  ): readonly Required<ExportedRow>[] {
    return Array.from({ length: count }, () => {
      const purchaser = newTenant();
      return { id: this.account.register({ tenantId: purchaser, ...what }), purchaser };
    });
  }

  /** Publishes the product of the offer with these plans. */
  async publish(workspaceId: string, ...plans: readonly string[]): Promise<void> {
    const edit = editInOrder(...plans.map((plan) => movePlan(plan, 'Published')), moveProduct('Published'));
    const basis = { product: 'forum', revision: 'any' } as const;
    done(await changeProduct(this.books.context, workspaceId, basis, edit));
  }

  /** Our subscriptions, by marketplace subscription id. */
  ours(workspaceId: string, rows: readonly ExportedRow[]): Promise<ReadonlyMap<string, Subscription>> {
    const ids = rows.map(({ id }) => id);
    return loadByMarketplaceIds(this.books.database, workspaceId, ids);
  }

  /** The moves and reasons of all subscriptions of the workspace, by time. */
  history(workspaceId: string) {
    return this.books.database
      .selectFrom('subscription_history')
      .select(['subscription_id', 'reason', 'revision'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('subscription_id')
      .orderBy('revision')
      .execute();
  }
}

/** Ids that the marketplace does not know. */
export function lostRows(count: number): readonly ExportedRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `f9000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));
}
