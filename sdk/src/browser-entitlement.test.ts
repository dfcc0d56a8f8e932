import { expect, it } from 'vitest';
import { browserEntitlement } from './browser-entitlement.ts';
import { fakeTessera } from './testing.ts';

it('contains the capabilities that are on, and the limits that were named', async () => {
  const tessera = fakeTessera()
    .tenant('contoso')
    .has({
      capabilities: ['scheduling'],
      limits: { pipelines: 25, seats: 3 },
      raw: { capabilities: { scheduling: true, 'audit-trail': false } },
    });
  const held = await tessera.entitlement('contoso');
  expect(browserEntitlement(held, ['pipelines', 'unknown'])).toEqual({
    accessLevel: 'Full',
    edition: null,
    capabilities: ['scheduling'],
    limits: { pipelines: 25 },
    stale: false,
  });
});

it('contains no capability without access, or after the grace period', async () => {
  const tessera = fakeTessera();
  tessera.tenant('contoso').has({ accessLevel: 'None', raw: { capabilities: { scheduling: true } } });
  const denied = { accessLevel: 'None', edition: null, capabilities: [], limits: {} };
  expect(browserEntitlement(await tessera.entitlement('contoso'))).toEqual({ ...denied, stale: false });
  tessera.tenant('contoso').has({ capabilities: ['scheduling'] });
  tessera.stopService();
  tessera.clock.advance('73h');
  expect(browserEntitlement(await tessera.entitlement('contoso'))).toEqual({ ...denied, stale: true });
});
