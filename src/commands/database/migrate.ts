import { migrate } from '../../storage/schema/migrate.ts';
import { onDatabase } from './on-database.ts';

/** `migrate` */
export const migrateDatabase = onDatabase('migrate', async ({ databaseUrl }) => {
  const applied = await migrate(databaseUrl);
  const listed = applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date';
  return { text: `Migrations: ${listed}.`, json: { applied } };
});
