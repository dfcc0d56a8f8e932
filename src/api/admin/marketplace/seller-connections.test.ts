import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  contosoAccount,
  contosoKey,
  contosoRole,
  operatorKey,
  sampleAws,
} from '../../../../emulators/aws-marketplace/sample-directory.ts';
import { type AwsEmulator, startAwsEmulator } from '../../../../emulators/aws-marketplace/start.ts';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { sellerBody } from '../../../../tests/support/worlds/seller-shop.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let emulator: AwsEmulator;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  const { now } = world.clock;
  emulator = await startAwsEmulator({ directory: sampleAws, now, signingNow: now });
  world.onClose(() => emulator.close());
});
afterAll(() => world.close());
beforeEach(async () => {
  user = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});

const path = '/marketplace-connections';
const connect = (changes: object = {}) =>
  user.call('POST', path, { body: { ...sellerBody(emulator.url), ...changes } });
const change = (connectionId: string, body: object) =>
  user.call('PATCH', `${path}/${connectionId}`, { body, headers: { 'if-match': '*' } });
const issuesOf = ({
  body,
}: {
  readonly body: { readonly args?: { readonly issues?: readonly { path: string }[] } };
}) => body.args?.issues?.map((issue) => issue.path);

it('is connected, shown without secrets, and audited', async () => {
  const { status, body } = await connect({ sellerAccount: '1111-2222-3333', roleArn: ' ' });
  expect([status, body.kind, body.authUrl]).toEqual([201, 'Aws', '']);
  expect(body.eventSecret).toMatch(/^[\w-]{43}$/);
  expect(body.webhookUrl).toMatch(new RegExp(`/api/marketplace/aws/${body.connectionId}/events$`));
  expect(body.seller).toMatchObject({
    sellerAccount: contosoAccount,
    region: 'us-east-1',
    accessKeyId: contosoKey.id,
    roleArn: null,
    sendZeros: false,
    previousEventSecretEndsAt: null,
  });
  expect(body.traits).toEqual({
    namesCustomer: false,
    canActivate: false,
    canChange: false,
    listsPlans: false,
    canReadUsage: false,
    suspends: false,
  });
  const { text } = await user.call('GET', `${path}/${body.connectionId}`);
  expect(text).not.toContain(contosoKey.secret);
  expect(text).not.toContain(body.eventSecret);
  const log = await user.call('GET', '/audit-log');
  expect(log.text).toContain('marketplace_connection.connected');
  expect(log.text).not.toContain(contosoKey.secret);
  expect((await connect()).body.code).toBe('marketplace.source_connected');
});

it.each<[string, object, readonly string[]]>([
  ['no account', { sellerAccount: undefined }, ['sellerAccount']],
  ['an account of 11 digits', { sellerAccount: '11112222333' }, ['sellerAccount']],
  ['another host in the region', { region: 'us-east-1.evil.example' }, ['region']],
  ['a user for a role', { roleArn: 'arn:aws:iam::111122223333:user/x' }, ['roleArn']],
  ['an invalid address', { endpointUrl: 'file:///etc/passwd' }, ['endpointUrl']],
  [
    'the credential of an application',
    { credential: { kind: 'secret', clientSecret: 'x' } },
    ['credential.kind'],
  ],
  ['a Microsoft connection with an access key', { kind: 'Microsoft' }, ['tenantId', 'clientId']],
])('400: %s', async (_, changes, paths) => {
  const answer = await connect(changes);
  expect([answer.status, issuesOf(answer)]).toEqual([400, paths]);
});

it('uses the credential of the node, to assume a role alone where the operator says so', async () => {
  const refused = await connect({ credential: { kind: 'node' } });
  expect([refused.status, issuesOf(refused)]).toEqual([400, ['roleArn']]);
  const { connectionId } = (await connect()).body;
  const changed = await change(connectionId, { credential: { kind: 'node' }, roleArn: contosoRole.arn });
  expect([changed.body.credential.kind, changed.body.seller.accessKeyId]).toEqual(['node', null]);
  expect(issuesOf(await change(connectionId, { roleArn: null }))).toEqual(['roleArn']);
  vi.stubEnv('AWS_ACCESS_KEY_ID', operatorKey.id);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', operatorKey.secret);
  emulator.registerRole({ ...contosoRole, externalId: changed.body.seller.externalId });
  const { body } = await user.call('POST', `${path}/${connectionId}/check`);
  expect(body.findings[0]).toMatchObject({ check: 'credential', outcome: 'Fine' });
  emulator.registerRole(contosoRole);
  vi.unstubAllEnvs();
});

it('changes; another address needs the credential again', async () => {
  const { connectionId } = (await connect()).body;
  const changed = await change(connectionId, { region: 'eu-central-1', sendZeros: true });
  expect(changed.body.seller).toMatchObject({ region: 'eu-central-1', sendZeros: true });
  const elsewhere = await change(connectionId, { endpointUrl: 'http://127.0.0.1:9' });
  expect(issuesOf(elsewhere)).toEqual(['credential']);
});

it('rotates its event secret, and the previous one ends after a day', async () => {
  const { connectionId, eventSecret } = (await connect()).body;
  const rotated = await user.call('POST', `${path}/${connectionId}/rotate-event-secret`);
  expect(rotated.status).toBe(200);
  const send = async (secret: string) => {
    const answer = await fetch(`${world.service.url}/api/marketplace/aws/${connectionId}/events`, {
      method: 'POST',
      headers: { 'x-tessera-event-secret': secret },
      body: JSON.stringify({ id: 'an-event' }),
    });
    return answer.status;
  };
  expect([await send(eventSecret), await send(rotated.body.eventSecret)]).toEqual([200, 200]);
  world.clock.forward(24 * 3_600_000);
  expect([await send(eventSecret), await send(rotated.body.eventSecret)]).toEqual([401, 200]);
});

it('is checked: every right, and the missing one by its name', async () => {
  const { connectionId } = (await connect()).body;
  const check = async () => {
    const { body } = await user.call('POST', `${path}/${connectionId}/check`);
    return (body.findings as { check: string; outcome: string; what: string }[]).filter(({ check }) =>
      ['credential', 'fulfilment', 'metering'].includes(check),
    );
  };
  expect((await check()).map(({ outcome }) => outcome)).toEqual(['Fine', 'Fine', 'Fine', 'Fine', 'Fine']);
  const rights = ['aws-marketplace:ResolveCustomer', 'aws-marketplace:GetEntitlements'];
  emulator.registerAccessKey({ ...contosoKey, rights });
  const [metering] = (await check()).filter(({ outcome }) => outcome === 'Failing');
  expect(metering).toMatchObject({ check: 'metering' });
  expect(metering?.what).toContain('The right BatchMeterUsage is missing');
  const [optional] = (await check()).filter(({ outcome }) => outcome === 'NotChecked');
  expect(optional?.what).toContain('SearchAgreements and DescribeAgreement not granted');
  emulator.registerAccessKey(contosoKey);
});

it('assumes a role with the external id that is made here', async () => {
  const { connectionId, seller } = (
    await connect({
      roleArn: contosoRole.arn,
      credential: { kind: 'accessKey', accessKeyId: operatorKey.id, secretAccessKey: operatorKey.secret },
    })
  ).body;
  const credentialOf = async () => {
    const { body } = await user.call('POST', `${path}/${connectionId}/check`);
    return body.findings.find(({ check }: { check: string }) => check === 'metering').outcome;
  };
  expect(await credentialOf()).not.toBe('Fine');
  emulator.registerRole({ ...contosoRole, externalId: seller.externalId });
  expect(await credentialOf()).toBe('Fine');
  emulator.registerRole(contosoRole);
});
