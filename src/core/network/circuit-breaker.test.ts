import { describe, expect, it } from 'vitest';
import { admit, type Circuit, closedCircuit, settle } from './circuit-breaker.ts';

const rule = { failuresToOpen: 3, pauseMilliseconds: 1_000 };

describe('a circuit breaker', () => {
  const open: Circuit = { failures: 3, retryAt: 5_000 };

  const admissions: [string, Circuit, number, boolean, Circuit][] = [
    ['allows calls while closed', closedCircuit, 0, true, closedCircuit],
    [
      'allows calls after some failures',
      { failures: 2, retryAt: null },
      0,
      true,
      { failures: 2, retryAt: null },
    ],
    ['refuses calls while open', open, 4_999, false, open],
    ['allows one probe after the pause', open, 5_000, true, { failures: 3, retryAt: 6_000 }],
    [
      'refuses other calls during the probe',
      { failures: 3, retryAt: 6_000 },
      5_000,
      false,
      { failures: 3, retryAt: 6_000 },
    ],
  ];
  it.each(admissions)('%s', (_name, circuit, now, isAdmitted, after) => {
    expect(admit(circuit, now, rule)).toEqual({ isAdmitted, circuit: after });
  });

  const settlements: [string, Circuit, boolean, Circuit][] = [
    ['counts a failure', closedCircuit, false, { failures: 1, retryAt: null }],
    [
      'stays closed one failure below the threshold',
      { failures: 1, retryAt: null },
      false,
      { failures: 2, retryAt: null },
    ],
    ['opens at the threshold', { failures: 2, retryAt: null }, false, { failures: 3, retryAt: 9_000 }],
    [
      'stays open when the probe fails',
      { failures: 3, retryAt: 8_500 },
      false,
      { failures: 4, retryAt: 9_000 },
    ],
    ['resets its failures after a success', { failures: 2, retryAt: null }, true, closedCircuit],
    ['closes when the probe succeeds', { failures: 3, retryAt: 8_500 }, true, closedCircuit],
  ];
  it.each(settlements)('%s', (_name, circuit, hasSucceeded, after) => {
    expect(settle(circuit, hasSucceeded, 8_000, rule)).toEqual(after);
  });
});
