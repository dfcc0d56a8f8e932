import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { LimitPeriod } from '../../../src/core/catalogue/meter.ts';
import type { Database } from '../../../src/storage/database.ts';

/** What a period has that was limited at some time. */
interface Counter {
  readonly per: LimitPeriod;
  readonly start: string;
  readonly used: number;
  readonly reserved: number;
}

interface Books {
  readonly per: LimitPeriod;
  readonly quota: number;
  /** The total of the hours. */
  readonly used: number;
  /** The sum of the reservations that are held. */
  readonly held: number;
  /** Oldest period first. */
  readonly counters: readonly Counter[];
  /** Counters that differ from the hours or the reservations of their period, also of periods that have no limit any more. */
  readonly wrong: readonly unknown[];
}

const taken = ({ used, reserved }: Pick<Counter, 'used' | 'reserved'>) => used + reserved;

/** What the present period of a limit has. A counter that is missing will be made of the hours and of what is held. */
function periodOf({ counters, used, held }: Books, per: LimitPeriod): Pick<Counter, 'used' | 'reserved'> {
  return counters.findLast((counter) => counter.per === per) ?? { used, reserved: held };
}

/** The limit of the dimension `rows` of a shop with one customer: changes it, and looks whether it holds. */
export class ReservationAuditor {
  readonly complaints: string[] = [];
  looks = 0;
  /** How often more was used and reserved than a lowered limit. */
  beyond = 0;
  readonly #database: Database;
  /** By how much the time of the nodes is ahead. */
  readonly #ahead: number;
  /**
   * What each counter may have: the limit, or what it had when the limit was lowered. From then on that only becomes less.
   */
  readonly #allowed = new Map<string, number>();
  /** How often the limit was changed, and whether statements may still run that have read the earlier one. */
  #changes = 0;
  #isChanging = false;

  constructor(database: Database, ahead: number) {
    this.#database = database;
    this.#ahead = ahead;
  }

  /** As of one moment. */
  async read(): Promise<Books> {
    const { rows } = await sql<Books>`
      with own as (
        select limit_quantity, limit_per from meter_dimensions where dimension_id = 'rows' limit 1
      ), counters as (
        select counter.per, counter.period_start as start, counter.used, counter.reserved, (
            select coalesce(sum(total), 0) from usage_hours where dimension = 'rows'
              and hour >= period_start and (period_end is null or hour < period_end)
          ) as counted, (
            select coalesce(sum(quantity), 0) from usage_reservations where state = 'Held' and counter_id = any (counter_ids)
          ) as adopted, (
            select coalesce(sum(quantity), 0) from usage_reservations where state = 'Held'
              and granted_at >= period_start and (period_end is null or granted_at < period_end)
          ) as granted
        from usage_counters as counter
      )
      select own.limit_per as per, own.limit_quantity::float8 as quota,
        (select coalesce(sum(total), 0)::float8 from usage_hours where dimension = 'rows') as used,
        (select coalesce(sum(quantity), 0)::float8 from usage_reservations where state = 'Held') as held,
        (select coalesce(json_agg(counters order by start), '[]') from counters) as counters, (
          select coalesce(json_agg(counters), '[]') from counters
          where used <> counted or reserved <> adopted or reserved <> granted
        ) as wrong
      from own`.execute(this.#database);
    return rows[0] as Books;
  }

  /** With what the present period has. */
  async readPeriod(): Promise<Books & Pick<Counter, 'used' | 'reserved'>> {
    const books = await this.read();
    return { ...books, ...periodOf(books, books.per) };
  }

  /** Looks as often as it can; while PostgreSQL restarts it cannot. */
  async audit(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const change = this.#changes;
      const books = await this.read().catch(() => undefined);
      if (books) this.#check(books, () => change === this.#changes && !this.#isChanging);
      await pause(10);
    }
  }

  #check({ per, quota, counters, wrong }: Books, isSettled: () => boolean): void {
    this.looks += 1;
    if (wrong.length > 0) this.complaints.push(JSON.stringify(wrong));
    for (const counter of counters.filter((one) => one.per === per)) {
      const key = `${per} ${counter.start}`;
      const allowed = Math.max(this.#allowed.get(key) ?? quota, quota);
      const sum = taken(counter);
      if (sum > allowed) this.complaints.push(JSON.stringify({ ...counter, quota, allowed }));
      if (sum > quota) this.beyond += 1;
      this.#allowed.set(key, isSettled() ? Math.max(quota, sum) : allowed);
    }
  }

  /** Whether a request that was sent then counted as reserved what had been free again for more than a second. */
  async countedFree(reserved: number, sentAt: number): Promise<boolean> {
    const since = new Date(sentAt + this.#ahead - 1_000);
    const { rows } = await sql<{ held: number }>`
      select coalesce(sum(quantity), 0)::float8 as held from usage_reservations
      where least(expires_at, settled_at) >= ${since}`.execute(this.#database);
    return reserved > (rows[0]?.held ?? 0);
  }

  /** Below what the period has, but for `least`. Waits until that is enough. */
  async lowerLimit(by: number, least: number): Promise<void> {
    const sum = async () => taken(await this.readPeriod());
    await expect.poll(sum, { timeout: 20_000 }).toBeGreaterThan(least + by);
    await this.#change({ quota: Math.max(least, (await sum()) - by) });
  }

  async raiseLimit(by: number): Promise<void> {
    await this.#change({ quota: taken(await this.readPeriod()) + by });
  }

  /**
   * A limit for another period. If it is the first of that period, what is held and being granted counts in the counter that is
   * made. Statements that have read the limit before may grant what was left of it.
   */
  async changePeriod(per: LimitPeriod, raise: number): Promise<void> {
    const books = await this.read();
    const left = Math.max(0, books.quota - taken(periodOf(books, books.per)));
    await this.#change({ per, quota: taken(periodOf(books, per)) + left + raise });
  }

  async #change({ quota, per }: { readonly quota: number; readonly per?: LimitPeriod }): Promise<void> {
    this.#isChanging = true;
    this.#changes += 1;
    await sql`update meter_dimensions set limit_quantity = ${quota}, limit_per = coalesce(${per ?? null}, limit_per)
      where dimension_id = 'rows'`.execute(this.#database);
    await this.#earlierStatementsEnd();
    this.#isChanging = false;
  }

  async #earlierStatementsEnd(): Promise<void> {
    const { rows } = await sql<{ now: string }>`select pg_catalog.clock_timestamp()::text as now`.execute(
      this.#database,
    );
    const count = async () => {
      const earlier = await sql`select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and xact_start < ${rows[0]?.now}::timestamptz`.execute(this.#database);
      return earlier.rows.length;
    };
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
  }
}
