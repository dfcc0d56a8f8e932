import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withRowCounts } from '../../../tests/support/database/rows-read.ts';
import { done } from '../../../tests/support/done.ts';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { Books, withoutVersion } from '../../../tests/support/worlds/books.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';
import { withProduct } from '../../core/catalogue/edit.ts';
import {
  editEdition,
  editInOrder,
  editPlan,
  editProduct,
  movePlan,
  moveProduct,
  orderEditions,
  type ProductEdit,
} from '../../core/catalogue/product-edit.ts';
import { isRefusal } from '../../core/refusal.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { previewImpact } from './preview-impact.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(4);
});
afterAll(() => books.close());

/** Tenants in every status, with one plan, both, or none in force. */
async function populated() {
  const workspaceId = await books.workspace();
  const tenants: string[] = [];
  for (const plans of [['basic'], ['premium'], ['basic', 'premium']]) {
    for (const moves of [[], ['activate'], ['activate', 'suspend'], ['activate', 'cancelNow']] as const) {
      const tenantId = randomUUID();
      tenants.push(tenantId);
      for (const plan of plans) {
        const quantity = plan === 'premium' ? 5 : null;
        const subscription = await books.create(workspaceId, { plan, tenantId, quantity });
        for (const type of moves) await books.move(subscription, { type } as never);
      }
    }
  }
  return { workspaceId, tenants };
}

const names = fc.constantFrom('One', 'Two', 'Three');
const capabilities = fc.dictionary(fc.constantFrom('search', 'archive', 'export'), fc.boolean());
const edits: fc.Arbitrary<ProductEdit> = fc.oneof(
  names.map((name) => editProduct({ name })),
  fc
    .record(
      {
        name: names,
        capabilities,
        limits: fc.dictionary(fc.constantFrom('rooms', 'posts'), fc.integer()),
        edition: fc.constantFrom('standard', 'premium'),
        licenceModel: fc.constantFrom('TenantWide', 'Seats', 'IdpManaged'),
        serviceIdentifier: fc.constantFrom(null, 'x'),
      },
      { requiredKeys: [] },
    )
    .chain((changes) => fc.constantFrom('basic', 'premium').map((plan) => editPlan(plan, changes))),
  fc
    .constantFrom('standard', 'premium')
    .chain((edition) => names.map((name) => editEdition(edition, { name }))),
  fc.constant(orderEditions(['premium', 'standard'])),
  fc.constantFrom(movePlan('basic', 'Archived'), movePlan('draft', 'Published'), moveProduct('Archived')),
);

describe('property', () => {
  it('a preview lists exactly the entitlements that the change alters, and how', async () => {
    const { workspaceId, tenants } = await populated();
    const answers = async () =>
      new Map(
        await Promise.all(tenants.map(async (id) => [id, await books.answer(workspaceId, id)] as const)),
      );
    const eventCount = async () => {
      const rows = await books.database
        .selectFrom('events')
        .select('event_id')
        .where('workspace_id', '=', workspaceId)
        .where('type', '=', 'entitlement.changed')
        .execute();
      return rows.length;
    };
    let changedSomething = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 3 }), async (chosen) => {
        const edit = withProduct('forum', editInOrder(...chosen));
        const before = await answers();
        const events = await eventCount();
        const everything = await books.everything();
        const preview = await previewImpact(books.database, workspaceId, edit, books.clock.now());
        expect(await books.everything()).toEqual(everything);
        const made = await changeCatalogue(books.context, workspaceId, { revision: 'any' }, edit);
        if (isRefusal(preview)) {
          expect(made).toEqual(preview);
          return;
        }
        const after = await answers();
        expect(done(made).changes).toEqual(preview.changes);

        const changed = tenants.filter(
          (id) =>
            JSON.stringify(withoutVersion(before.get(id) as never)) !==
            JSON.stringify(withoutVersion(after.get(id) as never)),
        );
        expect(preview.answers.changed).toBe(changed.length);
        expect(preview.examples.map(({ tenantId }) => tenantId)).toEqual([...changed].sort());
        expect((await eventCount()) - events).toBe(changed.length);
        const has = (map: typeof before, id: string, name: string) =>
          map.get(id)?.capabilities[name] === true;
        for (const name of ['search', 'archive', 'export']) {
          const gained = tenants.filter((id) => !has(before, id, name) && has(after, id, name)).length;
          const lost = tenants.filter((id) => has(before, id, name) && !has(after, id, name)).length;
          const impact = preview.capabilities.find(({ capability }) => capability === name);
          expect([impact?.gained ?? 0, impact?.lost ?? 0]).toEqual([gained, lost]);
        }
        if (changed.length > 0) changedSomething += 1;
      }),
      { numRuns: costlyRuns },
    );
    expect(changedSomething).toBeGreaterThan(5);
  });
});

describe('the limits of a preview', () => {
  it('name the plan and its number of subscriptions in force', async () => {
    const { workspaceId } = await populated();
    const preview = async (rooms: number) => {
      const edit = withProduct('forum', editPlan('basic', { limits: { rooms } }));
      return done(await previewImpact(books.database, workspaceId, edit, books.clock.now()));
    };
    // Alone or beside the other plan; active or suspended.
    expect(await preview(5)).toMatchObject({
      answers: { changed: 4 },
      members: [{ member: 'limits', answers: 4 }],
      limits: [{ product: 'forum', plan: 'basic', limit: 'rooms', before: null, after: 5, tenants: 4 }],
    });
    // Tenants that also have the other plan keep its higher limit.
    done(await revisePlan(books.context, workspaceId, 'forum', 'premium', { limits: { rooms: 10 } }));
    expect(await preview(5)).toMatchObject({ answers: { changed: 2 }, limits: [{ after: 5, tenants: 4 }] });
  });
});

it('a preview compares only tenants of this workspace with the changed plans', async () => {
  const { workspaceId } = await populated();
  await populated();
  const preview = async (edit: ProductEdit) =>
    done(await previewImpact(books.database, workspaceId, withProduct('forum', edit), books.clock.now()))
      .answers;
  expect(await preview(editPlan('draft', { name: 'Other' }))).toEqual({ compared: 0, changed: 0 });
  expect(await preview(editPlan('basic', { name: 'Other' }))).toEqual({ compared: 8, changed: 4 });
  expect(await preview(editProduct({ name: 'Other' }))).toEqual({ compared: 12, changed: 12 });
  expect(await preview(movePlan('basic', 'Archived'))).toEqual({ compared: 8, changed: 0 });
});

it('reads many tenants a page at a time, each of them once', async () => {
  const workspaceId = await books.workspace();
  const { subscriptionId } = await books.create(workspaceId, { plan: 'basic', tenantId: randomUUID() });
  await books.copyToTenants(subscriptionId, 1_200);
  const { database, rowCounts } = withRowCounts(books.database);
  const edit = withProduct('forum', editProduct({ name: 'Other' }));
  const { answers, isComplete } = done(await previewImpact(database, workspaceId, edit, books.clock.now()));
  expect([answers, isComplete]).toEqual([{ compared: 1_201, changed: 1_201 }, true]);
  expect(Math.max(...rowCounts)).toBe(500);
  // Of each page the ids and the subscriptions, of the last one that it is empty.
  expect(rowCounts.filter((count) => count >= 200)).toEqual([500, 500, 500, 500, 201, 201]);
});

it('a preview and a rename yield to the event loop between tenants', async () => {
  const workspaceId = await books.workspace();
  const { subscriptionId } = await books.create(workspaceId, { plan: 'basic', tenantId: randomUUID() });
  await books.copyToTenants(subscriptionId, 199);
  const edit = withProduct('forum', editProduct({ name: 'Other' }));
  const { now } = performance;
  let elapsed = 0;
  // Every tenant takes as long as work may hold the event loop.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsed += 5;
    return now.call(performance) + elapsed;
  });
  const turns = vi.spyOn(globalThis, 'setImmediate');
  try {
    done(await previewImpact(books.database, workspaceId, edit, books.clock.now()));
    expect(turns.mock.calls.length).toBeGreaterThan(190);
    turns.mockClear();
    done(await changeCatalogue(books.context, workspaceId, { revision: 'any' }, edit));
    expect(turns.mock.calls.length).toBeGreaterThan(190);
  } finally {
    clock.mockRestore();
    turns.mockRestore();
  }
});
