import type { Caller } from '../../../core/api-client.ts';
import {
  checkRequestedPlan,
  decideEligibility,
  type EligibilityFacts,
  licencesToLookUp,
  seatsByPlan,
} from '../../../core/eligibility.ts';
import { explainEligibility } from '../../../core/eligibility-explanation.ts';
import { type AskedSubject, resolveSubject, type Subject } from '../../../core/eligibility-subject.ts';
import type { LicenceLookUp } from '../../../core/idp-licence.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../../core/refusal.ts';
import { unseal } from '../../../secrets/seal.ts';
import { findMembersByEmail, findMembersByObjectId } from '../../../storage/customers.ts';
import { findIdpConnection } from '../../../storage/idp-connections.ts';
import { loadSeats } from '../../../storage/seats.ts';
import type { ApiContext } from '../../context.ts';
import { checkProduct, findSnapshot } from './find-snapshot.ts';
import type { EntitlementSnapshot, SubjectFacts } from './snapshots.ts';

export interface AskedEligibility {
  readonly tenantId: string;
  readonly product: string;
  readonly plan?: string | undefined;
  readonly userObjectId?: string | undefined;
  readonly email?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** May this user in, and why (not)? Product, plan, subject, tenant, plan held, licence: in this order. */
export async function answerEligibility(context: ApiContext, caller: Caller, asked: AskedEligibility) {
  const subjectAsked = readSubject(asked, caller);
  if (isRefusal(subjectAsked)) return subjectAsked;

  const { client } = caller;
  const snapshot = await findSnapshot(context, client, asked.product, asked.tenantId);
  const unknown = checkProduct(snapshot?.stored, client, asked.product);
  if (unknown) return unknown;
  if (!snapshot) return refuse('product.not_found', { product: asked.product });
  const requestedPlan = asked.plan ?? null;
  const planRefusal = checkRequestedPlan(requestedPlan, snapshot.stored.plans);
  if (planRefusal) return planRefusal;

  const known = await context.snapshots.subject(
    client.workspaceId,
    snapshot,
    subjectAsked.by === 'email'
      ? `email ${subjectAsked.email.toLowerCase()}`
      : `object ${subjectAsked.objectId}`,
    () => loadSubject(context, client.workspaceId, snapshot, subjectAsked),
  );
  const subject = resolveSubject(subjectAsked, asked.tenantId, known.members);
  if (isRefusal(subject)) return subject;

  const now = context.clock.now();
  const question = { requestedPlan, subject };
  const entitlement = snapshot.stored.facts;
  const seats = seatsByPlan(entitlement, known.seats, now);
  const identifiers = licencesToLookUp(question, { entitlement, seats }, now);
  const lookUps = await lookUpLicences(context, client.workspaceId, snapshot, subject, identifiers);
  const facts: EligibilityFacts = { entitlement, seats, lookUps };
  const decision = decideEligibility(question, facts, now);
  return asked.explain ? { ...decision, explanation: explainEligibility(question, facts, now) } : decision;
}

/** By object id or by e-mail, never both; signed-in users ask about themselves and need name nobody. */
function readSubject(asked: AskedEligibility, { token }: Caller): AskedSubject | Refusal {
  const objectId = asked.userObjectId?.toLowerCase();
  const email = asked.email || undefined;
  if (token?.isDelegated) {
    if (token.objectId === null || token.tenantId !== asked.tenantId) {
      return refuse('entitlement.user_tenant_mismatch');
    }
    if ((objectId ?? token.objectId) !== token.objectId || email !== undefined) {
      const message = 'must not name anybody else: a signed-in user asks about themselves';
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
  { database }: ApiContext,
  workspaceId: string,
  snapshot: EntitlementSnapshot,
  asked: AskedSubject,
): Promise<SubjectFacts> {
  const { facts } = snapshot.stored;
  const members =
    asked.by === 'email'
      ? await findMembersByEmail(database, workspaceId, facts.tenantId, asked.email)
      : await findMembersByObjectId(database, workspaceId, asked.objectId);
  const subject = resolveSubject(asked, facts.tenantId, members);
  const subscriptionIds = facts.subscriptions
    .filter(({ plan }) => plan.licenceModel === 'Seats')
    .map(({ subscription }) => subscription.subscriptionId);
  const seats = isRefusal(subject)
    ? []
    : await loadSeats(database, workspaceId, subscriptionIds, subject.objectId);
  return { members, seats };
}

async function lookUpLicences(
  context: ApiContext,
  workspaceId: string,
  { stored: { productId, facts } }: EntitlementSnapshot,
  { objectId }: Subject,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, LicenceLookUp>> {
  if (identifiers.length === 0 || objectId === null) return new Map();
  const connection = await findIdpConnection(context.database, workspaceId, productId);
  const application = connection
    ? {
        clientId: connection.clientId,
        clientSecret: unseal(connection.sealedClientSecret, context.encryptionKey, productId),
      }
    : null;
  return new Map(
    await Promise.all(
      identifiers.map(async (serviceIdentifier) => {
        const answer = await context.idpLicences.lookUp({
          tenantId: facts.tenantId,
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
