import type { Steps } from '../steps.ts';
import type { AuditedChange } from '../workspaces/audit.ts';
import {
  type MarketplaceMapping,
  type MeterDimension,
  meterOfDimension,
  type Plan,
  type PublicationStatus,
} from './catalogue.ts';
import { type CatalogueDefinition, mappingName } from './definition.ts';
import { canonicalLabels, hasLabels, noLabels } from './labels.ts';
import { hasDefaultAlerts } from './meter.ts';
import type { ProductDefinition } from './product-definition.ts';

/** One change of a catalogue. The subject id is a product's slug, or `product/plan`. */
export type CatalogueChange = AuditedChange;

type Kind = 'category' | 'product' | 'edition' | 'plan' | 'plan_mapping';
type Fields = Readonly<Record<string, unknown>>;

const subjects = {
  category: 'Category',
  product: 'Product',
  edition: 'Edition',
  plan: 'Plan',
  plan_mapping: 'Plan',
} as const;

/**
 * The changes from one catalogue to the other, in reading order. A change has only the members that differ. The order of
 * lists is ignored.
 */
export function* compareCatalogues(
  before: CatalogueDefinition,
  after: CatalogueDefinition,
): Steps<readonly CatalogueChange[]> {
  const changes = [
    ...compareAll(
      'category',
      before.categories,
      after.categories,
      ({ slug }) => slug,
      ({ name }) => ({ name }),
    ),
  ];
  for (const [was, is] of pairs(before.products, after.products, ({ slug }) => slug)) {
    // Edits keep the objects of unchanged products.
    if (was !== is) yield* compareProducts(was, is, changes);
  }
  return changes;
}

/**
 * The slugs of the products that API clients read differently now. The name of a category is part of its products;
 * drafts, which alone can be removed, are not read.
 */
export function publishedChanges(
  changes: readonly CatalogueChange[],
  after: CatalogueDefinition,
): readonly string[] {
  const subjectsOf = (isCategory: boolean) =>
    new Set(
      changes
        .filter(({ subject }) => (subject.kind === 'Category') === isCategory)
        .map(({ subject }) => subject.id.split('/', 1)[0]),
    );
  const products = subjectsOf(false);
  const categories = subjectsOf(true);
  return after.products
    .filter(({ status }) => status !== 'Draft')
    .filter(({ slug, categories: own }) => products.has(slug) || own.some((name) => categories.has(name)))
    .map(({ slug }) => slug);
}

/** Appends the changes of one product. */
function* compareProducts(
  before: ProductDefinition | undefined,
  after: ProductDefinition | undefined,
  changes: CatalogueChange[],
): Steps<void> {
  const slug = (after ?? before)?.slug ?? '';
  const own = (name: string) => `${slug}/${name}`;
  changes.push(
    ...compareOne('product', slug, before && productFields(before), after && productFields(after)),
    ...compareAll(
      'edition',
      before?.editions ?? [],
      after?.editions ?? [],
      (edition) => own(edition.slug),
      ({ name, rank }) => ({ name, rank }),
    ),
  );
  for (const [was, is] of pairs(before?.plans ?? [], after?.plans ?? [], (plan) => plan.slug)) {
    const name = own((is ?? was)?.slug ?? '');
    changes.push(
      ...compareOne('plan', name, was && planFields(was), is && planFields(is)),
      ...pairs(was?.marketplace ?? [], is?.marketplace ?? [], mappingName).flatMap(([one, other]) =>
        compareOne('plan_mapping', name, one && mappingFields(one), other && mappingFields(other)),
      ),
    );
    yield;
  }
}

function compareAll<Item>(
  kind: Kind,
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  fieldsOf: (item: Item) => Fields,
): readonly CatalogueChange[] {
  return pairs(before, after, nameOf).flatMap(([was, is]) => {
    const item = is ?? was;
    return item === undefined ? [] : compareOne(kind, nameOf(item), was && fieldsOf(was), is && fieldsOf(is));
  });
}

/** A change of the status is a separate change. */
function compareOne(
  kind: Kind,
  name: string,
  before: Fields | undefined,
  after: Fields | undefined,
): readonly CatalogueChange[] {
  const subject = { kind: subjects[kind], id: name };
  if (before === undefined || after === undefined) {
    if (before === undefined && after === undefined) return [];
    const action = `${kind}.${before === undefined ? 'added' : 'removed'}` as const;
    return [{ action, subject, before: before ?? null, after: after ?? null }];
  }
  const { status: statusBefore, ...fieldsBefore } = before;
  const { status: statusAfter, ...fieldsAfter } = after;
  const [was, is] = differing(fieldsBefore, fieldsAfter);
  const changes: CatalogueChange[] = [];
  if (Object.keys(was).length > 0 || Object.keys(is).length > 0) {
    const key = kind === 'plan_mapping' ? mappingKey(before) : {};
    changes.push({
      action: `${kind}.changed`,
      subject,
      before: { ...key, ...was },
      after: { ...key, ...is },
    });
  }
  if (statusBefore !== statusAfter && (kind === 'product' || kind === 'plan')) {
    changes.push({
      action: `${kind}.${statusAfter === 'Published' ? 'published' : 'archived'}`,
      subject,
      before: { status: statusBefore },
      after: { status: statusAfter },
    });
  }
  return changes;
}

/** Identifies the mapping, because a plan can have several. */
function mappingKey({ sourceName, offerId, planId }: Fields): Fields {
  return { sourceName, offerId, planId };
}

/** The members that differ, before and after; of maps, the entries that differ. */
function differing(before: Fields, after: Fields): readonly [Fields, Fields] {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [before[name], after[name]];
    if (isMap(one) && isMap(other)) {
      const [oneDiffers, otherDiffers] = differing(one, other);
      if (Object.keys(oneDiffers).length > 0 || Object.keys(otherDiffers).length > 0) {
        was[name] = oneDiffers;
        is[name] = otherDiffers;
      }
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
      if (one !== undefined) was[name] = one;
      if (other !== undefined) is[name] = other;
    }
  }
  return [was, is];
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function productFields(product: ProductDefinition): Fields & { readonly status: PublicationStatus } {
  const { name, status, types, categories } = product;
  const { applicationUrl = null, supportContact = null, accentColour = null } = product;
  const labels = canonicalLabels(product.labels ?? noLabels);
  return {
    name,
    status,
    types: [...types].sort(),
    categories: [...categories].sort(),
    applicationUrl,
    supportContact,
    accentColour,
    ...(hasLabels(labels) && { labels }),
  };
}

function planFields(plan: Plan): Fields {
  const { name, status, edition, licenceModel, billingModel, serviceIdentifier, capabilities, limits } = plan;
  return { name, status, edition, licenceModel, billingModel, serviceIdentifier, capabilities, limits };
}

function mappingFields({ sourceName, offerId, planId, dimensions }: MarketplaceMapping): Fields {
  const sorted = [...dimensions].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    sourceName,
    offerId,
    planId,
    dimensions: sorted.map(dimensionFields),
  };
}

/** Without the members of a meter that is fed by records, as in the file. */
export function dimensionFields(dimension: MeterDimension): Fields {
  const { id, name, unit } = dimension;
  const meter = meterOfDimension(dimension);
  const { intake, aggregation, included, limit, alertPercents } = meter;
  return {
    id,
    name,
    unit,
    ...(intake === 'Events' && { intake, aggregation }),
    ...(included && { included: { quantity: included.quantity, per: included.per } }),
    ...(limit && { limit: { quantity: limit.quantity, per: limit.per, action: limit.action } }),
    ...(!hasDefaultAlerts(meter) && { alertPercents: [...alertPercents] }),
  };
}

/** Pairs of items with the same name, in the order of `after`; then the items that only `before` has. */
function pairs<Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
): readonly (readonly [Item | undefined, Item | undefined])[] {
  const was = new Map(before.map((item) => [nameOf(item), item]));
  const names = new Set(after.map(nameOf));
  return [
    ...after.map((item) => [was.get(nameOf(item)), item] as const),
    ...before.filter((item) => !names.has(nameOf(item))).map((item) => [item, undefined] as const),
  ];
}
