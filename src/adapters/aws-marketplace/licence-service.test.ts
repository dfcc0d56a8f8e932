import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsAnswer, type AwsCall, startScriptedAws } from '../../../tests/support/peers/scripted-aws.ts';
import type { LicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import { createLicenceService } from './licence-service.ts';

let now = new Date('2026-11-15T09:30:00.000Z');
const clock = { now: () => now };
const licence = 'arn:aws:license-manager::294406891311:license:l-1' as LicenceArn;

let aws: Awaited<ReturnType<typeof startScriptedAws>>;
let service: ReturnType<typeof createLicenceService>;

beforeAll(async () => {
  aws = await startScriptedAws(clock.now);
  const { exchange, nodeKeys } = aws;
  service = createLicenceService({ clock, exchange, nodeKeys, budgetMilliseconds: 25_000 });
});
afterAll(async () => {
  service.stop();
  await aws.stop();
});

const refusal = (code: string): AwsAnswer => ({ status: 400, body: { __type: code, message: 'Why.' } });

describe('a registration token', () => {
  const resolve = (answer: (call: AwsCall) => AwsAnswer, token = 'a token+of=it') => {
    aws.answers(answer);
    return service.resolve(aws.account, token);
  };
  const purchase = { ProductCode: 'abc', CustomerAWSAccountId: '444455556666', LicenseArn: licence };

  it.each([
    ['', {}],
    ['without the prefix of the ARN', { LicenseArn: licence.slice(4) }],
    ['of an older listing', { CustomerIdentifier: 'customer' }],
  ])('is redeemed %s', async (_, changes) => {
    expect(await resolve(() => ({ body: { ...purchase, ...changes } }))).toEqual({
      outcome: 'answered',
      value: {
        subscriptionId: licence,
        name: '',
        offerId: 'abc',
        planId: '',
        quantity: null,
        subscription: null,
        account: '444455556666',
      },
    });
    expect(aws.calls).toMatchObject([
      { operation: 'ResolveCustomer', region: 'eu-central-1', body: { RegistrationToken: 'a+token+of=it' } },
    ]);
  });

  it.each(['InvalidTokenException', 'ExpiredTokenException'])('is refused: %s', async (code) => {
    expect(await resolve(() => refusal(code))).toMatchObject({ outcome: 'refused', status: 400, code });
  });

  it('is redeemed at the second attempt after throttling', async () => {
    let attempts = 0;
    const answer = await resolve(() => {
      attempts += 1;
      return attempts === 1 ? refusal('ThrottlingException') : { body: purchase };
    });
    expect(answer.outcome).toBe('answered');
    expect(aws.calls).toHaveLength(2);
  });

  it.each([{ LicenseArn: null }, { CustomerAWSAccountId: '12' }, { ProductCode: '' }])(
    'with %j cannot be read',
    async (changes) => {
      expect(await resolve(() => ({ body: { ...purchase, ...changes } }))).toMatchObject({
        outcome: 'unavailable',
      });
    },
  );

  it.each(['', '  ', 'x'.repeat(10_001)])('that is none is not sent', async (token) => {
    expect(await resolve(() => ({ body: purchase }), token)).toMatchObject({ outcome: 'refused' });
    expect(aws.calls).toEqual([]);
  });
});

describe('entitlements', () => {
  const list = async (answer: (call: AwsCall) => AwsAnswer, of: LicenceArn | null = licence) => {
    aws.answers(answer);
    const pages = [];
    for await (const page of service.listEntitlements(aws.account, { productCode: 'abc', licence: of })) {
      pages.push(page);
    }
    return pages;
  };
  const item = {
    ProductCode: 'abc',
    Dimension: 'team',
    CustomerAWSAccountId: '444455556666',
    LicenseArn: licence,
    Value: { IntegerValue: 25 },
    ExpirationDate: 1_825_113_600,
  };

  it('are read page by page, through empty ones, in the only region of the service', async () => {
    const pages = [
      { Entitlements: [], NextToken: 'one' },
      { Entitlements: [item], NextToken: 'two' },
      { NextToken: 'three' },
      {
        Entitlements: [{ ...item, Dimension: 'extra', Value: { BooleanValue: true }, LicenseArn: undefined }],
      },
    ];
    const read = await list(() => ({ body: pages[aws.calls.length - 1] }));
    const entitlement = {
      productCode: 'abc',
      dimension: 'team',
      account: '444455556666',
      licence,
      value: 25,
      endsAt: new Date(1_825_113_600_000),
    };
    expect(read).toEqual([
      { outcome: 'answered', value: [] },
      { outcome: 'answered', value: [entitlement] },
      { outcome: 'answered', value: [] },
      { outcome: 'answered', value: [{ ...entitlement, dimension: 'extra', value: true, licence: null }] },
    ]);
    const asked = { ProductCode: 'abc', Filter: { LICENSE_ARN: [licence] }, MaxResults: 25 };
    expect(aws.calls.map(({ body }) => body)).toEqual([
      asked,
      { ...asked, NextToken: 'one' },
      { ...asked, NextToken: 'two' },
      { ...asked, NextToken: 'three' },
    ]);
    expect(aws.calls[0]).toMatchObject({
      region: 'us-east-1',
      headers: { 'x-amz-target': 'AWSMPEntitlementService.GetEntitlements' },
    });
  });

  it('of every buyer have no filter', async () => {
    await list(() => ({ body: { Entitlements: [] } }), null);
    expect(aws.calls.map(({ body }) => body)).toEqual([{ ProductCode: 'abc', MaxResults: 25 }]);
  });

  it.each<[string, AwsAnswer]>([
    ['a refusal', refusal('InvalidParameterException')],
    ['an unreadable entitlement', { body: { Entitlements: [item, { Value: {} }] } }],
    ['no list', { body: { Entitlements: 'none' } }],
    ['an endless list', { body: { Entitlements: [], NextToken: 'the same' } }],
  ])('end with %s', async (_, answer) => {
    const last = (await list(() => answer)).at(-1);
    expect(last?.outcome).not.toBe('answered');
    expect(aws.calls.length).toBeLessThan(4);
  });
});

describe('agreements', () => {
  const agreement = {
    agreementId: 'agmt-1',
    acceptor: { accountId: '444455556666' },
    status: 'ACTIVE',
    acceptanceTime: 1_825_113_600,
    endTime: '9999-01-01T00:00:00Z',
  };
  const list = async (answer: (call: AwsCall) => AwsAnswer) => {
    aws.answers(answer);
    const pages = [];
    for await (const page of service.listActiveAgreements(aws.account)) pages.push(page);
    return pages;
  };

  it('in force are read page by page, in the only region of the service', async () => {
    const pages = [{ agreementViewSummaries: [], nextToken: 'one' }, { agreementViewSummaries: [agreement] }];
    const [, page] = await list(() => ({ body: pages[aws.calls.length - 1] }));
    expect(page).toMatchObject({
      value: [{ agreementId: 'agmt-1', account: '444455556666', acceptedAt: new Date(1_825_113_600_000) }],
    });
    expect(aws.calls).toMatchObject([
      {
        region: 'us-east-1',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'AWSMPCommerceService_v20200301.SearchAgreements',
        },
      },
      { body: { nextToken: 'one', maxResults: 50 } },
    ]);
  });

  it.each<[string, AwsAnswer]>([
    ['a refusal', refusal('ValidationException')],
    ['an unreadable agreement', { body: { agreementViewSummaries: [agreement, { status: 'ACTIVE' }] } }],
    ['an endless list', { body: { agreementViewSummaries: [], nextToken: 'the same' } }],
  ])('end with %s', async (_, answer) => {
    expect((await list(() => answer)).at(-1)?.outcome).not.toBe('answered');
    expect(aws.calls.length).toBeLessThan(4);
  });
});

describe('a right', () => {
  it.each<[AwsAnswer, object]>([
    [refusal('InvalidTokenException'), { outcome: 'answered' }],
    [{ body: { Results: [] } }, { outcome: 'answered' }],
    [refusal('AccessDeniedException'), { outcome: 'unavailable', isConfiguration: true }],
    [refusal('UnrecognizedClientException'), { outcome: 'unavailable', isConfiguration: true }],
  ])('%j: %j', async (answer, expected) => {
    aws.answers(() => answer);
    for (const right of [
      'ResolveCustomer',
      'BatchMeterUsage',
      'GetEntitlements',
      'SearchAgreements',
      'DescribeAgreement',
    ] as const) {
      expect(await service.tryRight(aws.account, right, 'abc')).toMatchObject(expected);
    }
  });
});

describe('a role', () => {
  const role = { arn: 'arn:aws:iam::111122223333:role/tessera', externalId: 'made-by-tessera' };
  const xml = (accessKeyId: string, endsAt: Date) =>
    `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${accessKeyId}</AccessKeyId>` +
    `<SecretAccessKey>temporary</SecretAccessKey><SessionToken>session</SessionToken>` +
    `<Expiration>${endsAt.toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
  const inAnHour = () => new Date(now.getTime() + 3_600_000);

  it.each([
    ['XML', (key: string) => xml(key, inAnHour())],
    [
      'JSON',
      (key: string) => ({
        AssumeRoleResponse: {
          AssumeRoleResult: {
            Credentials: {
              AccessKeyId: key,
              SecretAccessKey: 'temporary',
              SessionToken: 'session',
              Expiration: inAnHour().getTime() / 1_000,
            },
          },
        },
      }),
    ],
  ])('is assumed once and again before its keys end: %s', async (name, body) => {
    const account = { ...aws.account, role: { ...role, externalId: name } };
    aws.secrets.set(`ASIA${name}`, 'temporary');
    aws.answers(({ operation }) =>
      operation === 'AssumeRole' ? { body: body(`ASIA${name}`) } : { body: { Entitlements: [] } },
    );
    const read = () => service.tryRight(account, 'GetEntitlements', 'abc');
    await Promise.all([read(), read()]);
    expect((await read()).outcome).toBe('answered');
    expect(aws.calls.filter(({ operation }) => operation === 'AssumeRole')).toMatchObject([
      {
        service: 'sts',
        region: 'eu-central-1',
        accessKeyId: 'AKIASELLER',
        body: { RoleArn: role.arn, ExternalId: name, RoleSessionName: 'tessera' },
      },
    ]);
    expect(aws.calls.at(-1)).toMatchObject({
      accessKeyId: `ASIA${name}`,
      headers: { 'x-amz-security-token': 'session' },
    });
    now = new Date(now.getTime() + 56 * 60_000);
    await read();
    expect(aws.calls.filter(({ operation }) => operation === 'AssumeRole')).toHaveLength(2);
  });

  it('is assumed again if AWS calls its keys expired', async () => {
    const account = { ...aws.account, role: { ...role, externalId: 'expired' } };
    aws.secrets.set('ASIAEXPIRED', 'temporary');
    let refusals = 0;
    aws.answers(({ operation }) => {
      if (operation === 'AssumeRole') return { body: xml('ASIAEXPIRED', inAnHour()) };
      refusals += 1;
      return refusals === 1 ? refusal('ExpiredTokenException') : { body: { Entitlements: [] } };
    });
    expect((await service.tryRight(account, 'GetEntitlements', 'abc')).outcome).toBe('answered');
    expect(aws.calls.map(({ operation }) => operation)).toEqual([
      'AssumeRole',
      'GetEntitlements',
      'AssumeRole',
      'GetEntitlements',
    ]);
  });

  it.each<[string, AwsAnswer, boolean]>([
    ['XML', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, true],
    ['JSON', { status: 403, body: { Error: { Code: 'AccessDenied' } } }, true],
    ['throttling', { status: 400, body: '<Error><Code>Throttling</Code></Error>' }, false],
    ['no credentials', { status: 200, body: '<AssumeRoleResponse/>' }, false],
  ])('that is refused is an error of the settings: %s', async (name, answer, isConfiguration) => {
    const account = { ...aws.account, role: { ...role, externalId: `refused-${name}` } };
    aws.answers(() => answer);
    expect(await service.authenticate(account)).toMatchObject({ outcome: 'unavailable', isConfiguration });
  });
});

it('an unsafe endpoint is never called', async () => {
  const account = { ...aws.account, endpointUrl: 'http://metering.example' };
  expect(await service.authenticate(account)).toMatchObject({
    outcome: 'unavailable',
    isConfiguration: true,
  });
});

it('what AWS does not offer is refused', async () => {
  expect(await service.getSubscription(aws.account, licence)).toMatchObject({
    outcome: 'refused',
    status: 405,
  });
  expect(await service.cancel(aws.account, licence)).toMatchObject({ outcome: 'refused', status: 405 });
});
