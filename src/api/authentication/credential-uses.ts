import type { CredentialUse } from '../../storage/credential-uses.ts';

const minute = 60_000;

/** Remembers which credentials were used in which minute, to be written down later, off the request's path. */
export class CredentialUses {
  readonly #lastMinutes = new Map<string, { use: Pick<CredentialUse, 'kind' | 'id'>; minute: number }>();

  note(use: Pick<CredentialUse, 'kind' | 'id'>, now: Date): void {
    const currentMinute = Math.floor(now.getTime() / minute);
    // A key id and a credential's UUID never look alike, so the id alone will do.
    const noted = this.#lastMinutes.get(use.id);
    if (noted) noted.minute = currentMinute;
    else this.#lastMinutes.set(use.id, { use, minute: currentMinute });
  }

  /** Hands over what has been noted since the last time. */
  drain(): readonly CredentialUse[] {
    const noted = [...this.#lastMinutes.values()];
    this.#lastMinutes.clear();
    return noted.map(({ use: { kind, id }, minute: last }) => ({
      kind,
      id,
      lastUsedAt: new Date(last * minute),
    }));
  }
}
