import { timeLimits } from '../../../src/storage/connection/time-limits.ts';

/**
 * A test file shares its event loop with the service. On a busy machine the loop can be blocked for seconds, after which
 * the timeout of a new connection would fire although the server has responded.
 */
for (const kind of ['read', 'write', 'background'] as const) {
  Object.assign(timeLimits[kind], { connection: 20_000 });
}
