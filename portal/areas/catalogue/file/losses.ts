import { formatCount } from '../../../parts/format/format-number.ts';
import type { FilePlan } from './queries.ts';

interface FileChanges {
  readonly changes: readonly FilePlan['changes'][number][];
  /** With the names to show. */
  readonly products?: FilePlan['products'];
}

/** The products, plans and drafts that a file archives or removes, by their names. */
export function lossesIn({ changes, products = [] }: FileChanges) {
  const named = (action: string) => {
    const lost = changes.filter((change) => change.action === action).map(({ subject }) => subject.id);
    const names = lost.map((id) => nameIn(products, id));
    // The slug tells two of one name apart.
    const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
    return lost.map((id, index) => {
      const name = names[index] ?? id;
      return isUnique(name) ? name : `${name} (${id})`;
    });
  };
  return {
    products: named('product.archived'),
    plans: named('plan.archived'),
    drafts: [...named('product.removed'), ...named('plan.removed')],
  };
}

/** `Scribe`, or `Scribe: Basic monthly` for the plan `scribe/basic-monthly`. */
function nameIn(products: FilePlan['products'], id: string): string {
  const [slug = '', plan] = id.split('/');
  const product = products.find((one) => one.slug === slug);
  if (plan === undefined) return product?.name ?? slug;
  return `${product?.name ?? slug}: ${product?.plans.find((one) => one.slug === plan)?.name ?? plan}`;
}

/** `archive 5 products and 1 plan, remove 2 drafts`; empty without any. */
export function lossText({ products, plans, drafts }: ReturnType<typeof lossesIn>): string {
  const archived = [counted(products.length, 'product'), counted(plans.length, 'plan')].filter(Boolean);
  return [
    archived.length > 0 ? `archive ${archived.join(' and ')}` : '',
    drafts.length > 0 ? `remove ${counted(drafts.length, 'draft')}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const counted = (count: number, noun: string) => (count === 0 ? '' : formatCount(count, noun));
