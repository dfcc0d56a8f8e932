import type { CredentialUse } from '../../storage/clients/credential-uses.ts';

const minute = 60_000;

type UsedCredential = Pick<CredentialUse, 'kind' | 'id'>;

/**
 * Buffers the uses of credentials (last minute, number of calls) for a later flush outside the request. Calls just
 * before the end of an hour may be counted in the next one.
 */
export class CredentialUses {
  readonly #noted = new Map<string, { use: UsedCredential; minute: number; calls: number }>();

  note(use: UsedCredential, now: Date): void {
    const currentMinute = Math.floor(now.getTime() / minute);
    // Key ids and credential UUIDs differ in form, so the id alone is a unique key.
    const noted = this.#noted.get(use.id);
    if (noted) {
      noted.minute = currentMinute;
      noted.calls += 1;
    } else this.#noted.set(use.id, { use, minute: currentMinute, calls: 1 });
  }

  /** Returns and clears the buffer. */
  drain(): readonly CredentialUse[] {
    const noted = [...this.#noted.values()];
    this.#noted.clear();
    return noted.map(({ use: { kind, id }, minute: last, calls }) => ({
      kind,
      id,
      lastUsedAt: new Date(last * minute),
      calls,
    }));
  }
}
