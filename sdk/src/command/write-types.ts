import type { PlanContent } from '../testing/holding.ts';

/** The part of a catalogue that the types need. The service's response and the catalogue file both have it. */
export interface CatalogueProduct {
  readonly slug: string;
  readonly editions: readonly PlanContent['edition'][];
  readonly plans: readonly CataloguePlan[];
  readonly labels: CatalogueLabels;
}

/** Display texts by key. */
export interface CatalogueLabels {
  readonly capabilities: Readonly<Record<string, Label>>;
  readonly limits: Readonly<Record<string, Label>>;
}

export interface Label {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly unit?: string | null;
  readonly absentMeans?: string | null;
}

export interface CataloguePlan {
  readonly slug: string;
  readonly name: string;
  readonly edition: string;
  readonly licenceModel: PlanContent['licenceModel'];
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly limits: Readonly<Record<string, number>>;
  readonly dimensions: readonly string[];
}

/** TypeScript with the names and plans of the products. The same catalogue is always the same text. */
export function writeTypes(products: readonly CatalogueProduct[]): string {
  const sorted = bySlug(products);
  return `// Written by \`tessera types\`. Do not edit.
/* eslint-disable */

/** The names of each product. */
export interface Catalogue {
${sorted.map(namesOf).join('')}}

declare module '@tessera/client' {
  interface Register {
    catalogue: Catalogue;
  }
}

/** What each plan contains, for tests: \`fakeTessera({ plans })\`. */
export const plans = {
${sorted.map(plansOf).join('')}} as const;
`;
}

function namesOf({ slug, plans, labels }: CatalogueProduct): string {
  const names = (of: (plan: CataloguePlan) => readonly string[], texts: CatalogueLabels['limits'] = {}) =>
    union(plans.flatMap(of), texts);
  return `  ${quoted(slug)}: {
    capabilities:${names(({ capabilities }) => Object.keys(capabilities), labels.capabilities)};
    limits:${names(({ limits }) => Object.keys(limits), labels.limits)};
    dimensions:${names(({ dimensions }) => dimensions)};
    plans:${names((plan) => [plan.slug])};
  };
`;
}

function plansOf({ slug, plans, editions }: CatalogueProduct): string {
  const written = bySlug(plans).map((plan) => {
    const edition = editions.find((one) => one.slug === plan.edition);
    const { name = plan.edition, rank = 0 } = edition ?? {};
    const content: PlanContent = {
      name: plan.name,
      edition: { slug: plan.edition, name, rank },
      licenceModel: plan.licenceModel,
      capabilities: sortedMembers(plan.capabilities),
      limits: sortedMembers(plan.limits),
    };
    return `    ${quoted(plan.slug)}: ${JSON.stringify(content)},\n`;
  });
  return `  ${quoted(slug)}: {\n${written.join('')}  },\n`;
}

/** Follows a colon. On the same line, unless some name has a comment. */
function union(names: readonly string[], texts: CatalogueLabels['limits']): string {
  const distinct = [...new Set(names)].sort();
  if (distinct.length === 0) return ' never';
  const comments = distinct.map((name) => commentOf(Object.hasOwn(texts, name) ? texts[name] : undefined));
  if (comments.every((comment) => comment === null)) return ` ${distinct.map(quoted).join(' | ')}`;
  return distinct
    .map((name, index) => {
      const comment = comments[index];
      return `\n      ${comment ? `/** ${comment} */\n      ` : ''}| ${quoted(name)}`;
    })
    .join('');
}

/** `Rooms, in rooms. Where people meet. Without it: Unlimited.` */
function commentOf({ name, description, unit, absentMeans }: Label = {}): string | null {
  const sentences = [
    [name, unit && (name ? `in ${unit}` : `In ${unit}`)].filter(Boolean).join(', '),
    description,
    absentMeans && `A plan without this limit: ${absentMeans}`,
  ].filter((text): text is string => Boolean(text));
  if (sentences.length === 0) return null;
  const text = sentences.map((sentence) => sentence.replace(/[^.!?]$/, '$&.')).join(' ');
  // A text must not end the comment, nor begin a line of code.
  return text.replaceAll('*/', '*\\/').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
}

function sortedMembers<Value>(members: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function bySlug<Item extends { readonly slug: string }>(items: readonly Item[]): readonly Item[] {
  return [...items].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

const quoted = (text: string) => JSON.stringify(text);
