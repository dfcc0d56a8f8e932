import type { CredentialUse } from '../../storage/clients/credential-uses.ts';

const minute = 60_000;

type UsedCredential = Pick<CredentialUse, 'kind' | 'id'>;

/**
 * Remembers which credentials were used, in which minute last and how often, to be written down later, off the request's
 * path. What is noted just before an hour's end may be counted with the next.
 */
export class CredentialUses {
  readonly #noted = new Map<string, { use: UsedCredential; minute: number; calls: number }>();

  note(use: UsedCredential, now: Date): void {
    const currentMinute = Math.floor(now.getTime() / minute);
    // A key id and a credential's UUID never look alike, so the id alone will do.
    const noted = this.#noted.get(use.id);
    if (noted) {
      noted.minute = currentMinute;
      noted.calls += 1;
    } else this.#noted.set(use.id, { use, minute: currentMinute, calls: 1 });
  }

  /** Hands over what has been noted since the last time. */
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
