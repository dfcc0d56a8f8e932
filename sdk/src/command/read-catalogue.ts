import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Emitter } from '../emitter.ts';
import { TesseraError } from '../errors.ts';
import { createService, readJson } from '../http/service.ts';
import type { CatalogueLabels, CataloguePlan, CatalogueProduct, Label } from './write-types.ts';

export type ParseYaml = (text: string) => unknown;

/** The published products of a service; needs a key with the scope `catalogue:read`. */
export async function readService(url: string, apiKey: string): Promise<readonly CatalogueProduct[]> {
  // A large catalogue takes longer than an entitlement.
  const service = createService({ url, credential: { apiKey }, timeout: '30s' }, new Emitter());
  const response = await service.request({ method: 'GET', path: '/api/v1/catalogue/products' });
  return productsFrom(await readJson(response), `The response of ${url}`);
}

/** Every product of a catalogue file, drafts and archived plans included. A file that begins with a brace is JSON. */
export async function readCatalogueFile(
  path: string,
  loadYaml: () => Promise<ParseYaml> = () => neighbouringYaml(path),
): Promise<readonly CatalogueProduct[]> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new TesseraError(`${path} cannot be read: ${cause.code}.`, { cause });
  });
  return readCatalogueText(text, path, loadYaml);
}

/** `source` names the text in errors. */
export async function readCatalogueText(
  text: string,
  source: string,
  loadYaml: () => Promise<ParseYaml>,
): Promise<readonly CatalogueProduct[]> {
  const parse = /^\s*\{/.test(text) ? JSON.parse : await loadYaml();
  let file: unknown;
  try {
    file = parse(text);
  } catch (cause) {
    throw new TesseraError(`${source} is neither JSON nor YAML: ${messageOf(cause)}`, { cause });
  }
  const { version, products = [] } = Object(file) as { version?: unknown; products?: unknown };
  if (version !== 1) throw new TesseraError(`${source} is not a catalogue file: it must have "version": 1.`);
  return productsFrom(products, source);
}

/** The library has no dependencies, so the package is the project's or this library's neighbour. */
async function neighbouringYaml(path: string): Promise<ParseYaml> {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return createRequire(from)('yaml').parse;
    } catch {
      // Not installed there.
    }
  }
  throw new TesseraError(
    `${path} is YAML: install the package \`yaml\`, or export the catalogue as JSON (--format json).`,
  );
}

function productsFrom(value: unknown, source: string): readonly CatalogueProduct[] {
  try {
    return list<ProductMembers>(value).map(productFrom);
  } catch (cause) {
    throw new TesseraError(`${source} is not a catalogue: ${messageOf(cause)}`, { cause });
  }
}

interface ProductMembers {
  readonly slug: unknown;
  readonly editions?: unknown;
  readonly plans?: unknown;
  readonly labels?: unknown;
}

interface PlanMembers extends Omit<CataloguePlan, 'dimensions'> {
  readonly marketplace?: unknown;
}

function productFrom({ slug, editions, plans, labels }: ProductMembers): CatalogueProduct {
  return {
    slug: text(slug, 'a product'),
    editions: list<CatalogueProduct['editions'][number]>(editions).map(({ slug, name, rank }) => ({
      slug: text(slug, 'an edition'),
      name: text(name, 'an edition'),
      rank: Number(rank),
    })),
    plans: list<PlanMembers>(plans).map((plan) => ({
      slug: text(plan.slug, 'a plan'),
      name: text(plan.name, 'a plan'),
      edition: text(plan.edition, 'a plan'),
      licenceModel: plan.licenceModel,
      capabilities: plan.capabilities ?? {},
      limits: plan.limits ?? {},
      dimensions: list<{ readonly dimensions?: unknown }>(plan.marketplace).flatMap(({ dimensions }) =>
        list<{ readonly id: unknown }>(dimensions).map(({ id }) => text(id, 'a dimension')),
      ),
    })),
    labels: labelsFrom(labels),
  };
}

/** Labels are comments only, so one that cannot be read is left out. */
function labelsFrom(value: unknown): CatalogueLabels {
  const { capabilities, limits } = Object(value) as Partial<CatalogueLabels>;
  const read = (labels: unknown) =>
    Object.fromEntries(
      Object.entries(Object(labels) as object).map(([key, label]) => [key, labelFrom(label)]),
    );
  return { capabilities: read(capabilities), limits: read(limits) };
}

function labelFrom(value: unknown): Label {
  const texts = Object.entries(Object(value) as object).filter(([, member]) => typeof member === 'string');
  return Object.fromEntries(texts);
}

function list<Item>(value: unknown): readonly Item[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)) return value;
  throw new Error('it must be a list of objects.');
}

function text(value: unknown, of: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${of} has no slug, name, edition or id.`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
