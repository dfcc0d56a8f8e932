import { createFaults, type Fault, type Faults } from './faults.ts';
import { createRandom, type Random } from './random.ts';
import { CommandError } from './read-json.ts';

/** A fault that a share of the requests meets. */
export interface RandomFault<Kind extends string = string> extends Fault<Kind> {
  /** The share of requests that meet it, from 0 to 1; all, when absent. */
  readonly share?: number;
}

export interface RandomFaults<OneFault extends RandomFault, FaultyRequest> extends Faults<OneFault> {
  /** The faults that the next request meets: every delay, then at most one other, the one set first. */
  next(request: FaultyRequest): readonly OneFault[];
  /** The seeded randomness of faults. */
  readonly random: Random;
}

export interface RandomFaultOptions<OneFault extends RandomFault, FaultyRequest> {
  readonly seed: number;
  /** A fault replaces the one with the same key. */
  readonly keyOf: (fault: OneFault) => string;
  readonly applies: (fault: OneFault, request: FaultyRequest) => boolean;
}

export function createRandomFaults<OneFault extends RandomFault, FaultyRequest>(
  options: RandomFaultOptions<OneFault, FaultyRequest>,
): RandomFaults<OneFault, FaultyRequest> {
  const random = createRandom(options.seed);
  const faults = createFaults(options.keyOf);
  const applies = (fault: OneFault, request: FaultyRequest) =>
    options.applies(fault, request) && (fault.share === undefined || random() < fault.share);
  return {
    ...faults,
    random,
    next(request) {
      const delays: OneFault[] = [];
      let other: OneFault | undefined;
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

/**
 * Reads the query parameters that narrow a fault.
 *
 * @param parameters the members that they set.
 */
export function readRandomScope<OneFault extends RandomFault>(
  query: URLSearchParams,
  parameters: Readonly<Record<string, string>>,
): Omit<OneFault, keyof Fault> {
  const scope: Record<string, string | number> = {};
  for (const [parameter, member] of Object.entries(parameters)) {
    const text = query.get(parameter);
    if (text !== null) scope[member] = text;
  }
  const share = query.get('share');
  if (share !== null && !/^(0(\.\d{1,6})?|1)$/.test(share)) {
    throw new CommandError('share must be a number from 0 to 1');
  }
  return { ...scope, ...(share === null ? {} : { share: Number(share) }) } as Omit<OneFault, keyof Fault>;
}
