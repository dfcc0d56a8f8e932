import type { SellerAccount } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import type { LicenceEntitlement, MappedDimension } from '../../core/marketplace/licences/licence-plan.ts';
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
import { compareAgreements } from './licence-agreements.ts';

type Seller = LicenceService<SellerAccount> & FulfilmentService<SellerAccount> & { stop(): void };

interface Surroundings {
  readonly database: Database;
  readonly clock: Clock;
}

const pageSize = 100;

/**
 * The fulfilment service of a marketplace that sells licences: it names no subscriptions, so they are made of what is stored of
 * each licence, of its entitlements there, and of the mappings. Pay as you go has no entitlements: its events tell of it,
 * and its agreements where they may be read.
 */
export function createLicenceFulfilment(seller: Seller, { database, clock }: Surroundings): Seller {
  async function read(
    { source }: SellerAccount,
    licence: Licence,
    entitlements: readonly LicenceEntitlement[],
    mappings: readonly MappedDimension<unknown>[],
  ): Promise<MarketplaceSubscription> {
    if (entitlements.length > 0 && !licence.isContract) await saveContract(database, source, licence.licence);
    return subscriptionOfLicence(licence, entitlements, mappings, clock.now());
  }

  return {
    ...seller,

    async getSubscription(account, id) {
      const licence = await findLicence(database, account.source, id);
      if (!licence) return unknownLicence;
      const { productCode } = licence;
      // An ended licence has no entitlements that count.
      const found =
        licence.endedAt === null
          ? await entitlementsOf(seller, account, productCode, licence.licence)
          : ({ outcome: 'answered', value: [] } as const);
      if (found.outcome !== 'answered') return found;
      const mappings = await loadMappedDimensions(database, account.source, productCode);
      return { outcome: 'answered', value: await read(account, licence, found.value, mappings) };
    },

    async *listSubscriptions(account) {
      const { source } = account;
      const agreements = await compareAgreements(seller, account, { database, clock });
      if (agreements.outcome !== 'answered') {
        yield agreements;
        return;
      }
      const comparesAgreements = agreements.value;
      yield { outcome: 'answered', value: { subscriptions: [], unreadable: 0, comparesAgreements } };
      for (const productCode of await listLicensedProducts(database, source)) {
        const found = await entitlementsOf(seller, account, productCode, null);
        if (found.outcome !== 'answered') {
          yield found;
          return;
        }
        const byLicence = groupByLicence(found.value);
        const mappings = await loadMappedDimensions(database, source, productCode);
        const licences = await listOpenLicences(database, source, productCode);
        for (let first = 0; first < licences.length; first += pageSize) {
          const subscriptions: MarketplaceSubscription[] = [];
          for (const licence of licences.slice(first, first + pageSize)) {
            const entitlements = byLicence.get(licence.licence) ?? [];
            subscriptions.push(await read(account, licence, entitlements, mappings));
          }
          yield { outcome: 'answered', value: { subscriptions, unreadable: 0 } };
        }
      }
    },
  };
}

function groupByLicence(
  entitlements: readonly LicenceEntitlement[],
): ReadonlyMap<string, readonly LicenceEntitlement[]> {
  const groups = new Map<string, LicenceEntitlement[]>();
  for (const entitlement of entitlements) {
    const group = groups.get(entitlement.licence ?? '');
    if (group) group.push(entitlement);
    else groups.set(entitlement.licence ?? '', [entitlement]);
  }
  return groups;
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
