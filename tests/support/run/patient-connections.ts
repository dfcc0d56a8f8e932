import { timeLimits } from '../../../src/storage/time-limits.ts';

/**
 * A test file shares its event loop with the service. On CI's shared machine the loop can be busy for seconds, after
 * which the timeout of a new connection would fire although the server has responded.
 */
for (const kind of ['read', 'write', 'background'] as const) {
  Object.assign(timeLimits[kind], { connection: 20_000 });
}
