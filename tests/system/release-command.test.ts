import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCommit } from '../support/releases/git-history.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A repository of its own with the files of this checkout. */
let clone: string;
const git = async (...args: string[]) => (await run('git', args, { cwd: clone })).stdout.trim();
const textOf = (file: string) => readFile(join(clone, file), 'utf8');
const release = (version: string) =>
  run(process.execPath, ['scripts/release.js', version], { cwd: clone, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
const commitAll = () => git('commit', '--all', '--quiet', '--message', 'A change');

/** Elsewhere git cannot list the files. */
const isClone = hasCommit('HEAD');

beforeAll(async () => {
  if (!isClone) return;
  clone = await mkdtemp(join(tmpdir(), 'tessera-release-'));
  const files = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of files.stdout.trim().split('\n')) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await cp(join(root, file), join(clone, file)).catch(() => undefined);
  }
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  await git('init', '--quiet', '--initial-branch', 'main');
  await writeFile(join(clone, '.git/info/exclude'), 'node_modules\n');
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@tessera.example');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Everything');
});
afterAll(() => clone && rm(clone, { recursive: true, force: true }));

describe.runIf(isClone)('npm run release', () => {
  it('refuses, and changes nothing', async () => {
    expect(await release('')).toEqual({ code: 1, text: 'Usage: npm run release -- 1.2.3\n' });
    expect(await release('9.9')).toEqual({ code: 1, text: 'Usage: npm run release -- 1.2.3\n' });
    expect(await release('0.0.9')).toMatchObject({
      code: 1,
      text: expect.stringContaining('is earlier than'),
    });
    await git('tag', 'v9.0.0');
    expect(await release('9.0.0')).toMatchObject({ code: 1, text: expect.stringContaining('a tag v9.0.0') });

    const changelog = await textOf('CHANGELOG.md');
    await writeFile(join(clone, 'CHANGELOG.md'), `${changelog}\n`);
    expect(await release('9.1.0')).toMatchObject({
      code: 1,
      text: expect.stringContaining('not committed'),
    });
    await writeFile(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.0.1\n\n- A change.\n');
    await commitAll();
    expect(await release('9.1.0')).toMatchObject({
      code: 1,
      text: expect.stringContaining('nothing under "Unreleased"'),
    });
    expect([await git('status', '--porcelain'), await git('tag')]).toEqual(['', 'v9.0.0']);
  });

  // It builds, packs and records, in a minute of a busy machine.
  it('makes the files of a release, commits and tags', { timeout: 300_000 }, async () => {
    await writeFile(
      join(clone, 'CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.0.1\n\n- Old.\n',
    );
    await writeFile(join(clone, 'sdk/CHANGELOG.md'), '# Changelog\n\n## Unreleased\n');
    await commitAll();
    expect(await release('9.1.0')).toMatchObject({
      code: 0,
      text: expect.stringContaining('tagged v9.1.0'),
    });

    expect(await git('status', '--porcelain')).toBe('');
    expect((await textOf('tests/fixtures/release-9.1.0/commit')).trim()).toBe(
      await git('rev-parse', 'HEAD~1'),
    );
    expect(await git('tag', '--points-at', 'HEAD', '--format', '%(objecttype) %(contents)')).toBe(
      'tag 9.1.0\n\n- New.',
    );
    const day = /\d{4}-\d\d-\d\d/;
    expect((await textOf('CHANGELOG.md')).replace(day, 'DAY')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 9.1.0 (DAY)\n\n- New.\n\n## 0.0.1\n\n- Old.\n',
    );
    expect((await textOf('sdk/CHANGELOG.md')).replace(day, 'DAY')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 9.1.0 (DAY)\n\nNo changes.\n',
    );
    for (const file of ['package.json', 'sdk/package.json', 'package-lock.json']) {
      expect(JSON.parse(await textOf(file)).version).toBe('9.1.0');
    }
    expect(await textOf('deploy/helm/tessera/Chart.yaml')).toContain('\nversion: 9.1.0\nappVersion: 9.1.0\n');
    expect(await textOf('docs/how-to/run-in-production.md')).toContain('./tessera-9.1.0.tgz');

    const sums = await textOf('release/SHA256SUMS');
    expect(sums.match(/\S+$/gm)).toEqual([
      'tessera-9.1.0.admin-openapi.json',
      'tessera-9.1.0.cdx.json',
      'tessera-9.1.0.openapi.json',
      'tessera-9.1.0.tgz',
      'tessera-client-9.1.0.tgz',
    ]);
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(clone, 'release') });
    expect(JSON.parse(await textOf('release/tessera-9.1.0.openapi.json')).paths).toHaveProperty(
      '/api/v1/metered-usage',
    );
    const { stdout } = await run('tar', ['xzOf', 'tessera-client-9.1.0.tgz', 'package/package.json'], {
      cwd: join(clone, 'release'),
    });
    expect(JSON.parse(stdout).version).toBe('9.1.0');
  });

  it('lists every package that it ships in the bill of materials', async () => {
    const sbom = JSON.parse(await textOf('release/tessera-9.1.0.cdx.json'));
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'application', name: 'tessera', version: '9.1.0' } },
    });
    const names: string[] = sbom.components.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('vitest');
    expect(names).not.toContain('esbuild');

    const unpacked = join(clone, 'release/unpacked');
    await mkdir(unpacked);
    await run('tar', ['xzf', '../tessera-9.1.0.tgz'], { cwd: unpacked });
    // The bundler names the file of each module in a comment, and packages that are not bundled have a folder.
    const { stdout: comments } = await run(
      'sh',
      ['-c', 'cat package/dist/*.js | grep "^// .*node_modules/"'],
      {
        cwd: unpacked,
        maxBuffer: 2 ** 26,
      },
    );
    const { stdout: folders } = await run('find', ['package/node_modules', '-name', 'package.json'], {
      cwd: unpacked,
    });
    const shipped = [...`${comments}\n${folders}`.matchAll(/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g)];
    const shippedNames = new Set(shipped.map(([, name = '']) => name));
    expect([...shippedNames].filter((name) => !names.includes(name))).toEqual([]);
    expect([...shippedNames]).toEqual(expect.arrayContaining(['fastify', 'pg', 'pino', 'kysely']));
  });
});
