import { createRandom, type Random } from './random.ts';

/** What can go wrong, with what a caller sees of it. */
export const faultKinds = [
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

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** How many calls meet it before it is over; all, when not given. */
  readonly times?: number;
  /** The share of calls that meet it, from 0 to 1; all, when not given. */
  readonly share?: number;
  /** One publisher's calls alone. */
  readonly publisherId?: string;
  /** How late a `delay` is; a second. */
  readonly delayMilliseconds?: number;
  /** What `throttled` asks for; a second. */
  readonly retryAfterSeconds?: number;
  /** Only batches with an event of this resource meet a `refused-batch`. */
  readonly resourceId?: string;
  /** Only batches with an event of this dimension meet it. */
  readonly dimension?: string;
}

export interface CallAtHand {
  readonly publisherId: string | undefined;
  readonly isBatch: boolean;
  /** Whether it sends an event like this. */
  readonly holds: (event: { readonly resourceId?: string; readonly dimension?: string }) => boolean;
}

export interface Faults {
  /** Added to what is set; the same kind for the same publisher is replaced. */
  set(fault: Fault): void;
  clear(): void;
  /** What the next call meets: any delay, and at most one other fault, the one set first. */
  next(call: CallAtHand): { readonly delayMilliseconds: number; readonly fault: Fault | undefined };
  contents(): readonly Fault[];
  /** For what a fault does at random. */
  readonly random: Random;
}

const batchKinds: readonly FaultKind[] = ['shuffled', 'missing-items', 'error-items', 'refused-batch'];
const usualDelayMilliseconds = 1_000;

export function isFaultKind(value: unknown): value is FaultKind {
  return faultKinds.some((kind) => kind === value);
}

export function createFaults(seed: number): Faults {
  const random = createRandom(seed);
  const faults = new Map<string, Fault>();

  function strikes(fault: Fault, { publisherId, isBatch, holds }: CallAtHand): boolean {
    if (fault.publisherId !== undefined && fault.publisherId !== publisherId) return false;
    if (batchKinds.includes(fault.kind) && !isBatch) return false;
    if (fault.kind === 'refused-batch' && !holds(fault)) return false;
    return fault.share === undefined || random() < fault.share;
  }

  function spend(name: string, fault: Fault): void {
    if (fault.times === undefined) return;
    if (fault.times > 1) faults.set(name, { ...fault, times: fault.times - 1 });
    else faults.delete(name);
  }

  return {
    random,
    set: (fault) => faults.set(`${fault.kind} ${fault.publisherId ?? ''}`, fault),
    clear: () => faults.clear(),
    next(call) {
      let delayMilliseconds = 0;
      let met: Fault | undefined;
      for (const [name, fault] of [...faults]) {
        if (fault.kind !== 'delay' && met) continue;
        if (!strikes(fault, call)) continue;
        spend(name, fault);
        if (fault.kind === 'delay') delayMilliseconds += fault.delayMilliseconds ?? usualDelayMilliseconds;
        else met = fault;
      }
      return { delayMilliseconds, fault: met };
    },
    contents: () => [...faults.values()],
  };
}
