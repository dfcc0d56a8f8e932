import { expect, it } from 'vitest';
import { personalAccounts } from './personal-accounts.ts';
import { lockOutIssues, readWorkspaceSettings, type WorkspaceSettings } from './settings.ts';

const tenant = 'a0000000-0000-4000-8000-000000000001';
const sound: WorkspaceSettings = {
  name: 'Arcadia',
  usageHoldMinutes: 15,
  supportAddresses: ['a@x.example'],
  acceptsFewerSeats: false,
  assignBuyer: true,
  signInTenants: [],
  apiKeyMaxAgeDays: null,
  mailsUsageAlerts: false,
  tokenLifetimeHours: 168,
  afterLicenceEnd: 'ReadOnly',
  signingKeyMaxAgeDays: 365,
};

it.each([
  ['valid settings', {}, sound],
  ['a name with surrounding spaces', { name: ' Arcadia ' }, sound],
  ['a duplicate address', { supportAddresses: ['a@x.example', 'A@x.example'] }, sound],
  ['fewer seats', { acceptsFewerSeats: true }, { ...sound, acceptsFewerSeats: true }],
  ['mails to customers', { mailsUsageAlerts: true }, { ...sound, mailsUsageAlerts: true }],
  ['no seat for the buyer', { assignBuyer: false }, { ...sound, assignBuyer: false }],
  ['no hold', { usageHoldMinutes: 0 }, { ...sound, usageHoldMinutes: 0 }],
  ['the longest hold', { usageHoldMinutes: 120 }, { ...sound, usageHoldMinutes: 120 }],
  [
    'a duplicate tenant',
    { signInTenants: [tenant, tenant.toUpperCase()] },
    { ...sound, signInTenants: [tenant] },
  ],
  ['the shortest key age', { apiKeyMaxAgeDays: 1 }, { ...sound, apiKeyMaxAgeDays: 1 }],
  ['the longest key age', { apiKeyMaxAgeDays: 3_650 }, { ...sound, apiKeyMaxAgeDays: 3_650 }],
  ['the shortest token', { tokenLifetimeHours: 1 }, { ...sound, tokenLifetimeHours: 1 }],
  ['the longest token', { tokenLifetimeHours: 720 }, { ...sound, tokenLifetimeHours: 720 }],
  ['no access after the end', { afterLicenceEnd: 'None' as const }, { ...sound, afterLicenceEnd: 'None' }],
  ['the youngest rotation', { signingKeyMaxAgeDays: 30 }, { ...sound, signingKeyMaxAgeDays: 30 }],
  ['the oldest rotation', { signingKeyMaxAgeDays: 730 }, { ...sound, signingKeyMaxAgeDays: 730 }],
  ['no rotation by age', { signingKeyMaxAgeDays: null }, { ...sound, signingKeyMaxAgeDays: null }],
  ['no addresses', { supportAddresses: [] }, { ...sound, supportAddresses: [] }],
])('accepts %s', (_, changes, expected) => {
  expect(readWorkspaceSettings({ ...sound, ...changes })).toEqual(expected);
});

it.each([
  ['no name', { name: ' ' }, ['name']],
  ['too long a name', { name: 'x'.repeat(201) }, ['name']],
  ['a hold below 0', { usageHoldMinutes: -1 }, ['usageHoldMinutes']],
  ['a hold above 120', { usageHoldMinutes: 121 }, ['usageHoldMinutes']],
  ['half a minute', { usageHoldMinutes: 1.5 }, ['usageHoldMinutes']],
  ['a hold that is not a number', { usageHoldMinutes: Number.NaN }, ['usageHoldMinutes']],
  ['no address', { supportAddresses: ['nobody'] }, ['supportAddresses/0']],
  ['no tenant', { signInTenants: ['nowhere'] }, ['signInTenants']],
  ['personal accounts', { signInTenants: [tenant, personalAccounts] }, ['signInTenants']],
  ['a key age of 0', { apiKeyMaxAgeDays: 0 }, ['apiKeyMaxAgeDays']],
  ['a key age above 3,650', { apiKeyMaxAgeDays: 3_651 }, ['apiKeyMaxAgeDays']],
  ['half a day', { apiKeyMaxAgeDays: 0.5 }, ['apiKeyMaxAgeDays']],
  ['a token of no hour', { tokenLifetimeHours: 0 }, ['tokenLifetimeHours']],
  ['a token of 721 hours', { tokenLifetimeHours: 721 }, ['tokenLifetimeHours']],
  ['a token of half an hour', { tokenLifetimeHours: 0.5 }, ['tokenLifetimeHours']],
  ['full access after the end', { afterLicenceEnd: 'Full' as never }, ['afterLicenceEnd']],
  ['a signing key of 29 days', { signingKeyMaxAgeDays: 29 }, ['signingKeyMaxAgeDays']],
  ['a signing key of 731 days', { signingKeyMaxAgeDays: 731 }, ['signingKeyMaxAgeDays']],
  ['several issues at once', { name: '', supportAddresses: ['nobody'] }, ['supportAddresses/0', 'name']],
])('refuses %s', (_, changes, paths) => {
  const read = readWorkspaceSettings({ ...sound, ...changes });
  expect('issues' in read && read.issues.map(({ path }) => path)).toEqual(paths);
});

it.each([
  ['any tenant', [], null, false],
  ['one’s own', [tenant], tenant, false],
  ['others alone', [tenant], 'a0000000-0000-4000-8000-000000000002', true],
  ['a tenant, by somebody without one', [tenant], null, true],
])(
  'sign-in tenants of %s are refused when they lock out the user who sets them',
  (_case, signInTenants, own, isRefused) => {
    expect(lockOutIssues({ signInTenants }, own).length > 0).toBe(isRefused);
  },
);
