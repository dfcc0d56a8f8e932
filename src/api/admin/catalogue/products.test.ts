import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addCategory, addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Catalogue manager');
  done(await addCategory(world.context, workspaceId, { slug: 'talk', name: 'Talk' }));
  done(
    await addProduct(
      world.context,
      workspaceId,
      product('forum', {
        editions: [
          { slug: 'premium', name: 'Premium', rank: 20 },
          { slug: 'standard', name: 'Standard', rank: 10 },
        ],
        plans: [
          plan('gold', { edition: 'premium', capabilities: { search: true }, limits: { rooms: 9 } }),
          plan('basic', { capabilities: { archive: false }, limits: { seats: 3 } }),
          plan('sketch', { status: 'Draft' }),
          plan('old', { status: 'Archived' }),
        ],
      }),
    ),
  );
});

const based = (tag = '*') => ({ 'if-match': tag });
const send = (method: string, path: string, body?: object, tag?: string) =>
  user.call(method, `/products${path}`, {
    ...(body !== undefined && { body }),
    ...(tag && { headers: based(tag) }),
  });
const read = async (slug = 'forum') => (await send('GET', `/${slug}`)).body;
const planOf = (body: { plans: { slug: string }[] }, slug: string) =>
  body.plans.find((own) => own.slug === slug);

it('200: returns a product with everything its matrix shows, in order', async () => {
  const { status, body, headers } = await send('GET', '/forum');
  expect([status, headers.get('etag')]).toEqual([200, '"1"']);
  expect(body.editions.map((edition: { slug: string }) => edition.slug)).toEqual(['standard', 'premium']);
  expect(body.plans.map((own: { slug: string }) => own.slug)).toEqual(['basic', 'old', 'sketch', 'gold']);
  expect(body).toMatchObject({ capabilities: ['archive', 'search'], limits: ['rooms', 'seats'] });
  expect(planOf(body, 'gold')).toEqual({
    slug: 'gold',
    name: 'Plan gold',
    status: 'Published',
    edition: 'premium',
    licenceModel: 'TenantWide',
    billingModel: 'FlatRate',
    capabilities: { search: true },
    limits: { rooms: 9 },
    serviceIdentifier: null,
    marketplace: [],
  });
});

it('a product is added with its first plan, all or nothing', async () => {
  const named = { slug: 'lumen', name: 'Lumen', types: ['WebApp'] };
  const first = { slug: 'standard', name: 'Standard', licenceModel: 'TenantWide', billingModel: 'FlatRate' };
  const refused = await send('POST', '', { ...named, plan: { ...first, slug: 'No slug' } });
  expect(refused.status).toBe(400);
  expect(refused.body.args.issues[0].path).toBe('plans.0.slug');
  expect((await send('GET', '/lumen')).status).toBe(404);
  const added = await send('POST', '', {
    ...named,
    plan: { ...first, capabilities: { 'export-to-pdf': true }, publish: true },
    labels: { capabilities: { 'export-to-pdf': { name: 'Export to PDF' } } },
  });
  expect([added.status, added.body]).toMatchObject([
    201,
    {
      status: 'Published',
      editions: [{ slug: 'standard' }],
      plans: [
        {
          slug: 'standard',
          status: 'Published',
          edition: 'standard',
          capabilities: { 'export-to-pdf': true },
        },
      ],
      labels: { capabilities: { 'export-to-pdf': { name: 'Export to PDF' } } },
    },
  ]);
});

it('lists products in pages by slug and by status, of this workspace only', async () => {
  done(await addProduct(world.context, workspaceId, product('aqueduct', { status: 'Draft' })));
  done(await addProduct(world.context, workspaceId, product('zeugma', { status: 'Archived' })));
  const other = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  expect((await other.call('GET', '/products')).body).toEqual({
    items: [],
    next: null,
    total: { count: 0, isExact: true },
  });
  const first = (await send('GET', '?limit=2')).body;
  expect(first.items.map((item: { slug: string }) => item.slug)).toEqual(['aqueduct', 'forum']);
  expect(first.items[1]).toMatchObject({ editions: 2, plans: { Draft: 1, Published: 2, Archived: 1 } });
  const second = (await send('GET', `?limit=2&after=${first.next}`)).body;
  expect([second.items[0].slug, second.next]).toEqual(['zeugma', null]);
  const drafts = (await send('GET', '?status=Draft')).body;
  expect(drafts.items.map((item: { slug: string }) => item.slug)).toEqual(['aqueduct']);
});

describe('a product', () => {
  it('201: is a draft, hidden from the catalogue until it is published', async () => {
    const settings = { slug: 'quill', name: 'Quill', types: ['WebApp'], categories: ['talk'] };
    const answer = await send('POST', '', settings);
    expect([answer.status, answer.body.status, answer.body.editions]).toEqual([201, 'Draft', []]);
    expect(answer.body.categories).toEqual([{ slug: 'talk', name: 'Talk' }]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'product.added',
      subject: { kind: 'Product', id: 'quill' },
      before: null,
      after: { name: 'Quill', status: 'Draft', types: ['WebApp'], categories: ['talk'] },
    });
    const client = await world.client(workspaceId);
    const shown = async () =>
      (await world.call('/api/v1/catalogue/products/quill', { headers: withKey(client) })).status;
    expect(await shown()).toBe(404);
    const published = await send('POST', '/quill/publish', undefined, answer.headers.get('etag') ?? '');
    expect([published.status, published.body.status]).toEqual([200, 'Published']);
    expect(await user.lastAudit()).toMatchObject({
      action: 'product.published',
      before: { status: 'Draft' },
      after: { status: 'Published' },
    });
    await expect.poll(shown).toBe(200);
    expect((await send('POST', '/quill/archive', undefined, '*')).body.status).toBe('Archived');
    await expect.poll(shown).toBe(404);
    const again = await send('POST', '/quill/publish', undefined, '*');
    expect([again.status, again.body.status]).toEqual([200, 'Published']);
    await expect.poll(shown).toBe(200);
    const twice = await send('POST', '/quill/publish', undefined, '*');
    expect([twice.status, twice.body.code, twice.body.args]).toEqual([
      409,
      'catalogue.status_not_allowed',
      { kind: 'product', status: 'Published', allowed: ['Archived'] },
    ]);
  });

  it.each([
    ['a slug that is taken', { slug: 'forum' }, 'slug'],
    ['an invalid slug', { slug: 'Quill!' }, 'slug'],
    ['no type', { types: [] }, 'types'],
    ['an unknown category', { categories: ['talk', 'plumbing'] }, 'categories.1'],
    ['a blank address', { applicationUrl: '' }, 'applicationUrl'],
    ['an invalid contact', { supportContact: 'help' }, 'supportContact'],
    ['an invalid colour', { accentColour: 'green' }, 'accentColour'],
    ['an invalid address', { applicationUrl: 'quill.example' }, 'applicationUrl'],
    ['a name that cannot be stored', { name: 'Qu\u0000ill' }, 'name'],
  ])('400: %s', async (_, changes, path) => {
    const audited = await user.auditCount();
    const answer = await send('POST', '', { slug: 'quill', name: 'Quill', types: ['WebApp'], ...changes });
    expect([answer.status, answer.body.args.issues[0].path]).toEqual([400, path]);
    expect((await send('GET', '')).body.items).toHaveLength(1);
    expect(await user.auditCount()).toBe(audited);
  });

  it('200: is changed with a current ETag, and audited with old and new values', async () => {
    const before = await read();
    const changes = {
      name: 'The great forum',
      types: ['TeamsApp', 'WebApp'],
      categories: ['talk'],
      applicationUrl: 'https://forum.example',
      supportContact: 'help@forum.example',
      accentColour: '#1A5FB4',
    };
    const answer = await send('PATCH', '/forum', changes, '"1"');
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
    expect(answer.body).toEqual({ ...before, ...changes, categories: [{ slug: 'talk', name: 'Talk' }] });
    expect(await user.lastAudit()).toMatchObject({
      action: 'product.changed',
      before: { name: 'The forum', types: ['WebApp'], categories: [], applicationUrl: null },
      after: changes,
    });
    expect((await send('PATCH', '/forum', { name: 'Late' }, '"1"')).status).toBe(412);
    expect((await send('PATCH', '/forum', { name: 'Blind' })).status).toBe(428);
    expect((await send('PATCH', '/viaduct', { name: 'None' }, '*')).status).toBe(404);
    const same = await send('PATCH', '/forum', changes, '*');
    expect([same.status, same.headers.get('etag')]).toEqual([200, '"2"']);
  });

  it('200: has labels, which are changed one by one without a new version of entitlements', async () => {
    const search = { name: 'Full-text search', description: 'In all rooms.', isHidden: true };
    const rooms = {
      name: 'Rooms',
      description: null,
      isHidden: false,
      unit: 'rooms',
      absentMeans: 'Unlimited',
    };
    const set = await send(
      'PATCH',
      '/forum',
      { labels: { capabilities: { search }, limits: { rooms } } },
      '*',
    );
    expect([set.status, set.body.labels]).toEqual([200, { capabilities: { search }, limits: { rooms } }]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'product.changed',
      before: {},
      after: { labels: { capabilities: { search }, limits: { rooms: { name: 'Rooms', unit: 'rooms' } } } },
    });
    const changes = { labels: { capabilities: { search: null, export: { name: 'Export' } } } };
    const changed = await send('PATCH', '/forum', changes, '*');
    expect(changed.body.labels).toEqual({
      capabilities: { export: { name: 'Export', description: null, isHidden: false } },
      limits: { rooms },
    });
    expect(await user.lastAudit()).toMatchObject({
      before: { labels: { capabilities: { search } } },
      after: { labels: { capabilities: { export: { name: 'Export' } } } },
    });
    const same = await send('PATCH', '/forum', changes, '*');
    expect(same.headers.get('etag')).toBe(changed.headers.get('etag'));
  });

  it.each([
    ['a long name', { limits: { rooms: { name: 'x'.repeat(101) } } }, 'labels.limits.rooms'],
    ['two lines', { limits: { rooms: { description: 'a\nb' } } }, 'labels.limits.rooms.description'],
    ['a blank unit', { limits: { rooms: { unit: ' ' } } }, 'labels.limits.rooms.unit'],
    ['another meaning', { limits: { rooms: { absentMeans: 'Endless' } } }, 'labels.limits.rooms'],
  ])('400: a label with %s', async (_, labels, path) => {
    const answer = await send('PATCH', '/forum', { labels }, '*');
    expect(answer.status).toBe(400);
    expect(answer.body.args.issues.map((issue: { path: string }) => issue.path).join()).toContain(path);
  });

  it('has a logo, which is set, replaced and removed without another revision', async () => {
    const etag = (await send('GET', '/forum')).headers.get('etag');
    const content = Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1').toString('base64');
    const set = await send('PUT', '/forum/logo', { mediaType: 'image/png', content });
    const logo = { mediaType: 'image/png', bytes: 12, url: expect.stringMatching(/^\/logos\//) };
    expect([set.status, set.body.logo, set.headers.get('etag')]).toEqual([200, logo, etag]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'product.changed',
      before: { logo: null },
      after: { logo: { mediaType: 'image/png', bytes: 12 } },
    });
    const image = await fetch(`${world.service.url}${set.body.logo.url}`);
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).toBe(content);
    for (const wrong of [
      { mediaType: 'image/jpeg', content },
      { mediaType: 'image/gif', content },
      { mediaType: 'image/png', content: 'no base64!' },
      { mediaType: 'image/png', content: 'iVBORw0KGgo='.padStart(90_000, 'iVBORw0KGgo') },
    ]) {
      expect((await send('PUT', '/forum/logo', wrong)).status).toBe(400);
    }
    expect((await send('PUT', '/viaduct/logo', { mediaType: 'image/png', content })).status).toBe(404);
    expect((await send('DELETE', '/forum/logo')).body.logo).toBeNull();
    expect((await send('DELETE', '/forum/logo')).status).toBe(200);
    expect((await fetch(`${world.service.url}${set.body.logo.url}`)).status).toBe(404);
  });

  it('204 or 409: only a draft can be removed', async () => {
    await send('POST', '', { slug: 'quill', name: 'Quill', types: ['WebApp'] });
    await send('POST', '/quill/editions', { slug: 'one', name: 'One' });
    const only = {
      slug: 'only',
      name: 'Only',
      edition: 'one',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
    };
    expect((await send('POST', '/quill/plans', only)).status).toBe(201);
    expect((await send('DELETE', '/quill')).status).toBe(204);
    expect((await send('GET', '/quill')).status).toBe(404);
    expect((await send('DELETE', '/forum')).body.code).toBe('catalogue.status_not_allowed');
  });
});

describe('an edition', () => {
  it('201: is added on top, renamed, reordered, and removed when it has no plans', async () => {
    const added = await send('POST', '/forum/editions', { slug: 'crown', name: 'Crown' });
    expect([added.status, added.body.editions.at(-1)]).toEqual([
      201,
      { slug: 'crown', name: 'Crown', rank: 30 },
    ]);
    const order = { editions: ['crown', 'premium', 'standard'] };
    const ordered = await send('PUT', '/forum/edition-order', order, '*');
    expect(ordered.body.editions).toEqual([
      { slug: 'crown', name: 'Crown', rank: 10 },
      { slug: 'premium', name: 'Premium', rank: 20 },
      { slug: 'standard', name: 'Standard', rank: 30 },
    ]);
    const renamed = await send('PATCH', '/forum/editions/crown', { name: 'Base', rank: 5 }, '*');
    expect(renamed.body.editions[0]).toEqual({ slug: 'crown', name: 'Base', rank: 5 });
    const used = await send('DELETE', '/forum/editions/premium');
    expect([used.status, used.body.args.plans]).toEqual([409, ['gold']]);
    expect((await send('DELETE', '/forum/editions/crown')).status).toBe(200);
    expect((await read()).editions).toHaveLength(2);
    expect(await user.lastAudit()).toMatchObject({
      action: 'edition.removed',
      subject: { kind: 'Edition', id: 'forum/crown' },
      before: { name: 'Base', rank: 5 },
      after: null,
    });
  });

  it.each([
    ['POST', '/editions', { slug: 'premium', name: 'Again' }, 400, 'slug'],
    ['POST', '/editions', { slug: 'crown', name: 'Crown', rank: 10 }, 400, 'rank'],
    ['PATCH', '/editions/premium', { rank: 10 }, 400, 'rank'],
    ['PUT', '/edition-order', { editions: ['premium'] }, 400, 'editions'],
    ['PUT', '/edition-order', { editions: ['premium', 'premium'] }, 400, 'editions'],
  ])('refuses %s %s %j', async (method, path, body, status, where) => {
    const before = await read();
    const answer = await send(method, `/forum${path}`, body, '*');
    expect([answer.status, answer.body.args.issues[0].path]).toEqual([status, where]);
    expect(await read()).toEqual(before);
  });

  it('404: an unknown edition', async () => {
    expect((await send('PATCH', '/forum/editions/none', { name: 'None' }, '*')).status).toBe(404);
    expect((await send('DELETE', '/forum/editions/none')).status).toBe(404);
  });
});

describe('a plan', () => {
  const settings = {
    name: 'Silver',
    edition: 'standard',
    licenceModel: 'Seats',
    billingModel: 'PerUser',
    capabilities: { search: true },
    limits: { rooms: 2.5 },
    serviceIdentifier: 'SILVER',
  };

  it('201: is a draft, edited, published and archived', async () => {
    const added = await send('POST', '/forum/plans', { slug: 'silver', ...settings });
    expect(added.status).toBe(201);
    expect(planOf(added.body, 'silver')).toEqual({
      slug: 'silver',
      status: 'Draft',
      marketplace: [],
      ...settings,
    });
    const changes = {
      name: 'Sterling',
      edition: 'premium',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { search: false, export: true },
      limits: {},
      serviceIdentifier: null,
    };
    const changed = await send('PATCH', '/forum/plans/silver', changes, added.headers.get('etag') ?? '');
    expect(planOf(changed.body, 'silver')).toMatchObject(changes);
    expect(await user.lastAudit()).toMatchObject({
      action: 'plan.changed',
      subject: { kind: 'Plan', id: 'forum/silver' },
      before: { capabilities: { search: true }, limits: { rooms: 2.5 } },
      after: { capabilities: { search: false, export: true }, limits: {} },
    });
    const published = await send('POST', '/forum/plans/silver/publish', undefined, '*');
    expect(planOf(published.body, 'silver')).toMatchObject({ status: 'Published' });
    const archived = await send('POST', '/forum/plans/silver/archive', undefined, '*');
    expect(planOf(archived.body, 'silver')).toMatchObject({ status: 'Archived' });
    const again = await send('POST', '/forum/plans/silver/publish', undefined, '*');
    expect(planOf(again.body, 'silver')).toMatchObject({ status: 'Published' });
  });

  it('200: changes given members together, and keeps the others', async () => {
    const plans = { basic: { capabilities: { search: true } }, gold: { limits: { rooms: 10 } } };
    const { status, body, headers } = await send('PATCH', '/forum/plans', { plans }, '"1"');
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(planOf(body, 'basic')).toMatchObject({ capabilities: { search: true }, limits: { seats: 3 } });
    expect(planOf(body, 'gold')).toMatchObject({ capabilities: { search: true }, limits: { rooms: 10 } });

    const refused = [
      await send('PATCH', '/forum/plans', { plans: { basic: { limits: {} }, none: {} } }, '*'),
      await send('PATCH', '/forum/plans', { plans: { basic: { limits: {} } } }, '"1"'),
      await send('PATCH', '/forum/plans', { plans: { basic: { limits: {} } } }),
    ].map((answer) => answer.status);
    expect(refused).toEqual([404, 412, 428]);
    expect(await read()).toEqual(body);
  });

  it.each([
    ['POST', '/plans', { ...settings, slug: 'gold' }, 'slug'],
    ['POST', '/plans', { ...settings, slug: 'silver', edition: 'none' }, 'edition'],
    ['PATCH', '/plans/gold', { edition: 'none' }, 'edition'],
    ['PATCH', '/plans/gold', { capabilities: { '': true } }, 'capabilities.'],
    ['PATCH', '/plans/gold', { limits: { rooms: 'many' } }, 'limits.rooms'],
  ])('400: %s %s %j', async (method, path, body, where) => {
    const before = await read();
    const answer = await send(method, `/forum${path}`, body, '*');
    expect([answer.status, answer.body.args.issues[0].path]).toEqual([400, where]);
    expect(await read()).toEqual(before);
  });

  it('404, 412, 428 and 409 write nothing', async () => {
    const before = await read();
    const statuses = [
      await send('PATCH', '/forum/plans/none', { name: 'None' }, '*'),
      await send('PATCH', '/forum/plans/gold', { name: 'Late' }, '"7"'),
      await send('PATCH', '/forum/plans/gold', { name: 'Blind' }),
      await send('POST', '/forum/plans/gold/publish', undefined, '*'),
      await send('DELETE', '/forum/plans/gold'),
      await send('DELETE', '/forum/plans/none'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 412, 428, 409, 409, 404]);
    expect(await read()).toEqual(before);
  });

  it('200: a draft can be removed', async () => {
    const answer = await send('DELETE', '/forum/plans/sketch');
    expect([answer.status, planOf(answer.body, 'sketch')]).toEqual([200, undefined]);
  });
});

it('concurrent edits of one revision: only one succeeds', async () => {
  const answers = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((name) => send('PATCH', '/forum/plans/gold', { name }, '"1"')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
});

it('404: a product of another workspace with the same names is neither read nor changed', async () => {
  const other = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  done(await addProduct(world.context, other.workspaceId, product('quill')));
  const before = (await other.call('GET', '/products/quill')).body;
  expect((await send('GET', '/quill')).status).toBe(404);
  expect((await send('PATCH', '/quill', { name: 'Ours' }, '*')).status).toBe(404);
  await send('POST', '', { slug: 'quill', name: 'Ours', types: ['WebApp'] });
  expect((await send('PATCH', '/quill', { name: 'Ours again' }, '*')).status).toBe(200);
  expect((await other.call('GET', '/products/quill')).body).toEqual(before);
});

describe('a category', () => {
  it('is added, renamed, and removed unless it has products', async () => {
    const answer = await user.call('POST', '/categories', { body: { slug: 'work', name: 'Work' } });
    expect([answer.status, answer.body]).toEqual([201, { slug: 'work', name: 'Work' }]);
    const tag = answer.headers.get('etag') ?? '';
    const rename = (name: string, expected: string) =>
      user.call('PATCH', '/categories/work', { body: { name }, headers: based(expected) });
    expect((await rename('Labour', tag)).status).toBe(200);
    expect((await rename('Late', tag)).status).toBe(412);
    expect((await user.call('GET', '/categories')).body.items).toEqual([
      { slug: 'talk', name: 'Talk' },
      { slug: 'work', name: 'Labour' },
    ]);
    await send('PATCH', '/forum', { categories: ['work'] }, '*');
    const used = await user.call('DELETE', '/categories/work');
    expect([used.status, used.body.args.products]).toEqual([409, ['forum']]);
    await send('PATCH', '/forum', { categories: [] }, '*');
    expect((await user.call('DELETE', '/categories/work')).status).toBe(204);
    expect((await user.call('DELETE', '/categories/work')).status).toBe(404);
    const taken = await user.call('POST', '/categories', { body: { slug: 'talk', name: 'Again' } });
    expect([taken.status, taken.body.args.issues[0].path]).toEqual([400, 'slug']);
  });
});

describe('400: exceeding a catalogue limit writes nothing', () => {
  const record = <Value>(count: number, value: Value) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name-${index}`, value]));

  it.each([
    ['capabilities', 200, true],
    ['limits', 200, 1],
  ] as const)('with %s of a plan', async (member, maximum, value) => {
    const tooMany = await send('PATCH', '/forum/plans/basic', { [member]: record(maximum + 1, value) }, '*');
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'request.validation_failed']);
    expect(tooMany.body.args.issues).toEqual([
      {
        path: member,
        rule: 'ceiling',
        message: `must be at most ${maximum} per plan, not ${maximum + 1}`,
      },
    ]);
    expect((await send('GET', '/forum')).headers.get('etag')).toBe('"1"');
    const preview = await send('POST', '/forum/plans/basic/impact', { [member]: record(maximum + 1, value) });
    expect(preview.status).toBe(400);
    const accepted = await send('PATCH', '/forum/plans/basic', { [member]: record(maximum, value) }, '*');
    expect(accepted.status).toBe(200);
  });

  it('with dimensions of a mapping', async () => {
    const dimensions = Array.from({ length: 101 }, (_, index) => ({ id: `d${index}`, name: 'D', unit: 'd' }));
    const mapping = {
      product: 'forum',
      plan: 'basic',
      sourceName: 'M',
      offerId: 'o',
      planId: 'p',
      dimensions,
    };
    const answer = await user.call('POST', '/plan-mappings', { body: mapping });
    expect([answer.status, answer.body.args.issues[0].rule]).toEqual([400, 'ceiling']);
  });

  it('with a catalogue file', async () => {
    const plans = Array.from(
      { length: 201 },
      (_, index) =>
        `{ slug: p${index}, name: P, status: Draft, edition: e, licenceModel: Seats, billingModel: FlatRate }`,
    );
    const editions = '[{ slug: e, name: E, rank: 1 }]';
    const file = `version: 1\nproducts: [{ slug: forum, name: F, status: Published, types: [WebApp], editions: ${editions}, plans: [${plans.join(',')}] }]`;
    for (const verb of ['plan', 'impact', 'apply']) {
      const answer = await user.call('POST', `/catalogue/${verb}`, { body: { file }, headers: based() });
      expect([answer.status, answer.body.args.issues[0].path]).toEqual([400, 'products.0.plans']);
    }
  });
});

it('413: a body over 256 kB, compressed or not', async () => {
  const body = JSON.stringify({ slug: 'a', name: 'A', types: ['WebApp'], categories: ['x'.repeat(300_000)] });
  const headers = {
    cookie: `tessera_session=${user.cookie}`,
    'x-tessera-request': '1',
    'content-type': 'application/json',
  };
  const path = `/api/admin/v1/workspaces/${workspaceId}/products`;
  for (const init of [
    { body, headers },
    { body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } },
  ]) {
    const answer = await world.call(path, { method: 'POST', ...init });
    expect([answer.status, answer.body.args]).toEqual([413, { limitBytes: 262_144 }]);
  }
});
