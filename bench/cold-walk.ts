import pg from 'pg';
import { writeChange } from '../src/core/change.ts';
import { changeChannel } from '../src/storage/changes.ts';
import { type BenchRequest, type Deck, writeDeck } from './deck.ts';
import type { Slice } from './load.ts';
import { byKey, reads } from './questions.ts';
import type { Stage } from './stage.ts';

/** More than is asked in any slice. */
const longestSlice = 30_000;
/** More than the service keeps: by the time a walk comes round, what it met first has been forgotten. */
const tenantsToForget = 75_000;
/** A walk through so few takes longer. */
const dropInterval = 400;

/** Walks through the tenants and never meets one whose snapshot is kept. */
export class ColdWalk {
  readonly #stage: Stage;
  #position: number;

  /** Begins half way, far from the tenants that other cases ask about. */
  constructor(stage: Stage) {
    this.#stage = stage;
    this.#position = Math.floor(stage.tenants.length / 2);
  }

  /** The next requests; the same again until somebody has `played` them. */
  deal(): Promise<Deck> {
    return writeDeck(this.next(longestSlice));
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

/** With so few tenants that all are kept, a change of the catalogue is announced all the time: everything is dropped. */
export async function keepCold<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  if (stage.tenants.length >= tenantsToForget) return work();
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  const changes = [...stage.callers.keys()].map((workspaceId) =>
    writeChange({ kind: 'catalogue', workspaceId }),
  );
  const announcing = setInterval(() => {
    const text = 'select pg_notify($1, change) from unnest($2::text[]) as change';
    client.query(text, [changeChannel, changes]).catch(() => {});
  }, dropInterval);
  try {
    return await work();
  } finally {
    clearInterval(announcing);
    await client.end();
  }
}
