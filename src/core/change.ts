import { isUuid } from './identifiers.ts';

/** A cache invalidation message from one node to the others. */
export type Change =
  | {
      readonly kind: 'entitlement';
      readonly workspaceId: string;
      readonly product: string;
      readonly tenantId: string;
    }
  | { readonly kind: 'catalogue'; readonly workspaceId: string }
  | { readonly kind: 'members'; readonly workspaceId: string }
  | { readonly kind: 'settings'; readonly workspaceId: string }
  /** The workspace has marketplace work: a notification to apply or a subscription to compare. */
  | { readonly kind: 'marketplace'; readonly workspaceId: string }
  | { readonly kind: 'client'; readonly apiClientId: string };

export function writeChange(change: Change): string {
  switch (change.kind) {
    case 'entitlement':
      return `entitlement ${change.workspaceId} ${change.product} ${change.tenantId}`;
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
  const [kind, id = '', product = '', tenantId = ''] = text.split(' ');
  if (!isUuid(id)) return undefined;
  switch (kind) {
    case 'entitlement':
      return isUuid(tenantId) ? { kind, workspaceId: id, product, tenantId } : undefined;
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
