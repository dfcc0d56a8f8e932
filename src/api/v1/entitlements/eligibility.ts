import type { Caller, ProductReader } from '../../../core/clients/api-client.ts';
import {
  checkRequestedPlan,
  decideEligibility,
  type EligibilityFacts,
  licencesToLookUp,
  seatsByPlan,
} from '../../../core/entitlements/eligibility.ts';
import { explainEligibility } from '../../../core/entitlements/eligibility-explanation.ts';
import { nextEntitlementChangeAt } from '../../../core/entitlements/entitlement.ts';
import type { LicenceLookUp } from '../../../core/entitlements/idp-licence.ts';
import { licenceSealContext } from '../../../core/operations/seal-context.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../../core/refusal.ts';
import { type RequestedSubject, resolveSubject } from '../../../core/subscriptions/eligibility-subject.ts';
import { foldUserName } from '../../../core/values/user-name.ts';
import { unseal } from '../../../secrets/seal.ts';
import { findIdpConnection } from '../../../storage/entitlements/idp-connections.ts';
import { findMembersByEmail, findMembersByObjectId } from '../../../storage/subscriptions/customers.ts';
import { loadSeats } from '../../../storage/subscriptions/seats.ts';
import type { ApiContext } from '../../context.ts';
import type { PreparedResponse } from '../../fast-path/fast-path-response.ts';
import { checkProduct, findSnapshot, mayRead, type SnapshotContext } from './find-snapshot.ts';
import {
  type EntitlementSnapshot,
  type EntitlementSnapshots,
  SubjectSnapshot,
  snapshotKey,
} from './snapshots.ts';

export type EligibilityContext = SnapshotContext &
  Pick<ApiContext, 'clock' | 'database' | 'encryptionKey' | 'idpLicences'>;

export interface EligibilityRequest {
  readonly tenantId: string;
  readonly product: string;
  readonly plan?: string | undefined;
  readonly userObjectId?: string | undefined;
  readonly email?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** An API client, or a portal member, who has no token. */
export interface EligibilityCaller extends Pick<Caller, 'token'> {
  readonly client: ProductReader;
}

/** The decision as JSON, or a refusal. */
type Result = string | Refusal;

/**
 * Decides eligibility in this order: product, plan, subject, tenant, plan held, licence. Synchronous on a cache hit.
 */
export function answerEligibility(
  context: EligibilityContext,
  caller: EligibilityCaller,
  request: EligibilityRequest,
): Result | Promise<Result> {
  const subjectRequest = readSubject(request, caller);
  if (isRefusal(subjectRequest)) return subjectRequest;
  const answer = (snapshot: EntitlementSnapshot | undefined) =>
    answerFrom(context, caller.client, request, subjectRequest, snapshot);
  const snapshot = findSnapshot(context, caller.client, snapshotKey(request.product, request.tenantId));
  return snapshot instanceof Promise ? snapshot.then(answer) : answer(snapshot);
}

/** The cached decision about a user and any plan, if it is still valid. */
export function findCachedEligibility(
  snapshots: EntitlementSnapshots,
  client: ProductReader,
  tenantId: string,
  { product, userObjectId }: { readonly product: string; readonly userObjectId: string },
  now: Date,
): PreparedResponse | undefined {
  const snapshot = snapshots.peek(client.workspaceId, snapshotKey(product, tenantId));
  if (!snapshot || !mayRead(client, snapshot.stored)) return undefined;
  return snapshots
    .peekSubject(snapshot, subjectKeyOf({ by: 'objectId', objectId: userObjectId }))
    ?.answerAt(null, now);
}

function answerFrom(
  context: EligibilityContext,
  client: ProductReader,
  request: EligibilityRequest,
  subjectRequest: RequestedSubject,
  found: EntitlementSnapshot | undefined,
): Result | Promise<Result> {
  const snapshot = checkProduct(found, client, request.product);
  if (isRefusal(snapshot)) return snapshot;
  const requestedPlan = request.plan ?? null;
  const planRefusal =
    requestedPlan === null ? undefined : checkRequestedPlan(requestedPlan, snapshot.stored.plans);
  if (planRefusal) return planRefusal;

  const { workspaceId } = client;
  const name = subjectKeyOf(subjectRequest);
  const cached = context.snapshots.peekSubject(snapshot, name);
  const now = context.clock.now();
  const given = request.explain ? undefined : cached?.answerAt(requestedPlan, now);
  if (given) return given.at(now);
  const decideFor = (subject: SubjectSnapshot) =>
    decide(
      context,
      { workspaceId, snapshot },
      requestedPlan,
      subjectRequest,
      subject,
      request.explain ?? false,
    );
  return cached
    ? decideFor(cached)
    : context.snapshots
        .readSubject(snapshot, name, () => loadSubject(context, workspaceId, snapshot, subjectRequest))
        .then(decideFor);
}

async function decide(
  context: EligibilityContext,
  { workspaceId, snapshot }: { readonly workspaceId: string; readonly snapshot: EntitlementSnapshot },
  requestedPlan: string | null,
  subjectRequest: RequestedSubject,
  subjectSnapshot: SubjectSnapshot,
  explain: boolean,
): Promise<Result> {
  const entitlement = snapshot.stored.facts;
  const subject = resolveSubject(subjectRequest, entitlement.tenantId, subjectSnapshot.members);
  if (isRefusal(subject)) return subject;

  const now = context.clock.now();
  const question = { requestedPlan, subject };
  const seats = seatsByPlan(entitlement, subjectSnapshot.seats, now);
  const identifiers = licencesToLookUp(question, { entitlement, seats }, now);
  const { productId } = snapshot.stored;
  const user = { workspaceId, productId, tenantId: entitlement.tenantId, objectId: subject.objectId };
  const lookUps = await lookUpLicences(context, user, identifiers);
  const facts: EligibilityFacts = { entitlement, seats, lookUps };
  const decision = decideEligibility(question, facts, now);
  if (explain) return JSON.stringify({ ...decision, explanation: explainEligibility(question, facts, now) });
  if (identifiers.length === 0)
    subjectSnapshot.cacheResponse(requestedPlan, decision, nextEntitlementChangeAt(entitlement, now));
  return JSON.stringify(decision);
}

/** Cache key of the subject; a request about oneself has a separate key. */
function subjectKeyOf(subject: RequestedSubject): string {
  return `${subject.by} ${subject.by === 'email' ? foldUserName(subject.email) : subject.objectId}`;
}

/** By object id or by e-mail address, not both; signed-in users give neither. */
function readSubject(request: EligibilityRequest, { token }: EligibilityCaller): RequestedSubject | Refusal {
  const objectId = request.userObjectId?.toLowerCase();
  const email = request.email || undefined;
  if (token?.isDelegated) {
    if (token.objectId === null || token.tenantId !== request.tenantId) {
      return refuse('entitlement.user_tenant_mismatch');
    }
    if ((objectId ?? token.objectId) !== token.objectId || email !== undefined) {
      const message = 'must be the signed-in user’s own id, or be omitted';
      return refuseInvalid([{ path: 'userObjectId', rule: 'caller', message }]);
    }
    return { by: 'caller', tenantId: token.tenantId, objectId: token.objectId };
  }
  if (objectId !== undefined && email === undefined) return { by: 'objectId', objectId };
  if (email !== undefined && objectId === undefined) return { by: 'email', email };
  const message = 'exactly one of userObjectId and email must be given';
  return refuseInvalid([{ path: 'userObjectId', rule: 'oneSubject', message }]);
}

async function loadSubject(
  { database }: Pick<ApiContext, 'database'>,
  workspaceId: string,
  snapshot: EntitlementSnapshot,
  request: RequestedSubject,
): Promise<SubjectSnapshot> {
  const { facts } = snapshot.stored;
  const members =
    request.by === 'email'
      ? await findMembersByEmail(database, workspaceId, facts.tenantId, request.email)
      : await findMembersByObjectId(database, workspaceId, request.objectId);
  const subject = resolveSubject(request, facts.tenantId, members);
  const subscriptionIds = facts.subscriptions
    .filter(({ plan }) => plan.licenceModel === 'Seats')
    .map(({ subscription }) => subscription.subscriptionId);
  const seats = isRefusal(subject)
    ? []
    : await loadSeats(database, workspaceId, subscriptionIds, subject.objectId);
  return new SubjectSnapshot({ members, seats });
}

async function lookUpLicences(
  context: Pick<ApiContext, 'database' | 'encryptionKey' | 'idpLicences'>,
  user: { workspaceId: string; productId: string; tenantId: string; objectId: string | null },
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, LicenceLookUp>> {
  const { workspaceId, productId, tenantId, objectId } = user;
  if (identifiers.length === 0 || objectId === null) return new Map();
  const connection = await findIdpConnection(context.database, workspaceId, productId);
  const application = connection
    ? {
        clientId: connection.clientId,
        clientSecret: unseal(
          connection.sealedClientSecret,
          context.encryptionKey,
          licenceSealContext(productId),
        ),
      }
    : null;
  return new Map(
    await Promise.all(
      identifiers.map(async (serviceIdentifier) => {
        const answer = await context.idpLicences.lookUp({
          tenantId,
          userObjectId: objectId,
          serviceIdentifier,
          application,
        });
        const lookUp: LicenceLookUp =
          answer.outcome === 'reported' ? answer : { outcome: answer.outcome, checkedAt: null };
        return [serviceIdentifier, lookUp] as const;
      }),
    ),
  );
}
