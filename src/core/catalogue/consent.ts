import { type Refusal, refuse } from '../refusal.ts';
import type { CatalogueChange } from './changes.ts';

/** The number of products and plans to archive, and of drafts to remove. */
export interface CatalogueConsent {
  readonly archive: number;
  readonly remove: number;
}

/** The consent that the changes need. */
export function consentFor(changes: readonly CatalogueChange[]): CatalogueConsent {
  const { archived, removed } = takenAway(changes);
  return { archive: archived.length, remove: removed.length };
}

/**
 * A file is the whole catalogue, so an omitted product is archived. The caller confirms the numbers, which refuses a
 * truncated file.
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
    `To confirm, apply it with archive ${needed.archive} and remove ${needed.remove}.`;
  return refuse('catalogue.consent_required', { ...needed }, detail);
}

const maxNames = 20;

function namesIn(heading: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `${heading}: ${names.slice(0, maxNames).join(', ')}${more}`;
}

function takenAway(changes: readonly CatalogueChange[]) {
  const named = (...actions: readonly CatalogueChange['action'][]) =>
    changes.filter(({ action }) => actions.includes(action)).map(({ subject }) => subject.id);
  return {
    archived: named('product.archived', 'plan.archived'),
    removed: named('product.removed', 'plan.removed'),
  };
}
