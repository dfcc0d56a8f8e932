import type { SellerAccount } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import type { LicenceEntitlement } from '../../core/marketplace/licences/licence-plan.ts';
import type { LicenceService } from '../../core/marketplace/licences/licence-service.ts';
import { type Licence, subscriptionOfLicence } from '../../core/marketplace/licences/licence-subscription.ts';
import type { Clock } from '../../core/ports.ts';
import type { Database } from '../../storage/database.ts';
import {
  findLicence,
  listLicensedProducts,
  listOpenLicences,
  loadMappedDimensions,
  saveContract,
} from '../../storage/marketplace/licences.ts';

type Seller = LicenceService<SellerAccount> & FulfilmentService<SellerAccount> & { stop(): void };

interface Surroundings {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * The fulfilment service of a marketplace that sells licences: it names no subscriptions, so they are made of what is stored of
 * each licence, of its entitlements there, and of the mappings. Pay as you go has no entitlements: its events alone tell
 * of it, and it is not among the listed subscriptions.
 */
export function createLicenceFulfilment(seller: Seller, { database, clock }: Surroundings): Seller {
  async function read(
    account: SellerAccount,
    licence: Licence,
    entitlements: readonly LicenceEntitlement[],
  ): Promise<MarketplaceSubscription> {
    const { source } = account;
    if (entitlements.length > 0 && !licence.isContract) await saveContract(database, source, licence.licence);
    const mappings = await loadMappedDimensions(database, source, licence.productCode);
    return subscriptionOfLicence(licence, entitlements, mappings, clock.now());
  }

  return {
    ...seller,

    async getSubscription(account, id) {
      const licence = await findLicence(database, account.source, id);
      if (!licence) return unknownLicence;
      // An ended licence has no entitlements that count.
      if (licence.endedAt !== null) return { outcome: 'answered', value: await read(account, licence, []) };
      const found = await entitlementsOf(seller, account, licence.productCode, licence.licence);
      if (found.outcome !== 'answered') return found;
      return { outcome: 'answered', value: await read(account, licence, found.value) };
    },

    async *listSubscriptions(account) {
      for (const productCode of await listLicensedProducts(database, account.source)) {
        const found = await entitlementsOf(seller, account, productCode, null);
        if (found.outcome !== 'answered') {
          yield found;
          return;
        }
        const byLicence = new Map<string, LicenceEntitlement[]>();
        for (const one of found.value) {
          byLicence.set(one.licence ?? '', [...(byLicence.get(one.licence ?? '') ?? []), one]);
        }
        const licences = await listOpenLicences(database, account.source, productCode);
        const subscriptions: MarketplaceSubscription[] = [];
        for (const licence of licences) {
          const entitlements = byLicence.get(licence.licence) ?? [];
          const isPayAsYouGo = entitlements.length === 0 && !licence.isContract;
          if (!isPayAsYouGo) subscriptions.push(await read(account, licence, entitlements));
        }
        yield { outcome: 'answered', value: { subscriptions, unreadable: 0 } };
      }
    },
  };
}

async function entitlementsOf(
  seller: Seller,
  account: SellerAccount,
  productCode: string,
  licence: Licence['licence'] | null,
): Promise<FulfilmentResponse<readonly LicenceEntitlement[]>> {
  const all: LicenceEntitlement[] = [];
  for await (const page of seller.listEntitlements(account, { productCode, licence })) {
    if (page.outcome !== 'answered') return page;
    all.push(...page.value);
  }
  return { outcome: 'answered', value: all };
}

const unknownLicence = {
  outcome: 'refused',
  status: 404,
  code: null,
  reason: 'Neither a registration nor an event has told of the licence.',
} as const;
