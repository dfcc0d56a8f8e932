import type { AuditObject } from './queries.ts';

/** A page of the workspace. */
export interface ObjectPath {
  /** Below the workspace: `products/aqueduct`. */
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The page on which an object is shown; null for an object that is gone, or whose page depends on one that is gone. */
export function pathOf(object: AuditObject, related: readonly AuditObject[]): ObjectPath | null {
  const { kind, id, name, exists } = object;
  const of = (other: AuditObject['kind']) => related.find((one) => one.kind === other && one.exists);
  switch (kind) {
    // A key and a usage report have no page; their owners have.
    case 'ApiKey':
    case 'ApplicationCredential':
      return pathOfOwner(of('ApiClient'));
    case 'ServiceAccountKey':
      return pathOfOwner(of('ServiceAccount'));
    case 'CustomerMember':
      return exists ? pathOfOwner(of('Customer')) : null;
    case 'UsageReport': {
      const subscription = of('Subscription');
      return subscription ? { path: 'usage', search: { subscriptionId: subscription.id } } : null;
    }
  }
  if (!exists) return null;
  switch (kind) {
    case 'Workspace':
      return { path: 'settings' };
    case 'Member':
      return { path: 'members', ...(name !== null && { search: { search: name } }) };
    case 'ServiceAccount':
      return { path: `service-accounts/${id}` };
    case 'ApiClient':
      return { path: `api-clients/${id}` };
    case 'WebhookEndpoint':
      return { path: `webhooks/endpoints/${id}` };
    case 'MarketplaceConnection':
      return { path: `settings/marketplace/${id}` };
    case 'IdpConnection':
      return { path: 'settings/licences' };
    case 'Organisation':
      return name === null ? null : { path: 'customers', search: { search: name } };
    case 'Customer':
      return { path: `customers/${id}` };
    case 'Subscription':
      return { path: `subscriptions/${id}` };
    case 'Notice':
      return { path: 'inbox', search: { state: 'Any' } };
    case 'Category':
      return { path: 'products' };
    case 'Product':
      return { path: `products/${id}` };
    case 'Edition':
    case 'Plan':
      return id.includes('/') ? { path: `products/${id.split('/', 1)[0]}` } : null;
    default:
      return null;
  }
}

const pathOfOwner = (owner: AuditObject | undefined) => (owner ? pathOf(owner, []) : null);
