import { isRefusal, type Refusal } from '../src/core/refusal.ts';

/** The result of an action that nothing here should make refuse. */
export function accepted<Result>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}
