import { expect, it } from 'vitest';
import { tenantApplicationOf } from './provider-call.ts';

const application = { clientId: 'client', clientSecret: 'secret' };
const { name } = tenantApplicationOf('tenant', application);

it('has a key per tenant, application and secret', () => {
  const names = [
    name,
    tenantApplicationOf('another', application).name,
    tenantApplicationOf('tenant', { ...application, clientId: 'another' }).name,
    tenantApplicationOf('tenant', { ...application, clientSecret: 'another' }).name,
  ];
  expect(new Set(names).size).toBe(4);
});

it('has the same key for every letter case of the tenant', () => {
  expect(tenantApplicationOf('TENANT', application).name).toBe(name);
});
