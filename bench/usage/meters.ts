/** All metered subscriptions of the usage benches, by index, so that every process derives the same ids. */
export const tenants = 5_000;
const dimensions = 40;
/** The hours that may be reported when the bench begins, less two for its duration. */
const hours = 20;
const hour = 3_600_000;

export const publisher = {
  id: 'bench',
  tenantId: 'a3000000-0000-4000-8000-000000000001',
  clientId: 'c3000000-0000-4000-8000-000000000001',
  secret: 'a secret of the bench',
  offerId: 'meter',
  planId: 'basic',
} as const;

/** Spread like random ids; also the id of its subscription, here and at the marketplace. */
export function tenantIdOf(number: number): string {
  const spread = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  return `${spread.toString(16).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function dimensionsOf(): readonly string[] {
  return Array.from({ length: dimensions }, (_, number) => `dimension-${number}`);
}

/** The start of the last ended hour, less this many hours. */
function hourOf(number: number, now = new Date()): Date {
  return new Date(Math.floor(now.getTime() / hour) * hour - (1 + number) * hour);
}

export interface Meter {
  readonly tenantId: string;
  readonly dimension: string;
  readonly hour: Date;
}

/** The number of meters of `meterAt`. */
export const meters = tenants * hours * dimensions;

/** In order: all tenants for one hour and dimension, then the next hour, then the next dimension. */
export function meterAt(number: number, now?: Date): Meter {
  const tenant = number % tenants;
  const rest = Math.floor(number / tenants);
  return {
    tenantId: tenantIdOf(tenant),
    dimension: `dimension-${Math.floor(rest / hours) % dimensions}`,
    hour: hourOf(rest % hours, now),
  };
}
