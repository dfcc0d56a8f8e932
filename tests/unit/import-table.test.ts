import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * What the files of each folder may import; `docs/explanation/architecture.md` says why. `folders` lists folders and
 * files of this project, `packages` npm packages (absent: all), `node` whether Node's own modules are allowed.
 */
interface ImportRule {
  readonly folders: readonly string[];
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

const table: Record<string, ImportRule> = {
  'src/core': { folders: [], packages: [], node: false },
  // Pure, and people attack what parses addresses.
  'src/core/network/network-address.ts': { folders: [], packages: ['ipaddr.js'], node: false },
  'src/secrets': { folders: [], packages: [], node: true },
  'src/async': { folders: [], packages: [], node: false },
  'src/cache': { folders: ['src/async', 'src/core'], packages: [], node: false },
  'src/storage': { folders: ['src/async', 'src/core'], packages: ['kysely', 'pg'], node: true },
  'src/actions': {
    folders: ['src/async', 'src/core', 'src/secrets', 'src/storage'],
    packages: [],
    node: false,
  },
  'src/catalogue-file': { folders: ['src/async', 'src/core'], packages: ['typebox', 'yaml'], node: true },
  'src/api': {
    folders: [
      'src/async',
      'src/cache',
      'src/core',
      'src/secrets',
      'src/storage',
      'src/actions',
      'src/catalogue-file',
    ],
    node: true,
  },
  'src/workers': {
    folders: ['src/async', 'src/core', 'src/secrets', 'src/storage', 'src/actions'],
    packages: [],
    node: true,
  },
  'src/adapters/outgoing': {
    folders: ['src/async', 'src/core'],
    packages: ['jose', 'lru-cache', 'undici'],
    node: true,
  },
  'src/adapters/aws-marketplace': {
    folders: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: [
      '@aws-sdk/credential-provider-env',
      '@aws-sdk/credential-provider-http',
      '@smithy/credential-provider-imds',
      'aws4fetch',
      'lru-cache',
    ],
    node: true,
  },
  'src/adapters/entra': {
    folders: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: ['jose', 'lru-cache', 'openid-client'],
    node: true,
  },
  'src/adapters/graph': {
    folders: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: ['lru-cache'],
    node: true,
  },
  'src/adapters/mail': { folders: ['src/async', 'src/core'], packages: ['nodemailer'], node: true },
  'src/adapters/microsoft-marketplace': {
    folders: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: [],
    node: true,
  },
  'src/adapters/own-address': {
    folders: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: [],
    node: true,
  },
  'src/adapters/partner-endpoint': {
    folders: ['src/async', 'src/core', 'src/adapters/outgoing'],
    packages: [],
    node: true,
  },
  'src/adapters/rate-limit': {
    folders: ['src/async', 'src/core'],
    packages: ['ioredis'],
    node: true,
  },
  // Loaded only where traces are on. The other files use no package, and are part of every start.
  'src/tracing': {
    folders: ['src/adapters/outgoing', 'src/api', 'src/async', 'src/core', 'src/storage'],
    packages: ['@opentelemetry/api'],
    node: true,
  },
  'src/tracing/open-telemetry.ts': {
    folders: ['src/async', 'src/tracing'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
    ],
    node: true,
  },
  'src/demo': {
    folders: ['src/core', 'src/secrets', 'src/storage', 'src/actions'],
    packages: [],
    node: true,
  },
  'src/settings': { folders: ['src/core'], packages: [], node: true },
  // The composition root of the service: it may import everything.
  'src/service': { folders: ['src', 'embedded-postgres', 'emulators'], node: true },
  'src/command.ts': { folders: ['src/commands'], packages: [], node: true },
  // The description of every command; each command's module is loaded when it is typed.
  'src/commands': {
    folders: ['src/settings/config.ts', 'src/core', 'package.json'],
    packages: [],
    node: true,
  },
  'src/commands/server': { folders: ['src'], packages: [], node: true },
  'src/commands/database': { folders: ['src'], packages: [], node: true },
  // They reach a service over HTTP: neither its database nor its code.
  'src/commands/remote': {
    folders: [
      'src/commands',
      'src/adapters/partner-endpoint/signature.ts',
      'src/core',
      'sdk/src/command',
      'sdk/src/errors.ts',
    ],
    packages: ['yaml'],
    node: true,
  },
  'embedded-postgres': { folders: ['src/core/operations/cannot-start.ts'], packages: ['pg'], node: true },
  'emulators/shell': { folders: [], packages: ['@peculiar/x509', 'jose', 'lru-cache'], node: true },
  'emulators/entra': { folders: ['emulators/shell'], packages: ['jose', 'selfsigned'], node: true },
  'emulators/graph': { folders: ['emulators/shell'], packages: [], node: true },
  'emulators/mailbox': { folders: ['emulators/shell'], packages: ['postal-mime', 'smtp-server'], node: true },
  'emulators/aws-marketplace': { folders: ['emulators/shell'], packages: [], node: true },
  'emulators/microsoft-marketplace': { folders: ['emulators/shell'], packages: [], node: true },
  'emulators/webhook-listener': { folders: ['emulators/shell'], packages: ['standardwebhooks'], node: true },
  // The samples and the stand-alone start need an identity provider.
  'emulators/graph/example.ts': { folders: ['emulators/entra', 'emulators/graph'], packages: [], node: true },
  'emulators/graph/sample-directory.ts': {
    folders: ['emulators/entra', 'emulators/graph', 'emulators/shell'],
    packages: [],
    node: true,
  },
  'emulators/microsoft-marketplace/start-alone.ts': {
    folders: ['emulators/entra', 'emulators/microsoft-marketplace'],
    packages: [],
    node: true,
  },
  'portal/base-path.ts': { folders: [], packages: [], node: false },
  'portal/api': {
    folders: ['portal/base-path.ts'],
    packages: ['@tanstack/react-query', 'openapi-fetch'],
    node: false,
  },
  'portal/session': {
    folders: ['portal/base-path.ts', 'portal/api'],
    packages: ['@tanstack/react-query', '@tanstack/react-router', 'react'],
    node: false,
  },
  'portal/parts': {
    folders: ['portal/base-path.ts', 'portal/api', 'portal/session'],
    packages: [...portalPackages, '@mantine/charts'],
    node: false,
  },
  'portal/areas': {
    folders: ['portal/base-path.ts', 'portal/api', 'portal/session', 'portal/parts'],
    packages: [...portalPackages, '@mantine/charts'],
    node: false,
  },
  'portal/shell': {
    folders: ['portal/base-path.ts', 'portal/api', 'portal/session', 'portal/parts', 'portal/areas'],
    packages: [...portalPackages, '@mantine/spotlight'],
    node: false,
  },
  portal: {
    folders: [],
    packages: [...portalPackages, '@fontsource/ibm-plex-mono', '@mantine/spotlight', 'react-dom'],
    node: false,
  },
  // Run by the build alone.
  guides: { folders: [], packages: ['github-slugger', 'marked'], node: true },
  'tests/support': {
    folders: [
      'scripts/build.js',
      'scripts/pack.js',
      'src/service/start-service.ts',
      'src/settings/config.ts',
      'src/commands/database/rekey.ts',
      'src/service/start-demo.ts',
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
  // The entry of the client library runs without Node's modules, and each adapter knows one framework.
  'sdk/src': { folders: [], packages: [], node: false },
  'sdk/src/express.ts': { folders: ['sdk/src'], packages: ['express'], node: false },
  'sdk/src/fastify.ts': { folders: ['sdk/src'], packages: ['fastify'], node: false },
  'sdk/src/hono.ts': { folders: ['sdk/src'], packages: ['hono'], node: false },
  'sdk/src/openfeature.ts': { folders: ['sdk/src'], packages: ['@openfeature/server-sdk'], node: false },
  'sdk/src/react.tsx': { folders: ['sdk/src'], packages: ['react'], node: false },
  'sdk/src/node': { folders: ['sdk/src'], packages: [], node: true },
  'sdk/src/command': { folders: ['sdk/src'], packages: [], node: true },
  'sdk/tests': { folders: ['sdk/src', 'tests/support'], node: true },
  // They look at the statements that the service sends.
  'tests/system/cluster-routing.test.ts': { folders: ['src', 'tests/support'], node: true },
  'tests/system/year-of-data.test.ts': { folders: ['src', 'tests/support'], node: true },
  bench: {
    folders: ['src', 'sdk/src', 'sdk/tests/support', 'embedded-postgres', 'emulators', 'tests/support'],
    node: true,
  },
  tests: {
    folders: [
      'src/service/start-service.ts',
      'src/service/start-demo.ts',
      // The ids of the demo, which a production node refuses.
      'src/demo/identities.ts',
      'emulators',
      'tests/support',
      // Shown in the portal and run by a test.
      'portal/areas/clients/sample-calls.ts',
      // Its addresses are looked up in the guides.
      'portal/parts/links/docs-topics.ts',
      // Portal and service must format a number alike.
      'portal/parts/format/format-number.ts',
      'portal/parts/format/unit-text.ts',
      'src/core/values/format-number.ts',
      'src/core/values/unit-text.ts',
      // The portal names the roles that may change a page.
      'portal/shell/changing-roles.ts',
      'src/core/workspaces/member-role.ts',
      'guides/diagrams.js',
    ],
    node: true,
  },
};

/** In order: an area may import its own files and the areas before it. */
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

/** The folders of `src/api`, in order: a folder may import those before it, and the files beside the folders. */
const apiFolders = [
  'http',
  'schemas.ts',
  'operations',
  'pages',
  'authentication',
  'sign-in',
  'fast-path',
  'documents',
  'account',
  'marketplace',
  'v1',
  'admin',
  'portal',
];
/** They name the parts of every folder. */
const apiCompositions = ['src/api/context.ts', 'src/api/server.ts'];

/** Folders of a layer that serve all its areas. */
const sharedFolders = [
  'retention',
  'network',
  'refusals',
  'values',
  'changes',
  'cluster',
  'connection',
  'schema',
  'secrets',
  'sql',
];

/** The layers with areas. A file beside the areas may import none of them, except for the files named here. */
const layers: Record<string, readonly string[]> = {
  'src/core': [],
  'src/storage': [],
  'src/actions': [],
  'src/api/v1': ['src/api/v1/v1-api.ts'],
  'src/api/admin': ['src/api/admin/admin-api.ts'],
  'src/workers': ['src/workers/start-workers.ts'],
  'portal/areas': [],
};

/** Folders in which import cycles are not allowed, type imports included. */
const withoutCycles = ['src', 'sdk', 'embedded-postgres', 'emulators', 'portal', 'tests', 'bench'];

const root = fileURLToPath(new URL('../..', import.meta.url));

const folders = [
  ...['src', 'sdk/src', 'sdk/tests', 'embedded-postgres', 'emulators', 'portal', 'tests', 'bench'],
];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => normalize(join(folder, name)))
    .filter((name) => /\.tsx?$/.test(name) || /^src.*\.js$/.test(name)),
);
const isTest = (file: string) => /\.(test|fixture)\.ts$/.test(file);

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const known = new Map<string, readonly string[]>();
function importsOf(file: string): readonly string[] {
  const imports =
    known.get(file) ??
    ts.preProcessFile(textOf(file), true, true).importedFiles.map(({ fileName }) => fileName);
  known.set(file, imports);
  return imports;
}

/** The longest key of the table that is a prefix of the file. */
function ruleNameOf(file: string): string | undefined {
  return Object.keys(table)
    .filter((folder) => file === folder || file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The file that a relative import resolves to. */
const targetOf = (file: string, specifier: string) =>
  relative(root, normalize(join(root, dirname(file), specifier)));

/** Describes a forbidden import; undefined when it is allowed. */
function violation(file: string, specifier: string): string | undefined {
  const name = ruleNameOf(file);
  const rule = name && table[name];
  if (!rule) return `${file} is in no folder of the table`;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return rule.node ? undefined : `${file} uses ${specifier}`;
  }
  if (!specifier.startsWith('.')) {
    const allowed = rule.packages === undefined || rule.packages.includes(packageOf(specifier));
    return allowed ? undefined : `${file} uses the package ${specifier}`;
  }
  const target = targetOf(file, specifier);
  const allowed = [name, ...rule.folders].some((other) => target === other || target.startsWith(`${other}/`));
  return allowed && isInOrder(file, target) ? undefined : `${file} uses ${target}`;
}

/** Whether the target's folder is not after the file's in the same layer. A file beside the folders is before them. */
function isInOrder(file: string, target: string): boolean {
  const ordered = [
    { layer: 'src/api', folders: apiFolders, compositions: apiCompositions },
    ...Object.entries(layers).map(([layer, compositions]) => ({ layer, folders: order, compositions })),
  ];
  return ordered.every(({ layer, folders, compositions }) => {
    if (!file.startsWith(`${layer}/`) || compositions.includes(file)) return true;
    const indexOf = (path: string) =>
      folders.findIndex((folder) => `${path}/`.startsWith(`${layer}/${folder}/`));
    return indexOf(target) <= indexOf(file);
  });
}

/** Each import cycle, as the path that leads back to its first file. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
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

const checkedFiles = files.filter((file) => !isTest(file));

describe('the import table', () => {
  it('allows every import of every file', () => {
    expect(checkedFiles.length).toBeGreaterThan(60);
    const violations = checkedFiles.flatMap((file) =>
      importsOf(file).flatMap((specifier) => violation(file, specifier) ?? []),
    );
    expect(violations).toEqual([]);
  });

  it.each([
    ['src/core/catalogue/catalogue.ts', 'node:crypto'],
    ['src/core/catalogue/catalogue.ts', 'fs'],
    ['src/core/catalogue/catalogue.ts', 'kysely'],
    ['src/core/catalogue/catalogue.ts', '../../storage/database.ts'],
    ['src/storage/catalogue/catalogue.ts', '../../actions/catalogue/change-catalogue.ts'],
    ['src/storage/catalogue/catalogue.ts', 'fastify'],
    ['src/actions/catalogue/change-catalogue.ts', '../../api/http/problem.ts'],
    ['src/actions/catalogue/change-catalogue.ts', '../../adapters/entra/token-verifier.ts'],
    ['src/api/server.ts', '../adapters/entra/token-verifier.ts'],
    ['src/api/server.ts', '../workers/usage/dispatch.ts'],
    ['src/adapters/entra/token-verifier.ts', '../rate-limit/memory.ts'],
    ['src/adapters/outgoing/budget.ts', '../graph/failure.ts'],
    ['src/adapters/entra/token-verifier.ts', '../../storage/database.ts'],
    ['emulators/entra/start.ts', '../../src/core/identifiers.ts'],
    ['emulators/graph/start.ts', '../entra/directory.ts'],
    ['tests/whole-system.test.ts', '../src/api/server.ts'],
    ['portal/router.tsx', '../src/core/member-role.ts'],
    ['portal/router.tsx', 'node:fs'],
    ['portal/router.tsx', 'fastify'],
    ['portal/parts/list/list-page.tsx', '../../areas/usage/states.ts'],
    ['sdk/src/client.ts', 'node:crypto'],
    ['sdk/src/express.ts', 'fastify'],
    ['sdk/src/types.ts', '../../src/core/catalogue/catalogue.ts'],
    ['portal/areas/usage/routes.ts', '../../shell/shell.tsx'],
    ['portal/areas/catalogue/queries.ts', '../usage/states.ts'],
    ['src/core/catalogue/impact.ts', '../entitlements/entitlement.ts'],
    ['src/core/ports.ts', './clients/ports.ts'],
    ['src/storage/workspaces/members.ts', '../clients/api-keys.ts'],
    ['src/actions/marketplace/connections.ts', '../usage/record.ts'],
    ['src/api/admin/paging.ts', './usage/cursor.ts'],
    ['src/api/fast-path/fast-path.ts', '../v1/usage/read-usage.ts'],
    ['src/api/documents/api-documents.ts', '../admin/admin-api.ts'],
    ['src/api/http/headers.ts', '../schemas.ts'],
    ['src/somewhere/new.ts', './other.ts'],
  ])('rejects %s importing %s', (file, specifier) => {
    expect(violation(file, specifier)).toBeDefined();
  });

  it('lists every area of every layer', () => {
    const folders = Object.keys(layers).flatMap((layer) =>
      readdirSync(join(root, layer), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name),
    );
    expect(folders.filter((name) => ![...order, ...sharedFolders].includes(name))).toEqual([]);
    const inApi = readdirSync(join(root, 'src/api'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(inApi.filter(({ name }) => !apiFolders.includes(name))).toEqual([]);
  });

  it('finds no import cycles', () => {
    const graph = new Map(
      files
        .filter((file) => withoutCycles.some((folder) => file.startsWith(`${folder}/`)))
        .map((file) => [
          file,
          importsOf(file)
            .filter((specifier) => specifier.startsWith('.'))
            .map((specifier) => targetOf(file, specifier)),
        ]),
    );
    expect(cyclesIn(graph)).toEqual([]);
  });

  it.each([
    [{ a: ['b'], b: ['c'], c: [] }, []],
    [{ a: ['b'], b: ['c'], c: ['b'] }, ['b → c → b']],
    [{ a: ['a'] }, ['a → a']],
  ])('finds in the graph %j the cycles %j', (graph, cycles) => {
    expect(cyclesIn(new Map(Object.entries(graph)))).toEqual(cycles);
  });

  it('allows every import of whole-system tests', () => {
    const systemTests = files.filter((file) => file.startsWith('tests/') && isTest(file));
    const violations = systemTests.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .flatMap((specifier) => violation(file, specifier) ?? []),
    );
    expect(violations).toEqual([]);
  });

  it('allows no import of a test file in production code', () => {
    const used = checkedFiles.flatMap(importsOf).filter((specifier) => isTest(specifier));
    expect(used).toEqual([]);
  });
});

describe('layer rules', () => {
  it('core reads no clock, uses no randomness and is synchronous', () => {
    const offenders = files
      .filter((file) => file.startsWith('src/core/') && !isTest(file))
      .filter((file) =>
        /\basync\b|\bawait\b|Date\.now|new Date\(\)|Math\.random|setTimeout|process\./.test(textOf(file)),
      );
    expect(offenders).toEqual([]);
  });

  it('api imports only read functions and sort orders of storage', () => {
    const writes = files
      .filter((file) => file.startsWith('src/api/') && !isTest(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/import \{([^}]+)\} from '[./]+storage\/[^']+'/g)].flatMap(
          ([, names = '']) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '' && !/^type |^(find|load|list|is)[A-Z]|(Order|Sorts)$/.test(name))
              .map((name) => `${file} uses ${name}`),
        ),
      );
    expect(writes).toEqual([]);
  });

  it('only src/command.ts reads process.env, and the client library whether it is in development', () => {
    const readers = files
      .filter((file) => !isTest(file) && !/^(sdk\/)?tests\//.test(file))
      // The text of a sample call runs elsewhere.
      .filter((file) => file !== 'portal/areas/clients/sample-calls.ts')
      // So do the examples in comments.
      .filter((file) =>
        textOf(file)
          .replace(/\/\*.*?\*\//gs, '')
          .includes('process.env'),
      );
    expect(readers).toEqual(['src/command.ts', 'sdk/src/development.ts']);
  });

  it('only src/service/clock-guard.ts reads the system time, and a command that signs on its own machine', () => {
    const readers = files
      .filter((file) => file.startsWith('src/') && !isTest(file))
      .filter((file) => /Date\.now\(\)|new Date\(\)/.test(textOf(file)));
    expect(readers).toEqual(['src/service/clock-guard.ts', 'src/commands/remote/forward.ts']);
  });
});
