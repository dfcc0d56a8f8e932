import {
  createRandomFaults,
  type RandomFault,
  type RandomFaults,
  readRandomScope,
} from '../shell/random-faults.ts';
import { CommandError } from '../shell/read-json.ts';
import type { Operation } from './protocol/call.ts';
import { batchErrors } from './protocol/failure.ts';

/** The README describes each. */
export const awsFaultKinds = [
  'delay',
  'throttled',
  'failing',
  'disabled',
  'unrecognized-client',
  'invalid-signature',
  'expired-credentials',
  'access-denied',
  'proxy-page',
  'hanging',
  'reset-before',
  'reset-after',
  'cut',
  'invalid-token',
  'expired-token',
  'unprocessed',
  'refused-batch',
] as const;

export type AwsFaultKind = (typeof awsFaultKinds)[number];

type BatchError = (typeof batchErrors)[number];

export interface AwsFault extends RandomFault<AwsFaultKind> {
  /** Calls of this seller's account only. */
  readonly accountId?: string;
  readonly operation?: string;
  readonly region?: string;
  /** For `refused-batch`: only batches with a record of this licence. */
  readonly licenseArn?: string;
  /** For `refused-batch`: only batches with a record of this dimension. */
  readonly dimension?: string;
  /** For `refused-batch`: the error, `InvalidUsageDimensionException` when absent. */
  readonly error?: BatchError;
}

interface FaultyRequest {
  readonly accountId?: string;
  readonly region?: string;
  readonly operation: Operation | undefined;
  /** Whether the batch has a record of this licence and dimension. */
  readonly holds: (record: { readonly licenseArn?: string; readonly dimension?: string }) => boolean;
}

export type AwsFaults = RandomFaults<AwsFault, FaultyRequest>;

/** The operations of the kinds that only some know. */
const operationsOf: Partial<Record<AwsFaultKind, readonly Operation[]>> = {
  disabled: ['ResolveCustomer', 'BatchMeterUsage'],
  'invalid-token': ['ResolveCustomer'],
  'expired-token': ['ResolveCustomer'],
  unprocessed: ['BatchMeterUsage'],
  'refused-batch': ['BatchMeterUsage'],
};

export function createAwsFaults(seed: number): AwsFaults {
  return createRandomFaults({
    seed,
    keyOf: ({ kind, accountId, operation, region }) => JSON.stringify([kind, accountId, operation, region]),
    applies(fault, request) {
      const scoped = (['accountId', 'operation', 'region'] as const).every(
        (name) => fault[name] === undefined || fault[name] === request[name],
      );
      const own = operationsOf[fault.kind];
      if (!scoped || (own && !(request.operation && own.includes(request.operation)))) return false;
      return fault.kind !== 'refused-batch' || request.holds(fault);
    },
  });
}

export function readFaultScope(query: URLSearchParams): Omit<AwsFault, keyof RandomFault> {
  const error = query.get('error');
  if (error !== null && !(batchErrors as readonly string[]).includes(error)) {
    throw new CommandError(`error must be one of ${batchErrors.join(', ')}`);
  }
  return readRandomScope<AwsFault>(query, {
    account: 'accountId',
    operation: 'operation',
    region: 'region',
    license: 'licenseArn',
    dimension: 'dimension',
    error: 'error',
  });
}
