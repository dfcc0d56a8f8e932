import { expect, it } from 'vitest';
import { accountOf } from './provider-call.ts';

const application = { clientId: 'client', clientSecret: 'secret' };
const { name } = accountOf('tenant', application);

it('has a key per tenant, application and secret', () => {
  const names = [
    name,
    accountOf('another', application).name,
    accountOf('tenant', { ...application, clientId: 'another' }).name,
    accountOf('tenant', { ...application, clientSecret: 'another' }).name,
  ];
  expect(new Set(names).size).toBe(4);
});

it('has the same key for every letter case of the tenant', () => {
  expect(accountOf('TENANT', application).name).toBe(name);
});
