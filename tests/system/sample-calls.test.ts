import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminSample, apiSample, type Sample } from '../../portal/areas/clients/sample-calls.ts';
import { PortalUser } from '../support/browser/portal-user.ts';
import { hasPython, runShownCall } from '../support/requests/shown-call.ts';
import { World } from '../support/worlds/world.ts';

let world: World;
let workspaceId: string;
let administrator: PortalUser;
beforeAll(async () => {
  world = await World.create();
  workspaceId = await world.workspace();
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
  const plan = { slug: 'basic', name: 'Basic', licenceModel: 'TenantWide', billingModel: 'FlatRate' };
  const product = { slug: 'forum', name: 'Forum', types: ['WebApp'] };
  await administrator.call('POST', '/products', { body: product });
  await administrator.call('POST', '/products/forum/plans', { body: { ...plan, publish: true } });
});
afterAll(() => world.close());

async function expectEachCall(sample: Sample | undefined, answer: string | RegExp): Promise<void> {
  expect(sample?.calls.map(({ name }) => name)).toEqual(['curl', 'TypeScript', 'Python']);
  for (const { name, text } of sample?.calls ?? []) {
    if (name === 'Python' && !hasPython) continue;
    expect(text).not.toContain('tsk_');
    const output = await runShownCall(sample?.setKey ?? '', name, text);
    // Each language writes objects in its own way.
    expect(output.replaceAll(/['"\s]/g, ''), `${name}: ${output}`).toMatch(answer);
  }
}

describe('the calls beside a new API key run', () => {
  const sampleWith = async (scopes: ('entitlements:read' | 'catalogue:read' | 'usage:write')[]) => {
    const { apiKey } = await world.client(workspaceId, { scopes });
    const [serviceUrl, now] = [world.service.url, world.clock.now()];
    const product = { slug: 'forum', name: 'Forum' };
    return apiSample({ key: apiKey, serviceUrl, scopes, product, tenantId: null, now });
  };

  it('with the scope entitlements:read, by the client library in TypeScript', async () => {
    const sample = await sampleWith(['catalogue:read', 'entitlements:read']);
    expect(sample?.calls[1]?.text).toContain(`from '@tessera/client'`);
    await expectEachCall(sample, /tenantId:00000000.*status:None/);
  });

  it('with the scope catalogue:read only', async () => {
    await expectEachCall(await sampleWith(['catalogue:read']), /slug:forum/);
  });

  it('with the scope usage:write only, which bills nothing', async () => {
    await expectEachCall(await sampleWith(['usage:write']), /outcome:Refused/);
  });

  it('not without a scope', async () => {
    expect(await sampleWith([])).toBeUndefined();
  });
});

it('the calls beside a new key of a service account run', async () => {
  const body = { name: 'Nightly pipeline', role: 'Viewer' };
  const account = (await administrator.call('POST', '/service-accounts', { body })).body;
  const path = `/service-accounts/${account.serviceAccountId}/keys`;
  const { key } = (await administrator.call('POST', path, { body: { name: 'Here' } })).body;
  await expectEachCall(adminSample({ key, serviceUrl: world.service.url }), /name:Nightlypipeline/);
});
