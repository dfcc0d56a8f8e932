import { formatCount } from '../../../parts/format/format-number.ts';
import type { FilePlan } from './queries.ts';

/** The products, plans and drafts that a file archives or removes. */
export function lossesIn({ changes }: { readonly changes: readonly FilePlan['changes'][number][] }) {
  const named = (action: string) =>
    changes.filter((change) => change.action === action).map(({ subject }) => subject.id);
  return {
    products: named('product.archived'),
    plans: named('plan.archived'),
    drafts: [...named('product.removed'), ...named('plan.removed')],
  };
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
