import type { ReadinessCheck } from './readiness.ts';

/** A node that is told to stop says so here first, while it still answers: balancers look at this before they send more. */
export function stoppingCheck(isStopping: () => boolean): ReadinessCheck {
  return {
    name: 'shutdown',
    states: { ok: 'ok', stopping: 'unavailable' },
    examine: () => (isStopping() ? 'stopping' : 'ok'),
  };
}
