import { isRefusal, type Refusal } from '../../src/core/refusal.ts';

/** The result of an action; a refusal fails the test with its reason. */
export function done<Result>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}
