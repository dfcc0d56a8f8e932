export interface TrackingCustomer {
  readonly tenantId: string;
  readonly product: string;
}

export interface NumberedUsage extends TrackingCustomer {
  readonly id: string;
  readonly dimension: 'rows' | 'hits';
  /** In millionths. */
  readonly counted: bigint;
  readonly quantity: number;
}

/** The usage with this number is the same in the test and in each run of the application. */
export function usageOf(number: number, customers: readonly TrackingCustomer[]): NumberedUsage {
  const customer = customers[number % customers.length];
  if (!customer) throw new Error('There is no customer');
  const dimension = number % 3 === 0 ? 'hits' : 'rows';
  const quantity = (((number * 7_919) % 1_000_000) + 1) / 10 ** (number % 7);
  const counted = dimension === 'hits' ? 1_000_000n : BigInt(Math.round(quantity * 1_000_000));
  const { tenantId, product } = customer;
  return { id: `job-${number}`, tenantId, product, dimension, counted, quantity };
}
