import { describe, expect, it } from 'vitest';
import {
  connectionIssues,
  connectionState,
  credentialIssues,
  mayAcceptUnsigned,
  normaliseSettings,
} from './connection.ts';
import type { Finding } from './connection-finding.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
const sound = {
  sourceName: 'Shop',
  authUrl: 'https://login.example',
  marketplaceUrl: 'https://marketplace.example/api',
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  clientId: 'c0000000-0000-4000-8000-000000000001',
  credentialEndsAt: null,
  acceptsUnsignedCalls: false,
};

it('connection settings are normalised', () => {
  const written = {
    ...sound,
    sourceName: ' Shop ',
    authUrl: 'https://login.example/ ',
    tenantId: ` ${sound.tenantId.toUpperCase()}`,
  };
  expect(normaliseSettings(written)).toEqual(sound);
});

it.each<[string, object, boolean, readonly string[]]>([
  ['sound ones', {}, false, []],
  ['no source', { sourceName: '' }, false, ['sourceName name']],
  ['too long a source', { sourceName: 'x'.repeat(101) }, false, ['sourceName name']],
  ['an address in the clear', { authUrl: 'http://login.example' }, false, ['authUrl protocol']],
  ['an address of this machine', { marketplaceUrl: 'http://127.0.0.1:4' }, false, ['marketplaceUrl address']],
  ['the same, where a developer works', { marketplaceUrl: 'http://127.0.0.1:4' }, true, []],
  ['a private address', { authUrl: 'https://192.168.1.1' }, true, ['authUrl address']],
  ['the metadata service', { authUrl: 'https://169.254.169.254' }, false, ['authUrl address']],
  ['a query', { authUrl: 'https://login.example?a=b' }, false, ['authUrl format']],
  ['a password', { authUrl: 'https://a:b@login.example' }, false, ['authUrl format']],
  ['no address', { authUrl: 'login.example' }, false, ['authUrl format']],
  ['unsigned calls', { acceptsUnsignedCalls: true }, true, ['acceptsUnsignedCalls loopback']],
  ['ids that are none', { tenantId: 'contoso', clientId: '' }, false, ['tenantId uuid', 'clientId uuid']],
])('connection settings are checked: %s', (_, changes, allowsLocal, expected) => {
  const issues = connectionIssues({ ...sound, ...changes }, allowsLocal, 'https://tessera.example');
  expect(issues.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
});

it('the refusal of a local address names the setting that allows it', () => {
  const local = { ...sound, marketplaceUrl: 'http://127.0.0.1:4' };
  const [issue] = connectionIssues(local, false, 'https://tessera.example');
  expect(issue?.message).toContain('ALLOW_LOCAL_WEBHOOKS=true');
});

it.each([
  ['a secret', { kind: 'secret', clientSecret: 'x' }, undefined, []],
  ['blanks', { kind: 'secret', clientSecret: '  ' }, undefined, ['credential.clientSecret']],
  [
    'too long a secret',
    { kind: 'secret', clientSecret: 'x'.repeat(1_001) },
    undefined,
    ['credential.clientSecret'],
  ],
  ['a pair', { kind: 'certificate', privateKeyPem: '', certificatePem: '' }, { endsAt: now }, []],
  [
    'no pair',
    { kind: 'certificate', privateKeyPem: '', certificatePem: '' },
    undefined,
    ['credential.privateKeyPem'],
  ],
] as const)('a credential is checked: %s', (_, credential, certificate, expected) => {
  expect(credentialIssues(credential, certificate).map(({ path }) => path)).toEqual(expected);
});

describe('the state of a connection', () => {
  const fine = { credentialEndsAt: null, sendingFails: false, reconciliationFailed: false, findings: [] };
  const found = (...outcomes: Finding['outcome'][]) => ({
    findings: outcomes.map((outcome) => ({ outcome })),
  });
  it.each([
    ['Fine', {}],
    ['Fine', { credentialEndsAt: inDays(61) }],
    ['Warning', { credentialEndsAt: inDays(60) }],
    ['Failing', { credentialEndsAt: now }],
    ['Failing', { sendingFails: true }],
    ['Fine', found('Fine', 'NotChecked')],
    ['Warning', found('Fine', 'Warning')],
    ['Failing', found('Warning', 'Failing')],
    ['Failing', { reconciliationFailed: true, credentialEndsAt: inDays(1) }],
  ] as const)('is %s: %j', (state, changes) => {
    expect(connectionState({ ...fine, ...changes }, now)).toBe(state);
  });
});

it.each([
  ['http://localhost:4000', true, true],
  ['http://127.0.0.1:4000/tessera', true, true],
  ['http://[::1]:4000', true, true],
  ['https://tessera.example', true, false],
  ['https://localhost.tessera.example', true, false],
  ['http://127.0.0.1:4000', false, false],
])('a service at %s, with the setting %s, accepts unsigned notifications: %s', (publicUrl, isOn, isTaken) => {
  expect(mayAcceptUnsigned({ acceptsUnsignedCalls: isOn }, publicUrl)).toBe(isTaken);
  const issues = connectionIssues({ ...sound, acceptsUnsignedCalls: isOn }, false, publicUrl);
  expect(issues).toHaveLength(isOn && !isTaken ? 1 : 0);
});
