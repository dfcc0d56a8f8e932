import type { FastifyInstance } from 'fastify';
import { withDeadline } from '../async/deadline.ts';
import type { Worker } from '../workers/worker.ts';

const secondsToFinish = 10;

/**
 * Lets requests and background work in flight finish, ten seconds at most for both together. Aborting the rest is safe:
 * callers retry requests, and leases of background work expire.
 */
export async function shutDown(app: FastifyInstance, workers: Worker | undefined): Promise<void> {
  const closed = app.close();
  const finish = () => Promise.all([closed, workers?.stop()]);
  await withDeadline({ milliseconds: secondsToFinish * 1_000 }, finish, () =>
    app.server.closeAllConnections(),
  );
  await closed;
}
