import pg from 'pg';

const uniqueViolation = '23505';

/**
 * Whether a statement failed because another row has the same values of this unique constraint or index. A cluster passes
 * on the message of a machine without its fields, and its names end with the number of a shard.
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) return false;
  const named = error.constraint ?? /"([^"]+)"/.exec(error.message)?.[1];
  return named?.replace(/_\d+$/, '') === constraint;
}
