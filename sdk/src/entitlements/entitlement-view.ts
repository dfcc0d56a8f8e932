import type { Entitlement, EntitlementDocument } from '../types.ts';

export class EntitlementView implements Entitlement {
  readonly raw: EntitlementDocument | undefined;
  readonly asOf: Date;
  readonly stale: boolean;
  readonly source: Entitlement['source'];

  constructor(
    raw: EntitlementDocument | undefined,
    asOf: Date,
    stale: boolean,
    source: Entitlement['source'] = 'service',
  ) {
    this.raw = raw;
    this.asOf = asOf;
    this.stale = stale;
    this.source = source;
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
    // A service of an earlier release answers without limits.
    const limits = this.raw?.limits ?? {};
    return Object.hasOwn(limits, name) ? limits[name] : undefined;
  }
}
