import type { MarketplacePlan } from '../fulfilment-service.ts';

export const checks = [
  'credential',
  'credentialEnd',
  'fulfilment',
  'plans',
  'dimensions',
  'metering',
  'webhook',
  'landingPage',
] as const;
export const findingOutcomes = ['Fine', 'Warning', 'Failing', 'NotChecked'] as const;

/** The result of one check of a connection. */
export interface Finding {
  readonly check: (typeof checks)[number];
  readonly outcome: (typeof findingOutcomes)[number];
  readonly what: string;
  /** Null: nothing to do. */
  readonly howToMend: string | null;
  /** The mapping to correct; null: none, or several. */
  readonly mappingId: string | null;
  /** The dimension of the mapping that the marketplace does not have. */
  readonly dimension?: string;
}

/** A finding about a setting that somebody can fix. */
export function finding(
  check: Finding['check'],
  outcome: 'Warning' | 'Failing',
  what: string,
  howToMend: string,
  mappingId: string | null = null,
): Finding {
  return { check, outcome, what, howToMend, mappingId };
}

/** The result of an outgoing call. */
export type CallResult<Value> =
  | { readonly outcome: 'answered'; readonly value: Value }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      /** A setting must be corrected; otherwise the failure may be transient. */
      readonly isConfiguration: boolean;
      /** Set if the address has no such service. */
      readonly isMissing?: boolean;
    };

interface SoldPlan {
  readonly offerId: string;
  readonly planId: string;
  /** Whether it is active or suspended. */
  readonly isLive: boolean;
}

/** A plan of the catalogue with its mapping to the connection's source. */
export interface MappedOffer {
  readonly mappingId: string;
  readonly offerId: string;
  readonly planId: string;
  /** Slugs. */
  readonly product: string;
  readonly plan: string;
  readonly isPerUser: boolean;
  readonly dimensions: readonly string[];
}

/** An offer and its plans at the marketplace. */
export interface ListedOffer {
  readonly offerId: string;
  readonly plans: CallResult<readonly MarketplacePlan[]>;
}

export interface ConnectionFacts {
  readonly sourceName: string;
  readonly credentialEndsAt: Date | null;
  readonly token: CallResult<null>;
  readonly sold: CallResult<readonly SoldPlan[]>;
  readonly offers: readonly ListedOffer[];
  readonly mappings: readonly MappedOffer[];
  readonly metering: CallResult<null>;
  /** A call to the webhook's public address, which must reach this service. */
  readonly webhook: CallResult<null>;
  readonly lastCallAt: Date | null;
  readonly canSignIn: boolean;
}

export function fine(check: Finding['check'], what: string): Finding {
  return { check, outcome: 'Fine', what, howToMend: null, mappingId: null };
}

export function notChecked(check: Finding['check'], what: string, howToMend: string | null = null): Finding {
  return { check, outcome: 'NotChecked', what, howToMend, mappingId: null };
}
