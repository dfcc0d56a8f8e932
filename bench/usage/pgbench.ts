import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../child-process.ts';

const clients = 8;

/** What each transaction does, and the number of rows that count. */
export interface PgbenchScript {
  readonly text: string;
  readonly rows: number;
}

/** The intake's upsert of a hundred new rows, and nothing else. */
export const reportsScript: PgbenchScript = {
  rows: 100,
  text: `insert into usage_reports (
    workspace_id, hour, subscription_id, dimension, report_id, source_name, marketplace_subscription_id,
    marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts
  )
  select '00000000-0000-4000-8000-000000000000', date_trunc('hour', now()) - interval '1 hour', gen_random_uuid(),
    'dimension-1', gen_random_uuid(), 'Shop', gen_random_uuid()::text, 'basic', 12.5, 'Pending', now(),
    now() + interval '15 minutes', 0
  from generate_series(1, 100)
  order by 2, 3, 4
  on conflict do nothing;
`,
};

export interface Pgbench {
  /** Rows per second. */
  run(databaseUrl: string, seconds: number): Promise<number>;
  remove(): Promise<void>;
}

export async function preparePgbench({ text: script, rows }: PgbenchScript): Promise<Pgbench> {
  const program = await findProgram();
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  const path = join(folder, 'upsert.sql');
  await writeFile(path, script);
  return {
    async run(databaseUrl, seconds) {
      const options = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-T',
        String(seconds),
        '-f',
        path,
      ];
      const text = await runProgram(program, [...options, databaseUrl]);
      const rate = Number(/^tps = ([\d.]+)/m.exec(text)?.[1]);
      if (!(rate > 0)) throw new Error(`pgbench went wrong:\n${text}`);
      return rate * rows;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** On the path, or in Debian's folder. */
async function findProgram(): Promise<string> {
  if (spawnSync('pgbench', ['--version']).error === undefined) return 'pgbench';
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const [newest] = versions.sort((a, b) => Number(b) - Number(a));
  if (newest === undefined)
    throw new Error('This bench needs pgbench: install the PostgreSQL server package');
  return `/usr/lib/postgresql/${newest}/bin/pgbench`;
}
