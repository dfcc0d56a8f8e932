import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { refuse } from '../../core/refusal.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());
beforeEach(async () => {
  books.clock.forward(day);
  workspaceId = await books.workspace();
});

const revise = (changes: Parameters<typeof revisePlan>[4], plan = 'basic', workspace = workspaceId) =>
  revisePlan(books.context, workspace, 'forum', plan, changes);
const versionOf = async (tenantId: string) => (await books.answer(workspaceId, tenantId)).version;

it('changes the entitlements and versions of exactly the tenants with the plan', async () => {
  const holder = await books.createActive(workspaceId);
  const another = await books.createActive(workspaceId);
  const stranger = await books.createActive(workspaceId, { plan: 'premium' });
  books.clock.forward(day);

  expect(await revise({ name: 'Basic plus', capabilities: { search: true, archive: true } })).toEqual({
    revision: 3,
    changes: [
      {
        action: 'plan.changed',
        subject: { kind: 'Plan', id: 'forum/basic' },
        before: { name: 'Plan basic', capabilities: { archive: false } },
        after: { name: 'Basic plus', capabilities: { archive: true } },
      },
    ],
  });

  for (const { tenantId } of [holder, another]) {
    expect(await books.answer(workspaceId, tenantId)).toMatchObject({
      plan: { slug: 'basic', name: 'Basic plus' },
      capabilities: { search: true, archive: true },
      version: 3,
    });
    expect((await books.versions(workspaceId, tenantId)).at(-1)).toEqual({
      version: 3,
      recordedAt: books.clock.now(),
    });
  }
  expect(await versionOf(stranger.tenantId)).toBe(2);
});

it('keeps unchanged fields', async () => {
  const { tenantId } = await books.createActive(workspaceId);
  await revise({ serviceIdentifier: 'service-1' });
  expect(await books.answer(workspaceId, tenantId)).toMatchObject({
    plan: { slug: 'basic', name: 'Plan basic' },
    capabilities: { search: true, archive: false },
  });
});

it('keeps the earlier content for entitlements as of an earlier time', async () => {
  const { tenantId } = await books.createActive(workspaceId);
  const before = await books.answer(workspaceId, tenantId);
  const then = books.clock.now();
  books.clock.forward(1);
  await revise({ capabilities: {} });
  expect((await books.answer(workspaceId, tenantId)).capabilities).toEqual({});
  expect(await books.answerAsOf(workspaceId, tenantId, then)).toEqual(before);
});

const changes = async (subscription: Parameters<Books['events']>[0]) =>
  (await books.events(subscription)).filter(({ type }) => type === 'entitlement.changed');

it('raises events with versions for exactly the changed entitlements', async () => {
  const holder = await books.createActive(workspaceId);
  const suspended = await books.createActive(workspaceId);
  await books.move(suspended, { type: 'suspend' });
  const pending = await books.create(workspaceId);
  const outranked = await books.createActive(workspaceId);
  await books.createActive(workspaceId, { tenantId: outranked.tenantId, plan: 'premium' });
  const stranger = await books.createActive(workspaceId, { plan: 'premium' });
  const before = new Map<string, number>();
  const all = [holder, suspended, pending, outranked, stranger];
  for (const one of all) before.set(one.subscriptionId, (await changes(one)).length);
  books.clock.forward(day);

  // A capability that the premium plan has too changes nothing for tenants with both plans; a name does.
  await revise({ capabilities: { search: true, archive: true } });
  const isRaised = async () =>
    Promise.all(all.map(async (one) => (await changes(one)).length - (before.get(one.subscriptionId) ?? 0)));
  expect(await isRaised()).toEqual([1, 1, 0, 0, 0]);
  expect((await changes(holder)).at(-1)).toMatchObject({
    occurredAt: books.clock.now(),
    data: { plan: { slug: 'basic' }, accessLevel: 'Full', version: 3, subscriptionId: holder.subscriptionId },
  });
  expect((await changes(suspended)).at(-1)?.data.accessLevel).toBe('ReadOnly');
  await revise({ name: 'Basic plus' });
  expect(await isRaised()).toEqual([2, 2, 0, 1, 0]);
  await revise({ serviceIdentifier: 'service-1' });
  expect(await isRaised()).toEqual([2, 2, 0, 1, 0]);
});

it.each<Parameters<typeof revisePlan>[4]>([
  {},
  { name: 'Plan basic' },
  { capabilities: { archive: false, search: true }, serviceIdentifier: null },
])('writes nothing when the plan is unchanged: %j', async (same) => {
  await books.createActive(workspaceId);
  const everything = await books.everything();
  expect(await revise(same)).toEqual({ revision: 2, changes: [] });
  expect(await books.everything()).toEqual(everything);
});

it.each([
  'catalogues',
  'products',
  'plans',
  'plan_revisions',
  'entitlements',
  'entitlement_versions',
  'events',
] as const)('writes nothing when %s cannot be written', async (book) => {
  await books.createActive(workspaceId);
  const everything = await books.everything();
  await books.whileClosed(book, async () => {
    await expect(revise({ name: 'Never' })).rejects.toThrow('this book is closed');
  });
  expect(await books.everything()).toEqual(everything);
});

it('refuses a plan that the product does not have, and writes nothing', async () => {
  const everything = await books.everything();
  expect(await revise({ name: 'Never' }, 'unheard-of')).toEqual(
    refuse('plan.not_found', { plan: 'unheard-of' }),
  );
  expect(await books.everything()).toEqual(everything);
});

it('never changes a plan of the same name in another workspace', async () => {
  const elsewhere = await books.workspace();
  const theirs = await books.createActive(elsewhere);
  const everything = await books.everything(elsewhere);
  await revise({ name: 'Ours' });
  expect(await books.everything(elsewhere)).toEqual(everything);
  expect((await books.answer(elsewhere, theirs.tenantId)).plan?.name).toBe('Plan basic');
});

it('concurrent changes make revisions without a gap, each with its version', async () => {
  const holders = await Promise.all(Array.from({ length: 4 }, () => books.createActive(workspaceId)));
  const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
  const moves = holders.map((holder) => books.move(holder, { type: 'suspend' }, { type: 'reinstate' }));
  const revised = await Promise.all(names.map((name) => revise({ name })));
  await Promise.all(moves);
  expect(revised.map((result) => 'revision' in result && result.revision).sort()).toEqual([
    10, 11, 12, 3, 4, 5, 6, 7, 8, 9,
  ]);
  for (const { tenantId } of holders) {
    const versions = await books.versions(workspaceId, tenantId);
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  }
});
