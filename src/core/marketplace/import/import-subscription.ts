import type { Subscription } from '../../subscriptions/subscription.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import {
  alignSubscription,
  isLive,
  type MappedPlan,
  obstacleText,
  unmappedPlanText,
} from '../notifications/alignment.ts';
import { beneficiaryProblem } from '../purchases/buyer.ts';
import type { ExportedSubscription } from './accelerator-export.ts';

/**
 * What an import does with a subscription:
 * - `Add`: creates it here. `Change`: changes the one that is here. `Same`: nothing to do.
 * - `AwaitsPublishing`: its plan is a draft; the import adds it when it runs after the plan is published.
 * - `Ended`, `NotActivated`: nothing to take over.
 * - `Refused`: a person has to look at it.
 */
export const importOutcomes = [
  'Add',
  'Change',
  'Same',
  'AwaitsPublishing',
  'NotActivated',
  'Ended',
  'Refused',
] as const;
type ImportOutcome = (typeof importOutcomes)[number];

export interface ImportDecision {
  readonly outcome: ImportOutcome;
  /** Why; null when the outcome says it. */
  readonly reason: string | null;
}

/** The plan that the catalogue maps a marketplace plan to. */
export interface ImportPlan {
  /** Slug. */
  readonly product: string;
  readonly plan: string;
  /** Null for a draft, which is not for sale. */
  readonly mapped: MappedPlan | null;
}

export interface ImportFacts {
  /** The subscription at the marketplace, or why it cannot be read. */
  readonly remote: MarketplaceSubscription | { readonly unread: string };
  /** The purchaser's tenant by the export; null if it is not known. */
  readonly purchaserTenantId: string | null;
  /** Null: not stored here. */
  readonly local: Subscription | null;
  /** Null: not mapped. */
  readonly plan: ImportPlan | null;
}

/**
 * Decides from the marketplace's state, in this order:
 *
 * | facts | outcome |
 * |---|---|
 * | it cannot be read, or another tenant than the export's bought it | Refused |
 * | here, for another tenant than the beneficiary's; or ended, or of another source | Refused |
 * | here, and differs | Change |
 * | here, and equal | Same |
 * | unsubscribed | Ended |
 * | not activated yet | NotActivated |
 * | of a status that this version does not know, without a beneficiary in an organisation, of an unmapped plan | Refused |
 * | of a plan that is a draft | AwaitsPublishing |
 * | otherwise | Add |
 */
export function decideImport(
  { remote, purchaserTenantId, local, plan }: ImportFacts,
  now: Date,
): ImportDecision {
  if ('unread' in remote) return refused(remote.unread);
  const { status, beneficiary, purchaser } = remote;
  const tenants = [beneficiary?.tenantId, purchaser?.tenantId].filter((tenantId) => tenantId !== undefined);
  if (purchaserTenantId !== null && tenants.length > 0 && !tenants.includes(purchaserTenantId)) {
    return refused(
      `The export names the tenant ${purchaserTenantId}, the marketplace ${[...new Set(tenants)].join(' and ')}.`,
    );
  }
  if (local) {
    if (beneficiary && beneficiary.tenantId !== local.tenantId) {
      const { tenantId } = local;
      return refused(
        `It is here for the tenant ${tenantId}, at the marketplace for ${beneficiary.tenantId}.`,
      );
    }
    const { steps, obstacle } = alignSubscription(local, remote, plan?.mapped ?? null, now);
    if (obstacle === 'HasEnded' || obstacle === 'OtherSource') return refused(obstacleText(obstacle));
    if (steps.length > 0) return { outcome: 'Change', reason: steps.map(({ move }) => move.type).join(', ') };
    if (obstacle === null) return { outcome: 'Same', reason: null };
    return plan && plan.mapped === null ? awaiting(plan) : refused(obstacleText(obstacle));
  }
  if (status === 'Unsubscribed') return { outcome: 'Ended', reason: null };
  if (status === 'PendingFulfillmentStart' || status === 'NotStarted') {
    return { outcome: 'NotActivated', reason: null };
  }
  if (!isLive(remote)) return refused('The marketplace gives it a status that this version does not know.');
  const problem = beneficiaryProblem(remote);
  if (problem !== undefined) return refused(problem);
  if (!plan) return refused(unmappedPlanText(remote));
  return plan.mapped ? { outcome: 'Add', reason: null } : awaiting(plan);
}

/** What a person should know of a row, although it hinders nothing. */
export function importWarnings(
  remote: ImportFacts['remote'],
  { planId, rows }: Pick<ExportedSubscription, 'planId' | 'rows'>,
): readonly string[] {
  return [
    ...(rows > 1 ? [`The export has it in ${rows} rows; the last one counts.`] : []),
    ...(!('unread' in remote) && planId !== null && planId !== remote.planId
      ? [`The export has the plan ${planId}; the marketplace decides.`]
      : []),
  ];
}

function refused(reason: string): ImportDecision {
  return { outcome: 'Refused', reason };
}

function awaiting({ product, plan }: ImportPlan): ImportDecision {
  return { outcome: 'AwaitsPublishing', reason: `Publish ${product}/${plan}.` };
}
