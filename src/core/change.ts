import { isUuid } from './identifiers.ts';

/** A cache invalidation message from one node to the others. */
export type Change =
  | {
      readonly kind: 'entitlement';
      readonly workspaceId: string;
      readonly product: string;
      readonly tenantId: string;
      /** The entitlement's product and new version. */
      readonly current: { readonly productId: string; readonly version: number };
    }
  /** The usage of subscriptions; null: of any subscription of the workspace. */
  | {
      readonly kind: 'usage';
      readonly workspaceId: string;
      readonly subscriptionIds: readonly string[] | null;
    }
  /** The changed products; null: any product of the workspace. */
  | {
      readonly kind: 'catalogue';
      readonly workspaceId: string;
      readonly products: readonly ChangedProduct[] | null;
    }
  | { readonly kind: 'members'; readonly workspaceId: string }
  | { readonly kind: 'settings'; readonly workspaceId: string }
  /** The workspace has marketplace work: a notification to apply or a subscription to compare. */
  | { readonly kind: 'marketplace'; readonly workspaceId: string }
  | { readonly kind: 'client'; readonly apiClientId: string };

export interface ChangedProduct {
  readonly productId: string;
  readonly slug: string;
}

/** A notification has at most 8,000 bytes. */
const maxSubscriptions = 100;
const maxProducts = 50;

/** One change for all these products; none if only drafts or unused categories were changed. */
export function catalogueChange(workspaceId: string, products: readonly ChangedProduct[]): Change {
  return { kind: 'catalogue', workspaceId, products: products.length > maxProducts ? null : products };
}

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
    case 'entitlement': {
      const { workspaceId, product, tenantId, current } = change;
      return `entitlement ${workspaceId} ${product} ${tenantId} ${current.version} ${current.productId}`;
    }
    case 'catalogue':
      return `catalogue ${change.workspaceId}${productsText(change.products)}`;
    case 'usage':
      return ['usage', change.workspaceId, ...(change.subscriptionIds ?? [])].join(' ');
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
  const [product = '', tenantId = '', version = '', productId = ''] = rest;
  if (!isUuid(id)) return undefined;
  switch (kind) {
    case 'entitlement':
      return isUuid(tenantId) && isUuid(productId)
        ? { kind, workspaceId: id, product, tenantId, current: { productId, version: Number(version) } }
        : undefined;
    case 'catalogue':
      return { kind, workspaceId: id, products: readProducts(rest) };
    case 'usage':
      return { kind, workspaceId: id, subscriptionIds: rest.length > 0 ? rest.filter(isUuid) : null };
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

/** Without any text, a change is one of any product. */
const noProduct = 'none';

function productsText(products: readonly ChangedProduct[] | null): string {
  if (products === null) return '';
  if (products.length === 0) return ` ${noProduct}`;
  return products.map(({ productId, slug }) => ` ${productId}/${slug}`).join('');
}

function readProducts(texts: readonly string[]): readonly ChangedProduct[] | null {
  if (texts.length === 0) return null;
  return texts.flatMap((text) => {
    const [productId = '', slug = ''] = text.split('/');
    return isUuid(productId) ? [{ productId, slug }] : [];
  });
}
