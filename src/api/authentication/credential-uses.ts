import type { CredentialUse } from '../../storage/clients/credential-uses.ts';

const minute = 60_000;

type UsedCredential = Pick<CredentialUse, 'kind' | 'id'>;

/**
 * Buffers the uses of credentials (last minute, number of calls) for a later flush outside the request. Calls just
 * before the end of an hour may be counted in the next one.
 */
export class CredentialUses {
  readonly #buffer = new Map<string, { use: UsedCredential; minute: number; calls: number }>();

  record(use: UsedCredential, now: Date): void {
    const currentMinute = Math.floor(now.getTime() / minute);
    // Key ids and credential UUIDs differ in form, so the id alone is a unique key.
    const buffered = this.#buffer.get(use.id);
    if (buffered) {
      buffered.minute = currentMinute;
      buffered.calls += 1;
    } else this.#buffer.set(use.id, { use, minute: currentMinute, calls: 1 });
  }

  /** Returns and clears the buffer. */
  drain(): readonly CredentialUse[] {
    const buffered = [...this.#buffer.values()];
    this.#buffer.clear();
    return buffered.map(({ use: { kind, id }, minute: last, calls }) => ({
      kind,
      id,
      lastUsedAt: new Date(last * minute),
      calls,
    }));
  }
}
