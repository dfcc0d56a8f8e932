import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsAnswer, type AwsCall, startScriptedAws } from '../../../tests/support/peers/scripted-aws.ts';
import type { UsageEvent, UsageEventOutcome } from '../../core/usage/ports.ts';
import { createMeteringService } from './metering-service.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const clock = { now: () => now };
const licence = 'arn:aws:license-manager::294406891311:license:l-1';

const event: UsageEvent = {
  resourceId: licence,
  planId: '*',
  dimension: 'rows-moved',
  hour: new Date('2026-11-15T08:00:00.000Z'),
  quantity: '12',
  account: '444455556666',
};
const other: UsageEvent = { ...event, dimension: 'api-calls', quantity: '0' };

let aws: Awaited<ReturnType<typeof startScriptedAws>>;
let metering: ReturnType<typeof createMeteringService>;

beforeAll(async () => {
  aws = await startScriptedAws(clock.now);
  const { exchange, nodeKeys } = aws;
  metering = createMeteringService({ clock, exchange, nodeKeys, budgetMilliseconds: 25_000 });
});
afterAll(async () => {
  metering.stop();
  await aws.stop();
});

const recordsOf = ({ body }: AwsCall) => body.UsageRecords as readonly Record<string, unknown>[];
const send = (answer: (call: AwsCall) => AwsAnswer, events: readonly UsageEvent[] = [event, other]) => {
  aws.answers(answer);
  return metering.sendBatch(aws.account, events);
};

describe('a batch', () => {
  it('is signed for the region, and names account, licence, hour and whole units', async () => {
    const answer = await send((call) => ({
      body: {
        Results: recordsOf(call).map((UsageRecord, index) => ({
          UsageRecord,
          MeteringRecordId: `id-${index}`,
          Status: 'Success',
        })),
        UnprocessedRecords: [],
      },
    }));
    expect(answer).toEqual({
      outcome: 'answered',
      items: [
        { outcome: 'accepted', usageEventId: 'id-0' },
        { outcome: 'accepted', usageEventId: 'id-1' },
      ],
    });
    expect(aws.calls).toMatchObject([
      {
        operation: 'BatchMeterUsage',
        region: 'eu-central-1',
        service: 'aws-marketplace',
        accessKeyId: 'AKIASELLER',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSMPMeteringService.BatchMeterUsage',
        },
      },
    ]);
    const seconds = Date.parse('2026-11-15T08:00:00.000Z') / 1_000;
    const record = { Timestamp: seconds, CustomerAWSAccountId: '444455556666', LicenseArn: licence };
    expect(aws.calls[0]?.body).toEqual({
      UsageRecords: [
        { ...record, Dimension: 'rows-moved', Quantity: 12 },
        { ...record, Dimension: 'api-calls', Quantity: 0 },
      ],
    });
  });

  const echo = { LicenseArn: licence, Dimension: 'rows-moved', Timestamp: 1_794_729_600 };
  it.each<[string, object, Partial<UsageEvent>, UsageEventOutcome]>([
    [
      'a subscription that is not active',
      { UsageRecord: echo, Status: 'CustomerNotSubscribed' },
      {},
      {
        outcome: 'rejected',
        status: 'CustomerNotSubscribed',
        reason: 'The buyer has no active licence for the hour.',
      },
    ],
    [
      'a duplicate of another quantity',
      { UsageRecord: { ...echo, Quantity: 7 }, Status: 'DuplicateRecord' },
      { isRepeated: true },
      { outcome: 'duplicate', acceptedQuantity: '7' },
    ],
    [
      'a duplicate of an earlier attempt',
      { UsageRecord: { ...echo, Quantity: 12 }, Status: 'DuplicateRecord' },
      { isRepeated: true },
      { outcome: 'duplicate', acceptedQuantity: '12' },
    ],
    [
      'a duplicate of the first attempt',
      { UsageRecord: { ...echo, Quantity: 12 }, Status: 'DuplicateRecord' },
      {},
      { outcome: 'duplicate', acceptedQuantity: 'another' },
    ],
    [
      'a success of another quantity',
      { UsageRecord: { ...echo, Quantity: 3 }, Status: 'Success', MeteringRecordId: 'x' },
      {},
      { outcome: 'duplicate', acceptedQuantity: '3' },
    ],
    [
      'a licence without the prefix',
      { UsageRecord: { ...echo, LicenseArn: licence.slice(4) }, Status: 'Success' },
      {},
      { outcome: 'accepted', usageEventId: null },
    ],
    [
      'an unknown status',
      { UsageRecord: echo, Status: 'Perhaps' },
      {},
      { outcome: 'undecided', reason: 'AWS answered the unknown status Perhaps.' },
    ],
    [
      'a result of another record',
      { UsageRecord: { ...echo, Dimension: 'x' }, Status: 'Success' },
      {},
      { outcome: 'undecided', reason: 'The response of AWS does not contain the record.' },
    ],
  ])('%s', async (_, result, changes, expected) => {
    const hour = new Date(echo.Timestamp * 1_000);
    const answer = await send(
      () => ({ body: { Results: [result], UnprocessedRecords: [] } }),
      [{ ...event, hour, ...changes }],
    );
    expect(answer).toEqual({ outcome: 'answered', items: [expected] });
  });

  it('with unprocessed records is sent again', async () => {
    const answer = await send((call) => ({ body: { Results: [], UnprocessedRecords: recordsOf(call) } }));
    const item = { outcome: 'undecided', reason: 'AWS has not processed the record.' };
    expect(answer).toEqual({ outcome: 'answered', items: [item, item] });
  });

  it.each([
    'TimestampOutOfBoundsException',
    'InvalidUsageDimensionException',
    'InvalidLicenseException',
    'InvalidCustomerIdentifierException',
    'InvalidProductCodeException',
    'InvalidTagException',
    'InvalidUsageAllocationsException',
  ])('is refused as a whole: %s', async (code) => {
    const answer = await send(() => ({
      status: 400,
      headers: { 'x-amzn-errortype': `${code}:http://internal.amazon.com/` },
      body: { __type: `com.amazonaws.marketplacemetering#${code}`, message: 'Why.' },
    }));
    expect(answer).toEqual({
      outcome: 'refused',
      status: code,
      reason: `AWS answered 400 (request 7b1f6c7e-0000-4000-8000-000000000001): ${code}. Why.`,
    });
  });

  it.each<[string, AwsAnswer, object]>([
    ['throttled', { status: 400, body: { __type: 'ThrottlingException' } }, { isConfiguration: false }],
    [
      'out of order',
      { status: 500, body: { __type: 'InternalServiceErrorException' } },
      { isConfiguration: false },
    ],
    [
      'without the right',
      { status: 400, body: { __type: 'AccessDeniedException' } },
      { isConfiguration: true },
    ],
    ['switched off', { status: 400, body: { code: 'DisabledApiException' } }, { isConfiguration: true }],
    [
      'with ended keys',
      { status: 400, body: { __type: 'ExpiredTokenException' } },
      { isConfiguration: true },
    ],
    ['a page', { status: 404, body: '<html>' }, { isConfiguration: true, isMissing: true }],
    ['not JSON', { status: 200, body: 'fine' }, { isConfiguration: false }],
    ['without results', { status: 200, body: {} }, { isConfiguration: false }],
  ])('fails: %s', async (_, answer, expected) => {
    expect(await send(() => answer)).toMatchObject({ outcome: 'undecided', ...expected });
  });

  it.each([{ quantity: '12.5' }, { quantity: '2147483648' }, { account: undefined }])(
    'with %j is never sent',
    async (changes) => {
      const { account: _, ...rest } = event;
      const wrong = 'account' in changes ? rest : { ...event, ...changes };
      await expect(send(() => ({ body: {} }), [wrong])).rejects.toThrow(RangeError);
      expect(aws.calls).toEqual([]);
    },
  );

  it('of nothing is not sent', async () => {
    expect(await send(() => ({ body: {} }), [])).toEqual({ outcome: 'answered', items: [] });
    expect(aws.calls).toEqual([]);
  });
});

it('a wrong secret is an error of the settings', async () => {
  const credential = { ...aws.account.credential, secretAccessKey: 'wrong' };
  const answer = await metering.sendBatch({ ...aws.account, credential }, [event]);
  expect(answer).toMatchObject({ outcome: 'undecided', isConfiguration: true });
  expect(JSON.stringify(answer)).toContain('InvalidSignatureException');
});

it('metered usage cannot be read', async () => {
  expect(await metering.readUsage(aws.account, now, now)).toMatchObject({ outcome: 'unavailable' });
});
