import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AwsUnderTest, type Json, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import {
  contosoAccount,
  desk,
  fabrikamAccount,
  northwindAccount,
  planner,
  tailspinKey,
} from '../sample-directory.ts';

let world: AwsUnderTest;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());

async function call(operation: string, input: Json, key?: typeof tailspinKey): Promise<Json> {
  const response = await world.raw({
    target: `AWSMPCommerceService_v20200301.${operation}`,
    body: JSON.stringify(input),
    ...(key ? { key } : {}),
  });
  expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.0');
  return (await response.json()) as Json;
}
const required = [
  { name: 'PartyType', values: ['Proposer'] },
  { name: 'AgreementType', values: ['PurchaseAgreement'] },
];
const search = (more: readonly object[] = [], others: Json = {}) =>
  call('SearchAgreements', { catalog: 'AWSMarketplace', filters: [...required, ...more], ...others });
const ids = ({ agreementViewSummaries }: Json) =>
  (agreementViewSummaries as { agreementId: string }[]).map(({ agreementId }) => agreementId);

it('an agreement is described to its seller', async () => {
  const { id, offerId } = world.emulator.purchase({ productCode: planner.code });
  expect(await call('DescribeAgreement', { agreementId: id })).toEqual({
    agreementId: id,
    acceptor: { accountId: northwindAccount },
    proposer: { accountId: contosoAccount },
    startTime: Date.parse('2026-11-15T09:30:00Z') / 1000,
    endTime: Date.parse('9999-01-01T00:00:00Z') / 1000,
    acceptanceTime: Date.parse('2026-11-15T09:30:00Z') / 1000,
    agreementType: 'PurchaseAgreement',
    proposalSummary: { resources: [{ id: planner.id, type: 'SaaSProduct' }], offerId },
    status: 'ACTIVE',
    estimatedCharges: { currencyCode: 'USD', agreementValue: '0' },
  });
  const unknown = { __type: 'com.amazonaws.marketplaceagreement#ResourceNotFoundException' };
  expect(await call('DescribeAgreement', { agreementId: 'agmt-unknown' })).toMatchObject(unknown);
  expect(await call('DescribeAgreement', { agreementId: id }, tailspinKey)).toMatchObject(unknown);
});

it('agreements are searched by buyer, product and status, in pages', async () => {
  const bought = [1, 2, 3].map(
    () => world.emulator.purchase({ productCode: desk.code, buyerAccountId: fabrikamAccount }).id,
  );
  world.emulator.end(bought[0] ?? '', 'TERMINATED');
  const fabrikams = { name: 'AcceptorAccountId', values: [fabrikamAccount] };
  expect(ids(await search([fabrikams]))).toEqual(bought.toReversed());
  expect(ids(await search([fabrikams, { name: 'Status', values: ['TERMINATED'] }]))).toEqual([bought[0]]);
  expect(ids(await search([fabrikams, { name: 'ResourceIdentifier', values: [planner.id] }]))).toEqual([]);
  const first = await search([fabrikams], { maxResults: 2 });
  expect(ids(first)).toEqual([bought[2], bought[1]]);
  expect(ids(await search([fabrikams], { maxResults: 2, nextToken: first.nextToken }))).toEqual([bought[0]]);
});

it.each<[string, Json]>([
  ['no filters', {}],
  ['an unknown filter', { filters: [...required, { name: 'Colour', values: ['blue'] }] }],
  ['a large page', { filters: required, maxResults: 51 }],
])('a search with %s is refused', async (_name, input) => {
  expect(await call('SearchAgreements', input)).toMatchObject({
    __type: 'com.amazon.coral.service#ValidationException',
  });
});
