import { sql } from 'kysely';
import type { Quantity } from '../../src/core/values/quantity.ts';
import type { Database } from '../../src/storage/database.ts';
import { grantStatement } from '../../src/storage/usage/grant-reservations.ts';
import type { PgbenchScript } from './pgbench.ts';

/** Stand for the values that the server generates. */
const workspaceId = '00000000-0000-4000-8000-000000000001';
const subscriptionId = '00000000-0000-4000-8000-000000000002';
const reservationId = '00000000-0000-4000-8000-000000000003';
const apiClientId = '00000000-0000-4000-8000-000000000004';
const day = 86_400_000;
const one = 1_000_000 as Quantity;

/** Time-ordered, as the service's ids are, so that the index grows at its end. */
const newId = `overlay(
  overlay(gen_random_uuid()::text placing lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint >> 16), 8, '0') from 1)
  placing lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint & 65535), 4, '0') from 10)`;

const generated = {
  [workspaceId]: 'bench_workspace(:number)',
  [subscriptionId]: 'bench_subscription(:number)',
  [reservationId]: newId,
} as const;

/** A value of the statement as an expression, in which the server generates the ids. */
function expressionOf(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return Object.entries(generated)
    .filter(([id]) => text.includes(id))
    .reduce((expression, [id, made]) => `replace(${expression}, '${id}', (${made})::text)`, `'${text}'`);
}

/**
 * The statement of the service that grants one reservation, of a limit that is chosen at random. Every limit has a counter in the
 * same period.
 */
export async function reservationsScript(database: Database): Promise<PgbenchScript> {
  const { rows } = await sql<{
    workspaceIds: string;
    subscriptionIds: string;
    start: Date;
    end: Date;
    count: number;
  }>`
    select array_agg(workspace_id order by counter_id)::text as "workspaceIds",
      array_agg(subscription_id order by counter_id)::text as "subscriptionIds",
      min(period_start) as start, min(period_end) as "end", count(*)::integer as count
    from usage_counters`.execute(database);
  const [counters] = rows;
  if (!counters) throw new Error('There are no counters');
  await arrayFunction(database, 'bench_workspace', counters.workspaceIds);
  await arrayFunction(database, 'bench_subscription', counters.subscriptionIds);
  const { start, end, count } = counters;
  const period = { start, end };
  const periods = { Day: period, Month: period, Year: period, Term: period };
  const now = new Date();
  const reservation = { reservationId, apiClientId, quantity: one, grantedAt: now };
  const statement = grantStatement(
    workspaceId,
    [{ subscriptionId, dimension: 'rows', subject: '', sourceName: '', periods }],
    [{ ...reservation, meter: 0, expiresAt: new Date(now.getTime() + day) }],
    now,
  );
  const text = statement.text.replaceAll(/\$(\d+)/g, (_, place: string) =>
    expressionOf(statement.values[Number(place) - 1]),
  );
  return { rows: 1, text: `\\set number random(1, ${count})\n${text};\n` };
}

/** Inlined by the planner: a look into an array takes no time that counts. */
async function arrayFunction(database: Database, name: string, ids: string): Promise<void> {
  const text = `create function ${name}(number integer) returns uuid language sql immutable
    return ('${ids}'::uuid[])[number]`;
  await sql.raw(text).execute(database);
}
