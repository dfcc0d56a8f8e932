import { expect, it } from 'vitest';
import {
  acceptedEventSecrets,
  accessKeyIssues,
  type NodeCredentialUse,
  nodeCredentialIssues,
  rotateEventSecret,
  type SellerSettings,
  sellerChangeIssues,
} from './seller.ts';

const settings: SellerSettings = {
  sellerAccount: '111122223333',
  region: 'us-east-1',
  roleArn: null,
  endpointUrl: null,
  sendZeros: false,
};

it.each<[string, Partial<SellerSettings>, boolean, boolean, readonly string[]]>([
  ['nothing', {}, false, true, []],
  ['the region before any usage', { region: 'eu-west-1' }, false, false, []],
  ['the region after usage', { region: 'eu-west-1' }, true, true, ['region']],
  ['the role', { roleArn: 'arn:aws:iam::111122223333:role/x' }, false, true, []],
  ['the address alone', { endpointUrl: 'https://emulator.example' }, false, true, ['credential']],
  ['the address with a credential', { endpointUrl: 'https://emulator.example' }, true, true, []],
])('a change of %s', (_, changes, hasNewCredential, hasReports, paths) => {
  const found = sellerChangeIssues(settings, { ...settings, ...changes }, { hasNewCredential, hasReports });
  expect(found.map(({ path }) => path)).toEqual(paths);
});

it.each([
  ['AKIACONTOSOEMULATED1', 'a-secret', []],
  ['akia', 'a-secret', ['credential.accessKeyId']],
  ['AKIACONTOSOEMULATED1', 'with blanks', ['credential.secretAccessKey']],
  ['', '', ['credential.accessKeyId', 'credential.secretAccessKey']],
])('the access key %s with the secret "%s"', (accessKeyId, secretAccessKey, paths) => {
  expect(accessKeyIssues({ accessKeyId, secretAccessKey }).map(({ path }) => path)).toEqual(paths);
});

it.each<[NodeCredentialUse, Partial<SellerSettings>, readonly string[]]>([
  ['off', { roleArn: 'arn:aws:iam::111122223333:role/x' }, ['credential.kind']],
  ['roles', {}, ['roleArn']],
  ['roles', { roleArn: 'arn:aws:iam::111122223333:role/x' }, []],
  ['all', {}, []],
  ['all', { endpointUrl: 'http://127.0.0.1:4406' }, []],
  ['all', { endpointUrl: 'https://emulator.example' }, ['endpointUrl']],
  ['all', { endpointUrl: 'nowhere' }, ['endpointUrl']],
])('the credential of the node, which is allowed for %s, with %j', (use, changes, paths) => {
  expect(nodeCredentialIssues({ ...settings, ...changes }, use).map(({ path }) => path)).toEqual(paths);
});

it('a rotated event secret is accepted for a day beside the next, and no third one is', () => {
  const now = new Date('2026-11-15T09:00:00Z');
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const once = rotateEventSecret({ current: 'a', previous: null }, 'b', now);
  expect(acceptedEventSecrets(once, later(23))).toEqual(['b', 'a']);
  expect(acceptedEventSecrets(once, later(24))).toEqual(['b']);
  expect(acceptedEventSecrets(rotateEventSecret(once, 'c', later(1)), later(2))).toEqual(['c', 'b']);
});
