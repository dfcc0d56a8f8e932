import { expect, it } from 'vitest';
import { isPersonalTenant, personalAccounts, personalTenantIssues } from './personal-accounts.ts';

const organisation = 'b0000000-0000-4000-8000-000000000001';

it.each([
  [personalAccounts, true],
  [personalAccounts.toUpperCase(), true],
  [organisation, false],
  ['', false],
])('%j is the tenant of personal accounts: %s', (tenantId, isPersonal) => {
  expect(isPersonalTenant(tenantId)).toBe(isPersonal);
});

it.each([
  ['none', [], []],
  ['of an organisation', [organisation], []],
  ['of personal accounts, among others', [organisation, personalAccounts], ['tenantIds']],
] as const)('issues of tenants: %s', (_, tenantIds, paths) => {
  expect(personalTenantIssues('tenantIds', ...tenantIds).map(({ path }) => path)).toEqual(paths);
});
