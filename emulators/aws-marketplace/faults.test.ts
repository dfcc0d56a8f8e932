import { GetEntitlementsCommand } from '@aws-sdk/client-marketplace-entitlement-service';
import { BatchMeterUsageCommand, ResolveCustomerCommand } from '@aws-sdk/client-marketplace-metering';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agreement } from './directory.ts';
import { type AwsUnderTest, startAwsUnderTest } from './emulator-under-test.fixture.ts';
import type { AwsFaultKind } from './faults.ts';
import { batchErrors } from './protocol/failure.ts';
import { desk, planner, tailspinAccount } from './sample-directory.ts';

let world: AwsUnderTest;
let agreement: Agreement;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.emulator.clearFaults();
  world.emulator.clearCalls();
  agreement = world.emulator.purchase({ productCode: planner.code });
});

const meter = (region?: string) =>
  world.meter([world.record(agreement)], region).then(
    ({ statuses }) => statuses.join(),
    ({ name }: Error) => name,
  );
const resolve = () =>
  world
    .metering()
    .send(new ResolveCustomerCommand({ RegistrationToken: world.emulator.issueToken(agreement.id).token }))
    .then(
      () => 'resolved',
      ({ name }: Error) => name,
    );
const entitlements = () =>
  world
    .entitlement()
    .send(new GetEntitlementsCommand({ ProductCode: desk.code }))
    .then(
      () => 'read',
      ({ name }: Error) => name,
    );
const stored = () =>
  world.emulator.usageRecords().filter(({ licenseArn }) => licenseArn === agreement.licenseArn);

describe('a call is refused', () => {
  it.each<[AwsFaultKind, string, string]>([
    ['throttled', 'ThrottlingException', 'ThrottlingException'],
    ['failing', 'InternalServiceErrorException', 'InternalServiceErrorException'],
    ['unrecognized-client', 'UnrecognizedClientException', 'UnrecognizedClientException'],
    ['invalid-signature', 'InvalidSignatureException', 'InvalidSignatureException'],
    ['expired-credentials', 'ExpiredTokenException', 'ExpiredTokenException'],
    ['access-denied', 'AccessDeniedException', 'AccessDeniedException'],
    ['disabled', 'DisabledApiException', 'read'],
  ])('by %s: %s; entitlements: %s', async (kind, error, ofEntitlements) => {
    world.emulator.setFault({ kind });
    expect(await meter()).toBe(error);
    expect(await resolve()).toBe(error);
    expect(await entitlements()).toBe(ofEntitlements);
    expect(stored()).toEqual([]);
    expect(world.emulator.calls().at(-1)).toMatchObject({ operation: 'BatchMeterUsage', error, fault: kind });
  });

  it.each([
    ['invalid-token', 'InvalidTokenException'],
    ['expired-token', 'ExpiredTokenException'],
  ] as const)('by %s, if it resolves a customer: %s', async (kind, error) => {
    world.emulator.setFault({ kind });
    expect(await resolve()).toBe(error);
    expect(await meter()).toBe('Success');
  });

  it.each(batchErrors)('by refused-batch, with %s', async (error) => {
    world.emulator.setFault({
      kind: 'refused-batch',
      error,
      licenseArn: agreement.licenseArn,
      dimension: 'projects',
    });
    expect(await meter()).toBe(error);
    world.emulator.setFault({ kind: 'refused-batch', error, dimension: 'exports' });
    expect(await meter()).toBe('Success');
  });

  it('with 500 for an internal error, and 400 for throttling', async () => {
    const call = { target: 'AWSMPMeteringService.BatchMeterUsage', body: '{"UsageRecords":[]}' };
    world.emulator.setFault({ kind: 'failing', times: 1 });
    expect((await world.raw(call)).status).toBe(500);
    world.emulator.setFault({ kind: 'throttled', times: 1 });
    expect((await world.raw(call)).status).toBe(400);
  });
});

describe('a fault', () => {
  it('is of one region, operation or account', async () => {
    world.emulator.setFault({ kind: 'disabled', region: 'eu-west-1' });
    world.emulator.setFault({ kind: 'throttled', operation: 'ResolveCustomer' });
    world.emulator.setFault({ kind: 'failing', accountId: tailspinAccount });
    expect(await meter()).toBe('Success');
    expect(await meter('eu-west-1')).toBe('DisabledApiException');
    expect(await resolve()).toBe('ThrottlingException');
  });

  it('ends after its number of requests, and by command', async () => {
    await world.act('faults?kind=throttled&times=1&operation=BatchMeterUsage');
    expect([await meter(), await meter()]).toEqual(['ThrottlingException', 'Success']);
    await world.act('faults?kind=failing');
    await world.act('faults?kind=none');
    expect(await meter()).toBe('Success');
    for (const text of [
      'faults?kind=unknown',
      'faults?kind=failing&share=2',
      'faults?kind=refused-batch&error=x',
    ]) {
      expect((await world.command(text)).status).toBe(400);
    }
  });

  it('meets a share of the requests', async () => {
    world.emulator.setFault({ kind: 'throttled', share: 0.5 });
    const outcomes = new Set<string>();
    for (let count = 0; count < 20; count += 1) outcomes.add(await meter());
    expect(outcomes).toEqual(new Set(['ThrottlingException', 'Success']));
  });
});

describe('an answer is lost', () => {
  it('before the batch is carried out', async () => {
    world.emulator.setFault({ kind: 'reset-before', times: 1 });
    expect(await meter()).not.toBe('Success');
    expect(stored()).toEqual([]);
  });

  it.each(['reset-after', 'cut'] as const)('by %s, after it is', async (kind) => {
    world.emulator.setFault({ kind, times: 1 });
    expect(await meter()).not.toBe('Success');
    expect(stored()).toHaveLength(1);
    expect(world.emulator.calls()[0]).toMatchObject({ outcomes: 'Success 1', fault: kind });
    expect(await meter()).toBe('Success');
  });

  it('behind a web page, and in half a CBOR', async () => {
    world.emulator.setFault({ kind: 'proxy-page', times: 1 });
    expect(await meter()).not.toBe('Success');
    world.emulator.setFault({ kind: 'cut', times: 1, operation: 'GetEntitlements' });
    expect(await entitlements()).not.toBe('read');
  });
});

it('some records are unprocessed, and not billed', async () => {
  world.emulator.setFault({ kind: 'unprocessed', times: 1 });
  const UsageRecords = ['projects', 'exports'].map((Dimension) => world.record(agreement, { Dimension }));
  const answer = await world.metering().send(new BatchMeterUsageCommand({ UsageRecords }));
  const unprocessed = answer.UnprocessedRecords ?? [];
  expect(unprocessed.length).toBeGreaterThan(0);
  expect((answer.Results ?? []).length + unprocessed.length).toBe(UsageRecords.length);
  expect(stored()).toHaveLength(answer.Results?.length ?? -1);
  expect((await world.meter(unprocessed)).statuses).toEqual(unprocessed.map(() => 'Success'));
});
