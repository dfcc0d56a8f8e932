import { BatchMeterUsageCommand, type UsageRecord } from '@aws-sdk/client-marketplace-metering';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agreement } from '../directory.ts';
import { type AwsUnderTest, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import { classic, desk, fabrikamAccount, planner, store, tailspinAccount } from '../sample-directory.ts';
import { createRateLimit } from './rate-limit.ts';

let world: AwsUnderTest;
let agreement: Agreement;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());

const noon = '2026-11-15T12:00:00.000Z';
/** Every test has its own licence, which started two days before noon. */
beforeEach(() => {
  world.emulator.changeDialect({
    repeatedRecord: 'success',
    lateRecord: 'not-subscribed',
    earliestRecord: 'hour',
  });
  agreement = boughtAt('2026-11-13T12:20:00.000Z');
  world.setNow(noon);
});
function boughtAt(time: string, order = { productCode: planner.code }): Agreement {
  world.setNow(time);
  return world.emulator.purchase(order);
}
const at = (time: string) => ({ Timestamp: new Date(time) });
const sent = (changes: Partial<UsageRecord> = {}) => world.record(agreement, changes);
const refusal = (...records: readonly UsageRecord[]) =>
  world.meter(records).then(
    () => 'accepted',
    ({ name }: Error) => name,
  );

describe('a record', () => {
  it('is accepted with an id, echoed, and stored', async () => {
    const record = sent();
    const { Results = [], UnprocessedRecords } = await world
      .metering()
      .send(new BatchMeterUsageCommand({ UsageRecords: [record] }));
    expect(UnprocessedRecords).toEqual([]);
    expect(Results).toEqual([
      { UsageRecord: record, MeteringRecordId: expect.any(String), Status: 'Success' },
    ]);
    expect(world.emulator.usageRecords().at(-1)).toMatchObject({
      licenseArn: agreement.licenseArn,
      customer: agreement.buyerAccountId,
      dimension: 'projects',
      hour: noon,
      quantity: 5,
      region: 'us-east-1',
    });
  });

  it('may be of zero, of the highest quantity, without a quantity, and of a licence without its prefix', async () => {
    const { statuses } = await world.meter([
      sent({ Quantity: 0 }),
      sent({ Quantity: 2_147_483_647, Dimension: 'exports' }),
      sent({ Quantity: undefined, ...at('2026-11-15T11:00:00Z') }),
      sent({ LicenseArn: agreement.licenseArn.replace('arn:', ''), ...at('2026-11-15T10:00:00Z') }),
    ]);
    expect(statuses).toEqual(['Success', 'Success', 'Success', 'Success']);
  });

  it('an empty batch is accepted', async () => {
    expect(await world.meter([])).toEqual({ statuses: [], ids: [], unprocessed: 0 });
  });
});

describe('the first write of an hour wins', () => {
  it('the same again has the same id; another quantity is a duplicate', async () => {
    const first = await world.meter([sent(at('2026-11-15T11:59:59Z'))]);
    const again = await world.meter([
      sent(at('2026-11-15T11:00:00Z')),
      sent({ ...at('2026-11-15T11:10:00Z'), Quantity: 6 }),
    ]);
    expect(again).toEqual({
      statuses: ['Success', 'DuplicateRecord'],
      ids: [first.ids[0], undefined],
      unprocessed: 0,
    });
    world.emulator.changeDialect({ repeatedRecord: 'duplicate' });
    expect((await world.meter([sent(at('2026-11-15T11:00:00Z'))])).statuses).toEqual(['DuplicateRecord']);
  });

  it('for each licence, dimension, hour and region', async () => {
    const other = world.emulator.purchase({ productCode: planner.code });
    expect(other.buyerAccountId).toBe(agreement.buyerAccountId);
    expect(
      (
        await world.meter([
          sent(),
          sent({ LicenseArn: other.licenseArn, Quantity: 6 }),
          sent({ Dimension: 'exports', Quantity: 7 }),
          sent({ ...at('2026-11-15T11:00:00Z'), Quantity: 8 }),
        ])
      ).statuses,
    ).toEqual(['Success', 'Success', 'Success', 'Success']);
    expect((await world.meter([sent({ Quantity: 9 })], 'eu-west-1')).statuses).toEqual(['Success']);
    expect((await world.meter([sent({ Quantity: 9 })])).statuses).toEqual(['DuplicateRecord']);
  });
});

describe('the time', () => {
  it.each([
    ['of 24 hours ago', '2026-11-14T12:00:00Z', 'TimestampOutOfBoundsException'],
    ['a second younger', '2026-11-14T12:00:01Z', 'accepted'],
    ['of this instant', '2026-11-15T12:00:00Z', 'accepted'],
    ['in the future', '2026-11-15T12:00:01Z', 'TimestampOutOfBoundsException'],
  ])('%s', async (_name, time, outcome) => {
    expect(await refusal(sent(at(time)))).toBe(outcome);
  });

  it('of the old month is accepted until 06:00 UTC on the 1st', async () => {
    const last = at('2026-11-30T23:00:00Z');
    world.setNow('2026-12-01T05:59:59Z');
    expect(await refusal(sent(last))).toBe('accepted');
    world.setNow('2026-12-01T06:00:00Z');
    expect(await refusal(sent(last))).toBe('TimestampOutOfBoundsException');
    expect(await refusal(sent(at('2026-12-01T00:00:00Z')))).toBe('accepted');
  });

  it('is not before the hour of the licence’s start; by the strict reading, not before the start', async () => {
    agreement = boughtAt('2026-11-15T10:20:00.000Z');
    world.setNow(noon);
    expect(await refusal(sent(at('2026-11-15T09:59:59Z')))).toBe('TimestampOutOfBoundsException');
    expect(await refusal(sent(at('2026-11-15T10:00:00Z')))).toBe('accepted');
    world.emulator.changeDialect({ earliestRecord: 'instant' });
    expect(await refusal(sent(at('2026-11-15T10:19:59Z')))).toBe('TimestampOutOfBoundsException');
    expect(await refusal(sent(at('2026-11-15T10:20:00Z')))).toBe('accepted');
  });
});

describe('after the end of the licence', () => {
  beforeEach(() => {
    world.setNow('2026-11-15T10:30:00Z');
    world.emulator.end(agreement.id, 'CANCELLED');
  });

  it('an hour is left for the last usage, the open hour included', async () => {
    world.setNow('2026-11-15T11:29:59Z');
    expect((await world.meter([sent(at('2026-11-15T10:00:00Z'))])).statuses).toEqual(['Success']);
    expect(await refusal(sent(at('2026-11-15T11:00:00Z')))).toBe('TimestampOutOfBoundsException');
  });

  it('then the customer is not subscribed, or the batch is out of bounds', async () => {
    world.setNow('2026-11-15T11:30:00Z');
    const other = world.emulator.purchase({ productCode: planner.code });
    const records = [sent(at('2026-11-15T10:00:00Z')), world.record(other)];
    const { statuses, ids } = await world.meter(records);
    expect(statuses).toEqual(['CustomerNotSubscribed', 'Success']);
    expect(ids[0]).toBeUndefined();
    world.emulator.changeDialect({ lateRecord: 'out-of-bounds' });
    expect(await refusal(...records)).toBe('TimestampOutOfBoundsException');
  });
});

it('before its licence is active, the customer is not subscribed', async () => {
  world.emulator.changeSettings({ licenseMilliseconds: 600_000 });
  agreement = boughtAt('2026-11-15T11:50:00Z');
  world.emulator.changeSettings({ licenseMilliseconds: 0 });
  world.setNow(noon);
  expect((await world.meter([sent()])).statuses).toEqual(['CustomerNotSubscribed']);
});

describe('a whole batch is refused, and nothing is stored,', () => {
  const tailspins = (): UsageRecord =>
    world.record(world.emulator.purchase({ sellerAccountId: tailspinAccount }), { Dimension: 'miles' });
  const ofStore = (): UsageRecord =>
    world.record(world.emulator.purchase({ productCode: store.code }), { Dimension: 'requests' });
  const unknown = 'arn:aws:license-manager::294406891311:license:l-00000000000000000000000000000000';
  const tags = (Value: string, AllocatedUsageQuantity: number) => ({
    AllocatedUsageQuantity,
    Tags: [{ Key: 'team', Value }],
  });
  const cases: [string, string, () => readonly UsageRecord[]][] = [
    ['an unknown dimension', 'InvalidUsageDimensionException', () => [sent({ Dimension: 'miles' })]],
    ['an unknown licence', 'InvalidLicenseException', () => [sent({ LicenseArn: unknown })]],
    ['another seller’s licence', 'InvalidLicenseException', () => [tailspins()]],
    ['another customer', 'InvalidLicenseException', () => [sent({ CustomerAWSAccountId: fabrikamAccount })]],
    ['no customer', 'InvalidCustomerIdentifierException', () => [sent({ CustomerAWSAccountId: undefined })]],
    ['neither licence nor product', 'InvalidProductCodeException', () => [sent({ LicenseArn: undefined })]],
    ['records of two products', 'InvalidProductCodeException', () => [ofStore()]],
    ['more than 25 records', 'ValidationException', () => Array.from({ length: 25 }, () => sent())],
    ['a broken quantity', 'SerializationException', () => [sent({ Quantity: 2.5 })]],
    ['a quantity beyond int32', 'ValidationException', () => [sent({ Quantity: 2_147_483_648 })]],
    ['a quantity far beyond', 'SerializationException', () => [sent({ Quantity: 2 ** 40 })]],
    ['less than nothing', 'ValidationException', () => [sent({ Quantity: -1 })]],
    [
      'allocations that do not add up',
      'InvalidUsageAllocationsException',
      () => [sent({ UsageAllocations: [tags('a', 4)] })],
    ],
    [
      'the same tags twice',
      'InvalidUsageAllocationsException',
      () => [sent({ UsageAllocations: [tags('a', 2), tags('a', 3)] })],
    ],
    ['a tag with other letters', 'InvalidTagException', () => [sent({ UsageAllocations: [tags('ä', 5)] })]],
  ];
  it.each(cases)('for %s: %s', async (_name, error, records) => {
    const before = world.emulator.usageRecords().length;
    expect(await refusal(sent({ Dimension: 'exports' }), ...records())).toBe(error);
    expect(world.emulator.usageRecords()).toHaveLength(before);
  });

  it('for usage of a contract without consumption', async () => {
    agreement = world.emulator.purchase({ productCode: desk.code });
    expect(await refusal(sent({ Dimension: 'team' }))).toBe('InvalidUsageDimensionException');
  });

  it('for 1 MB, before it is read', async () => {
    const response = await world.raw({
      target: 'AWSMPMeteringService.BatchMeterUsage',
      body: JSON.stringify({ UsageRecords: [], Filler: 'x'.repeat(1024 * 1024) }),
    });
    expect(response.status).toBe(413);
  });

  it('allocations that do add up are accepted', async () => {
    expect(await refusal(sent({ UsageAllocations: [tags('a', 2), tags('b', 3)] }))).toBe('accepted');
  });
});

describe('an older listing', () => {
  const send = (ProductCode: string | undefined, ...UsageRecords: UsageRecord[]) =>
    world
      .metering()
      .send(new BatchMeterUsageCommand({ UsageRecords, ...(ProductCode ? { ProductCode } : {}) }))
      .then(
        ({ Results = [] }) => Results.map(({ Status }) => Status).join(),
        ({ name }: Error) => name,
      );

  it('takes the product code and the customer identifier, and bills the other form again', async () => {
    agreement = boughtAt(noon, { productCode: classic.code });
    const { customerIdentifier, buyerAccountId } = agreement;
    const old = { Timestamp: new Date(noon), Dimension: 'pages', Quantity: 5 };
    const before = world.emulator.usageRecords().length;
    expect(await send(classic.code, { ...old, CustomerIdentifier: customerIdentifier })).toBe('Success');
    expect(await send(classic.code, { ...old, CustomerAWSAccountId: buyerAccountId })).toBe('Success');
    expect(await send(undefined, sent({ Dimension: 'pages' }))).toBe('Success');
    expect(world.emulator.usageRecords()).toHaveLength(before + 3);
    expect(await send(classic.code, { ...old, CustomerIdentifier: 'nobody' })).toBe(
      'InvalidCustomerIdentifierException',
    );
    expect(await send(classic.code, { ...old, CustomerAWSAccountId: '999999999999' })).toBe(
      'CustomerNotSubscribed',
    );
    expect(await send('unknown', { ...old, CustomerAWSAccountId: buyerAccountId })).toBe(
      'InvalidProductCodeException',
    );
  });

  it('a newer listing needs the licence, and may have the product code beside it', async () => {
    const { LicenseArn: _, ...old } = sent();
    expect(await send(planner.code, old)).toBe('InvalidLicenseException');
    expect(await send(planner.code, sent())).toBe('Success');
    expect(await send(desk.code, sent())).toBe('InvalidProductCodeException');
  });
});

describe('the limit of calls', () => {
  it('is 10 in a second, for each account and region', () => {
    let now = 0;
    const limit = createRateLimit(() => now);
    const take = (name: string) => limit.take(name, 10);
    const many = Array.from({ length: 11 }, () => take('one'));
    expect(many.filter(Boolean)).toHaveLength(10);
    expect(take('another')).toBe(true);
    now = 999;
    expect(take('one')).toBe(false);
    now = 1000;
    expect(take('one')).toBe(true);
  });

  it('throttles as a 400', async () => {
    world.emulator.changeSettings({ batchCallsPerSecond: 1 });
    const call = { target: 'AWSMPMeteringService.BatchMeterUsage', body: '{"UsageRecords":[]}' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.raw(call)));
    world.emulator.changeSettings({ batchCallsPerSecond: 0 });
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(400);
    expect(refused?.headers.get('x-amzn-errortype')).toBe('ThrottlingException');
    expect(await refused?.json()).toMatchObject({
      __type: 'com.amazonaws.marketplacemetering#ThrottlingException',
    });
  });
});
