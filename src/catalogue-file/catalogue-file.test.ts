import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { done } from '../../tests/support/done.ts';
import { catalogues } from '../../tests/support/worlds/catalogues.ts';
import { plan, product } from '../../tests/support/worlds/products.ts';
import { compareCatalogues } from '../core/catalogue/changes.ts';
import type { CatalogueDefinition } from '../core/catalogue/definition.ts';
import { fromFile } from '../core/catalogue/from-file.ts';
import { isRefusal } from '../core/refusal.ts';
import { finish } from '../core/steps.ts';
import { CatalogueFile } from './file-schema.ts';
import { definitionFrom, maxYamlBytes, readCatalogueFile, type WrittenFile } from './read-catalogue-file.ts';
import { inParts, readJson, readYaml } from './read-text.js';
import { fileOf } from './write-catalogue-file.ts';
import { writeYaml } from './write-yaml.js';

const written = (catalogue: CatalogueDefinition) => writeYaml(finish(fileOf(catalogue)));

/** As in the thread, without starting one for each of hundreds of files. */
function readNow(text: string, reader = readYaml) {
  const read = reader(text, CatalogueFile);
  if ('issues' in read) throw new Error(JSON.stringify(read.issues));
  return finish(definitionFrom(inParts(read.value as WrittenFile)));
}

describe('properties', () => {
  it('a catalogue round-trips through YAML, whatever its texts', () => {
    fc.assert(
      fc.property(catalogues, (catalogue) => {
        const read = readNow(written(catalogue));
        expect(finish(compareCatalogues(catalogue, read))).toEqual([]);
        expect(written(read)).toBe(written(catalogue));
      }),
    );
  });

  it('a catalogue round-trips through JSON', () => {
    fc.assert(
      fc.property(catalogues, (catalogue) => {
        const read = readNow(JSON.stringify(finish(fileOf(catalogue))), readJson);
        expect(finish(compareCatalogues(catalogue, read))).toEqual([]);
      }),
    );
  });

  it('applying an exported file changes nothing', () => {
    fc.assert(
      fc.property(catalogues, (catalogue) => {
        const file = readNow(written(catalogue));
        expect(finish(compareCatalogues(catalogue, done(finish(fromFile(file)(catalogue)))))).toEqual([]);
      }),
    );
  });

  it('after applying a file there is nothing left to change', () => {
    let applied = 0;
    fc.assert(
      fc.property(catalogues, catalogues, (before, file) => {
        const after = finish(fromFile(file)(before));
        if (isRefusal(after)) return;
        applied += 1;
        expect(finish(compareCatalogues(after, done(finish(fromFile(file)(after)))))).toEqual([]);
      }),
    );
    expect(applied).toBeGreaterThan(30);
  });
});

it('the exported file is readable and in a fixed order', () => {
  const forum = product('forum', {
    applicationUrl: 'https://forum.example',
    labels: {
      capabilities: { search: { name: 'Full-text search', description: 'In all rooms.' } },
      limits: { rooms: { unit: 'rooms', name: null }, archive: { name: null } },
    },
    categories: ['talk', 'data'],
    editions: [
      { slug: 'premium', name: 'Premium', rank: 20 },
      { slug: 'standard', name: 'Standard', rank: 10 },
    ],
    plans: [
      plan('gold', { edition: 'premium', capabilities: { search: true, archive: false } }),
      plan('basic', {
        limits: { rooms: 5 },
        marketplace: [
          {
            sourceName: 'Marketplace',
            offerId: 'forum-offer',
            planId: 'basic',
            dimensions: [
              {
                id: 'posts',
                name: 'Posts',
                unit: 'thousand',
                intake: 'Events',
                aggregation: 'Sum',
                included: { quantity: 100, per: 'Month' },
                limit: { quantity: 500, per: 'Day', action: 'Deny' },
                alertPercents: [90, 100],
              },
              {
                id: 'likes',
                name: 'Likes',
                unit: 'like',
                intake: 'Records',
                aggregation: null,
                included: null,
                limit: null,
                alertPercents: [50, 80, 100],
              },
            ],
          },
        ],
      }),
    ],
  });
  const categories = [
    { slug: 'talk', name: 'Talk' },
    { slug: 'data', name: 'Data: all of it' },
  ];
  expect(
    written({ categories, products: [forum] }),
  ).toBe(`# The whole catalogue of a Tessera workspace. docs/reference/catalogue.md explains it.

version: 1
categories:
  - slug: data
    name: "Data: all of it"
  - slug: talk
    name: Talk
products:
  - slug: forum
    name: The forum
    status: Published
    types:
      - WebApp
    applicationUrl: https://forum.example
    labels:
      capabilities:
        search:
          name: Full-text search
          description: In all rooms.
      limits:
        rooms:
          unit: rooms
    categories:
      - data
      - talk
    editions:
      - slug: standard
        name: Standard
        rank: 10
      - slug: premium
        name: Premium
        rank: 20
    plans:
      - slug: basic
        name: Plan basic
        status: Published
        edition: standard
        licenceModel: TenantWide
        billingModel: FlatRate
        limits:
          rooms: 5
        marketplace:
          - sourceName: Marketplace
            offerId: forum-offer
            planId: basic
            dimensions:
              - id: likes
                name: Likes
                unit: like
              - id: posts
                name: Posts
                unit: thousand
                intake: Events
                aggregation: Sum
                included:
                  quantity: 100
                  per: Month
                limit:
                  quantity: 500
                  per: Day
                  action: Deny
                alertPercents:
                  - 90
                  - 100
      - slug: gold
        name: Plan gold
        status: Published
        edition: premium
        licenceModel: TenantWide
        billingModel: FlatRate
        capabilities:
          archive: false
          search: true
`);
});

it('null for an optional member means absent', async () => {
  const product =
    '  - { slug: forum, name: Forum, status: Draft, types: [WebApp], applicationUrl: ~, plans: null, ' +
    'labels: { limits: { rooms: { name: ~, unit: GB } } } }';
  const read = await readCatalogueFile(`version: 1\ncategories:\nproducts:\n${product}\n`, 'one');
  expect(read).toMatchObject({
    categories: [],
    products: [
      { applicationUrl: null, plans: [], labels: { capabilities: {}, limits: { rooms: { unit: 'GB' } } } },
    ],
  });
});

describe('a refused file', () => {
  const forum =
    'version: 1\nproducts:\n  - slug: forum\n    name: Forum\n    status: Draft\n    types: [WebApp]\n';
  it.each([
    ['no YAML', 'version: [1', 'file'],
    ['nothing', '', 'file'],
    ['a list', '- 1', 'file'],
    ['no version', 'products: []', 'version'],
    ['a version to come', 'version: 2', 'version'],
    ['a name twice', `${forum}    name: Again\n`, 'file'],
    ['a misspelt member', `${forum}    edition: []\n`, 'products.0.edition'],
    [
      'a unit of a capability',
      `${forum}    labels: { capabilities: { a: { unit: GB } } }\n`,
      'products.0.labels.capabilities.a.unit',
    ],
    ['an invalid status', forum.replace('Draft', 'Hidden'), 'products.0.status'],
    ['a name that is a number', forum.replace('Forum', '7'), 'products.0.name'],
    ['a member that is needed', forum.replace('    name: Forum\n', ''), 'products.0.name'],
    ['an alias to nothing', 'version: 1\nproducts: *nothing\n', 'file'],
    [
      'aliases without end',
      `version: 1\na: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`).join('\n')}\n`,
      'file',
    ],
    ['a map as a key', 'version: 1\n? { a: 1 }\n: 1\n', 'file'],
    [
      'a large list by aliases',
      `version: 1\na: &a [${'1,'.repeat(2_000)}]\nb: [${'*a,'.repeat(90)}]`,
      'file',
    ],
  ])('%s', (_, text, path) => {
    const read = readYaml(text, CatalogueFile);
    const issues = 'issues' in read ? read.issues : [];
    expect(issues.map((issue) => issue.path)).toContain(path);
    expect(issues.length).toBeLessThanOrEqual(10);
  });

  it('is JSON with a duplicate name, or incomplete JSON', () => {
    const read = readJson('{ "version": 1, "categories": [], "categories": [] }', CatalogueFile);
    expect(read).toEqual({
      issues: [
        { path: 'file', rule: 'json', message: 'is not valid JSON: Names must be unique within an object' },
      ],
    });
    expect(readJson('{ "version": 1,', CatalogueFile)).toMatchObject({ issues: [{ rule: 'json' }] });
    expect(
      readJson('{ "version": 1, "categories": [{ "slug": "a:", "name": "b\\": c" }] }', CatalogueFile),
    ).toHaveProperty('value');
  });

  it('is explained in plain words', async () => {
    const wrong = 'slug: 7, name: Forum, status: Hidden, types: [WebApp], edition: []';
    const read = await readCatalogueFile(`version: 2\ncategories: 7\nproducts: [{ ${wrong} }]\n`, 'words');
    expect(isRefusal(read) && read.args.issues).toEqual([
      { path: 'version', rule: 'const', message: 'must be 1' },
      { path: 'categories', rule: 'type', message: 'must be a list' },
      { path: 'products.0.edition', rule: 'boolean', message: 'is not a member of the file' },
      { path: 'products.0.slug', rule: 'type', message: 'must be text' },
      {
        path: 'products.0.status',
        rule: 'enum',
        message: 'must be one of: Draft, Published, Archived',
      },
    ]);
  });
});

it('a file is refused above the size of any catalogue', async () => {
  const text = `version: 1\n${'#'.repeat(maxYamlBytes)}`;
  expect(await readCatalogueFile(text, 'one')).toMatchObject({
    code: 'request.too_large',
    args: { limitBytes: 262_144 },
  });
});

describe('items that a file omits', () => {
  const before = {
    categories: [
      { slug: 'data', name: 'Data' },
      { slug: 'talk', name: 'Talk' },
    ],
    products: [
      product('forum', {
        editions: [
          { slug: 'standard', name: 'Standard', rank: 10 },
          { slug: 'premium', name: 'Premium', rank: 20 },
          { slug: 'unused', name: 'Unused', rank: 30 },
        ],
        plans: [plan('basic'), plan('gold', { edition: 'premium' }), plan('sketch', { status: 'Draft' })],
      }),
      product('quill', { categories: ['talk'] }),
      product('sketch', { status: 'Draft' }),
    ],
  };
  const changesTo = (after: typeof before) =>
    finish(compareCatalogues(before, done(finish(fromFile(after)(before))))).map(
      ({ action, subject }) => `${action} ${subject.id}`,
    );

  it('are archived when they were published, with their dependencies, and otherwise deleted', () => {
    const forum = product('forum', { plans: [plan('basic')] });
    expect(changesTo({ categories: [], products: [forum] })).toEqual([
      'category.removed data',
      'edition.removed forum/unused',
      'plan.archived forum/gold',
      'plan.removed forum/sketch',
      'product.archived quill',
      'product.removed sketch',
      'edition.removed sketch/standard',
    ]);
  });

  it('can be published again once archived, but not become drafts', () => {
    const archived = { ...before, products: [product('quill', { status: 'Archived' })] };
    const published = { ...archived, products: [product('quill')] };
    expect(done(finish(fromFile(published)(archived))).products).toMatchObject([{ status: 'Published' }]);
    const draft = { ...archived, products: [product('quill', { status: 'Draft' })] };
    expect(finish(fromFile(draft)(archived))).toMatchObject({
      args: { issues: [{ path: 'products.0.status', rule: 'order' }] },
    });
  });

  it('keep marketplace mappings unique, also beside archived items', () => {
    const mapping = { sourceName: 'Marketplace', offerId: 'forum', planId: 'one', dimensions: [] };
    const mapped = {
      categories: [],
      products: [product('forum', { plans: [plan('basic', { marketplace: [mapping] })] })],
    };
    const file = {
      categories: [],
      products: [product('quill', { plans: [plan('other', { marketplace: [mapping] })] })],
    };
    expect(finish(fromFile(file)(mapped))).toMatchObject({
      args: {
        issues: [
          { rule: 'unique', message: 'must be mapped to one plan, not to both quill/other and forum/basic' },
        ],
      },
    });
  });
});
