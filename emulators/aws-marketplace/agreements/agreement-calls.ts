import { isObject, type Members } from '../../shell/read-json.ts';
import type { Agreement, AwsRegister } from '../directory.ts';
import type { Caller } from '../protocol/caller.ts';
import type { Failure } from '../protocol/failure.ts';
import { pageOf } from './pages.ts';

export function describeAgreement(
  { agreementId }: Members,
  { accountId }: Caller,
  register: AwsRegister,
): object | Failure {
  const agreement = typeof agreementId === 'string' ? register.findAgreement(agreementId) : undefined;
  if (!agreement || agreement.sellerAccountId !== accountId) {
    return {
      failure: 'ResourceNotFoundException',
      message: `Agreement ${String(agreementId)} does not exist.`,
    };
  }
  return { ...summary(agreement, register), estimatedCharges: { currencyCode: 'USD', agreementValue: '0' } };
}

/** The filters that it knows; the first two are required. */
const filters: Readonly<
  Record<string, (agreement: Agreement, value: string, register: AwsRegister) => boolean>
> = {
  PartyType: (_, value) => value === 'Proposer',
  AgreementType: (_, value) => value === 'PurchaseAgreement',
  AcceptorAccountId: ({ buyerAccountId }, value) => buyerAccountId === value,
  OfferId: ({ offerId }, value) => offerId === value,
  ResourceIdentifier: (agreement, value, register) => productIdOf(agreement, register) === value,
  ResourceType: (_, value) => value === 'SaaSProduct',
  Status: ({ status }, value) => status === value,
};

/** The seller's agreements, the newest first. */
export function searchAgreements(
  input: Members,
  { accountId }: Caller,
  register: AwsRegister,
): object | Failure {
  const invalid = (message: string): Failure => ({ failure: 'ValidationException', message });
  const { maxResults = 50, nextToken } = input;
  const wanted = Array.isArray(input.filters) ? input.filters.filter(isObject) : [];
  const named = new Map(
    wanted.map(({ name, values }) => [String(name), Array.isArray(values) ? values.map(String) : []]),
  );
  if (!named.has('PartyType') || !named.has('AgreementType')) {
    return invalid('The filters PartyType and AgreementType are required.');
  }
  const unknown = [...named.keys()].find((name) => !Object.hasOwn(filters, name));
  if (unknown !== undefined) return invalid(`There is no filter ${unknown}.`);
  const found = register
    .contents()
    .agreements.filter(
      (agreement) =>
        agreement.sellerAccountId === accountId &&
        [...named].every(([name, values]) =>
          values.some((value) => filters[name]?.(agreement, value, register)),
        ),
    )
    .toReversed();
  const page = pageOf(found, maxResults, 50, nextToken);
  if (!page) return invalid('maxResults or nextToken is not valid.');
  return {
    agreementViewSummaries: page.items.map((agreement) => summary(agreement, register)),
    ...(page.next === undefined ? {} : { nextToken: page.next }),
  };
}

function summary(agreement: Agreement, register: AwsRegister): object {
  const { id, acceptanceTime, startTime, endTime, buyerAccountId, sellerAccountId, offerId, status } =
    agreement;
  return {
    agreementId: id,
    acceptor: { accountId: buyerAccountId },
    proposer: { accountId: sellerAccountId },
    startTime,
    endTime,
    acceptanceTime,
    agreementType: 'PurchaseAgreement',
    proposalSummary: {
      resources: [{ id: productIdOf(agreement, register), type: 'SaaSProduct' }],
      offerId,
    },
    status,
  };
}

const productIdOf = ({ sellerAccountId, productCode }: Agreement, register: AwsRegister) =>
  register.findProduct(sellerAccountId, productCode)?.id ?? '';
