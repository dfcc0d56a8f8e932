import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { catalogues } from '../../../tests/support/worlds/catalogues.ts';
import { compareCatalogues } from '../../core/catalogue/changes.ts';
import { consentFor } from '../../core/catalogue/consent.ts';
import { asDefined } from '../../core/catalogue/definition.ts';
import { fromFile } from '../../core/catalogue/from-file.ts';
import { isRefusal } from '../../core/refusal.ts';
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

it('property: the stored catalogue equals the applied one, and applying it again changes nothing', async () => {
  const workspaceId = await books.workspace();
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(catalogues, async (file) => {
      const before = await stored(workspaceId);
      const planned = finish(fromFile(file)(before));
      const consent = isRefusal(planned)
        ? { archive: 0, remove: 0 }
        : consentFor(finish(compareCatalogues(before, planned)));
      const result = await applyCatalogue(books.context, workspaceId, { revision: 'any', ...consent }, file);
      if (isRefusal(planned)) {
        expect(result).toEqual(planned);
        return;
      }
      applied += 1;
      expect(done(result).changes).toEqual(finish(compareCatalogues(before, planned)));
      const after = await stored(workspaceId);
      expect(finish(compareCatalogues(planned, after))).toEqual([]);
      const everything = await books.everything(workspaceId);
      const again = done(
        await applyCatalogue(books.context, workspaceId, basis(done(result).revision), file),
      );
      expect(again).toEqual({ revision: done(result).revision, changes: [] });
      const own = done(await applyCatalogue(books.context, workspaceId, basis('any'), after));
      expect(own.changes).toEqual([]);
      expect(await books.everything(workspaceId)).toEqual(everything);
      // A published item cannot become a draft again: the next file starts with an empty workspace.
      await emptied(workspaceId);
    }),
    { numRuns: costlyRuns },
  );
  expect(applied).toBeGreaterThan(5);
});

/** Without subscriptions everything can be deleted. */
async function emptied(workspaceId: string): Promise<void> {
  for (const table of ['plans', 'products', 'categories'] as const) {
    await books.database.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
  }
}
