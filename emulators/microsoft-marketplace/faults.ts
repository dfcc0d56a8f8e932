import {
  createRandomFaults,
  type RandomFault,
  type RandomFaults,
  readRandomScope,
} from '../shell/random-faults.ts';

/** The README describes each. */
export const marketplaceFaultKinds = [
  'delay',
  'throttled',
  'failing',
  'unauthenticated',
  'forbidden',
  'proxy-page',
  'hanging',
  'reset-before',
  'reset-after',
  'cut',
  'shuffled',
  'missing-items',
  'error-items',
  'refused-batch',
] as const;

export type MarketplaceFaultKind = (typeof marketplaceFaultKinds)[number];

export interface MarketplaceFault extends RandomFault<MarketplaceFaultKind> {
  /** One publisher's requests only. */
  readonly publisherId?: string;
  /** For `refused-batch`: only batches with an event of this resource. */
  readonly resourceId?: string;
  /** For `refused-batch`: only batches with an event of this dimension. */
  readonly dimension?: string;
}

interface FaultyRequest {
  readonly publisherId: string | undefined;
  readonly isBatch: boolean;
  /** Whether the batch has an event of this resource and dimension. */
  readonly holds: (event: { readonly resourceId?: string; readonly dimension?: string }) => boolean;
}

export type MarketplaceFaults = RandomFaults<MarketplaceFault, FaultyRequest>;

const batchKinds: readonly MarketplaceFaultKind[] = [
  'shuffled',
  'missing-items',
  'error-items',
  'refused-batch',
];

export function createMarketplaceFaults(seed: number): MarketplaceFaults {
  return createRandomFaults({
    seed,
    keyOf: ({ kind, publisherId = '' }) => `${kind} ${publisherId}`,
    applies(fault, { publisherId, isBatch, holds }) {
      if (fault.publisherId !== undefined && fault.publisherId !== publisherId) return false;
      if (batchKinds.includes(fault.kind) && !isBatch) return false;
      return fault.kind !== 'refused-batch' || holds(fault);
    },
  });
}

export const readFaultScope = (query: URLSearchParams) =>
  readRandomScope<MarketplaceFault>(query, {
    publisher: 'publisherId',
    resource: 'resourceId',
    dimension: 'dimension',
  });
