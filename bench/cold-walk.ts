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
const dropInterval = 100;

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
    const walk = Array.from({ length }, (_, step) => tenants[(this.#position + step) % tenants.length] ?? '');
    return reads(this.#stage, walk, byKey);
  }
}

/** With so few tenants that all are kept, a change of the catalogue is announced all the time: everything is dropped. */
export async function keepCold<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  if (stage.tenants.length >= tenantsToForget) return work();
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  const change = writeChange({ kind: 'catalogue', workspaceId: stage.workspaceId });
  const announcing = setInterval(() => {
    client.query('select pg_notify($1, $2)', [changeChannel, change]).catch(() => {});
  }, dropInterval);
  try {
    return await work();
  } finally {
    clearInterval(announcing);
    await client.end();
  }
}
