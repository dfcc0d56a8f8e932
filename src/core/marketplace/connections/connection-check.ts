import { daysLeft, warningOf } from '../../clients/credential-ending.ts';
import {
  type CallResult,
  type ConnectionFacts,
  type Finding,
  finding,
  fine,
  notChecked,
} from './connection-finding.ts';
import { judgeDimensions, judgePlans } from './mapping-check.ts';

/** The findings about a connection, in the order in which to fix them. */
export function judgeConnection(facts: ConnectionFacts, now: Date): readonly Finding[] {
  return [
    judgeCredential(facts.token),
    judgeEnd(facts.credentialEndsAt, now),
    judgeService('fulfilment', 'The fulfilment service', facts.token, facts.sold),
    ...judgePlans(facts),
    ...judgeDimensions(facts),
    judgeService('metering', 'The metering service', facts.token, facts.metering),
    judgeWebhook(facts),
    judgeLandingPage(facts.canSignIn),
  ];
}

function judgeCredential(token: CallResult<null>): Finding {
  const check = 'credential';
  if (token.outcome === 'answered') {
    return fine(check, 'The identity provider issues a token to the application.');
  }
  return token.isConfiguration
    ? finding(
        check,
        'Failing',
        `The identity provider issues no token to the application: ${token.reason}`,
        'Compare tenant and client id with the registration of the application, and enter a current secret or ' +
          'certificate. A new tenant needs the service principal of the marketplace: az ad sp create --id ' +
          '20e940b3-4c77-4b0b-9a53-9e16a1b010a7.',
      )
    : unreachable(check, 'The identity provider', token.reason);
}

const newCredential =
  'Create a new secret or certificate for the application, enter it here, and then remove the old one.';

export function judgeEnd(endsAt: Date | null, now: Date, howToMend = newCredential): Finding {
  const check = 'credentialEnd';
  if (endsAt === null) {
    return finding(
      check,
      'Warning',
      'The expiry of the credential is not set, so there will be no warning.',
      'Enter the expiry date from the registration of the application.',
    );
  }
  if (endsAt <= now) {
    const what = `The credential expired on ${dayOf(endsAt)}.`;
    return finding(check, 'Failing', what, howToMend);
  }
  const what = `The credential is valid for ${daysLeft(endsAt, now)} days, until ${dayOf(endsAt)}.`;
  return warningOf(endsAt, now) === null ? fine(check, what) : finding(check, 'Warning', what, howToMend);
}

function judgeService(
  check: 'fulfilment' | 'metering',
  service: string,
  token: CallResult<null>,
  tried: CallResult<unknown>,
): Finding {
  if (token.outcome !== 'answered') {
    return notChecked(check, `${service} cannot be called without a token.`);
  }
  if (tried.outcome === 'answered') return fine(check, `${service} responds.`);
  if (tried.isMissing) return missing(check, tried.reason);
  return tried.isConfiguration
    ? finding(
        check,
        'Failing',
        `${service} does not accept the application: ${tried.reason}`,
        'Enter this tenant id and client id in the technical configuration of the offers, publish them, and check the ' +
          'address of the marketplace.',
      )
    : unreachable(check, service, tried.reason);
}

function missing(check: 'fulfilment' | 'metering', reason: string): Finding {
  const without =
    check === 'metering'
      ? ' Some emulators have no metering service: usage then stays pending, and subscriptions work.'
      : '';
  return finding(
    check,
    'Failing',
    `The address of the marketplace has no ${check} service: ${reason}`,
    `Check the address of the marketplace.${without}`,
  );
}

const enterAddress =
  'Enter the address in the technical configuration of the offers. If it is set, there may have been no notification yet, or ' +
  'a proxy removes the header Authorization.';

export function judgeWebhook(
  { webhook, lastCallAt }: Pick<ConnectionFacts, 'webhook' | 'lastCallAt'>,
  howToBegin = enterAddress,
): Finding {
  const check = 'webhook';
  if (webhook.outcome === 'failed') {
    return finding(
      check,
      'Failing',
      `The address of the webhook, called from here, does not reach this service: ${webhook.reason}`,
      'PUBLIC_URL must be the public address of this service: check the host name, the certificate and the proxy. If ' +
        'only this machine cannot reach it, rely on the time of the last notification instead of this check.',
    );
  }
  if (lastCallAt === null) {
    return finding(
      check,
      'Warning',
      'The address of the webhook reaches this service, but the marketplace has not sent a notification yet.',
      howToBegin,
    );
  }
  return fine(
    check,
    `The address of the webhook reaches this service; the marketplace’s last notification arrived on ${dayOf(lastCallAt)}.`,
  );
}

export function judgeLandingPage(canSignIn: boolean): Finding {
  const check = 'landingPage';
  if (canSignIn) return fine(check, 'Customers can sign in on the landing page.');
  return finding(
    check,
    'Failing',
    'Customers cannot sign in on the landing page, so no purchase can be completed.',
    'Ask the operator of this service to set IDP_SIGN_IN_CLIENT_ID and IDP_SIGN_IN_CLIENT_SECRET.',
  );
}

/** A transient failure says nothing about the settings. */
function unreachable(check: Finding['check'], service: string, reason: string): Finding {
  const howToMend = 'Check again in a few minutes. If the failure persists, check the address.';
  return finding(check, 'Warning', `${service} could not be checked: ${reason}`, howToMend);
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
