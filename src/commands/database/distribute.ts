import { CannotStart } from '../../core/operations/cannot-start.ts';
import { moveObstacles } from '../../core/operations/move-obstacles.ts';
import {
  distributeTables,
  readMachineSettings,
  requireCluster,
} from '../../storage/cluster/distribute-tables.ts';
import { type UnenforcedReference, unenforcedReferences } from '../../storage/cluster/distribution.ts';
import {
  findMissingReferences,
  listReferenceKeys,
  type ReferenceKey,
} from '../../storage/cluster/references.ts';
import { type Database, withDatabase } from '../../storage/database.ts';
import { isMigrated } from '../../storage/schema/migrate.ts';
import { withSchemaSession } from '../../storage/schema/schema-session.ts';
import { onDatabase, type Print } from './on-database.ts';

/**
 * `distribute`: spreads the tables over the machines of a Citus cluster. An interrupted run can be repeated. Warns of settings
 * that a later move of a workspace needs; they can be set at any time.
 */
export const distribute = onDatabase('distribute', async (config, _, print) => {
  await withSchemaSession(config.databaseUrl, requireCluster);
  const isCurrent = await withDatabase(config.databaseUrl, isMigrated);
  if (!isCurrent) throw new CannotStart('Run the command migrate first: distribute needs every migration.');
  const { count, warnings } = await withSchemaSession(config.databaseUrl, async (client) => ({
    count: await distributeTables(client, print),
    warnings: (await readMachineSettings(client)).flatMap(moveObstacles),
  }));
  for (const warning of warnings) print(warning);
  const text =
    count > 0 ? `The database is distributed: ${count} tables.` : 'The database is distributed already.';
  return { text, json: { distributed: count, warnings } };
});

/** `check-references`: looks for rows whose reference is missing, of those that a distributed database does not check. */
export const checkReferences = onDatabase('check-references', async (config, _, print) => {
  const missing = await withDatabase(config.databaseUrl, async (database) => {
    let found = 0;
    for (const reference of unenforcedReferences) found += await checkReference(database, reference, print);
    return found;
  });
  if (missing > 0)
    throw new CannotStart(`${missing} references are missing: remove the rows that name them.`);
  return { text: '', json: { missing } };
});

const pageSize = 1_000;

/** Returns how many are missing. */
async function checkReference(
  database: Database,
  reference: UnenforcedReference,
  print: Print,
): Promise<number> {
  const { table, references, columns } = reference;
  let checked = 0;
  let missing = 0;
  let after: ReferenceKey | null = null;
  for (;;) {
    const keys: readonly ReferenceKey[] = await listReferenceKeys(database, reference, after, pageSize);
    for (const key of await findMissingReferences(database, reference, keys)) {
      missing += 1;
      const named = columns.map((column, index) => `${column} ${key[index]}`).join(', ');
      print(`${table}: there is no row of ${references} with ${named}.`);
    }
    checked += keys.length;
    after = keys.at(-1) ?? null;
    if (keys.length < pageSize) break;
  }
  print(`${table} to ${references}: ${checked} checked, ${missing} missing.`);
  return missing;
}
