import { defaultKind, type MarketplaceKind, marketplaceKinds } from '../../catalogue/marketplace-kind.ts';
import type { MarketplaceCredential } from './credential.ts';
import type { AccessKey } from './seller.ts';
import { fullDay, fullDayWithinMonth, type UsageAge } from './usage-age.ts';

const hourMilliseconds = 60 * 60 * 1_000;

/**
 * What differs between marketplaces. It is declared here for each kind and asked by `traitsOf`; no other file of core,
 * storage, actions, API or workers decides by the name of a marketplace.
 */
export interface MarketplaceTraits {
  /** The account at the marketplace: an application of the identity provider, or a seller. */
  readonly account: 'application' | 'seller';
  /** A purchase names the customer's tenant; otherwise the first organisation that confirms it is the customer. */
  readonly namesCustomer: boolean;
  /** A purchase waits for the publisher's activation, which begins the billing. */
  readonly canActivate: boolean;
  /** The publisher can change the plan or quantity of a subscription, and cancel it. */
  readonly canChange: boolean;
  /** The marketplace lists its subscriptions with plan, customer and status. */
  readonly canReadSubscriptions: boolean;
  /** The marketplace lists the plans of an offer, so that mappings can be compared with them. */
  readonly listsPlans: boolean;
  /** Accepted usage can be read, so that it can be compared. */
  readonly canReadUsage: boolean;
  /** A customer's change waits until the publisher accepts or rejects it. */
  readonly acknowledgesChanges: boolean;
  /** The marketplace suspends subscriptions, and reinstates them. */
  readonly suspends: boolean;
  /** The decimals of a sent quantity; what is left over is carried into a later report. */
  readonly quantityScale: number;
  /** How old usage may be. */
  readonly usageAge: UsageAge;
  /** Milliseconds after the end of a subscription in which its last usage is accepted; null: the age alone decides. */
  readonly usageAfterEnd: number | null;
  /** Usage is told with the number of the buyer's account. */
  readonly metersAccounts: boolean;
  /** How a buyer gets a fresh link to the landing page; `*` surrounds names on the screen. */
  readonly freshLink: string;
}

const traits: Readonly<Record<MarketplaceKind, MarketplaceTraits>> = {
  Microsoft: {
    account: 'application',
    namesCustomer: true,
    canActivate: true,
    canChange: true,
    canReadSubscriptions: true,
    listsPlans: true,
    canReadUsage: true,
    acknowledgesChanges: true,
    suspends: true,
    quantityScale: 6,
    usageAge: fullDay,
    usageAfterEnd: null,
    metersAccounts: false,
    freshLink:
      'Open your subscription on the marketplace (in the Azure portal under *SaaS*, in the Microsoft 365 admin centre ' +
      'under *Your products*) and choose *Configure account* or *Open SaaS account*: that makes a fresh link.',
  },
  Aws: {
    account: 'seller',
    namesCustomer: false,
    canActivate: false,
    canChange: false,
    canReadSubscriptions: true,
    listsPlans: false,
    canReadUsage: false,
    acknowledgesChanges: false,
    suspends: false,
    quantityScale: 0,
    usageAge: fullDayWithinMonth,
    usageAfterEnd: hourMilliseconds,
    metersAccounts: true,
    freshLink:
      'Open *Manage subscriptions* of AWS Marketplace in the AWS console and choose *Set up your account*: that makes a ' +
      'fresh link.',
  },
};

export function traitsOf({ kind }: { readonly kind?: MarketplaceKind | undefined }): MarketplaceTraits {
  return traits[kind ?? defaultKind];
}

/** The kinds with a trait, for conditions in SQL. */
export function kindsWhich(has: (traits: MarketplaceTraits) => boolean): readonly MarketplaceKind[] {
  return marketplaceKinds.filter((kind) => has(traits[kind]));
}

/** The default addresses of an application account; sovereign clouds have other ones. */
export const defaultAuthUrl = 'https://login.microsoftonline.com';
export const defaultMarketplaceUrl = 'https://marketplaceapi.microsoft.com';

/** An account at Microsoft's marketplace: the application of a tenant. */
export interface ApplicationAccount {
  readonly kind?: 'Microsoft';
  /** The identity provider: `https://login.microsoftonline.com`. */
  readonly authUrl: string;
  /** `https://marketplaceapi.microsoft.com`, with or without its `/api`. */
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential: MarketplaceCredential;
}

/** The kind of a seller's account. */
export const sellerKind = 'Aws' satisfies MarketplaceKind;

/** What can be done about a purchase: only a seller's buyers have an account number. */
export function traitsOfPurchase({ account }: { readonly account: string | null }): MarketplaceTraits {
  return traits[account === null ? defaultKind : sellerKind];
}

/** An account at AWS: the one that published the product, or a user that assumes a role of it. */
export interface SellerAccount {
  readonly kind: typeof sellerKind;
  /** The connection: what is known of its licences is stored with it. */
  readonly source: { readonly workspaceId: string; readonly sourceName: string };
  /** Where usage is metered; AWS finds duplicates within a region, so it never changes once usage was sent. */
  readonly region: string;
  /** Null: the credential of the node that calls. */
  readonly credential: AccessKey | null;
  /** Null: the credential is the seller's own. */
  readonly role: { readonly arn: string; readonly externalId: string } | null;
  /** One address for all services, of an emulator; null: AWS's own. */
  readonly endpointUrl: string | null;
}
