import { describe, expect, it } from 'vitest';
import { beginPass, endPass, isFailing, newWorkerHistory } from './worker-health.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15) + minutes * 60_000);

type Step = readonly [step: 'begin' | 'succeed' | 'fail', minute: number];

const historyAfter = (steps: readonly Step[]) =>
  steps.reduce(
    (history, [step, minute]) =>
      step === 'begin' ? beginPass(history, at(minute)) : endPass(history, at(minute), step === 'fail'),
    newWorkerHistory,
  );

describe('worker health', () => {
  it.each<[string, readonly Step[], number, boolean]>([
    ['before its first pass', [], 60, false],
    ['while a pass runs', [['begin', 0]], 9.9, false],
    ['when a pass has run for 10 minutes', [['begin', 0]], 10, true],
    [
      'long after a success',
      [
        ['begin', 0],
        ['succeed', 1],
      ],
      600,
      false,
    ],
    [
      'soon after a failure',
      [
        ['begin', 0],
        ['fail', 1],
      ],
      9.9,
      false,
    ],
    [
      '10 minutes after the failed pass began',
      [
        ['begin', 0],
        ['fail', 1],
      ],
      10,
      true,
    ],
    [
      'with failures for 10 minutes',
      [
        ['begin', 0],
        ['fail', 1],
        ['begin', 5],
        ['fail', 6],
        ['begin', 9],
      ],
      10,
      true,
    ],
    [
      'with a success between failures',
      [
        ['begin', 0],
        ['fail', 1],
        ['begin', 5],
        ['succeed', 6],
        ['begin', 9],
        ['fail', 9],
      ],
      18,
      false,
    ],
    [
      'after a success',
      [
        ['begin', 0],
        ['fail', 1],
        ['begin', 30],
        ['succeed', 31],
      ],
      31,
      false,
    ],
    [
      'while the pass after a failure runs',
      [
        ['begin', 0],
        ['fail', 1],
        ['begin', 2],
      ],
      10,
      true,
    ],
  ])('is decided %s', (_, steps, minute, expected) => {
    expect(isFailing(historyAfter(steps), at(minute))).toBe(expected);
  });
});

it('consecutive failures are counted, and the last failure is kept after a success', () => {
  const failed = historyAfter([
    ['begin', 0],
    ['fail', 1],
    ['begin', 2],
    ['fail', 3],
  ]);
  expect(failed).toEqual({
    runningSince: null,
    lastSuccessAt: null,
    lastFailureAt: at(3),
    consecutiveFailures: 2,
    failingSince: at(0),
  });
  expect(endPass(beginPass(failed, at(4)), at(5), false)).toEqual({
    runningSince: null,
    lastSuccessAt: at(5),
    lastFailureAt: at(3),
    consecutiveFailures: 0,
    failingSince: null,
  });
});
