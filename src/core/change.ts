import { isUuid } from './identifiers.ts';

/** A cache invalidation message from one node to the others. */
export type Change =
  | {
      readonly kind: 'entitlement';
      readonly workspaceId: string;
      readonly product: string;
      readonly tenantId: string;
    }
  /** The usage of subscriptions; null: of any subscription of the workspace. */
  | {
      readonly kind: 'usage';
      readonly workspaceId: string;
      readonly subscriptionIds: readonly string[] | null;
    }
  | { readonly kind: 'catalogue'; readonly workspaceId: string }
  | { readonly kind: 'members'; readonly workspaceId: string }
  | { readonly kind: 'settings'; readonly workspaceId: string }
  /** The workspace has marketplace work: a notification to apply or a subscription to compare. */
  | { readonly kind: 'marketplace'; readonly workspaceId: string }
  | { readonly kind: 'client'; readonly apiClientId: string };

/** A notification has at most 8,000 bytes. */
const maxSubscriptions = 100;

/** One change for all these subscriptions. */
export function usageChange(workspaceId: string, subscriptionIds: Iterable<string>): Change {
  const distinct = [...new Set(subscriptionIds)];
  return {
    kind: 'usage',
    workspaceId,
    subscriptionIds: distinct.length > maxSubscriptions ? null : distinct,
  };
}

export function writeChange(change: Change): string {
  switch (change.kind) {
    case 'entitlement':
      return `entitlement ${change.workspaceId} ${change.product} ${change.tenantId}`;
    case 'usage':
      return ['usage', change.workspaceId, ...(change.subscriptionIds ?? [])].join(' ');
    case 'catalogue':
    case 'members':
    case 'settings':
    case 'marketplace':
      return `${change.kind} ${change.workspaceId}`;
    case 'client':
      return `client ${change.apiClientId}`;
  }
}

/** Undefined for a message this version does not understand: a newer node may have sent it. */
export function readChange(text: string): Change | undefined {
  const [kind, id = '', ...rest] = text.split(' ');
  const [product = '', tenantId = ''] = rest;
  if (!isUuid(id)) return undefined;
  switch (kind) {
    case 'entitlement':
      return isUuid(tenantId) ? { kind, workspaceId: id, product, tenantId } : undefined;
    case 'usage':
      return { kind, workspaceId: id, subscriptionIds: rest.length > 0 ? rest.filter(isUuid) : null };
    case 'catalogue':
    case 'members':
    case 'settings':
    case 'marketplace':
      return { kind, workspaceId: id };
    case 'client':
      return { kind, apiClientId: id };
    default:
      return undefined;
  }
}
