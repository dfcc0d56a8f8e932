import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runToEnd } from '../support/nodes/run-to-end.ts';
import { RemoteWorld } from '../support/worlds/remote-world.ts';

let world: RemoteWorld;
beforeAll(async () => {
  world = await RemoteWorld.open();
});
afterAll(() => world.close());

const asManager = (args: readonly string[]) => world.tesseraWith(world.keys.catalogueManager, ...args);

/** A catalogue file with another name of the first product, and without one. */
function changed(file: string, name: string, removed: string): string {
  const product = new RegExp(`^ {2}- slug: ${removed}\\n(?: {4}.*\\n)*`, 'm');
  return file.replace(/name: Aqueduct.*\n/, `name: ${name}\n`).replace(product, '');
}

describe('tessera catalogue', () => {
  const plan = (file: string, ...more: string[]) => asManager(['catalogue', 'plan', '--file', file, ...more]);

  it('exports, plans with impact and numbers to confirm, and applies', async () => {
    const exported = await asManager(['catalogue', 'export']);
    expect(exported).toMatchObject({ code: 0, errors: '' });
    const file = join(world.folder, 'catalogue.yaml');
    await writeFile(file, exported.output);
    expect((await plan(file)).output).toBe(
      'No changes: the catalogue of Arcadia Software matches the file.\n',
    );
    await writeFile(file, changed(exported.output, 'Aqueduct Plus', 'forum'));

    const [planned, asJson] = await Promise.all([plan(file), plan(file, '--json')]);
    expect([planned.code, planned.errors]).toEqual([0, '']);
    const revision = /revision (\d+):/.exec(planned.output)?.[1] ?? '';
    expect(planned.output).toContain('~ product.changed aqueduct\n    name: "Aqueduct" → "Aqueduct Plus"\n');
    expect(planned.output).toContain('- product.archived forum\n');
    expect(planned.output).toMatch(/^Impact: \d+ of \d+ entitlements would change\.$/m);
    expect(planned.output).toContain(
      `\n  npm start -- catalogue apply --file ${file} --revision ${revision} --archive 1\n`,
    );
    expect(JSON.parse(asJson.output)).toMatchObject({
      workspace: { slug: 'arcadia' },
      revision: Number(revision),
      archive: 1,
      remove: 0,
      changes: expect.arrayContaining([expect.objectContaining({ action: 'product.archived' })]),
      impact: { isComplete: true, answers: { compared: expect.any(Number) } },
    });

    const apply = (...more: string[]) => asManager(['catalogue', 'apply', '--file', file, ...more]);
    const refused = [apply('--revision', '1'), apply('--revision', revision), apply('--revision', 'new')];
    expect(await Promise.all(refused)).toMatchObject([
      { code: 1, errors: expect.stringContaining('has been changed since revision 1.') },
      { code: 1, errors: expect.stringContaining('apply it with --archive 1 --remove 0.') },
      { code: 2 },
    ]);
    const applied = await apply('--revision', revision, '--archive', '1', '--json');
    expect(applied).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(applied.output)).toMatchObject({ revision: Number(revision) + 1 });
    expect((await plan(file)).output).toContain('No changes:');
    expect(await world.session.auditActors('product.changed')).toContain('Pipeline');
  });

  it('refuses a file that is wrong or missing', async () => {
    const file = join(world.folder, 'wrong.yaml');
    await writeFile(file, 'version: 1\nversion: 1\n');
    expect(await Promise.all([plan(file), plan(join(world.folder, 'absent.yaml'))])).toMatchObject([
      { code: 1, errors: expect.stringContaining('Map keys must be unique at line 2, column 1') },
      { code: 1, errors: expect.stringContaining('absent.yaml cannot be read') },
    ]);
  });

  it('has the types of a service, of a file and by an API key', async () => {
    const out = join(world.folder, 'tessera.gen.ts');
    const file = join(world.folder, 'catalogue.json');
    const [exported, written, published, wrong] = await Promise.all([
      asManager(['catalogue', 'export', '--json']),
      asManager(['types', '--out', out]),
      world.tesseraWith(world.demo.facts.apiKey, 'types'),
      asManager(['types', '--file', file, '--key', world.keys.viewer]),
    ]);
    expect(written).toEqual({ code: 0, output: '', errors: '' });
    expect(await readFile(out, 'utf8')).toContain('"aqueduct": {');
    expect(published.output).toContain('"aqueduct": {');
    expect(wrong).toMatchObject({ code: 2 });
    await writeFile(file, exported.output);
    expect((await asManager(['types', '--file', file])).output).toBe(await readFile(out, 'utf8'));
  });
});

/** Required on CI; elsewhere the steps are skipped when a tool is missing. */
const hasTools = ['bash', 'jq'].every((tool) => !spawnSync(tool, ['--version']).error);

describe.skipIf(!hasTools && !process.env.CI)('deploy/ci/catalogue.yml', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  let file: string;
  let jobs: Record<'plan' | 'apply', { readonly steps: readonly { name?: string; run?: string }[] }>;
  beforeAll(async () => {
    file = join(world.folder, 'catalogue.yaml');
    ({ jobs } = parse(await readFile(join(root, 'deploy/ci/catalogue.yml'), 'utf8')));
    await mkdir(join(world.folder, 'bin'));
    await executable('tessera', `exec '${process.execPath}' '${root}/dist/command.js' "$@"`);
    // GitHub is outside of the test: its command keeps what it was given.
    await executable('gh', `printf '%s\\n' "$@" > gh-arguments.txt`);
  });

  async function executable(name: string, script: string): Promise<void> {
    await writeFile(join(world.folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(join(world.folder, 'bin', name), 0o755);
  }

  /** Runs a shell step as GitHub does. */
  const step = (run: string, environment: Record<string, string> = {}) =>
    runToEnd(
      ['-c', run],
      {
        PATH: `${join(world.folder, 'bin')}:${process.env.PATH}`,
        XDG_CONFIG_HOME: world.folder,
        TESSERA_URL: world.url,
        TESSERA_KEY: world.keys.catalogueManager,
        ...environment,
      },
      { program: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'], cwd: world.folder },
    );

  const named = (job: keyof typeof jobs, name: string) =>
    jobs[job].steps.find((one) => one.name === name)?.run ?? 'exit 99';
  const plan = () => step(named('plan', 'Plan'));
  const apply = (archive = '0', remove = '0') =>
    step(named('apply', 'Apply'), { ARCHIVE: archive, REMOVE: remove });

  it('comments the plan on a pull request, and applies it on main with the confirmed numbers', async () => {
    const { output } = await asManager(['catalogue', 'export']);
    await writeFile(file, changed(output, 'Aqueduct Next', 'mosaic'));
    expect(await plan()).toMatchObject({ code: 0, errors: '' });
    expect(await step(named('plan', 'Comment'), { PULL_REQUEST: '7' })).toMatchObject({
      code: 0,
      errors: '',
    });
    expect(await readFile(join(world.folder, 'gh-arguments.txt'), 'utf8')).toMatch(
      /^pr\ncomment\n7\n(.*\n)*--body-file\ncomment.md\n$/,
    );
    const comment = await readFile(join(world.folder, 'comment.md'), 'utf8');
    expect(comment).toContain('```diff\nChanges of the catalogue of Arcadia Software, revision');
    expect(comment).toContain('\n- product.archived mosaic\n');
    expect(comment).toMatch(/--archive 1\n```\n$/);

    expect(await apply()).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--archive 1 --remove 0'),
    });
    const applied = await apply('1');
    expect([applied.code, applied.errors]).toEqual([0, '']);
    expect(applied.output).toMatch(/2 changed; the catalogue of Arcadia Software has the revision \d+\.\n$/);
    expect(await apply()).toEqual({ code: 0, output: 'No changes.\n', errors: '' });
  });

  it('fails the check of a pull request whose file is refused', async () => {
    await writeFile(file, 'version: 1\nproducts: many\n');
    expect(await plan()).toMatchObject({ code: 1, errors: expect.stringContaining('products') });
  });
});
