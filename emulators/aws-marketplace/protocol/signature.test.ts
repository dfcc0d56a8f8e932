import { GetEntitlementsCommand } from '@aws-sdk/client-marketplace-entitlement-service';
import { BatchMeterUsageCommand, ResolveCustomerCommand } from '@aws-sdk/client-marketplace-metering';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsUnderTest, type RawCall, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import { contosoKey, contosoRole, desk, operatorKey } from '../sample-directory.ts';
import { decodeCbor, encodeCbor } from './cbor.ts';

let world: AwsUnderTest;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());

const target = 'AWSMPMeteringService.BatchMeterUsage';
const body = '{"UsageRecords":[]}';
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** The type of the error, or `ok`. */
async function outcome(call: RawCall): Promise<string> {
  const response = await world.raw({ target, body, ...call });
  expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  const { __type = 'ok' } = (await response.json()) as { __type?: string };
  expect(response.status).toBe(__type === 'ok' ? 200 : 400);
  return __type.replace(/.*#/, '');
}

describe('a signature', () => {
  it.each<[string, RawCall, string]>([
    ['of the key’s secret', {}, 'ok'],
    ['of four minutes ago', { at: minutes(-4) }, 'ok'],
    ['of six minutes ago', { at: minutes(-6) }, 'InvalidSignatureException'],
    ['of six minutes ahead', { at: minutes(6) }, 'InvalidSignatureException'],
    ['of another secret', { key: { ...contosoKey, secret: 'wrong' } }, 'InvalidSignatureException'],
    ['of an unknown key', { key: { ...contosoKey, id: 'AKIANOBODY' } }, 'UnrecognizedClientException'],
    ['with a token that no key has', { key: { ...contosoKey, token: 'x' } }, 'UnrecognizedClientException'],
    ['for another service', { service: 'sts' }, 'InvalidSignatureException'],
    ['of another body', { sentBody: '{"UsageRecords":[ ]}' }, 'InvalidSignatureException'],
    ['with another hash', { headers: { 'x-amz-content-sha256': 'x' } }, 'InvalidSignatureException'],
    ['without a header of AWS', { headers: { 'x-amz-other': 'x' } }, 'InvalidSignatureException'],
    ['that cannot be read', { headers: { authorization: 'Bearer x' } }, 'IncompleteSignatureException'],
    [
      'of an operation that does not exist',
      { target: 'AWSMPMeteringService.Other' },
      'UnknownOperationException',
    ],
    ['of a body that is not JSON', { body: '[' }, 'SerializationException'],
  ])('%s', async (_name, call, expected) => {
    expect(await outcome(call)).toBe(expected);
  });

  it('is needed', async () => {
    const response = await fetch(world.emulator.url, {
      method: 'POST',
      headers: { 'x-amz-target': target },
      body,
    });
    expect(await response.json()).toMatchObject({
      __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    });
  });

  it('is for any region of metering, and for us-east-1 of the others', async () => {
    expect(await outcome({ region: 'eu-central-1' })).toBe('ok');
    const other = { region: 'eu-central-1', target: 'AWSMPEntitlementService.GetEntitlements' };
    expect(await outcome(other)).toBe('InvalidSignatureException');
    expect(await outcome({ ...other, target: 'AWSMPCommerceService_v20200301.SearchAgreements' })).toBe(
      'InvalidSignatureException',
    );
  });

  it('is checked by the real time, wherever the clock is', async () => {
    await world.act('clock?seconds=86400');
    expect(await outcome({})).toBe('ok');
    await world.act('clock?reset=true');
  });
});

it('a missing right is denied by name', async () => {
  const key = { id: 'AKIARESTRICTED', secret: 'secret' };
  await world.act('access-keys', {
    ...key,
    accountId: contosoKey.accountId,
    rights: ['aws-marketplace:ResolveCustomer'],
  });
  const denied = world.metering('us-east-1', key).send(new BatchMeterUsageCommand({ UsageRecords: [] }));
  await expect(denied).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('is not authorized to perform: aws-marketplace:BatchMeterUsage'),
  });
  const allowed = world
    .metering('us-east-1', key)
    .send(new ResolveCustomerCommand({ RegistrationToken: 'x' }));
  await expect(allowed).rejects.toMatchObject({ name: 'InvalidTokenException' });
});

describe('an error’s type', () => {
  const call = () => world.raw({ target, body: '{}' });
  it.each([
    ['header-and-body', 'ValidationException'],
    ['decorated', 'ValidationException:http://internal.amazon.com/coral/'],
    ['body-only', null],
    ['code-only', null],
  ] as const)('%s is understood by the official client', async (errorType, header) => {
    world.emulator.changeDialect({ errorType });
    expect((await call()).headers.get('x-amzn-errortype')).toBe(header);
    const sent = world.metering().send(new ResolveCustomerCommand({ RegistrationToken: 'x' }));
    await expect(sent).rejects.toMatchObject({ name: 'InvalidTokenException' });
    world.emulator.changeDialect({ errorType: 'header-and-body' });
  });
});

describe('GetEntitlements', () => {
  it('speaks awsJson 1.1 and rpc-v2-cbor', async () => {
    const { licenseArn } = world.emulator.purchase({ productCode: desk.code });
    const input = { ProductCode: desk.code, Filter: { LICENSE_ARN: [licenseArn] } };
    const json = await world.raw({
      target: 'AWSMPEntitlementService.GetEntitlements',
      body: JSON.stringify(input),
    });
    expect(json.headers.get('content-type')).toBe('application/x-amz-json-1.1');
    const ends = Date.parse('2027-11-15T09:30:00Z') / 1000;
    expect(await json.json()).toMatchObject({ Entitlements: [{ Dimension: 'team', ExpirationDate: ends }] });

    const path = '/service/AWSMPEntitlementService/operation/GetEntitlements';
    const cbor = await world.raw({ path, body: encodeCbor(input) });
    expect(cbor.headers.get('content-type')).toBe('application/cbor');
    expect(cbor.headers.get('smithy-protocol')).toBe('rpc-v2-cbor');
    expect(decodeCbor(Buffer.from(await cbor.arrayBuffer()))).toMatchObject({
      Entitlements: [{ Dimension: 'team', ExpirationDate: new Date(ends * 1000) }],
    });
    const broken = await world.raw({ path, body: Buffer.from('a2', 'hex') });
    expect(broken.status).toBe(400);
    expect(decodeCbor(Buffer.from(await broken.arrayBuffer()))).toMatchObject({
      __type: 'com.amazon.coral.service#SerializationException',
    });
  });
});

describe('a role', () => {
  const assume = async (input: Record<string, string>, key = operatorKey) => {
    const fields = { Action: 'AssumeRole', Version: '2011-06-15', RoleSessionName: 'tessera', ...input };
    const response = await world.raw({ key, service: 'sts', body: new URLSearchParams(fields).toString() });
    const text = await response.text();
    const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
    return { status: response.status, part };
  };

  it('is assumed with its external id, and its keys work with their token', async () => {
    const { status, part } = await assume({ RoleArn: contosoRole.arn, ExternalId: contosoRole.externalId });
    expect(status).toBe(200);
    const key = { id: part('AccessKeyId'), secret: part('SecretAccessKey') };
    expect(part('Arn')).toBe('arn:aws:sts::111122223333:assumed-role/marketplace/tessera');
    expect(Date.parse(part('Expiration'))).toBeGreaterThan(Date.now() + 3_500_000);
    const token = part('SessionToken');
    expect(await outcome({ key: { ...key, token } })).toBe('ok');
    expect(await outcome({ key })).toBe('UnrecognizedClientException');
    const client = world.entitlement({ ...key, token });
    await client.send(new GetEntitlementsCommand({ ProductCode: desk.code }));
  });

  it.each([
    ['another external id', { RoleArn: contosoRole.arn, ExternalId: 'x' }, 403, 'AccessDenied'],
    ['no external id', { RoleArn: contosoRole.arn }, 403, 'AccessDenied'],
    ['a role that does not exist', { RoleArn: `${contosoRole.arn}s` }, 403, 'AccessDenied'],
    ['no role', {}, 400, 'ValidationError'],
    ['a short time', { RoleArn: contosoRole.arn, DurationSeconds: '60' }, 400, 'ValidationError'],
  ])('is not assumed with %s', async (_name, input, status, code) => {
    const refused = await assume(input as Record<string, string>);
    expect([refused.status, refused.part('Code')]).toEqual([status, code]);
  });

  it('tells a caller who it is', async () => {
    const { part } = await assume({ Action: 'GetCallerIdentity' });
    expect(part('Account')).toBe(operatorKey.accountId);
    const wrong = await assume({ Action: 'GetCallerIdentity' }, { ...operatorKey, secret: 'wrong' });
    expect([wrong.status, wrong.part('Code')]).toEqual([403, 'SignatureDoesNotMatch']);
  });
});
