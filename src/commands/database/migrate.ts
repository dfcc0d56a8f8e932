import { migrate } from '../../storage/migrate.ts';
import { onDatabase } from './on-database.ts';

/** `migrate` */
export const migrateDatabase = onDatabase('migrate', async ({ databaseUrl }) => {
  const applied = await migrate(databaseUrl);
  return `Migrations: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date'}.`;
});
