import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { compareCatalogues } from '../../core/catalogue/changes.ts';
import { consentFor } from '../../core/catalogue/consent.ts';
import { asDefined } from '../../core/catalogue/definition.ts';
import { fromFile } from '../../core/catalogue/from-file.ts';
import { refuse } from '../../core/refusal.ts';
import { finish } from '../../core/steps.ts';
import { loadCatalogue } from '../../storage/catalogue/catalogue.ts';
import { applyCatalogue } from './change-catalogue.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(4);
});
afterAll(() => books.close());

const basis = (revision: number | 'any') => ({ revision, archive: 0, remove: 0 });

const stored = async (workspaceId: string) => asDefined(await loadCatalogue(books.database, workspaceId));

it('refuses a catalogue that was changed since the plan, and writes nothing', async () => {
  const workspaceId = await books.workspace();
  await books.sell(workspaceId, 'quill');
  const everything = await books.everything(workspaceId);
  const file = { categories: [], products: [] };
  expect(await applyCatalogue(books.context, workspaceId, basis(2), file)).toEqual(
    refuse('request.precondition_failed'),
  );
  expect(await books.everything(workspaceId)).toEqual(everything);
});

it('archives only as many items as were confirmed, and publishes archived items again', async () => {
  const workspaceId = await books.workspace();
  await books.sell(workspaceId, 'quill');
  const before = await stored(workspaceId);
  const everything = await books.everything(workspaceId);
  const empty = { categories: [], products: [] };
  const { archive, remove } = consentFor(
    finish(compareCatalogues(before, done(finish(fromFile(empty)(before))))),
  );
  expect(archive).toBe(2);
  for (const given of [
    { archive: 0, remove },
    { archive: archive + 1, remove },
    { archive, remove: remove + 1 },
  ]) {
    const refused = await applyCatalogue(books.context, workspaceId, { revision: 'any', ...given }, empty);
    expect(refused).toMatchObject({ code: 'catalogue.consent_required', args: { archive, remove } });
  }
  expect(await books.everything(workspaceId)).toEqual(everything);
  done(await applyCatalogue(books.context, workspaceId, { revision: 'any', archive, remove }, empty));
  const statuses = async () => (await stored(workspaceId)).products.map(({ slug, status }) => [slug, status]);
  expect(await statuses()).toEqual([
    ['forum', 'Archived'],
    ['quill', 'Archived'],
  ]);
  done(await applyCatalogue(books.context, workspaceId, basis('any'), before));
  expect(await statuses()).toEqual([
    ['forum', 'Published'],
    ['quill', 'Published'],
  ]);
});

it('swaps two mappings and keeps their ids', async () => {
  const workspaceId = await books.workspace();
  const mapping = (planId: string) => ({ sourceName: 'Marketplace', offerId: 'o', planId, dimensions: [] });
  const selling = (first: string, second: string) => ({
    categories: [],
    products: [
      product('forum', { plans: [plan('one', { marketplace: [mapping(first)] })] }),
      product('quill', { plans: [plan('two', { marketplace: [mapping(second)] })] }),
    ],
  });
  const consent = { revision: 'any', archive: 2, remove: 1 } as const;
  done(await applyCatalogue(books.context, workspaceId, consent, selling('a', 'b')));
  const ids = async () =>
    books.database
      .selectFrom('marketplace_mappings')
      .select(['marketplace_plan_id', 'mapping_id'])
      .where('workspace_id', '=', workspaceId)
      .where('offer_id', '=', 'o')
      .orderBy('marketplace_plan_id')
      .execute();
  const before = await ids();
  done(await applyCatalogue(books.context, workspaceId, basis('any'), selling('b', 'a')));
  expect(await ids()).toEqual(before);
});

it('raises events for changed entitlements, and answers earlier times from history', async () => {
  const workspaceId = await books.workspace();
  const { tenantId, ...holder } = await books.createActive(workspaceId);
  const elsewhere = await books.workspace();
  const theirs = await books.everything(elsewhere);
  const before = await books.answer(workspaceId, tenantId);
  const then = books.clock.now();
  books.clock.forward(1_000);
  const now = await stored(workspaceId);
  const file = {
    ...now,
    products: now.products.map((own) => ({
      ...own,
      name: 'Agora',
      editions: own.editions.map((edition) => ({ ...edition, rank: edition.rank + 1 })),
    })),
  };
  done(await applyCatalogue(books.context, workspaceId, basis('any'), file));
  const after = await books.answer(workspaceId, tenantId);
  expect(after).toMatchObject({
    product: { slug: 'forum', name: 'Agora' },
    edition: { slug: 'standard', rank: 11 },
    version: before.version + 1,
  });
  expect(await books.answerAsOf(workspaceId, tenantId, then)).toEqual(before);
  expect((await books.events({ ...holder, workspaceId })).at(-1)).toMatchObject({
    type: 'entitlement.changed',
    data: { product: { name: 'Agora' }, version: after.version },
  });
  expect(await books.everything(elsewhere)).toEqual(theirs);
});

it("keeps history in order when the node's clock is behind", async () => {
  const workspaceId = await books.workspace();
  const context = books.context;
  const behind = { ...context, now: new Date(context.now.getTime() - 60_000) };
  const now = await stored(workspaceId);
  const renamed = { ...now, products: now.products.map((own) => ({ ...own, name: 'Agora' })) };
  const other = {
    ...renamed,
    products: renamed.products.map((own) => ({
      ...own,
      plans: own.plans.map((one) => ({ ...one, name: `${one.name} anew` })),
    })),
  };
  done(await applyCatalogue(context, workspaceId, basis('any'), renamed));
  done(await applyCatalogue(behind, workspaceId, basis('any'), other));
  for (const table of ['plan_revisions', 'product_revisions'] as const) {
    const rows = await books.database
      .selectFrom(table)
      .select('recorded_at')
      .where('workspace_id', '=', workspaceId)
      .where('revision', '>', 1)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.recorded_at).toEqual(context.now);
  }
});
