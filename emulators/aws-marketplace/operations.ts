import type { Members } from '../shell/read-json.ts';
import { describeAgreement, searchAgreements } from './agreements/agreement-calls.ts';
import { getEntitlements } from './agreements/entitlement-calls.ts';
import { licenseShape } from './agreements/event-shape.ts';
import { invalidToken } from './agreements/registration-tokens.ts';
import type { AwsFaultKind } from './faults.ts';
import type { AwsMarketplace } from './marketplace.ts';
import { batchMeterUsage } from './metering/batch.ts';
import type { Operation } from './protocol/call.ts';
import type { Caller } from './protocol/caller.ts';
import type { Failure } from './protocol/failure.ts';
import { assumeRole, callerIdentity } from './sts.ts';

/** Carries out an operation for a caller who may. */
export function answerOperation(
  operation: Operation,
  input: Members,
  caller: Caller,
  marketplace: AwsMarketplace,
  faultKind: AwsFaultKind | undefined,
): object | Failure {
  const { register, sessions, settings, clock, faults, ledger, rateLimit } = marketplace;
  const dialect = marketplace.dialect.get();
  switch (operation) {
    case 'ResolveCustomer':
      return resolveCustomer(input, caller, marketplace);
    case 'BatchMeterUsage': {
      const perSecond = settings.get().batchCallsPerSecond;
      if (!rateLimit.take(`${caller.accountId} ${caller.region}`, perSecond)) return throttled;
      const unprocessed = faultKind === 'unprocessed' ? { unprocessed: faults.random } : {};
      return batchMeterUsage(input, caller, { register, ledger, dialect, now: clock.now(), ...unprocessed });
    }
    case 'GetEntitlements': {
      const { pageSize } = settings.get();
      return getEntitlements(input, caller, { register, dialect, pageSize, now: clock.now() });
    }
    case 'DescribeAgreement':
      return describeAgreement(input, caller, register);
    case 'SearchAgreements':
      return searchAgreements(input, caller, register);
    case 'AssumeRole':
      return assumeRole(input, caller, register, sessions, marketplace.signingNow());
    case 'GetCallerIdentity':
      return callerIdentity(caller);
  }
}

export const throttled: Failure = {
  failure: 'ThrottlingException',
  message: 'The calls to the API are throttled.',
};

function resolveCustomer(
  { RegistrationToken }: Members,
  { accountId }: Caller,
  { register, tokens, clock, dialect }: AwsMarketplace,
): object | Failure {
  if (typeof RegistrationToken !== 'string' || RegistrationToken === '') {
    const message =
      "1 validation error detected: Value at 'registrationToken' failed to satisfy constraint: Member must not be null";
    return { failure: 'ValidationException', message };
  }
  const token = tokens.find(RegistrationToken);
  const owner = token && register.findAgreement(token.agreementId);
  if (!token || owner?.sellerAccountId !== accountId) return invalidToken;
  const refused = tokens.redeem(token, clock.now(), dialect.get().tokens === 'single-use');
  if (refused) return refused;
  const { customerIdentifier, productCode, buyerAccountId, licenseArn } = owner;
  return {
    ...(customerIdentifier === undefined ? {} : { CustomerIdentifier: customerIdentifier }),
    ProductCode: productCode,
    CustomerAWSAccountId: buyerAccountId,
    LicenseArn: licenseShape(licenseArn, dialect.get()),
  };
}
