import { Gauge, type Registry } from 'prom-client';
import { Type } from 'typebox';
import { isFailing, type WorkerHistories, type WorkerHistory } from '../../core/operations/worker-health.ts';
import type { Clock } from '../../core/ports.ts';
import { oneOf } from '../schemas.ts';
import type { ReadinessCheck } from './readiness.ts';

export interface WorkerReports {
  readonly clock: Clock;
  /** Empty on a node without workers. */
  readonly histories: () => WorkerHistories;
}

/** Gauges of the background workers of this node. */
export function measureWorkers(registry: Registry, { clock, histories }: WorkerReports): void {
  const gauge = (name: string, help: string, figureOf: (history: WorkerHistory) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['worker'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [worker, history] of histories()) {
          const figure = figureOf(history);
          if (figure !== null) this.set({ worker }, figure);
        }
      },
    });
  const seconds = (moment: Date | null) => moment && moment.getTime() / 1_000;
  gauge(
    'tessera_worker_last_success_timestamp_seconds',
    'When the last pass of the worker without a failure ended; absent before the first.',
    ({ lastSuccessAt }) => seconds(lastSuccessAt),
  );
  gauge(
    'tessera_worker_last_failure_timestamp_seconds',
    'When the last failed pass of the worker ended; absent before the first.',
    ({ lastFailureAt }) => seconds(lastFailureAt),
  );
  gauge(
    'tessera_worker_consecutive_failures',
    'Failed passes of the worker since its last success.',
    ({ consecutiveFailures }) => consecutiveFailures,
  );
  gauge(
    'tessera_worker_running_seconds',
    'For how long the current pass of the worker has run; 0 between passes.',
    ({ runningSince }) => (runningSince ? (clock.now().getTime() - runningSince.getTime()) / 1_000 : 0),
  );
  gauge(
    'tessera_worker_failing',
    'Whether the worker has failed or hung for 10 minutes: 1 or 0.',
    (history) => Number(isFailing(history, clock.now())),
  );
}

/** Requests do not depend on workers, so a failing worker only degrades the node. */
export function workersCheck({ clock, histories }: WorkerReports): ReadinessCheck {
  return {
    name: 'workers',
    states: { ok: 'ok', failing: 'degraded' },
    examine: () =>
      [...histories().values()].some((history) => isFailing(history, clock.now())) ? 'failing' : 'ok',
  };
}

const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const WorkerDetails = Type.Record(
  Type.String(),
  Type.Object({
    status: oneOf(['ok', 'failing']),
    lastSuccessAt: Moment,
    lastFailureAt: Moment,
    consecutiveFailures: Type.Integer({ minimum: 0 }),
    runningSince: Moment,
  }),
);

export function describeWorkers({ clock, histories }: WorkerReports): Type.Static<typeof WorkerDetails> {
  const now = clock.now();
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return Object.fromEntries(
    [...histories()].map(([name, history]) => [
      name,
      {
        status: isFailing(history, now) ? 'failing' : 'ok',
        lastSuccessAt: text(history.lastSuccessAt),
        lastFailureAt: text(history.lastFailureAt),
        consecutiveFailures: history.consecutiveFailures,
        runningSince: text(history.runningSince),
      },
    ]),
  );
}
