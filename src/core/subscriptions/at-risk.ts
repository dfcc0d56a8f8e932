import { formatNumber } from '../values/format-number.ts';
import type { SubscriptionStatus, Term } from './subscription.ts';

/** Why a customer is at risk, the most urgent first. */
export const riskKinds = [
  'OverIncluded',
  'NearIncluded',
  'NearLimit',
  'UsageWillBeRejected',
  'CredentialEnding',
  'TrialEnding',
  'TermEnding',
  'NoCalls',
] as const;
export type RiskKind = (typeof riskKinds)[number];

const day = 24 * 3_600_000;

/** In per cent of the included quantity or the usage limit. */
export const nearPercent = 80;
/** A trial, a term or a credential that ends within this time is a risk. */
const endingMilliseconds = 30 * day;
/** A product without a call about an active customer for this long is a risk. */
const silentMilliseconds = 14 * day;

/** The moments by which risks are decided, for statements that select customers. */
export interface RiskMoments {
  readonly now: Date;
  readonly endsBefore: Date;
  readonly silentSince: Date;
}

export function riskMoments(now: Date): RiskMoments {
  return { now, endsBefore: after(now, endingMilliseconds), silentSince: after(now, -silentMilliseconds) };
}

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** The use of a dimension in its present period, in millionths. */
export interface IncludedUse {
  readonly dimension: string;
  /** For people. */
  readonly name: string;
  readonly used: bigint;
  /** Above 0. */
  readonly included: bigint;
  readonly start: Date;
  readonly end: Date | null;
}

/** What is used and reserved of the lowest usage limit of a period, in millionths. */
interface LimitUse {
  /** Of the dimension, for people. */
  readonly name: string;
  /** A user, a team or an agent; null: the whole subscription. */
  readonly subject: string | null;
  readonly used: bigint;
  /** Above 0. */
  readonly quantity: bigint;
  readonly start: Date;
  readonly end: Date | null;
}

/** A subscription that has not ended, with the facts that decide whether its customer is at risk. */
export interface SubscriptionFacts extends Term {
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly product: Named;
  readonly plan: Named;
  readonly status: SubscriptionStatus;
  readonly trialEndsAt: Date | null;
  readonly activatedAt: Date | null;
  /** The last call about the tenant and the product; null: none is stored. */
  readonly lastCallAt: Date | null;
  /** Since when calls are stored, if the workspace is older than that. */
  readonly callsRecordedSince: Date | null;
  /** Whether any call about the product, for any customer, is stored. */
  readonly isProductCalled: boolean;
  readonly uses: readonly IncludedUse[];
  /** Of limits that are near or reached. */
  readonly nearLimits: readonly LimitUse[];
  /** Mappings of the plan with dimensions that the marketplace did not have at the last check of the connection. */
  readonly rejected: readonly RejectedMapping[];
  /** The credentials of the connections through which the plan is billed. */
  readonly credentials: readonly BillingCredential[];
}

interface RejectedMapping {
  readonly mappingId: string;
  readonly dimensions: readonly string[];
  readonly checkedAt: Date;
}

interface BillingCredential {
  readonly connectionId: string;
  readonly sourceName: string;
  readonly endsAt: Date;
}

/** A reason why a customer is at risk. */
export interface Risk {
  readonly kind: RiskKind;
  readonly subscriptionId: string;
  readonly text: string;
  /** When the cause began: a period of use, the last call, the check of a mapping, the last 30 days before an end. */
  readonly since: Date;
  /** The end of the period, trial, term or credential; null: not limited in time. */
  readonly until: Date | null;
  /** The page of the portal that helps. */
  readonly link: RiskLink;
}

interface RiskLink {
  readonly label: string;
  /** Below the pages of the workspace, with its query. */
  readonly path: string;
}

/** In whole per cent, rounded down: 100 % means that all of it is used. */
export function usedPercent({ used, included }: Pick<IncludedUse, 'used' | 'included'>): number {
  return Number((used * 100n) / included);
}

/** The dimension whose use is nearest to, or furthest over, the included quantity. */
export function nearestUse<Use extends Pick<IncludedUse, 'used' | 'included'>>(
  uses: readonly Use[],
): Use | undefined {
  return uses.toSorted((a, b) => {
    const difference = b.used * a.included - a.used * b.included;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  })[0];
}

/**
 * The risks of a customer, by kind and then by their end. Only an active subscription has any:
 *
 * | kind | if |
 * |---|---|
 * | OverIncluded | the use of a dimension is above the included quantity |
 * | NearIncluded | it is at 80 % or more |
 * | NearLimit | 80 % or more of a usage limit is used and reserved |
 * | UsageWillBeRejected | its plan is mapped with a dimension that the marketplace does not have |
 * | CredentialEnding | the credential of a connection that bills its plan has ended, or ends within 30 days |
 * | TrialEnding | its trial ends within 30 days |
 * | TermEnding | its term, not a trial, ends within 30 days and does not renew itself |
 * | NoCalls | no application has asked about the tenant and the product for 14 days, although some ask about the product |
 */
export function risksOf(subscriptions: readonly SubscriptionFacts[], now: Date): readonly Risk[] {
  const active = subscriptions.filter(({ status }) => status === 'Active');
  const risks = active.flatMap((facts) => [
    ...useRisks(facts),
    ...limitRisks(facts),
    ...marketplaceRisks(facts, now),
    ...endRisks(facts, now),
    ...silenceRisks(facts, now),
  ]);
  return risks.toSorted(
    (a, b) =>
      riskKinds.indexOf(a.kind) - riskKinds.indexOf(b.kind) ||
      (a.until?.getTime() ?? Number.MAX_VALUE) - (b.until?.getTime() ?? Number.MAX_VALUE),
  );
}

function useRisks({ subscriptionId, product, uses }: SubscriptionFacts): readonly Risk[] {
  return uses
    .filter((use) => use.used * 100n >= use.included * BigInt(nearPercent))
    .map((use) => ({
      kind: use.used > use.included ? 'OverIncluded' : 'NearIncluded',
      subscriptionId,
      text: `${product.name}: ${formatNumber(usedPercent(use))} % of the included ${use.name} used (${amount(use.used)} of ${amount(use.included)}).`,
      since: use.start,
      until: use.end,
      link: subscriptionLink(subscriptionId),
    }));
}

function limitRisks({ tenantId, subscriptionId, product, nearLimits }: SubscriptionFacts): readonly Risk[] {
  return nearLimits.map(({ name, subject, used, quantity, start, end }) => {
    const percent = formatNumber(Number((used * 100n) / quantity));
    const of = subject === null ? name : `${name} for ${subject}`;
    return {
      kind: 'NearLimit',
      subscriptionId,
      text: `${product.name}: ${percent} % of the usage limit of ${of} used (${amount(used)} of ${amount(quantity)}).`,
      since: start,
      until: end,
      link: { label: 'See the limits', path: `customers/${tenantId}` },
    };
  });
}

function marketplaceRisks(facts: SubscriptionFacts, now: Date): readonly Risk[] {
  const { subscriptionId, product, plan, rejected, credentials } = facts;
  return [
    ...rejected.map(({ mappingId, dimensions, checkedAt }) => ({
      kind: 'UsageWillBeRejected' as const,
      subscriptionId,
      text: `${product.name}: usage of ${dimensions.join(', ')} will be rejected. The marketplace has no such dimension of the plan ${plan.name}.`,
      since: checkedAt,
      until: null,
      link: { label: 'Correct the mapping', path: `plan-mappings?mapping=${mappingId}` },
    })),
    ...credentials
      .filter(({ endsAt }) => isEnding(endsAt, now))
      .map(({ connectionId, sourceName, endsAt }) => ({
        kind: 'CredentialEnding' as const,
        subscriptionId,
        text: `${product.name}: without a valid credential of the marketplace connection ${sourceName}, usage is not billed.`,
        since: after(endsAt, -endingMilliseconds),
        until: endsAt,
        link: { label: 'Replace the credential', path: `settings/marketplace/${connectionId}` },
      })),
  ];
}

function endRisks(facts: SubscriptionFacts, now: Date): readonly Risk[] {
  const { subscriptionId, product, plan, trialEndsAt, validUntil, renewsItself } = facts;
  const risk = (kind: RiskKind, endsAt: Date, text: string): Risk => ({
    kind,
    subscriptionId,
    text: `${product.name}: ${text}`,
    since: after(endsAt, -endingMilliseconds),
    until: endsAt,
    link: subscriptionLink(subscriptionId),
  });
  if (trialEndsAt && isEnding(trialEndsAt, now)) {
    return [risk('TrialEnding', trialEndsAt, `a trial of ${plan.name}.`)];
  }
  if (renewsItself || !validUntil || !isEnding(validUntil, now)) return [];
  return [risk('TermEnding', validUntil, `${plan.name} does not renew itself.`)];
}

function silenceRisks(facts: SubscriptionFacts, now: Date): readonly Risk[] {
  const { tenantId, subscriptionId, product, activatedAt, lastCallAt, callsRecordedSince } = facts;
  if (!facts.isProductCalled) return [];
  const since = latest(lastCallAt ?? callsRecordedSince, activatedAt);
  if (!since || since > riskMoments(now).silentSince) return [];
  const days = Math.floor((now.getTime() - since.getTime()) / day);
  return [
    {
      kind: 'NoCalls',
      subscriptionId,
      text: `${product.name}: no call for ${formatNumber(days)} days, although the subscription is active.`,
      since,
      until: null,
      link: { label: 'Check the access', path: `customers/${tenantId}?product=${product.slug}` },
    },
  ];
}

const subscriptionLink = (subscriptionId: string): RiskLink => ({
  label: 'Open subscription',
  path: `subscriptions/${subscriptionId}`,
});

function isEnding(endsAt: Date, now: Date): boolean {
  return endsAt <= riskMoments(now).endsBefore;
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return other > one ? other : one;
}

function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}

/** Millionths for people. */
function amount(millionths: bigint): string {
  const fraction = String(millionths % 1_000_000n).padStart(6, '0');
  return formatNumber(`${millionths / 1_000_000n}.${fraction}`);
}
