import { readFileSync } from 'node:fs';
import pg from 'pg';

/** The kernel counts in hundredths of a second on every processor. */
const microsecondsPerTick = 10_000;

/** The CPU time of the process so far in microseconds; NaN where the system does not report it. */
export function processorTime(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything; user and system time are the 12th and 13th fields behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
  } catch {
    return Number.NaN;
  }
}

/** A stopwatch for the CPU time of all processes of a database server. Processes that end in between are left out. */
export class DatabaseTime {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(databaseUrl: string): Promise<DatabaseTime> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return new DatabaseTime(client);
  }

  /** Returns a function that tells the microseconds since now. */
  async start(): Promise<() => Promise<number>> {
    const before = await this.#read();
    return async () =>
      [...(await this.#read())].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #read(): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.#client.query<{ pid: number }>('select pid from pg_stat_activity');
    return new Map(rows.map(({ pid }) => [pid, processorTime(pid)]));
  }
}
