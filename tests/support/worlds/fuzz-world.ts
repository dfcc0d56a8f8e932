import { Writable } from 'node:stream';
import { pino } from 'pino';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import type { MeterDimension } from '../../../src/core/catalogue/catalogue.ts';
import { PortalUser } from '../browser/portal-user.ts';
import { done } from '../done.ts';
import { plan, product } from './products.ts';
import { newTenant, subscribe } from './subscribing.ts';
import { type TestClient, World } from './world.ts';

export interface FuzzWorld {
  readonly world: World;
  readonly client: TestClient;
  /** Signs an administrator in. */
  readonly join: () => Promise<PortalUser>;
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** The error lines of the service's log. */
  readonly errors: readonly string[];
}

/** A workspace with one resource of every kind, so that requests reach existing ids. */
export async function createFuzzWorld(): Promise<FuzzWorld> {
  const errors: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, written) {
      errors.push(...String(chunk).trim().split('\n'));
      written();
    },
  });
  const world = await World.create({}, pino({ level: 'error' }, sink));
  const workspaceId = await world.workspace();
  const dimensions: readonly MeterDimension[] = [
    { id: 'posts', name: 'Posts', unit: 'post' },
    { id: 'calls', name: 'Calls', unit: 'call', intake: 'Events', aggregation: 'Count' },
  ];
  const marketplace = [{ sourceName: 'Shop', offerId: 'forum', planId: 'basic', dimensions }];
  const forum = product('forum', {
    plans: [
      plan('basic', { marketplace }),
      plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' }),
    ],
  });
  done(await addProduct(world.context, workspaceId, forum));
  done(await addProduct(world.context, workspaceId, product('quill', { status: 'Draft' })));
  const tenantId = newTenant();
  const subscriptions = [
    await subscribe(world, workspaceId, {
      tenantId,
      source: 'Marketplace',
      marketplaceSubscriptionId: crypto.randomUUID(),
    }),
    await subscribe(world, workspaceId, { tenantId, plan: 'seats', quantity: 5 }),
  ];
  const join = () => PortalUser.join(world, workspaceId, 'Partner administrator');
  const user = await join();
  const objectId = crypto.randomUUID();
  const email = 'ada@contoso.example';
  await user.call('POST', '/organisations', { body: { name: 'Contoso', tenantIds: [tenantId] } });
  await user.call('PUT', `/customers/${tenantId}/members/${objectId}`, { body: { email, isActive: true } });
  await user.call('POST', '/categories', { body: { slug: 'tools', name: 'Tools' } });
  const endpoint = await user.call('POST', '/webhook-endpoints', {
    body: { url: 'https://hooks.contoso.example/' },
  });
  const mappings = await user.call('GET', '/plan-mappings');
  // Requests must not change the client that sends them.
  const [client, other] = [await world.client(workspaceId), await world.client(workspaceId)];
  const { memberId } = await join();
  const key = await user.call('POST', `/api-clients/${other.apiClientId}/api-keys`, { body: {} });
  return {
    world,
    client,
    join,
    errors,
    known: {
      workspaceId: [workspaceId],
      tenantId: [tenantId],
      subscriptionId: subscriptions,
      apiClientId: [other.apiClientId],
      memberId: [memberId],
      endpointId: [endpoint.body.endpointId],
      mappingId: [mappings.body.items[0].mappingId],
      keyId: [key.body.keyId],
      category: ['tools'],
      categories: ['tools'],
      objectId: [objectId],
      userObjectId: [objectId],
      email: [email],
      product: ['forum', 'quill'],
      productSlug: ['forum', 'quill'],
      products: ['forum'],
      plan: ['basic', 'seats'],
      edition: ['standard'],
      editions: ['standard'],
      dimension: ['posts', 'calls'],
      sourceName: ['Shop'],
    },
  };
}
