import { expect, it } from 'vitest';
import { accountOf } from './account.ts';

const application = { clientId: 'client', clientSecret: 'secret' };
const { name } = accountOf('tenant', application);

it('has a name of its tenant’s, application’s and secret’s own', () => {
  const names = [
    name,
    accountOf('another', application).name,
    accountOf('tenant', { ...application, clientId: 'another' }).name,
    accountOf('tenant', { ...application, clientSecret: 'another' }).name,
  ];
  expect(new Set(names).size).toBe(4);
});

it('has the same name however its tenant is written', () => {
  expect(accountOf('TENANT', application).name).toBe(name);
});
