import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { testEncryptionKeyText } from '../../../tests/support/encryption-key.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { type ProductionConfig, readConfig } from '../../config.ts';
import { openDatabase } from '../../storage/database.ts';
import { runCreateWorkspace } from './administer.ts';
import { runCatalogueApply, runCatalogueExport, runCataloguePlan } from './catalogue.ts';

let config: ProductionConfig;
let folder: string;
beforeAll(async () => {
  const read = readConfig({
    DATABASE_URL: await createDatabase(inject('postgresUrl')),
    PUBLIC_URL: 'https://tessera.example',
    IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
    ENCRYPTION_KEY: testEncryptionKeyText,
  });
  if (read.mode !== 'production') throw new Error('no production');
  config = read;
  folder = await mkdtemp(join(tmpdir(), 'tessera-catalogue-'));
  await runCreateWorkspace(config, { slug: 'arcadia', name: 'Arcadia', plan: 'Growth' });
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = async (text: string) => {
  const file = join(folder, 'catalogue.yaml');
  await writeFile(file, text);
  return file;
};
const forum = `version: 1
products:
  - slug: forum
    name: Forum
    status: Published
    types: [WebApp]
    editions:
      - { slug: standard, name: Standard, rank: 10 }
`;

it('plans, applies and exports, audited with its user', async () => {
  const file = await fileOf(forum);
  const planned = await runCataloguePlan(config, { workspace: 'arcadia', file });
  expect(planned).toContain('product.added forum {"name":"Forum"');
  const revision = /--revision (\d+)$/.exec(planned)?.[1] ?? '';
  const apply = () => runCatalogueApply(config, { workspace: 'arcadia', file, revision });
  expect((await apply()).split('\n').at(-1)).toBe('2 changed.');
  expect(await runCataloguePlan(config, { workspace: 'arcadia', file })).toBe('Nothing to change.');
  await expect(apply()).rejects.toThrow(
    `Refused: The catalogue has been changed since revision ${revision}. Run catalogue plan again`,
  );
  const exportAs = (format: string) => runCatalogueExport(config, { workspace: 'arcadia', format });
  await expect(exportAs('toml')).rejects.toThrow('--format must be one of yaml, json.');
  await fileOf(await exportAs('json'));
  expect(await runCataloguePlan(config, { workspace: 'arcadia', file })).toBe('Nothing to change.');
  const exported = await exportAs('yaml');
  expect(exported).toContain('  - slug: forum\n    name: Forum\n    status: Published\n');
  await fileOf(exported);
  expect(await runCataloguePlan(config, { workspace: 'arcadia', file })).toBe('Nothing to change.');

  const database = openDatabase({ url: config.databaseUrl, maxConnections: 1, onConnectionLost: () => {} });
  const entries = await database
    .selectFrom('audit_entries')
    .select(['actor_id', 'action'])
    .where('actor_id', '=', 'catalogue apply')
    .orderBy('action')
    .execute();
  await database.destroy();
  expect(entries.map(({ action }) => action)).toEqual(['edition.added', 'product.added']);
});

it('archives items that a file omits only with the counts of the plan', async () => {
  const file = await fileOf('version: 1\nproducts: []\n');
  const options = { workspace: 'arcadia', file };
  const planned = await runCataloguePlan(config, options);
  expect(planned).toContain('1 products and plans to archive, 0 drafts to remove.');
  const [, revision = '', archive = ''] = /--revision (\d+) --archive (\d+)$/.exec(planned) ?? [];
  await expect(runCatalogueApply(config, { ...options, revision })).rejects.toThrow(
    'Refused: The file archives 1 and removes 0 products and plans; archived: forum.',
  );
  await expect(runCatalogueApply(config, { ...options, revision, archive: 'all' })).rejects.toThrow(
    '--archive must be the number',
  );
  expect(await runCatalogueApply(config, { ...options, revision, archive })).toContain(
    'product.archived forum',
  );
});

it.each([
  ['a file that is not there', { file: '/nowhere/catalogue.yaml' }, 'cannot be read'],
  ['a workspace that is not there', { workspace: 'nobody' }, 'There is no workspace nobody'],
])('refuses %s', async (_, options, words) => {
  const file = await fileOf(forum);
  await expect(runCataloguePlan(config, { workspace: 'arcadia', file, ...options })).rejects.toThrow(words);
});

it('refuses an inconsistent file, and an invalid revision', async () => {
  const file = await fileOf(forum.replace('rank: 10', 'rank: high'));
  await expect(runCataloguePlan(config, { workspace: 'arcadia', file })).rejects.toThrow(
    'Refused: products.0.editions.0.rank',
  );
  const options = { workspace: 'arcadia', file, revision: 'latest' };
  await expect(runCatalogueApply(config, options)).rejects.toThrow('--revision must be');
});
