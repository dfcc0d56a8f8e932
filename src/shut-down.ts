import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Worker } from './workers/worker.ts';

const secondsToFinish = 10;

/**
 * Lets requests and background work in flight finish, ten seconds at most for both together. Aborting the rest is safe:
 * callers retry requests, and leases of background work expire.
 */
export async function shutDown(app: FastifyInstance, workers: Worker | undefined): Promise<void> {
  const finished = new AbortController();
  const timeout = delay(secondsToFinish * 1000, undefined, { signal: finished.signal }).catch(() => {});
  const closed = app.close();
  void timeout.then(() => app.server.closeAllConnections());
  await Promise.all([closed, Promise.race([workers?.stop(), timeout])]);
  finished.abort();
}
