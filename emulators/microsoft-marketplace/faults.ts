import { createFaults, type Fault, type Faults } from '../shell/faults.ts';
import { CommandError } from '../shell/read-json.ts';
import { createRandom, type Random } from './random.ts';

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

export interface MarketplaceFault extends Fault<MarketplaceFaultKind> {
  /** The share of requests that meet it, from 0 to 1; all, when absent. */
  readonly share?: number;
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

export interface MarketplaceFaults extends Faults<MarketplaceFault> {
  /** The faults that the next request meets: every delay, then at most one other, the one set first. */
  next(request: FaultyRequest): readonly MarketplaceFault[];
  /** The seeded randomness of faults. */
  readonly random: Random;
}

const batchKinds: readonly MarketplaceFaultKind[] = [
  'shuffled',
  'missing-items',
  'error-items',
  'refused-batch',
];

export function createMarketplaceFaults(seed: number): MarketplaceFaults {
  const random = createRandom(seed);
  const faults = createFaults<MarketplaceFault>(({ kind, publisherId = '' }) => `${kind} ${publisherId}`);

  function applies(fault: MarketplaceFault, { publisherId, isBatch, holds }: FaultyRequest): boolean {
    if (fault.publisherId !== undefined && fault.publisherId !== publisherId) return false;
    if (batchKinds.includes(fault.kind) && !isBatch) return false;
    if (fault.kind === 'refused-batch' && !holds(fault)) return false;
    return fault.share === undefined || random() < fault.share;
  }

  return {
    ...faults,
    random,
    next(request) {
      const delays: MarketplaceFault[] = [];
      let other: MarketplaceFault | undefined;
      for (const fault of faults.list()) {
        if (fault.kind !== 'delay' && other) continue;
        if (!applies(fault, request)) continue;
        faults.count(fault);
        if (fault.kind === 'delay') delays.push(fault);
        else other = fault;
      }
      return other ? [...delays, other] : delays;
    },
  };
}

/** The query parameters that narrow a fault, and the members they set. */
const narrowing = [
  ['publisher', 'publisherId'],
  ['resource', 'resourceId'],
  ['dimension', 'dimension'],
] as const;

export function readFaultScope(query: URLSearchParams): Omit<MarketplaceFault, keyof Fault> {
  const names = narrowing.flatMap(([parameter, member]) => {
    const text = query.get(parameter);
    return text === null ? [] : [[member, text]];
  });
  const share = query.get('share');
  if (share !== null && !/^(0(\.\d{1,6})?|1)$/.test(share)) {
    throw new CommandError('share must be a number from 0 to 1');
  }
  return { ...Object.fromEntries(names), ...(share === null ? {} : { share: Number(share) }) };
}
