import { apiClientSearch } from '../pages/api-clients/search.ts';
import { customerSearch } from '../pages/customers/search.ts';
import { productSearch } from '../pages/products/search.ts';
import type { Membership } from '../session/me.ts';

/** Something that the command palette has found. */
export interface Found {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** Below the workspace: `customers/0198…`. */
  readonly path: string;
}

/** A kind of things that the command palette finds, by what somebody types. */
export interface SearchSource {
  /** Over its findings: `Customers`. */
  readonly name: string;
  /** At most a handful; asked with two letters or more. */
  find(workspace: Membership, words: string, signal: AbortSignal): Promise<readonly Found[]>;
}

/** Tenants, products, clients: one line for each. */
export const searchSources: readonly SearchSource[] = [customerSearch, productSearch, apiClientSearch];
