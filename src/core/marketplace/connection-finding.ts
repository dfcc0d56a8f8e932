import type { MarketplacePlan } from './fulfilment.ts';

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

/** One thing that was looked at, what was found, and what to do about it. */
export interface Finding {
  readonly check: (typeof checks)[number];
  readonly outcome: (typeof findingOutcomes)[number];
  readonly what: string;
  /** Null where there is nothing to do. */
  readonly howToMend: string | null;
}

/** What came of asking somebody outside. */
export type Tried<Value> =
  | { readonly outcome: 'answered'; readonly value: Value }
  /** Somebody has to correct something, or else it may pass by itself. */
  | { readonly outcome: 'failed'; readonly reason: string; readonly isConfiguration: boolean };

export interface SoldPlan {
  readonly offerId: string;
  readonly planId: string;
  /** Whether it entitles anybody, or could again. */
  readonly isLive: boolean;
}

/** A plan of ours as it is mapped to the connection's source. */
export interface MappedOffer {
  readonly offerId: string;
  readonly planId: string;
  /** Slugs. */
  readonly product: string;
  readonly plan: string;
  readonly isPerUser: boolean;
  readonly dimensions: readonly string[];
}

/** An offer, and what the marketplace says of its plans. */
export interface ListedOffer {
  readonly offerId: string;
  readonly plans: Tried<readonly MarketplacePlan[]>;
}

export interface ConnectionFacts {
  readonly sourceName: string;
  readonly credentialEndsAt: Date | null;
  readonly token: Tried<null>;
  readonly sold: Tried<readonly SoldPlan[]>;
  readonly offers: readonly ListedOffer[];
  readonly mappings: readonly MappedOffer[];
  readonly metering: Tried<null>;
  /** Whether the webhook's address, called from here, leads here. */
  readonly webhook: Tried<null>;
  readonly lastCallAt: Date | null;
  readonly canSignIn: boolean;
}

export function fine(check: Finding['check'], what: string): Finding {
  return { check, outcome: 'Fine', what, howToMend: null };
}

export function notChecked(check: Finding['check'], what: string, howToMend: string | null = null): Finding {
  return { check, outcome: 'NotChecked', what, howToMend };
}
