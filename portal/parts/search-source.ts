import type { Membership } from '../session/me.ts';

/** A search result of the command palette. */
interface SearchResult {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** Below the workspace: `customers/0198…`. */
  readonly path: string;
}

/** A kind of object that the command palette searches. */
export interface SearchSource {
  /** The heading over its results: `Customers`. */
  readonly name: string;
  /** Returns a handful at most; called with two letters or more. */
  find(workspace: Membership, text: string, signal: AbortSignal): Promise<readonly SearchResult[]>;
}
