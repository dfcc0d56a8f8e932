import { type EarlierUse, loadEarlierUse } from '../../actions/usage/meter-use.ts';
import { type Activity, activitiesOf } from '../../core/marketplace/purchases/activity.ts';
import { daysBefore } from '../../core/operations/retention.ts';
import { limitsInForce } from '../../core/usage/limits/customer-limit.ts';
import type { Database } from '../../storage/database.ts';
import { listAccountStates } from '../../storage/marketplace/accounts.ts';
import {
  listSeatlessMembers,
  listSeats,
  type SeatlessMember,
  type SeatRecord,
} from '../../storage/subscriptions/seats.ts';
import { type LimitUse, listCustomerLimits, listLimitUses } from '../../storage/usage/customer-limits.ts';
import { listMeters } from '../../storage/usage/meters.ts';
import { listAuditEntries } from '../../storage/workspaces/audit-entries.ts';
import type { AccountContext } from './account-context.ts';
import type { ShownSubscription } from './account-facts.ts';
import { type AccountFiles, loadAccountFiles, type NamedUpload } from './file-facts.ts';
import type { LimitedUse } from './limits-part.ts';

const seatsPerPage = 100;
/** Others are found by their address. */
const maxSeatless = 20;
const maxActivities = 20;
const maxEarlierPeriods = 6;

/** What the page of one subscription shows beside the subscription. */
export interface SubscriptionDetail {
  readonly holders: readonly SeatRecord[];
  /** The last of the holders, if there are more. */
  readonly nextAfter: string | null;
  readonly seatless: readonly SeatlessMember[];
  readonly hasMoreSeatless: boolean;
  readonly earlier: readonly EarlierUse[];
  readonly activities: readonly Activity[];
  /** Of those who may set ceilings. */
  readonly limited: readonly LimitedUse[];
  /** Null for those who may have none. */
  readonly files: AccountFiles | null;
}

/** Names are read only for those who may see them. */
export async function loadSubscriptionDetail(
  { database, clock, retention }: Pick<AccountContext, 'clock' | 'database' | 'retention'>,
  shown: ShownSubscription,
  seller: string,
  { after, upload }: { readonly after: string | undefined; readonly upload: NamedUpload },
): Promise<SubscriptionDetail> {
  const now = clock.now();
  const { subscription, rights, access, meters } = shown;
  const { workspaceId, subscriptionId } = subscription;
  const holdersQuestion = { after: after === undefined ? undefined : [after], limit: seatsPerPage + 1 };
  const range = { oldest: daysBefore(now, retention.usageReportDays), limit: maxEarlierPeriods };
  const [holders, seatless, earlier, activities, limited, files] = await Promise.all([
    rights.seesPeople ? listSeats(database, workspaceId, subscriptionId, holdersQuestion) : [],
    rights.mayAssign ? listSeatlessMembers(database, subscription, maxSeatless + 1) : [],
    loadEarlierUse(database, subscription, meters, now, range),
    access === 'Manage' ? loadActivities({ database }, subscription, seller) : [],
    rights.mayLimit && meters.length > 0 ? loadLimited(database, subscription, now) : [],
    rights.mayLicense ? loadAccountFiles(database, shown, upload) : null,
  ]);
  const page = holders.slice(0, seatsPerPage);
  return {
    holders: page,
    nextAfter: holders.length > page.length ? (page.at(-1)?.memberId ?? null) : null,
    seatless: seatless.slice(0, maxSeatless),
    hasMoreSeatless: seatless.length > maxSeatless,
    earlier,
    activities,
    limited,
    files,
  };
}

const maxLimited = 200;

async function loadLimited(
  database: Database,
  { workspaceId, subscriptionId, tenantId, productId }: ShownSubscription['subscription'],
  now: Date,
): Promise<readonly LimitedUse[]> {
  const filter = { subscriptionIds: [subscriptionId], isLimitable: true, limit: maxLimited };
  const [meters, limits, uses] = await Promise.all([
    listMeters(database, workspaceId, filter),
    listCustomerLimits(database, workspaceId, { tenantId, productId }),
    listLimitUses(database, workspaceId, [subscriptionId], now),
  ]);
  return meters.map(({ dimension, name, unit, meter }) => {
    const own = limits.filter((limit) => limit.dimension === dimension);
    const inForce = limitsInForce(meter.current.limit, own, now).map((limit) => {
      const isCounted = (use: LimitUse) =>
        use.dimension === dimension && use.subject === limit.subject && use.per === limit.per;
      return { ...limit, use: uses.find(isCounted) ?? null };
    });
    return { dimension, name, unit, limits: inForce };
  });
}

async function loadActivities(
  { database }: Pick<AccountContext, 'database'>,
  { workspaceId, subscriptionId }: ShownSubscription['subscription'],
  seller: string,
): Promise<readonly Activity[]> {
  const actions = ['seat.assigned', 'seat.released'] as const;
  const question = { subscriptionId, actions, limit: maxActivities };
  const [seats, states] = await Promise.all([
    listAuditEntries(database, workspaceId, question),
    // One more, with which the oldest is compared.
    listAccountStates(database, { workspaceId, subscriptionId }, maxActivities + 1),
  ]);
  return activitiesOf(seats, states, seller, maxActivities);
}
