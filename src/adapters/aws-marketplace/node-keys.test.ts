import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startScriptedAws } from '../../../tests/support/peers/scripted-aws.ts';
import type { NodeCredentialUse } from '../../core/marketplace/connections/seller.ts';
import { createLicenceService } from './licence-service.ts';
import { createNodeKeys } from './node-keys.ts';

let now = new Date('2026-11-15T09:30:00.000Z');
const clock = { now: () => now };
const inAnHour = () => new Date(now.getTime() + 3_600_000).toISOString();

let aws: Awaited<ReturnType<typeof startScriptedAws>>;
/** Answers as the endpoints of containers and instances do. */
const asked: string[] = [];
let answer: (request: IncomingMessage) => object | string | undefined;
const metadata = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const body = answer(request);
  response.writeHead(body === undefined ? 404 : 200);
  response.end(typeof body === 'object' ? JSON.stringify(body) : body);
});
const services: { stop(): void }[] = [];

beforeAll(async () => {
  aws = await startScriptedAws(clock.now);
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const service of services) service.stop();
  await aws.stop();
  await new Promise((resolve) => metadata.close(resolve));
});
const address = () => `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`;
beforeEach(() => {
  asked.length = 0;
  answer = () => undefined;
  vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', address());
  for (const name of [
    'ACCESS_KEY_ID',
    'SECRET_ACCESS_KEY',
    'SESSION_TOKEN',
    'CONTAINER_CREDENTIALS_FULL_URI',
  ])
    vi.stubEnv(`AWS_${name}`, undefined);
});
afterEach(() => vi.unstubAllEnvs());

/** Calls with a connection without an access key. */
function seller(use: NodeCredentialUse = 'all', role: { arn: string; externalId: string } | null = null) {
  const { exchange } = aws;
  const nodeKeys = createNodeKeys(clock, use);
  const service = createLicenceService({ clock, exchange, nodeKeys, budgetMilliseconds: 25_000 });
  services.push(service);
  aws.answers(() => ({ body: { Entitlements: [] } }));
  const account = { ...aws.account, credential: null, role };
  return () => service.tryRight(account, 'GetEntitlements', 'abc');
}

it('signs with the keys of the environment', async () => {
  aws.secrets.set('AKIAENVIRONMENT', 'of-the-environment');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENVIRONMENT');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'of-the-environment');
  expect(await seller()()).toMatchObject({ outcome: 'answered' });
  expect(aws.calls).toMatchObject([{ accessKeyId: 'AKIAENVIRONMENT' }]);
  expect(asked).toEqual([]);
});

it('signs with the keys of the container, and reads them again before they end', async () => {
  aws.secrets.set('ASIACONTAINER', 'of-the-container');
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${address()}/credentials`);
  vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN', 'a-token');
  answer = ({ headers }) =>
    headers.authorization === 'a-token'
      ? {
          AccessKeyId: 'ASIACONTAINER',
          SecretAccessKey: 'of-the-container',
          Token: 'a-session',
          Expiration: inAnHour(),
        }
      : undefined;
  const call = seller();
  await Promise.all([call(), call()]);
  expect(aws.calls[0]).toMatchObject({
    accessKeyId: 'ASIACONTAINER',
    headers: { 'x-amz-security-token': 'a-session' },
  });
  expect(asked).toEqual(['GET /credentials']);
  now = new Date(now.getTime() + 56 * 60_000);
  expect(await call()).toMatchObject({ outcome: 'answered' });
  expect(asked).toEqual(['GET /credentials', 'GET /credentials']);
});

it('signs with the keys of the instance, read by the second version of its protocol', async () => {
  aws.secrets.set('ASIAINSTANCE', 'of-the-instance');
  const instance: Readonly<Record<string, object | string>> = {
    '/latest/api/token': 'a-token',
    '/latest/meta-data/iam/security-credentials/': 'a-role',
    '/latest/meta-data/iam/security-credentials/a-role': {
      AccessKeyId: 'ASIAINSTANCE',
      SecretAccessKey: 'of-the-instance',
      Token: 'a-session',
      Expiration: inAnHour(),
    },
  };
  answer = ({ url = '', method, headers }) =>
    method === 'PUT' || headers['x-aws-ec2-metadata-token'] === 'a-token' ? instance[url] : undefined;
  expect(await seller()()).toMatchObject({ outcome: 'answered' });
  expect(aws.calls).toMatchObject([{ accessKeyId: 'ASIAINSTANCE' }]);
});

it.each<[NodeCredentialUse, boolean, string]>([
  ['all', false, 'has AWS credentials'],
  ['roles', false, 'AWS_NODE_CREDENTIALS is roles'],
  ['off', true, 'AWS_NODE_CREDENTIALS is off'],
])('calls nobody: %s, with a role: %s', async (use, assumesRole, reason) => {
  const role = assumesRole ? { arn: 'arn:aws:iam::111122223333:role/tessera', externalId: 'made' } : null;
  const answered = await seller(use, role)();
  expect(answered).toMatchObject({ outcome: 'unavailable', isConfiguration: true });
  expect(JSON.stringify(answered)).toContain(reason);
  expect(aws.calls).toEqual([]);
});

it('assumes a role with the keys of the node', async () => {
  aws.secrets.set('AKIAENVIRONMENT', 'of-the-environment').set('ASIAROLE', 'of-the-role');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENVIRONMENT');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'of-the-environment');
  const call = seller('roles', { arn: 'arn:aws:iam::111122223333:role/tessera', externalId: 'made' });
  const keys = { AccessKeyId: 'ASIAROLE', SecretAccessKey: 'of-the-role', SessionToken: 'a-session' };
  aws.answers(({ operation }) =>
    operation === 'AssumeRole'
      ? { body: { AssumeRoleResponse: { AssumeRoleResult: { Credentials: keys } } } }
      : { body: { Entitlements: [] } },
  );
  expect(await call()).toMatchObject({ outcome: 'answered' });
  expect(aws.calls.map(({ accessKeyId }) => accessKeyId)).toEqual(['AKIAENVIRONMENT', 'ASIAROLE']);
});
