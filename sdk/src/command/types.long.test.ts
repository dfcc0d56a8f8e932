import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutConnection, json, Peer } from '../../tests/support/peer.ts';
import { run } from './run.ts';

const mapping = (...dimensions: string[]) => [
  {
    sourceName: 'Marketplace',
    offerId: 'aqueduct',
    planId: 'plan',
    dimensions: dimensions.map((id) => ({ id, name: id, unit: 'unit' })),
  },
];
const basic = {
  slug: 'basic',
  name: 'Basic',
  edition: 'low',
  licenceModel: 'TenantWide',
  capabilities: { scheduling: true, 'audit-trail': false },
};
const enterprise = {
  ...basic,
  slug: 'enterprise',
  name: 'The "best"',
  capabilities: { 'audit-trail': true, scheduling: true },
  limits: { pipelines: 500 },
  marketplace: mapping('rows-moved', 'api-calls'),
};
const members = { ...basic, slug: 'members', name: 'Members', capabilities: { polls: true } };
const products = [
  { slug: 'forum', editions: [], plans: [members] },
  { slug: 'aqueduct', editions: [{ slug: 'low', name: 'Low', rank: 10 }], plans: [enterprise, basic] },
];

const expected = `// Written by \`tessera types\`. Do not edit.
/* eslint-disable */

/** The names of each product. */
export interface Catalogue {
  "aqueduct": {
    capabilities: "audit-trail" | "scheduling";
    limits: "pipelines";
    dimensions: "api-calls" | "rows-moved";
    plans: "basic" | "enterprise";
  };
  "forum": {
    capabilities: "polls";
    limits: never;
    dimensions: never;
    plans: "members";
  };
}

declare module '@tessera/client' {
  interface Register {
    catalogue: Catalogue;
  }
}

/** What each plan contains, for tests: \`fakeTessera({ plans })\`. */
export const plans = {
  "aqueduct": {
    "basic": {"name":"Basic","edition":{"slug":"low","name":"Low","rank":10},"licenceModel":"TenantWide","capabilities":{"audit-trail":false,"scheduling":true},"limits":{}},
    "enterprise": {"name":"The \\"best\\"","edition":{"slug":"low","name":"Low","rank":10},"licenceModel":"TenantWide","capabilities":{"audit-trail":true,"scheduling":true},"limits":{"pipelines":500}},
  },
  "forum": {
    "members": {"name":"Members","edition":{"slug":"low","name":"low","rank":0},"licenceModel":"TenantWide","capabilities":{"polls":true},"limits":{}},
  },
} as const;
`;

let folder: string;
let service: Peer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-types-'));
  service = await Peer.start();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(...args: string[]) {
  const printed = { out: '', error: '' };
  const code = await run(args, {
    out: (text) => {
      printed.out += text;
    },
    error: (text) => {
      printed.error += text;
    },
  });
  return { code, ...printed };
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('tessera-types', () => {
  it('writes the types of a service', async () => {
    service.otherwise = json(200, products);
    expect(await call('--url', service.url, '--key', 'tsk_1')).toEqual({
      code: 0,
      out: expected,
      error: '',
    });
    expect(service.received.at(-1)).toMatchObject({
      path: '/api/v1/catalogue/products',
      headers: { 'x-api-key': 'tsk_1' },
    });
  });

  it('writes names, descriptions and units as comments', async () => {
    const labels = {
      capabilities: { scheduling: { name: 'Scheduling', description: 'At any hour */ or\nday!' } },
      limits: {
        pipelines: { name: 'Pipelines', description: null, unit: 'pipelines', absentMeans: 'Unlimited' },
      },
    };
    service.otherwise = json(200, [{ ...products[1], labels }]);
    const { out } = await call('--url', service.url, '--key', 'tsk_1');
    expect(out).toContain(`    capabilities:
      | "audit-trail"
      /** Scheduling. At any hour *\\/ or day! */
      | "scheduling";
    limits:
      /** Pipelines, in pipelines. A plan without this limit: Unlimited. */
      | "pipelines";
    dimensions: "api-calls" | "rows-moved";
`);
    expect(ts.transpileModule(out, { reportDiagnostics: true }).diagnostics).toEqual([]);
  });

  it('writes the same of a catalogue file, as JSON or YAML', async () => {
    const catalogue = JSON.stringify({ version: 1, products: [...products].reverse() });
    expect((await call('--file', await file('catalogue.json', catalogue))).out).toBe(expected);
    const yaml = await file('catalogue.yaml', `# The catalogue\n${catalogue}`);
    const out = join(folder, 'tessera.gen.ts');
    expect(await call('--file', yaml, '--out', out)).toEqual({ code: 0, out: '', error: '' });
    expect(await readFile(out, 'utf8')).toBe(expected);
  });

  it('says what a refusal means, with exit code 1', async () => {
    service.otherwise = json(403, { code: 'auth.scope_missing', title: 'The scope is missing' });
    const refused = await call('--url', service.url, '--key', 'tsk_1');
    expect(refused.code).toBe(1);
    expect(refused.error).toBe('tessera-types: The scope is missing (403 auth.scope_missing)\n');

    service.otherwise = json(200, { not: 'a list' });
    const garbled = await call('--url', service.url, '--key', 'tsk_1');
    expect([garbled.code, garbled.error]).toEqual([
      1,
      `tessera-types: The response of ${service.url} is not a catalogue: it must be a list of objects.\n`,
    ]);
  });

  it('says why a service cannot be reached, with exit code 1', async () => {
    service.otherwise = cutConnection;
    const { code, error } = await call('--url', service.url, '--key', 'tsk_1');
    expect(code).toBe(1);
    expect(error).toMatch(/gave no answer: .+ \(.+\)\n$/);
  });

  it.each([
    ['missing.json', undefined, /cannot be read: ENOENT/],
    ['broken.json', '{ "version": 1, ', /is neither JSON nor YAML/],
    ['broken.yaml', 'version: [1', /is neither JSON nor YAML/],
    ['old.json', '{ "version": 2 }', /must have "version": 1/],
    ['nameless.json', '{ "version": 1, "products": [{}] }', /a product has no slug/],
    ['list.json', '{ "version": 1, "products": [7] }', /must be a list of objects/],
  ])('refuses the file %s', async (name, content, message) => {
    const path = content === undefined ? join(folder, name) : await file(name, content);
    const { code, error } = await call('--file', path);
    expect(code).toBe(1);
    expect(error).toMatch(message);
  });

  it('refuses an --out that cannot be written', async () => {
    const path = await file('empty.json', '{ "version": 1 }');
    const { code, error } = await call('--file', path, '--out', join(folder, 'nowhere', 'types.ts'));
    expect(code).toBe(1);
    expect(error).toMatch(/ENOENT/);
  });

  it.each([
    [[]],
    [['types', '--file', 'catalogue.json']],
    [['--url', 'https://tessera.example']],
    [['--url', 'https://tessera.example', '--key', 'tsk_1', '--file', 'catalogue.json']],
    [['--file', 'catalogue.json', '--colour', 'red']],
  ])('explains the wrong call %j, with exit code 2', async (args) => {
    const { code, error } = await call(...args);
    expect(code).toBe(2);
    expect(error).toMatch(/^tessera-types: .+\n\nUsage:/);
  });

  it('refuses a wrong address with exit code 2', async () => {
    const { code, error } = await call('--url', 'tessera', '--key', 'tsk_1');
    expect([code, error]).toEqual([2, expect.stringMatching(/^tessera-types: url is "tessera"/)]);
  });

  it('explains itself', async () => {
    expect(await call('--help')).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage:/) });
  });
});

describe('the written types', () => {
  const sources = fileURLToPath(new URL('..', import.meta.url));

  const start = `
    import { createTessera, type Tessera } from '@tessera/client';
    import { createGate } from '@tessera/client/hono';
    import { TesseraProvider } from '@tessera/client/openfeature';
    import { useCapability } from '@tessera/client/react';
    import { fakeTessera } from '@tessera/client/testing';
    import { plans } from './tessera.gen.ts';
    const options = { url: '', credential: { apiKey: '' } };
    const tessera = createTessera({ ...options, product: 'aqueduct' });
    const fake = fakeTessera({ product: 'aqueduct', plans });
    const gate = createGate(tessera, { tenant: () => 'contoso' });
    const fakeGate = createGate(fake, { tenant: () => 'contoso' });
    const forumGate = createGate(tessera, { tenant: () => 'contoso', product: 'forum' });
    const held = await tessera.entitlement('contoso');
    const forum = await tessera.entitlement('contoso', { product: 'forum' });
  `;

  const right = `
    const any: Tessera = tessera;
    new TesseraProvider(tessera);
    new TesseraProvider(fake);
    held.can('scheduling');
    held.limit('pipelines');
    forum.can('polls');
    gate.require('audit-trail');
    fakeGate.require('audit-trail');
    forumGate.require('polls', { access: 'ReadOnly' });
    fake.tenant('contoso').has({ plan: 'basic', capabilities: ['scheduling'], limits: { pipelines: 5 } });
    fake.tenant('contoso', { product: 'forum' }).has({ plan: 'members' }).tracked();
    await tessera.track('contoso', 'rows-moved', 1);
    (await fake.usage('contoso'))['api-calls']?.remaining;
    await tessera.eligible('contoso', { plan: 'enterprise' });
    await fake.eligible('contoso', { plan: 'members', product: 'forum' });
    useCapability('polls');
  `;
  /** Each line with a part of the compiler's message. */
  const wrong: readonly (readonly [string, string])[] = [
    ["createTessera({ ...options, product: 'agora' })", '"agora"'],
    ["held.can('shceduling')", '"shceduling"'],
    ["held.can('polls')", '"polls"'],
    ["held.limit('scheduling')", '"scheduling"'],
    ["forum.can('scheduling')", '"scheduling"'],
    ["forum.limit('pipelines')", 'never'],
    ["gate.require('polls')", '"polls"'],
    ["fakeGate.require('polls')", '"polls"'],
    ["forumGate.require('scheduling')", '"scheduling"'],
    ["fake.tenant('contoso').has({ plan: 'members' })", '"members"'],
    ["fake.tenant('contoso', { product: 'forum' }).has({ plan: 'basic' })", '"basic"'],
    ["tessera.track('contoso', 'rows', 1)", '"rows"'],
    ["tessera.track('contoso', 'rows-moved', 1, { product: 'forum' })", 'never'],
    ["(await fake.usage('contoso'))['rows']", "'rows' does not exist"],
    ["tessera.eligible('contoso', { plan: 'members' })", '"members"'],
    ["tessera.eligible('contoso', { plan: 'enterprise', product: 'forum' })", '"enterprise"'],
    ["tessera.eligible('contoso', { product: 'agora' })", '"agora"'],
    ["useCapability('shceduling')", '"shceduling"'],
    ["createTessera<Catalogue>({ ...options, product: 'aqueduct' })", "'Catalogue' does not satisfy"],
  ];

  it('let right names of the product compile, and no wrong ones', async () => {
    await file('package.json', '{ "type": "module" }');
    await file('tessera.gen.ts', expected);
    const lines = wrong.map(([line]) => `${line};\n`).join('');
    const paths = [
      await file('right.ts', start + right),
      await file('wrong.ts', `import type { Catalogue } from './tessera.gen.ts';${start}${lines}`),
    ];
    const program = ts.createProgram(paths, {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { '@tessera/client': [`${sources}index.ts`], '@tessera/client/*': [`${sources}*`] },
      jsx: ts.JsxEmit.ReactJSX,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    });
    const [ofRight, ofWrong] = paths.map((path) =>
      program
        .getSemanticDiagnostics(program.getSourceFile(path))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    );
    expect(ofRight).toEqual([]);
    expect(ofWrong).toEqual(wrong.map(([, message]) => expect.stringContaining(message)));
  });
});
