import { type RawBuilder, sql } from 'kysely';
import { containsText } from '../text-search.ts';

export interface PersonFilter {
  /** Part of the e-mail address or of the object id. */
  readonly search?: string | undefined;
}

/** For a query of `members as member`. */
export function isPerson({ search }: PersonFilter): RawBuilder<boolean> {
  return containsText(search, sql`member.email`, sql`member.object_id::text`);
}
