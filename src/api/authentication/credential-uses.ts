import type { CredentialUse } from '../../storage/credential-uses.ts';

const minute = 60_000;

/** Remembers which credentials were used in which minute, to be written down later, off the request's path. */
export class CredentialUses {
  readonly #lastMinutes = new Map<string, CredentialUse>();

  note(kind: CredentialUse['kind'], id: string, now: Date): void {
    const lastUsedAt = new Date(Math.floor(now.getTime() / minute) * minute);
    this.#lastMinutes.set(`${kind}:${id}`, { kind, id, lastUsedAt });
  }

  /** Hands over what has been noted since the last time. */
  drain(): readonly CredentialUse[] {
    const uses = [...this.#lastMinutes.values()];
    this.#lastMinutes.clear();
    return uses;
  }
}
