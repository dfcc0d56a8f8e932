import { type ConnectionFacts, type Finding, fine, notChecked, type Tried } from './connection-finding.ts';
import { daysLeft, warningOf } from './credential-ending.ts';
import { judgeDimensions, judgePlans } from './mapping-check.ts';

/** Everything that is found about a connection, in the order in which it would be mended. */
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

function judgeCredential(token: Tried<null>): Finding {
  const check = 'credential';
  if (token.outcome === 'answered') {
    return fine(check, 'The identity provider gives the application a token.');
  }
  return token.isConfiguration
    ? {
        check,
        outcome: 'Failing',
        what: `The identity provider gives the application no token: ${token.reason}`,
        howToMend:
          'Compare tenant and client id with the registration of the application, and enter a secret or certificate ' +
          'that it has now. A new tenant must know the marketplace: az ad sp create --id ' +
          '20e940b3-4c77-4b0b-9a53-9e16a1b010a7.',
      }
    : away(check, 'The identity provider', token.reason);
}

function judgeEnd(endsAt: Date | null, now: Date): Finding {
  const check = 'credentialEnd';
  if (endsAt === null) {
    return {
      check,
      outcome: 'Warning',
      what: 'Nobody has said until when the credential is good, so nobody will be warned.',
      howToMend: 'Enter the end that the registration of the application shows.',
    };
  }
  const howToMend =
    'Give the application a new secret or certificate, enter it here, and then remove the old one.';
  if (endsAt <= now) {
    const what = `The credential has ended on ${dayOf(endsAt)}.`;
    return { check, outcome: 'Failing', what, howToMend };
  }
  const what = `The credential is good for ${daysLeft(endsAt, now)} days, until ${dayOf(endsAt)}.`;
  return warningOf(endsAt, now) === null ? fine(check, what) : { check, outcome: 'Warning', what, howToMend };
}

function judgeService(
  check: 'fulfilment' | 'metering',
  whom: string,
  token: Tried<null>,
  tried: Tried<unknown>,
): Finding {
  if (token.outcome !== 'answered') {
    return notChecked(check, `${whom} cannot be asked without a token.`);
  }
  if (tried.outcome === 'answered') return fine(check, `${whom} answers.`);
  return tried.isConfiguration
    ? {
        check,
        outcome: 'Failing',
        what: `${whom} does not take the application: ${tried.reason}`,
        howToMend:
          'Enter exactly this tenant id and client id in the technical configuration of the offers, publish them, and ' +
          'check that the address of the marketplace is right.',
      }
    : away(check, whom, tried.reason);
}

function judgeWebhook({ webhook, lastCallAt }: ConnectionFacts): Finding {
  const check = 'webhook';
  if (webhook.outcome === 'failed') {
    return {
      check,
      outcome: 'Failing',
      what: `The address of the webhook, called from here, does not lead here: ${webhook.reason}`,
      howToMend:
        'PUBLIC_URL must be the address by which the internet reaches this service: look at name, certificate, and what ' +
        'stands in front. If it is, and only this machine cannot reach it, the last call tells more than this check.',
    };
  }
  if (lastCallAt === null) {
    return {
      check,
      outcome: 'Warning',
      what: 'The address of the webhook leads here, and the marketplace has never called it.',
      howToMend:
        'Enter the address in the technical configuration of the offers. If it is there, nothing may have happened ' +
        'yet; or something in front of the service takes the header Authorization away.',
    };
  }
  return fine(
    check,
    `The address of the webhook leads here; the marketplace last called on ${dayOf(lastCallAt)}.`,
  );
}

function judgeLandingPage(canSignIn: boolean): Finding {
  const check = 'landingPage';
  if (canSignIn) return fine(check, 'Whoever has bought can sign in on the landing page.');
  return {
    check,
    outcome: 'Failing',
    what: 'Nobody can sign in on the landing page, so no purchase can be completed.',
    howToMend: 'Ask the operator of this service to set IDP_SIGN_IN_CLIENT_ID and IDP_SIGN_IN_CLIENT_SECRET.',
  };
}

/** It may be back in a minute: nothing can be said of the settings. */
function away(check: Finding['check'], whom: string, reason: string): Finding {
  const howToMend = 'Check again in a few minutes. If it stays so, look at the address.';
  return { check, outcome: 'Warning', what: `${whom} could not be asked: ${reason}`, howToMend };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
