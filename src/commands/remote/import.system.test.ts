import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceleratorTables, writeTables } from '../../../tests/support/worlds/import-shop.ts';
import { RemoteWorld } from '../../../tests/support/worlds/remote-world.ts';

let remote: RemoteWorld;
let folder: string;
beforeAll(async () => {
  remote = await RemoteWorld.open();
  folder = await mkdtemp(join(tmpdir(), 'tessera-import-'));
});
afterAll(async () => {
  await remote.close();
  await rm(folder, { recursive: true, force: true });
});

const sample = fileURLToPath(new URL('../../../examples/accelerator-export/', import.meta.url));
const run = (...args: string[]) => remote.tesseraWith(remote.keys.administrator, 'import', ...args);

it('import accelerator plans, applies as planned, and then has nothing left to apply', async () => {
  const planned = await run('accelerator', '--file', sample);
  expect(planned).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Catalogue: 6 additions, all of drafts.
  + product atlas "Atlas Maps"
  + edition atlas/standard "Standard"
  + plan atlas/starter "Starter", for the whole tenant
  + mapping of atlas/starter to the offer atlas, plan starter; dimensions tiles
  + plan atlas/team "Team", with seats
  + mapping of atlas/team to the offer atlas, plan team
Subscriptions: 6 in the export.
       2 to add
       2 of draft plans, to add when those are published: atlas/starter, atlas/team
       1 ended at the marketplace
       1 refused
  5a3c0000-0000-4000-8000-000000000004 (jo@fabrikam.example): The marketplace does not know it.
`),
  });
  expect(planned.output).toContain(
    `Nothing was changed. Apply: npm start -- import accelerator --file ${sample} --apply`,
  );
  const applied = await run('accelerator', '--sample', '--apply');
  expect(applied.output).toContain('       2 added\n');
  expect(applied.output).toContain('Review and publish the drafts in the portal');
  expect((await run('accelerator', '--sample')).output).toContain('Nothing to apply.');
  const { output } = await run('marketplace', '--json');
  const { subscriptions, ...report } = JSON.parse(output);
  expect(report).toMatchObject({
    connection: 'Microsoft Marketplace',
    applied: false,
    changes: [],
    failure: null,
  });
  expect(subscriptions.filter(({ id }: { id: string }) => id.startsWith('5a3c'))).toHaveLength(5);
});

it.each<[string, number, string, (string | Uint8Array)?]>([
  ['a missing file', 1, 'Plans.csv is missing'],
  ['another encoding', 1, 'is not in UTF-8', Buffer.from('PlanId,OfferID\nJ\xf6rg,x\n', 'latin1')],
])('an import is refused for %s', async (name, exitCode, words, Plans) => {
  const { Subscriptions, Offers } = acceleratorTables([]);
  await writeTables(join(folder, name), { Subscriptions, Offers, ...(Plans && { Plans }) });
  const refused = await run('accelerator', '--file', join(folder, name));
  expect(refused).toMatchObject({ code: exitCode, output: '', errors: expect.stringContaining(words) });
});

it.each([
  [['accelerator'], 2, 'needs --file <folder>, or --sample on the demo'],
  [['accelerator', '--file', '/nowhere'], 1, '--file must be the folder that has Subscriptions.csv'],
  [
    ['marketplace', '--connection', 'Bazaar'],
    1,
    "arcadia has no connection 'Bazaar', only 'Microsoft Marketplace'.",
  ],
])('%j is refused', async (args, exitCode, words) => {
  expect(await run(...args)).toMatchObject({ code: exitCode, errors: expect.stringContaining(words) });
});

it('an import needs the role Partner administrator', async () => {
  const refused = await remote.tesseraWith(remote.keys.viewer, 'import', 'marketplace');
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Partner administrator') });
});
