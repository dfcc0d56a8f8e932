import { createHash } from 'node:crypto';
import type { ActionContext } from '../actions/context.ts';
import type { RandomBytes } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { Database } from '../storage/database.ts';

/** Creation time of the demo data, part of every fixed id. */
export const worldMade = new Date('2026-01-01T00:00:00.000Z');

/** An action's context whose ids and keys are derived from the label. */
export function fixed(database: Database, label: string): ActionContext {
  return { database, now: worldMade, randomBytes: bytesFrom(label) };
}

export function bytesFrom(label: string): RandomBytes {
  let calls = 0;
  return (count) => createHash('shake256', { outputLength: count }).update(`${label} ${calls++}`).digest();
}

export function done<Result>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`The demo cannot be seeded: ${result.detail}`);
  return result;
}
