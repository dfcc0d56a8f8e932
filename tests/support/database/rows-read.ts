import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';

/** The same database with the number of rows that each statement has returned. */
export function withRowCounts(database: Database): { database: Database; rowCounts: number[] } {
  const rowCounts: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rowCounts.push(result.rows.length);
      return result;
    },
  };
  return { database: database.withPlugin(plugin), rowCounts };
}
