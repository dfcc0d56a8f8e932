import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { MeteredWorld, minute, publisher } from '../../../tests/support/worlds/metered-world.ts';

let metered: MeteredWorld;
beforeEach(async () => {
  metered = await MeteredWorld.create();
});
afterEach(() => metered.close());

it('authenticates with a certificate whose key is sealed', async () => {
  const { tenantId, clientId } = publisher;
  const [{ privateKey, certificate }] = inject('rsaKeys');
  metered.world.idp.registerApplication({
    clientId,
    tenantIds: [tenantId],
    secrets: [],
    certificates: [certificate],
    roles: {},
  });
  await metered.connect('Shop', metered.marketplace.url, {
    kind: 'certificate',
    privateKeyPem: privateKey,
    certificatePem: certificate,
  });
  const [customer] = await metered.bought(1);
  await metered.report([metered.usage(customer?.tenantId ?? '', 5)]);
  metered.world.clock.forward(15 * minute);
  await metered.dispatcher().run();
  expect([await metered.statuses(), metered.held()]).toEqual([['Accepted'], [5]]);

  const row = await metered.world.database
    .selectFrom('marketplace_connections')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(row.sealed_client_secret.includes('PRIVATE KEY')).toBe(false);
});
