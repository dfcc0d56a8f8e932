import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { CustomerCall } from '../../../storage/subscriptions/customer-calls.ts';
import { readSnapshotKey, type SnapshotKey, snapshotKey } from './snapshots.ts';

/** More customers than this are called about within seconds only under a heavy load; the next flush has the others. */
const maxBuffered = 50_000;

/**
 * Buffers the customers and products that API clients have asked about, for a later flush outside the request. A call
 * costs the look-up of a workspace and of a text whose hash is known: the key of a cached entitlement.
 */
export class CustomerCalls {
  readonly #buffer = new Map<string, Set<SnapshotKey>>();
  #count = 0;

  record(workspaceId: string, key: SnapshotKey): void {
    const called = this.#buffer.get(workspaceId);
    if (called?.has(key) || this.#count >= maxBuffered) return;
    this.#count += 1;
    if (called) called.add(key);
    else this.#buffer.set(workspaceId, new Set([key]));
  }

  /** The customers of usage records or events, of which most neighbours are the same. */
  recordAll(workspaceId: string, records: readonly (CustomerCall | Refusal)[]): void {
    let last: CustomerCall | undefined;
    for (const record of records) {
      if (isRefusal(record)) continue;
      const { tenantId, product } = record;
      if (last?.tenantId !== tenantId || last.product !== product) {
        this.record(workspaceId, snapshotKey(product, tenantId));
      }
      last = record;
    }
  }

  /** Returns and clears the buffer, by workspace. */
  drain(): ReadonlyMap<string, readonly CustomerCall[]> {
    const drained = new Map(
      [...this.#buffer].map(([workspaceId, keys]) => [
        workspaceId,
        [...keys].flatMap((key) => readSnapshotKey(key) ?? []),
      ]),
    );
    this.#buffer.clear();
    this.#count = 0;
    return drained;
  }
}
