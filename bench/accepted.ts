import { isRefusal, type Refusal } from '../src/core/refusal.ts';

/** The result of an action that must not be refused. */
export function accepted<Result>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}
