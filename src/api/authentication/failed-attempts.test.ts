import { expect, it } from 'vitest';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import { FailedAttempts, failedAttemptsPerMinute, maxWaitingAttempts } from './failed-attempts.ts';

it('refuses more waiting requests of one address than it can hold', async () => {
  let taken = 0;
  const attempts = new FailedAttempts({
    take: (_key, perMinute) => {
      const allowed = taken < perMinute;
      if (allowed) taken += 1;
      return { allowed } as RateLimitDecision;
    },
    giveBack: () => {
      taken -= 1;
    },
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const limit = () =>
    attempts.limit(
      '203.0.113.1',
      () => ended,
      () => false,
    );
  const held = Array.from({ length: failedAttemptsPerMinute + maxWaitingAttempts }, limit);
  expect(await limit()).toEqual({ refused: { allowed: false } });
  end();
  const results = await Promise.all(held);
  expect(results.filter((result) => 'refused' in result)).toEqual([]);
});
