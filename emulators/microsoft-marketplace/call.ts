import { type Call, countedOutcomes } from '../shell/call-log.ts';

export interface MarketplaceCall extends Call {
  readonly method: string;
  readonly path: string;
  readonly publisherId: string | undefined;
}

/** Counts the statuses in an answer's body, of a batch or of a single event. */
export function outcomesOf(body: unknown): string {
  const { result, status, code } = (body ?? {}) as {
    readonly result?: readonly { readonly status: string }[];
    readonly status?: string;
    readonly code?: string;
  };
  return countedOutcomes(result ? result.map((item) => item.status) : [status ?? code ?? '']);
}
