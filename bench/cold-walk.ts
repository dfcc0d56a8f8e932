import pg from 'pg';
import { writeChange } from '../src/core/change.ts';
import { changeChannel } from '../src/storage/changes/changes.ts';
import { type BenchRequest, type Deck, writeDeck } from './deck.ts';
import type { Slice } from './load.ts';
import { byKey, reads } from './questions.ts';
import type { Stage } from './stage.ts';

/** More requests than in any slice. */
const maxSliceRequests = 30_000;
/** More than the cache holds: when a walk starts again, its first tenants have been evicted. */
const tenantsToEvict = 75_000;
/** Responses per second, and more than a cold service gives: the cache is cleared before a walk starts again. */
const maxColdRate = 10_000;

/** Walks through the tenants with cache misses only. */
export class ColdWalk {
  readonly #stage: Stage;
  #position: number;

  /** Starts in the middle, away from the tenants of other cases. */
  constructor(stage: Stage) {
    this.#stage = stage;
    this.#position = Math.floor(stage.tenants.length / 2);
  }

  /** The next requests; the same again until `played` is called. */
  deal(): Promise<Deck> {
    return writeDeck(this.next(maxSliceRequests));
  }

  played({ requests }: Slice): void {
    this.#position += requests;
  }

  next(count: number): readonly BenchRequest[] {
    const { tenants } = this.#stage;
    const length = Math.min(count, tenants.length);
    const begin = this.#position % tenants.length;
    return reads(this.#stage, [...tenants.slice(begin), ...tenants.slice(0, begin)].slice(0, length), byKey);
  }
}

/** If all tenants fit into the cache, catalogue changes are announced continuously to clear it. */
export async function keepCold<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  if (stage.tenants.length >= tenantsToEvict) return work();
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  const changes = [...stage.callers.keys()].map((workspaceId) =>
    writeChange({ kind: 'catalogue', workspaceId, products: null }),
  );
  const announcing = setInterval(
    () => {
      const text = 'select pg_notify($1, change) from unnest($2::text[]) as change';
      client.query(text, [changeChannel, changes]).catch(() => {});
    },
    (1_000 * stage.tenants.length) / maxColdRate,
  );
  try {
    return await work();
  } finally {
    clearInterval(announcing);
    await client.end();
  }
}
