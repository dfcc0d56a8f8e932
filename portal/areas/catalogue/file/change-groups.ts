import { formatNumber } from '../../../parts/format/format-number.ts';
import type { FilePlan } from './queries.ts';

export type FileChange = FilePlan['changes'][number];
export type Verb = 'archived' | 'removed' | 'changed' | 'published' | 'added';

/** The changes of one product, or of the categories. */
export interface ChangeGroup {
  /** A slug; null: the categories. */
  readonly product: string | null;
  readonly changes: readonly FileChange[];
}

/** Losses first. */
const verbs: readonly Verb[] = ['archived', 'removed', 'changed', 'published', 'added'];

export const verbOf = ({ action }: Pick<FileChange, 'action'>) => action.replace(/^.*\./, '') as Verb;

export const isLoss = (change: Pick<FileChange, 'action'>) =>
  verbOf(change) === 'archived' || verbOf(change) === 'removed';

/** The changes by product, products with losses first, and within a product its losses first. */
export function groupChanges(changes: readonly FileChange[]): readonly ChangeGroup[] {
  const groups = new Map<string | null, FileChange[]>();
  for (const change of changes) {
    const product = productOf(change);
    groups.set(product, [...(groups.get(product) ?? []), change]);
  }
  const rank = (change: FileChange) => verbs.indexOf(verbOf(change));
  const hasLoss = ({ changes: own }: ChangeGroup) => (own.some(isLoss) ? 0 : 1);
  return [...groups]
    .map(([product, own]) => ({ product, changes: own.toSorted((a, b) => rank(a) - rank(b)) }))
    .toSorted((a, b) => hasLoss(a) - hasLoss(b));
}

/** The slug of the product; null of a category. */
export function productOf({ subject }: Pick<FileChange, 'subject'>): string | null {
  return subject.kind === 'Category' ? null : (subject.id.split('/', 1)[0] ?? null);
}

/** The slug below the product, of a plan or an edition; empty for the product itself. */
export function partOf({ subject }: Pick<FileChange, 'subject'>): string {
  return subject.kind === 'Category' ? subject.id : subject.id.split('/').slice(1).join('/');
}

/** `2 archived, 1 changed` */
export function summaryOf(changes: readonly FileChange[]): string {
  return verbs
    .map((verb) => ({ verb, count: changes.filter((change) => verbOf(change) === verb).length }))
    .filter(({ count }) => count > 0)
    .map(({ verb, count }) => `${formatNumber(count)} ${verb}`)
    .join(', ');
}
