import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnvironment, RunningCommand } from '../../../tests/support/nodes/running-command.ts';
import {
  acceleratorTables,
  ImportShop,
  lostRows,
  writeTables,
} from '../../../tests/support/worlds/import-shop.ts';

let shop: ImportShop;
let folder: string;
let workspaceId: string;
beforeAll(async () => {
  shop = await ImportShop.open();
  folder = await mkdtemp(join(tmpdir(), 'tessera-import-'));
  workspaceId = await shop.workspace();
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]) {
  const environment = { ...nodeEnvironment(shop.books.url), ALLOW_LOCAL_WEBHOOKS: 'true' };
  const command = new RunningCommand(['import', ...args], environment);
  const exitCode = await command.ended();
  return { exitCode, output: command.output, errors: command.errors };
}
const accelerator = (name: string, ...args: readonly string[]) =>
  run('accelerator', '--workspace', 'workspace-1', '--file', join(folder, name), ...args);

it('import accelerator shows a plan, drafts the catalogue, and adds the subscriptions once it is published', async () => {
  const sold = shop.sell(3, { planId: 'gold' });
  const tables = acceleratorTables([...sold, ...lostRows(1)]);
  const Users = Buffer.from(`\ufeff${tables.Users}`, 'utf16le');
  await writeTables(join(folder, 'export'), { ...tables, Users });
  const planned = await accelerator('export');
  expect(planned).toEqual({
    exitCode: 0,
    output: `Catalogue: 8 additions, all of drafts.
  + product forum "The Forum"
  + edition forum/standard "Standard"
  + plan forum/basic "Basic", for the whole tenant
  + mapping of forum/basic to the offer forum, plan basic; dimensions calls, posts
  + plan forum/gold "Gold", for the whole tenant
  + mapping of forum/gold to the offer forum, plan gold
  + plan forum/seats "Seats", with seats
  + mapping of forum/seats to the offer forum, plan seats
Subscriptions: 4 in the export.
       3 of draft plans, to add when those are published: forum/gold
       1 refused
  f9000000-0000-4000-8000-000000000000 (buyer@contoso.example): The marketplace does not know it.
Nothing was changed. Apply: npm start -- import accelerator --workspace workspace-1 --file ${join(folder, 'export')} --apply
`,
    errors: `Subscriptions listed by the marketplace: 3 of 3
Subscriptions read that the list lacks: 1 of 1
Lists of plans read: 1 of 1
`,
  });
  const drafted = await accelerator('export', '--apply');
  expect(drafted.output).toContain('Review and publish the drafts in the portal');
  await shop.publish(workspaceId, 'gold');
  const added = await accelerator('export', '--apply');
  expect(added.output).toContain('       3 added\n');
  expect(added.errors).toContain('Subscriptions followed: 3 of 3\n');
  const audited = await shop.books.database
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('action', '=', 'subscription.created')
    .execute();
  expect(audited).toEqual(
    sold.map(() => ({ action: 'subscription.created', actor_id: 'import accelerator' })),
  );

  const everything = await run('marketplace', '--workspace', 'workspace-1', '--json');
  expect(JSON.parse(everything.output)).toMatchObject({
    workspace: 'workspace-1',
    connection: 'Shop',
    applied: false,
    changes: [],
    subscriptions: sold.map(({ id, purchaser }) => ({ id, tenantId: purchaser, outcome: 'Same' })),
    failure: null,
  });
});

describe('an import is refused for', () => {
  const texts = acceleratorTables([]);
  it.each<[string, Parameters<typeof writeTables>[1], string]>([
    [
      'a missing table',
      { Subscriptions: texts.Subscriptions },
      'Plans.csv is missing; Offers.csv is missing',
    ],
    ['a missing column', { ...texts, Offers: 'OfferId\nforum\n' }, 'Offers.csv has no column OfferGUId'],
    [
      'a broken file',
      { ...texts, Plans: 'PlanId,OfferID\n"a,b\n' },
      'line 2 has a quotation mark without its end',
    ],
    [
      'another encoding',
      { ...texts, Users: Buffer.from('UserId,EmailAddress\n1,J\xf6rg\n', 'latin1') },
      'is not in UTF-8',
    ],
  ])('%s', async (name, tables, advice) => {
    await writeTables(join(folder, name), tables);
    const refused = await accelerator(name);
    expect(refused).toMatchObject({ exitCode: 1, output: '', errors: expect.stringContaining(advice) });
  });

  it('a file instead of a folder, an unknown workspace and an unknown connection', async () => {
    await writeTables(join(folder, 'file'), texts);
    expect((await accelerator('file/Plans.csv')).errors).toContain(
      '--file must be the folder that has Subscriptions.csv',
    );
    expect((await run('marketplace', '--workspace', 'nowhere')).errors).toBe(
      'There is no workspace nowhere; create it with create-workspace.\n',
    );
    const unknown = await run('marketplace', '--workspace', 'workspace-1', '--connection', 'Bazaar');
    expect(unknown.errors).toBe("workspace-1 has no connection 'Bazaar', only 'Shop'.\n");
  });

  it('a marketplace that refuses the credential', async () => {
    shop.marketplace.setFault({ kind: 'forbidden' });
    const refused = await run('marketplace', '--workspace', 'workspace-1');
    shop.marketplace.clearFaults();
    expect(refused).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('The marketplace cannot be read: '),
    });
  });
});
