import type { Entitlement, EntitlementDocument } from '../types.ts';

/** Finds a limit; it throws if limits cannot be known. */
export type FindLimit = (document: EntitlementDocument, name: string) => number | undefined;

export class EntitlementView implements Entitlement {
  readonly raw: EntitlementDocument | undefined;
  readonly asOf: Date;
  readonly stale: boolean;
  readonly #findLimit: FindLimit;

  constructor(raw: EntitlementDocument | undefined, asOf: Date, stale: boolean, findLimit: FindLimit) {
    this.raw = raw;
    this.asOf = asOf;
    this.stale = stale;
    this.#findLimit = findLimit;
  }

  get accessLevel() {
    return this.raw?.accessLevel ?? 'None';
  }

  get edition() {
    return this.raw?.edition ?? null;
  }

  can(capability: string): boolean {
    return this.accessLevel !== 'None' && this.raw?.capabilities[capability] === true;
  }

  limit(name: string): number | undefined {
    return this.raw && this.#findLimit(this.raw, name);
  }
}
