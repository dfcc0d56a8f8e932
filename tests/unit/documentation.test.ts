import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentationPages } from '../support/requests/documented-shell.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** Folders that pages name, some of them as seen from `src`. */
const folders = [
  ...[
    'src',
    'sdk',
    'examples',
    'portal',
    'emulators',
    'tests',
    'bench',
    'docs',
    'embedded-postgres',
    'scripts',
  ],
  ...['core', 'storage', 'actions', 'api', 'workers', 'adapters', 'service', 'settings', 'commands'],
];

it('README.md begins with the commands for start and test', () => {
  expect(/^```sh\n([\s\S]*?)^```/m.exec(textOf('README.md'))?.[1]).toMatch(
    /^npm ci && npm start.*\nnpm ci && npm test/,
  );
});

const pagesOfDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

it('docs/README.md lists every page', () => {
  const listed = documentationPages();
  const pages = pagesOfDocs.filter(
    (page) => page.split('/').length > 2 && !page.startsWith('docs/decisions'),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
});

const everyPage = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...pagesOfDocs,
  ...['src/core/README.md', 'portal/README.md', 'bench/README.md', 'examples/README.md'],
  ...['sdk/README.md', 'sdk/CHANGELOG.md'],
  ...readdirSync(join(root, 'emulators')).map((name) => `emulators/${name}/README.md`),
].filter((page) => existsSync(join(root, page)));

it('documentation names only files and folders that exist', () => {
  const bases = (page: string) => ['', 'src', 'portal', dirname(page)].map((base) => join(root, base));
  const isCode = new RegExp(`^(${folders.join('|')})/|\\.(tsx?|js|md|sql|css)$`);
  const missing = everyPage.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => isCode.test(path) && !bases(page).some((base) => existsSync(join(base, path))))
      .map((path) => `${page}: ${path}`),
  );
  expect(everyPage.length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});

it('documentation names no TypeScript file, without its folder, that does not exist', () => {
  const sources = ['src', 'sdk/src', 'portal', 'emulators', 'tests', 'bench', 'embedded-postgres'];
  const paths = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }),
  );
  const names = new Set([...readdirSync(root), ...paths.map((path) => basename(path))]);
  const missing = everyPage.flatMap((page) =>
    [...textOf(page).matchAll(/`([a-z][\w.-]*\.tsx?)`/g)]
      .filter(([, name = '']) => !names.has(name))
      .map(([name]) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('docs/explanation/architecture.md says where to find the answers to at least 16 questions', () => {
  const [, section = ''] =
    /^## Where is …\n([\s\S]*?)^## /m.exec(textOf('docs/explanation/architecture.md')) ?? [];
  expect([...section.matchAll(/^\| .+ \| .*`.+`.* \|$/gm)].length).toBeGreaterThanOrEqual(16);
});

it('docs/explanation/architecture.md shows the areas of every layer, in the order of the import table', () => {
  const order = /const order = \[([^\]]+)\]/.exec(textOf('tests/unit/import-table.test.ts'))?.[1] ?? '';
  const areas = [...order.matchAll(/'(\w+)'/g)].map(([, area = '']) => area);
  const layers = [
    ...['src/core', 'src/storage', 'src/actions', 'src/api/v1', 'src/api/admin', 'src/workers'],
    'portal/areas',
  ];
  const rows = textOf('docs/explanation/architecture.md').matchAll(
    /^\| `(\w+)` \|[^|]+\|((?: ●? ?\|){7})$/gm,
  );
  const shown = [...rows].map(([, area, cells = '']) => [
    area,
    cells.split('|').map((cell) => cell.includes('●')),
  ]);
  expect(shown).toEqual(
    areas.map((area) => [area, [...layers.map((layer) => existsSync(join(root, layer, area))), false]]),
  );
});

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

it('documentation links only to files and headings that exist', () => {
  const hasTarget = (page: string, target: string, anchor: string) => {
    const file = target === '' ? page : join(dirname(page), target);
    if (!existsSync(join(root, file))) return false;
    if (anchor === '') return true;
    return [...textOf(file).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
  };
  const broken = everyPage.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)#:]*)#?([^):]*)\)/g)]
      .filter(([, target = '', anchor = '']) => !hasTarget(page, target, anchor))
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});
