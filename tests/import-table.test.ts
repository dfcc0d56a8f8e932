import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * The rooms of the house and what each may use; `docs/explanation/architecture.md` says why. `rooms` lists what of our own code,
 * `packages` which npm packages (all, when absent), `node` whether Node's own modules.
 */
interface Room {
  readonly rooms: readonly string[];
  readonly packages?: readonly string[];
  readonly node: boolean;
}

const portalPackages = [
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'react',
];

const table: Record<string, Room> = {
  'src/core': { rooms: [], packages: [], node: false },
  'src/secrets': { rooms: [], packages: [], node: true },
  'src/async': { rooms: [], packages: [], node: false },
  'src/storage': { rooms: ['src/async', 'src/core'], packages: ['kysely', 'pg'], node: true },
  'src/actions': { rooms: ['src/core', 'src/secrets', 'src/storage'], packages: [], node: false },
  'src/catalogue-file': { rooms: ['src/core'], packages: ['typebox', 'yaml'], node: true },
  'src/api': {
    rooms: ['src/async', 'src/core', 'src/secrets', 'src/storage', 'src/actions', 'src/catalogue-file'],
    node: true,
  },
  'src/workers': {
    rooms: ['src/async', 'src/core', 'src/secrets', 'src/storage', 'src/actions'],
    packages: [],
    node: true,
  },
  'src/adapters/outgoing': {
    rooms: ['src/async', 'src/core'],
    packages: ['jose', 'lru-cache', 'undici'],
    node: true,
  },
  'src/adapters/entra': {
    rooms: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: ['jose', 'lru-cache', 'openid-client'],
    node: true,
  },
  'src/adapters/graph': {
    rooms: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: ['lru-cache'],
    node: true,
  },
  'src/adapters/mail': { rooms: ['src/async', 'src/core'], packages: ['nodemailer'], node: true },
  'src/adapters/microsoft-marketplace': {
    rooms: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: ['lossless-json'],
    node: true,
  },
  'src/adapters/own-address': {
    rooms: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: [],
    node: true,
  },
  'src/adapters/partner-endpoint': {
    rooms: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: [],
    node: true,
  },
  'src/adapters/rate-limit': {
    rooms: ['src/async', 'src/core'],
    packages: ['ioredis', 'lru-cache'],
    node: true,
  },
  'src/demo': { rooms: ['src/core', 'src/storage', 'src/actions'], packages: [], node: true },
  'src/config.ts': { rooms: ['src/core', 'src/settings-reader.ts'], packages: [], node: true },
  'src/settings-reader.ts': { rooms: ['src/core'], packages: [], node: true },
  'embedded-postgres': { rooms: ['src/core/operations/cannot-start.ts'], packages: ['pg'], node: true },
  'emulators/shell': { rooms: [], packages: ['@peculiar/x509', 'jose', 'lru-cache'], node: true },
  'emulators/entra': { rooms: ['emulators/shell'], packages: ['jose', 'selfsigned'], node: true },
  'emulators/graph': { rooms: ['emulators/shell'], packages: [], node: true },
  'emulators/mailbox': { rooms: ['emulators/shell'], packages: ['postal-mime', 'smtp-server'], node: true },
  'emulators/microsoft-marketplace': { rooms: ['emulators/shell'], packages: [], node: true },
  'emulators/webhook-listener': { rooms: ['emulators/shell'], packages: ['standardwebhooks'], node: true },
  // The samples and the stand-alone start need an identity provider.
  'emulators/graph/example.ts': { rooms: ['emulators/entra', 'emulators/graph'], packages: [], node: true },
  'emulators/graph/sample-directory.ts': {
    rooms: ['emulators/entra', 'emulators/graph', 'emulators/shell'],
    packages: [],
    node: true,
  },
  'emulators/microsoft-marketplace/start-alone.ts': {
    rooms: ['emulators/entra', 'emulators/microsoft-marketplace'],
    packages: [],
    node: true,
  },
  'portal/base-path.ts': { rooms: [], packages: [], node: false },
  'portal/api': {
    rooms: ['portal/base-path.ts'],
    packages: ['@tanstack/react-query', 'openapi-fetch'],
    node: false,
  },
  'portal/session': {
    rooms: ['portal/base-path.ts', 'portal/api'],
    packages: ['@tanstack/react-query', '@tanstack/react-router'],
    node: false,
  },
  'portal/parts': {
    rooms: ['portal/base-path.ts', 'portal/api', 'portal/session'],
    packages: portalPackages,
    node: false,
  },
  'portal/areas': {
    rooms: ['portal/base-path.ts', 'portal/api', 'portal/session', 'portal/parts'],
    packages: [...portalPackages, '@mantine/charts'],
    node: false,
  },
  'portal/shell': {
    rooms: ['portal/base-path.ts', 'portal/api', 'portal/session', 'portal/parts', 'portal/areas'],
    packages: [...portalPackages, '@mantine/spotlight'],
    node: false,
  },
  portal: { rooms: [], packages: [...portalPackages, '@mantine/spotlight', 'react-dom'], node: false },
  'tests/support': {
    rooms: [
      'build.js',
      'src/main.ts',
      'src/config.ts',
      'src/start-demo.ts',
      'src/actions',
      'src/adapters',
      'src/core',
      'src/secrets',
      'src/storage',
      'src/workers',
      'embedded-postgres',
      'emulators',
    ],
    node: true,
  },
  bench: {
    rooms: ['src', 'embedded-postgres', 'emulators', 'tests/support'],
    node: true,
  },
  tests: { rooms: ['src/main.ts', 'src/start-demo.ts', 'emulators', 'tests/support'], node: true },
};

/** The areas, lowest first: an area may use its own files and the areas before it. */
const order = [
  'operations',
  'workspaces',
  'clients',
  'catalogue',
  'subscriptions',
  'entitlements',
  'marketplace',
  'usage',
  'webhooks',
  'privacy',
  'overview',
];

/** The layers with areas. A file beside the areas serves all of them and uses none, except for those named here. */
const layers: Record<string, readonly string[]> = {
  'src/core': [],
  'src/storage': [],
  'src/actions': [],
  'src/api/v1': [],
  'src/api/admin': ['src/api/admin/admin-api.ts'],
  'src/workers': ['src/workers/start-workers.ts'],
  'portal/areas': [],
};

/** Where no file may import itself through others, type imports included. */
const withoutCircles = ['src', 'embedded-postgres', 'emulators', 'portal', 'tests', 'bench'];

/** Where everything is joined: these may use all. */
const joins = [
  'src/main.ts',
  'src/start-demo.ts',
  'src/command.ts',
  'src/command-line.ts',
  'src/serve.ts',
  'src/encryption-key-guard.ts',
  'src/rekey.ts',
  'src/run-once.ts',
  'src/administer.ts',
  'src/catalogue-command.ts',
  'src/clock-guard.ts',
  'src/connect-adapters.ts',
  'src/explain-start.ts',
  'src/logger.ts',
  'src/schema-guard.ts',
  'src/service-settings.ts',
  'src/shut-down.ts',
];

const root = fileURLToPath(new URL('..', import.meta.url));

const files = ['src', 'embedded-postgres', 'emulators', 'portal', 'tests', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => normalize(join(folder, name)))
    .filter((name) => /\.tsx?$/.test(name) || /^src.*\.js$/.test(name)),
);
const isTest = (file: string) => /\.(test|fixture)\.ts$/.test(file);

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const importsOf = (file: string) =>
  ts.preProcessFile(textOf(file), true, true).importedFiles.map(({ fileName }) => fileName);

/** The longest name in the table that the file stands under. */
function roomOf(file: string): string | undefined {
  return Object.keys(table)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The file that a relative import of the file names. */
const targetOf = (file: string, specifier: string) =>
  relative(root, normalize(join(root, dirname(file), specifier)));

/** What is wrong with one import, or undefined. */
function complaint(file: string, specifier: string): string | undefined {
  const name = roomOf(file);
  const room = name && table[name];
  if (!room) return `${file} stands in no room`;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return room.node ? undefined : `${file} uses ${specifier}`;
  }
  if (!specifier.startsWith('.')) {
    const allowed = room.packages === undefined || room.packages.includes(packageOf(specifier));
    return allowed ? undefined : `${file} uses the package ${specifier}`;
  }
  const target = targetOf(file, specifier);
  const allowed = [name, ...room.rooms].some((other) => target === other || target.startsWith(`${other}/`));
  return allowed && isInOrder(file, target) ? undefined : `${file} uses ${target}`;
}

/** Whether the target's area is not above the file's area in the same layer. */
function isInOrder(file: string, target: string): boolean {
  return Object.entries(layers).every(([layer, compositions]) => {
    if (!file.startsWith(`${layer}/`) || compositions.includes(file)) return true;
    return areaOf(layer, target) <= areaOf(layer, file);
  });
}

/** The place of a file's area in the order; -1 beside the areas. */
function areaOf(layer: string, file: string): number {
  return order.findIndex((area) => file.startsWith(`${layer}/${area}/`));
}

/** Each circle of imports among the files, as the path that leads back to its first file. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    else if (!finished.has(file)) {
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
      finished.add(file);
    }
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

const rules = files.filter((file) => !isTest(file) && !joins.includes(file));

describe('the import table', () => {
  it('holds for every import of every file', () => {
    expect(rules.length).toBeGreaterThan(60);
    const complaints = rules.flatMap((file) =>
      importsOf(file).flatMap((specifier) => complaint(file, specifier) ?? []),
    );
    expect(complaints).toEqual([]);
  });

  it.each([
    ['src/core/catalogue/catalogue.ts', 'node:crypto'],
    ['src/core/catalogue/catalogue.ts', 'fs'],
    ['src/core/catalogue/catalogue.ts', 'kysely'],
    ['src/core/catalogue/catalogue.ts', '../../storage/database.ts'],
    ['src/storage/catalogue/catalogue.ts', '../../actions/catalogue/add-product.ts'],
    ['src/storage/catalogue/catalogue.ts', 'fastify'],
    ['src/actions/catalogue/add-product.ts', '../../api/problem.ts'],
    ['src/actions/catalogue/add-product.ts', '../../adapters/entra/token-verifier.ts'],
    ['src/api/server.ts', '../adapters/entra/token-verifier.ts'],
    ['src/api/server.ts', '../workers/subscriptions/sweep-expired.ts'],
    ['src/adapters/entra/token-verifier.ts', '../rate-limit/memory.ts'],
    ['src/adapters/outgoing/budget.ts', '../graph/failure.ts'],
    ['src/adapters/entra/token-verifier.ts', '../../storage/database.ts'],
    ['emulators/entra/start.ts', '../../src/core/identifiers.ts'],
    ['emulators/graph/start.ts', '../entra/directory.ts'],
    ['tests/whole-system.test.ts', '../src/api/server.ts'],
    ['portal/router.tsx', '../src/core/member-role.ts'],
    ['portal/router.tsx', 'node:fs'],
    ['portal/router.tsx', 'fastify'],
    ['portal/parts/list-page.tsx', '../areas/usage/states.ts'],
    ['portal/areas/usage/routes.ts', '../../shell/shell.tsx'],
    ['portal/areas/catalogue/queries.ts', '../usage/states.ts'],
    ['src/core/catalogue/impact.ts', '../entitlements/entitlement.ts'],
    ['src/core/ports.ts', './clients/ports.ts'],
    ['src/storage/workspaces/members.ts', '../clients/api-keys.ts'],
    ['src/actions/marketplace/connect.ts', '../usage/record.ts'],
    ['src/api/admin/paging.ts', './usage/cursor.ts'],
    ['src/somewhere/new.ts', './other.ts'],
  ])('would catch %s using %s', (file, specifier) => {
    expect(complaint(file, specifier)).toBeDefined();
  });

  it('knows every area of every layer', () => {
    const folders = Object.keys(layers).flatMap((layer) =>
      readdirSync(join(root, layer), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'migrations')
        .map((entry) => entry.name),
    );
    expect(folders.filter((name) => !order.includes(name))).toEqual([]);
  });

  it('has no circles of files', () => {
    const graph = new Map(
      files
        .filter((file) => withoutCircles.some((folder) => file.startsWith(`${folder}/`)))
        .map((file) => [
          file,
          importsOf(file)
            .filter((specifier) => specifier.startsWith('.'))
            .map((specifier) => targetOf(file, specifier)),
        ]),
    );
    expect(circlesIn(graph)).toEqual([]);
  });

  it.each([
    [{ a: ['b'], b: ['c'], c: [] }, []],
    [{ a: ['b'], b: ['c'], c: ['b'] }, ['b → c → b']],
    [{ a: ['a'] }, ['a → a']],
  ])('finds in %j the circles %j', (graph, circles) => {
    expect(circlesIn(new Map(Object.entries(graph)))).toEqual(circles);
  });

  it('holds for whole-system tests, which meet the service from outside', () => {
    const whole = files.filter((file) => file.startsWith('tests/') && isTest(file));
    const complaints = whole.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .flatMap((specifier) => complaint(file, specifier) ?? []),
    );
    expect(complaints).toEqual([]);
  });

  it('lets production code import no test', () => {
    const used = rules.flatMap(importsOf).filter((specifier) => isTest(specifier));
    expect(used).toEqual([]);
  });
});

describe('the habits of the rooms', () => {
  it('core knows neither time nor chance nor waiting', () => {
    const offenders = files
      .filter((file) => file.startsWith('src/core/') && !isTest(file))
      .filter((file) =>
        /\basync\b|\bawait\b|Date\.now|new Date\(\)|Math\.random|setTimeout|process\./.test(textOf(file)),
      );
    expect(offenders).toEqual([]);
  });

  it('api reads from storage and writes through actions', () => {
    const writes = files
      .filter((file) => file.startsWith('src/api/') && !isTest(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/import \{([^}]+)\} from '[./]+storage\/[^']+'/g)].flatMap(
          ([, names = '']) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '' && !/^type |^(find|load|list|is)[A-Z]/.test(name))
              .map((name) => `${file} uses ${name}`),
        ),
      );
    expect(writes).toEqual([]);
  });

  it('only the command hands over the environment', () => {
    const readers = files
      .filter((file) => !isTest(file) && !file.startsWith('tests/'))
      .filter((file) => textOf(file).includes('process.env'));
    expect(readers).toEqual(['src/command.ts']);
  });

  it('only the system clock reads the time', () => {
    const readers = files
      .filter((file) => file.startsWith('src/') && !isTest(file))
      .filter((file) => /Date\.now\(\)|new Date\(\)/.test(textOf(file)));
    expect(readers).toEqual(['src/clock-guard.ts']);
  });
});
