import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { createSubscription } from '../../../actions/subscriptions/create-subscription.ts';
import { addOrganisation } from '../../../actions/subscriptions/customers.ts';
import { moveSubscription } from '../../../actions/subscriptions/move-subscription.ts';

let world: World;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  user = await PortalUser.join(world, await world.workspace(), 'Catalogue manager');
  const plans = [plan('basic', { capabilities: { search: true } }), plan('gold')];
  done(await addProduct(world.context, user.workspaceId, product('forum', { plans })));
});

const exported = async (who = user) => {
  const { status, text, headers } = await who.call('GET', '/catalogue/file');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
  return { file: text, tag: headers.get('etag') ?? '' };
};
const post = (verb: string, file: string, tag?: string) =>
  user.call('POST', `/catalogue/${verb}`, { body: { file }, ...(tag && { headers: { 'if-match': tag } }) });
const namesOf = (changes: { action: string; subject: { id: string } }[]) =>
  changes.map(({ action, subject }) => `${action} ${subject.id}`);

it('a catalogue file is exported, edited, planned and applied, after which the plan is empty', async () => {
  const { file } = await exported();
  expect((await post('plan', file)).body).toEqual({ changes: [], products: [], archive: 0, remove: 0 });
  const edited = file.replace('search: true', 'search: false').replace('name: Plan gold', 'name: Gold');
  const planned = await post('plan', edited);
  expect(namesOf(planned.body.changes)).toEqual(['plan.changed forum/basic', 'plan.changed forum/gold']);
  expect((await exported()).file).toBe(file);
  const before = await user.auditCount();
  const applied = await post('apply', edited, planned.headers.get('etag') ?? '');
  expect([applied.status, applied.body.changes]).toEqual([200, planned.body.changes]);
  expect(await user.auditCount()).toBe(before + 2);
  expect((await exported()).file).toBe(edited);
  const again = await post('plan', edited);
  expect([again.body, again.headers.get('etag')]).toEqual([
    { changes: [], products: [], archive: 0, remove: 0 },
    applied.headers.get('etag'),
  ]);
});

it('a catalogue file is in the audit log when it is exported, not when it is viewed', async () => {
  const viewer = await PortalUser.join(world, user.workspaceId, 'Viewer');
  const exports = async () => {
    const { items } = (await user.call('GET', '/audit-log?action=catalogue.exported')).body;
    return items.filter(({ actor }: { actor: { name: string } }) => actor.name === viewer.identity.name)
      .length;
  };
  const viewed = await viewer.call('GET', '/catalogue/file?purpose=view');
  expect([viewed.status, await exports()]).toEqual([200, 0]);
  expect([(await exported(viewer)).file, await exports()]).toEqual([viewed.text, 1]);
});

it('a catalogue file applied to another workspace exports as the same file', async () => {
  const other = await PortalUser.join(world, await world.workspace(), 'Catalogue manager');
  const { file } = await exported();
  const { tag } = await exported(other);
  const applied = await other.call('POST', '/catalogue/apply', {
    body: { file },
    headers: { 'if-match': tag },
  });
  expect(applied.status).toBe(200);
  expect((await exported(other)).file).toBe(file);
});

it('409: archiving or removing items without the counts of the plan', async () => {
  done(await addProduct(world.context, user.workspaceId, product('idea', { status: 'Draft' })));
  const { file } = await exported();
  const empty = 'version: 1\nproducts: []\n';
  const planned = await post('plan', empty);
  expect(planned.body).toMatchObject({ archive: 1, remove: 1 });
  const apply = (consent: object) =>
    user.call('POST', '/catalogue/apply', {
      body: { file: empty, ...consent },
      headers: { 'if-match': planned.headers.get('etag') ?? '' },
    });
  for (const consent of [{}, { archive: 1 }, { archive: 2, remove: 1 }, { archive: 1, remove: 2 }]) {
    const refused = await apply(consent);
    expect([refused.status, refused.body.code]).toEqual([409, 'catalogue.consent_required']);
    expect(refused.body.args).toEqual({ archive: 1, remove: 1 });
    expect(refused.body.detail).toContain('archived: forum; removed: idea');
  }
  expect((await exported()).file).toBe(file);
  expect((await apply({ archive: 1, remove: 1 })).status).toBe(200);
  const again = await user.call('POST', '/products/forum/publish', { headers: { 'if-match': '*' } });
  expect([again.status, again.body.status]).toEqual([200, 'Published']);
});

it('412 and 428: a catalogue changed since the plan', async () => {
  const { file, tag } = await exported();
  await user.call('POST', '/categories', { body: { slug: 'talk', name: 'Talk' } });
  const now = await exported();
  expect((await post('apply', file.replace('The forum', 'Agora'), tag)).status).toBe(412);
  expect((await post('apply', file)).status).toBe(428);
  expect((await exported()).file).toBe(now.file);
});

it.each([
  ['plan', 'version: [', 'file'],
  ['apply', 'version: 1\nproducts:\n  - slug: x\n', 'products.0.name'],
  ['impact', 'version: 1\nproducts: 7\n', 'products'],
])('400: %s of an invalid file', async (verb, file, where) => {
  const answer = await post(verb, file, '*');
  expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
  expect(answer.body.args.issues.map(({ path }: { path: string }) => path)).toContain(where);
});

it('413: a file over the size limit', async () => {
  const answer = await post('plan', `version: 1\n${'#'.repeat(262_144)}`);
  expect([answer.status, answer.body.code]).toEqual([413, 'request.too_large']);
  expect(answer.body.args).toEqual({ limitBytes: 262_144 });
});

it('a JSON file is exported and applied, also when its YAML exceeds the limit', async () => {
  const capabilities = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`capability-${index}`, true]),
  );
  const plans = Array.from({ length: 100 }, (_, index) => plan(`p-${index}`, { capabilities }));
  done(await addProduct(world.context, user.workspaceId, product('large', { plans })));
  const { file: yaml } = await exported();
  expect((await post('plan', yaml)).status).toBe(413);
  const { text, headers } = await user.call('GET', '/catalogue/file?format=json');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await post('plan', text)).body).toEqual({ changes: [], products: [], archive: 0, remove: 0 });
  const edited = text.replace('"name":"The forum"', '"name":"Agora"');
  const applied = await post('apply', edited, headers.get('etag') ?? '');
  expect([applied.status, namesOf(applied.body.changes)]).toEqual([200, ['product.changed forum']]);
  expect((await user.call('GET', '/catalogue/file?format=json')).text).toBe(edited);
});

it('429: more than three concurrent files of a workspace; another workspace is not limited', async () => {
  const other = await PortalUser.join(world, await world.workspace(), 'Catalogue manager');
  const file = 'version: 1\nproducts: 7\n';
  const [theirs, ...answers] = await Promise.all([
    other.call('POST', '/catalogue/plan', { body: { file } }),
    ...Array.from({ length: 12 }, () => post('plan', file)),
  ]);
  expect(theirs.status).toBe(400);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.body.code).toBe('request.rate_limited');
  expect(refused[0]?.headers.get('retry-after')).toBe('8');
  expect(answers.every(({ status }) => status === 429 || status === 400)).toBe(true);
});

// All three parse the file in the same worker thread.
describe('impact', () => {
  it('lists the changed entitlements of a file, a plan, an edition or a product, and writes nothing', async () => {
    const tenantId = 'a0000000-0000-4000-8000-00000000000a';
    const order = {
      product: 'forum',
      plan: 'basic',
      tenantId,
      source: 'Direct',
      marketplaceSubscriptionId: null,
      quantity: null,
      validUntil: null,
      renewsItself: false,
      isTrial: false,
      trialEndsAt: null,
    } as const;
    const note = { actor: 'test' };
    for (const [workspaceId, name] of [
      [user.workspaceId, 'Contoso'],
      [await world.workspace(), 'What another calls it'],
    ] as const) {
      await addOrganisation(world.context, workspaceId, { name, tenantIds: [tenantId] });
    }
    const { subscription } = done(await createSubscription(world.context, user.workspaceId, order, note));
    const { subscriptionId } = subscription;
    done(await moveSubscription(world.context, user.workspaceId, subscriptionId, { type: 'activate' }, note));
    const { file } = await exported();

    const ofFile = await post('impact', file.replace('search: true', 'search: false'));
    expect(ofFile.body).toMatchObject({
      answers: { compared: 1, changed: 1 },
      isComplete: true,
      capabilities: [{ capability: 'search', gained: 0, lost: 1 }],
      members: [{ member: 'capabilities', answers: 1 }],
      examples: [
        {
          product: 'forum',
          tenantId,
          organisation: 'Contoso',
          members: ['capabilities'],
          gained: [],
          lost: ['search'],
        },
      ],
    });
    const preview = (path: string, body: object) =>
      user.call('POST', `/products/forum${path}/impact`, { body });
    const ofPlan = await preview('/plans/basic', {
      capabilities: { search: true, export: true },
      limits: { a: 1 },
    });
    expect(ofPlan.body).toMatchObject({
      capabilities: [{ capability: 'export', gained: 1, lost: 0 }],
      limits: [{ product: 'forum', plan: 'basic', limit: 'a', before: null, after: 1, tenants: 1 }],
    });
    const ofMatrix = await preview('', {
      plans: { basic: { capabilities: { search: false, export: true } } },
    });
    expect(ofMatrix.body.capabilities).toEqual([
      { capability: 'export', gained: 1, lost: 0 },
      { capability: 'search', gained: 0, lost: 1 },
    ]);
    const archived = await preview('/plans/basic', { status: 'Archived' });
    expect(archived.body).toMatchObject({ answers: { compared: 1, changed: 0 } });
    expect(namesOf(archived.body.changes)).toEqual(['plan.archived forum/basic']);
    const ofEdition = await preview('/editions/standard', { name: 'Other' });
    expect(ofEdition.body.members).toEqual([{ member: 'edition', answers: 1 }]);
    const ofProduct = await preview('', { name: 'Agora', status: 'Archived' });
    expect(ofProduct.body.members).toEqual([{ member: 'product', answers: 1 }]);
    expect((await preview('/plans/none', {})).status).toBe(404);
    expect((await preview('', { status: 'Published' })).status).toBe(409);
    expect((await exported()).file).toBe(file);
  });
});

describe('meters', () => {
  const calls = { id: 'calls', name: 'Calls', unit: 'call' };
  const rows = { id: 'rows', name: 'Rows', unit: 'row', intake: 'Events', aggregation: 'Sum' } as const;
  beforeEach(async () => {
    const marketplace = [{ sourceName: 'Shop', offerId: 'quill', planId: 'only', dimensions: [calls, rows] }];
    const quill = product('quill', { plans: [plan('only', { marketplace })] });
    done(await addProduct(world.context, user.workspaceId, quill));
    const bought = { product: 'quill', plan: 'only', source: 'Marketplace' } as const;
    for (const isEnded of [true, false, false]) {
      const subscriptionId = await subscribe(world, user.workspaceId, {
        ...bought,
        tenantId: newTenant(),
        marketplaceSubscriptionId: crypto.randomUUID(),
      });
      if (isEnded) await move(world, user.workspaceId, subscriptionId, { type: 'cancelNow' });
    }
  });
  const fedByEvents = (file: string) =>
    file.replace(
      /(\n *)unit: call/,
      (all, indent) => `${all}${indent}intake: Events${indent}aggregation: Count`,
    );
  const alertPercents = [50, 80, 100];
  const noMeter = { intake: 'Records', aggregation: null, included: null, limit: null, alertPercents };

  it('a preview has the dimensions that would be fed in another way, and for how many subscriptions', async () => {
    const { file } = await exported();
    const edited = fedByEvents(file);
    expect(edited).not.toBe(file);
    expect((await post('impact', edited)).body.meters).toEqual([
      {
        product: 'quill',
        plan: 'only',
        sourceName: 'Shop',
        dimension: 'calls',
        before: noMeter,
        after: { ...noMeter, intake: 'Events', aggregation: 'Count' },
        subscriptions: 2,
      },
    ]);
    expect((await post('impact', file.replace('search: true', 'search: false'))).body.meters).toEqual([]);
  });

  it('a file switches a dimension, and not back while an hour may be open the other way', async () => {
    const { file, tag } = await exported();
    const applied = await post('apply', fedByEvents(file), tag);
    expect(applied.status).toBe(200);
    const back = await post('apply', file, applied.headers.get('etag') ?? '');
    expect([back.status, back.body.args.issues[0].rule]).toEqual([400, 'switch']);
    expect((await exported()).file).toBe(fedByEvents(file));
  });
});
