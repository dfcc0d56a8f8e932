import { type Refusal, refuse } from '../refusal.ts';
import type { CatalogueChange } from './changes.ts';

/** How many products and plans somebody wants archived, and how many drafts of them removed. */
export interface CatalogueConsent {
  readonly archive: number;
  readonly remove: number;
}

/** What changes take away from the catalogue. */
export function consentFor(changes: readonly CatalogueChange[]): CatalogueConsent {
  const { archived, removed } = takenAway(changes);
  return { archive: archived.length, remove: removed.length };
}

/**
 * A file is the whole catalogue, so a file that lacks something archives it. Whoever applies it says how much that is: a
 * truncated file is refused.
 */
export function refuseWithoutConsent(
  changes: readonly CatalogueChange[],
  given: CatalogueConsent,
): Refusal | undefined {
  const needed = consentFor(changes);
  if (given.archive === needed.archive && given.remove === needed.remove) return undefined;
  const { archived, removed } = takenAway(changes);
  const detail =
    `The file archives ${needed.archive} and removes ${needed.remove} products and plans` +
    `${namesIn('; archived', archived)}${namesIn('; removed', removed)}. ` +
    `If that is meant, say so: archive ${needed.archive}, remove ${needed.remove}.`;
  return refuse('catalogue.consent_required', { ...needed }, detail);
}

const mostNames = 20;

function namesIn(words: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${words}: ${names.slice(0, mostNames).join(', ')}${more}`;
}

function takenAway(changes: readonly CatalogueChange[]) {
  const named = (...actions: readonly CatalogueChange['action'][]) =>
    changes.filter(({ action }) => actions.includes(action)).map(({ subject }) => subject.id);
  return {
    archived: named('product.archived', 'plan.archived'),
    removed: named('product.removed', 'plan.removed'),
  };
}
