import type { MarketplaceKind } from '../../src/core/catalogue/marketplace-kind.ts';
import { publisher } from './meters.ts';

/** A marketplace that reports are sent to: how its rows and ids look. */
export interface Channel {
  readonly name: string;
  /** Null for the default. */
  readonly kind: MarketplaceKind | null;
  readonly planId: string;
  /** The marketplace's id of a tenant's subscription: for SQL, and for the other processes. */
  readonly resourceSql: string;
  readonly resourceOf: (tenantId: string) => string;
}

const licencePrefix = 'arn:aws:license-manager::294406891311:license:l-';

export const channels = {
  microsoft: {
    name: 'dispatch',
    kind: null,
    planId: publisher.planId,
    resourceSql: 'tenant_id::text',
    resourceOf: (tenantId) => tenantId,
  },
  aws: {
    name: 'dispatch to AWS',
    kind: 'Aws',
    planId: '*',
    resourceSql: `'${licencePrefix}' || replace(tenant_id::text, '-', '')`,
    resourceOf: (tenantId) => `${licencePrefix}${tenantId.replaceAll('-', '')}`,
  },
} as const satisfies Record<string, Channel>;

/** The seller's account at the emulated AWS Marketplace, and the account of every buyer. */
export const seller = {
  accountId: '111122223333',
  accessKeyId: 'AKIABENCHEMULATED001',
  secretAccessKey: 'a-secret-of-the-bench',
  region: 'us-east-1',
  buyerAccountId: '222233334444',
} as const;
