import { lacksRight, type SellerRight } from '../licences/licence-service.ts';
import { judgeEnd, judgeLandingPage, judgeWebhook } from './connection-check.ts';
import {
  type CallResult,
  type ConnectionFacts,
  type Finding,
  finding,
  fine,
  notChecked,
} from './connection-finding.ts';

/** What the check of a seller's account has found out. */
export interface SellerFacts
  extends Pick<ConnectionFacts, 'credentialEndsAt' | 'mappings' | 'webhook' | 'lastCallAt' | 'canSignIn'> {
  readonly rights: Readonly<Record<SellerRight, CallResult<null>>>;
}

/** The findings about a seller's account, in the order in which to fix them. */
export function judgeSeller(facts: SellerFacts, now: Date): readonly Finding[] {
  const { rights, mappings } = facts;
  return [
    judgeCredential(rights.ResolveCustomer),
    // An access key has no end, unless somebody has entered one.
    ...(facts.credentialEndsAt ? [judgeEnd(facts.credentialEndsAt, now, newKey)] : []),
    judgeRight('fulfilment', 'ResolveCustomer', rights.ResolveCustomer),
    judgeRight('fulfilment', 'GetEntitlements', rights.GetEntitlements),
    judgeAgreements(rights),
    mappings.length === 0
      ? finding(
          'plans',
          'Failing',
          'No plan is mapped to this connection, so no purchase can be completed.',
          'Map a plan: the offer is the product code, the plan is the contract dimension, or * for pay as you go.',
        )
      : fine('plans', `${mappings.length} mapped.`),
    judgeRight('metering', 'BatchMeterUsage', rights.BatchMeterUsage),
    judgeWebhook(facts, sendEvents),
    judgeLandingPage(facts.canSignIn),
  ];
}

const newKey = 'Create another access key, enter it here, and then delete the old one.';
const sendEvents =
  'Let a rule for the events send to the address, with the event secret in the header X-Tessera-Event-Secret. If there is one, ' +
  'there may have been no purchase yet.';

/** A right that is missing shows that the key itself is accepted. */
function judgeCredential(tried: CallResult<null>): Finding {
  if (tried.outcome === 'answered' || isRightMissing(tried)) {
    return fine('credential', 'The credential is accepted.');
  }
  return tried.isConfiguration
    ? finding(
        'credential',
        'Failing',
        `The credential is not accepted: ${tried.reason}`,
        'Enter a current access key of the seller account, or check the role of the node; check the assumed role and its external id.',
      )
    : unreachable('credential', tried.reason);
}

function judgeRight(check: 'fulfilment' | 'metering', right: SellerRight, tried: CallResult<null>): Finding {
  if (tried.outcome === 'answered') return fine(check, `The right ${right} is granted.`);
  if (isRightMissing(tried)) {
    return finding(
      check,
      'Failing',
      `The right ${right} is missing: ${tried.reason}`,
      `Grant ${right} to the user or role of the credential, or to the role that it assumes.`,
    );
  }
  if (!tried.isConfiguration) return unreachable(check, tried.reason);
  return notChecked(check, `The right ${right} cannot be checked: ${tried.reason}`);
}

/** Optional rights. */
function judgeAgreements({ SearchAgreements, DescribeAgreement }: SellerFacts['rights']): Finding {
  const missing = [
    ...(isRightMissing(SearchAgreements) ? ['SearchAgreements'] : []),
    ...(isRightMissing(DescribeAgreement) ? ['DescribeAgreement'] : []),
  ];
  if (missing.length > 0) {
    return notChecked(
      'fulfilment',
      `Pay as you go is not compared with the marketplace: ${missing.join(' and ')} not granted. The right is optional.`,
    );
  }
  return SearchAgreements.outcome === 'answered' && DescribeAgreement.outcome === 'answered'
    ? fine('fulfilment', 'Pay as you go is compared with the agreements.')
    : notChecked('fulfilment', 'Whether pay as you go can be compared with the agreements is not known.');
}

const isRightMissing = (tried: CallResult<null>) => tried.outcome === 'failed' && lacksRight(tried);

function unreachable(check: Finding['check'], reason: string): Finding {
  const howToMend =
    'Check again in a few minutes. If the failure persists, check the address and the region.';
  return finding(check, 'Warning', `The marketplace could not be asked: ${reason}`, howToMend);
}
