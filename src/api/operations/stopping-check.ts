import type { ReadinessCheck } from './readiness.ts';

/** A stopping node is not ready while it still serves requests, so that load balancers stop sending new ones. */
export function stoppingCheck(isStopping: () => boolean): ReadinessCheck {
  return {
    name: 'shutdown',
    states: { ok: 'ok', stopping: 'unavailable' },
    examine: () => (isStopping() ? 'stopping' : 'ok'),
  };
}
