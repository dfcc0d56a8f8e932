import { type RawBuilder, sql } from 'kysely';

export interface PersonFilter {
  /** Part of the e-mail address or of the object id. */
  readonly search?: string | undefined;
}

/** For a query of `members as member`. */
export function isPerson({ search }: PersonFilter): RawBuilder<boolean> {
  return search === undefined
    ? sql<boolean>`true`
    : sql<boolean>`position(lower(${search}) in lower(concat_ws(' ', member.email, member.object_id::text))) > 0`;
}
