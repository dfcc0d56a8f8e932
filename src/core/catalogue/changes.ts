import type { AuditedChange } from '../workspaces/audit.ts';
import type { MarketplaceMapping, Plan, PublicationStatus } from './catalogue.ts';
import { type CatalogueDefinition, mappingName } from './definition.ts';
import type { ProductDefinition } from './product-definition.ts';

/** One change of a catalogue. Products are named by slug, what belongs to one as `product/plan`. */
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
 * What has to be done to make the one say what the other says, in an order in which a person would tell it. Of a change
 * only the members that differ are named. The order in which things are listed makes no difference.
 */
export function compareCatalogues(
  before: CatalogueDefinition,
  after: CatalogueDefinition,
): readonly CatalogueChange[] {
  return [
    ...compareAll(
      'category',
      before.categories,
      after.categories,
      ({ slug }) => slug,
      ({ name }) => ({ name }),
    ),
    ...pairs(before.products, after.products, ({ slug }) => slug).flatMap(([was, is]) =>
      compareProducts(was, is),
    ),
  ];
}

function compareProducts(
  before: ProductDefinition | undefined,
  after: ProductDefinition | undefined,
): readonly CatalogueChange[] {
  // Edits leave the products alone that they are not about.
  if (before === after) return [];
  const slug = (after ?? before)?.slug ?? '';
  const own = (name: string) => `${slug}/${name}`;
  return [
    ...compareOne('product', slug, before && productFields(before), after && productFields(after)),
    ...compareAll(
      'edition',
      before?.editions ?? [],
      after?.editions ?? [],
      (edition) => own(edition.slug),
      ({ name, rank }) => ({ name, rank }),
    ),
    ...pairs(before?.plans ?? [], after?.plans ?? [], (plan) => plan.slug).flatMap(([was, is]) => {
      const name = own((is ?? was)?.slug ?? '');
      return [
        ...compareOne('plan', name, was && planFields(was), is && planFields(is)),
        ...pairs(was?.marketplace ?? [], is?.marketplace ?? [], mappingName).flatMap(([one, other]) =>
          compareOne('plan_mapping', name, one && mappingFields(one), other && mappingFields(other)),
        ),
      ];
    }),
  ];
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

/** A step of the status is a change of its own. */
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

/** Several mappings are of one plan; the name at the marketplace tells which. */
function mappingKey({ sourceName, offerId, planId }: Fields): Fields {
  return { sourceName, offerId, planId };
}

/** The members of each that the other has not, or has otherwise; of maps, the entries. */
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
  const { name, status, types, categories, applicationUrl = null } = product;
  return { name, status, types: [...types].sort(), categories: [...categories].sort(), applicationUrl };
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
    dimensions: sorted.map(({ id, name, unit }) => ({ id, name, unit })),
  };
}

/** What both have, what only the first has, what only the second: each beside its like, in the second's order. */
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
