import { DatabaseTime, processorTime } from '../processor-time.ts';
import { median } from '../rounds.ts';
import { type PgbenchScript, preparePgbench } from './pgbench.ts';

/** What the service did in a slice. */
export interface Work {
  /** Per second. */
  readonly rate: number;
  readonly count: number;
}

interface RoundsAgainstPgbench {
  readonly name: string;
  /** What is counted, with a space before it; empty: what the name says. */
  readonly unit: string;
  readonly leastRatio: number;
  readonly script: PgbenchScript;
  readonly databaseUrl: string;
  readonly service: { readonly pid: number };
  readonly rounds: number;
  readonly seconds: number;
  readonly print: (text: string) => void;
}

/**
 * The service in turn with `pgbench`; a first round warms up and does not count. Each line has the CPU time of the service and of
 * PostgreSQL. Returns the rates of the service.
 */
export async function benchAgainstPgbench(
  options: RoundsAgainstPgbench,
  work: () => Promise<Work>,
): Promise<readonly number[]> {
  const { name, unit, leastRatio, script, databaseUrl, service, rounds, seconds, print } = options;
  const pgbench = await preparePgbench(script);
  const costs = await Costs.open(databaseUrl, service.pid);
  const ratios: number[] = [];
  const rates: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const floor = await pgbench.run(databaseUrl, seconds);
      const { rate, cost } = await costs.measure(work);
      if (round === 0) continue;
      rates.push(rate);
      ratios.push(rate / floor);
      const both = `pgbench ${floor.toFixed(0)}${unit}/s, Tessera ${rate.toFixed(0)}${unit}/s ${cost}`;
      print(`${name}, round ${round}: ${both}, ratio ${(rate / floor).toFixed(2)}\n`);
    }
  } finally {
    await costs.close();
    await pgbench.remove();
  }
  const ratio = median(ratios);
  const verdict = ratio < leastRatio ? ' missed' : '';
  print(`${name}: ratio ${ratio.toFixed(2)}, bar ${leastRatio.toFixed(2)}${verdict}\n`);
  return rates;
}

/** The CPU time of a service and its database. */
export class Costs {
  readonly #pid: number;
  readonly #database: DatabaseTime;

  private constructor(pid: number, database: DatabaseTime) {
    this.#pid = pid;
    this.#database = database;
  }

  static async open(databaseUrl: string, pid: number): Promise<Costs> {
    return new Costs(pid, await DatabaseTime.open(databaseUrl));
  }

  async measure(work: () => Promise<Work>): Promise<Work & { readonly cost: string }> {
    const before = processorTime(this.#pid);
    const databaseSpent = await this.#database.start();
    const done = await work();
    const service = (processorTime(this.#pid) - before) / done.count;
    const database = (await databaseSpent()) / done.count;
    return { ...done, cost: `${service.toFixed(0)} µs + PostgreSQL ${database.toFixed(0)} µs` };
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
