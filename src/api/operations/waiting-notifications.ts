import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../core/ports.ts';
import type { Database } from '../../storage/database.ts';
import { loadNotificationQueue, type NotificationQueue } from '../../storage/marketplace/notifications.ts';
import { readFigures } from './read-figures.ts';

/** Whether the marketplace's calls are applied: asked of the database when somebody reads it. */
export function measureWaitingNotifications(registry: Registry, database: Database, clock: Clock): void {
  const read = readFigures(() => loadNotificationQueue(database));
  const gauge = (name: string, help: string, figureOf: (queue: NotificationQueue) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const queue = await read();
        if (queue) this.set(figureOf(queue));
        else this.remove();
      },
    });
  gauge(
    'tessera_marketplace_calls_waiting',
    'Calls of the marketplace that have yet to be applied.',
    ({ waiting }) => waiting,
  );
  gauge(
    'tessera_marketplace_calls_waiting_oldest_seconds',
    'For how long the oldest of them has been waiting; 0 when there is none.',
    ({ oldestReceivedAt }) =>
      oldestReceivedAt ? (clock.now().getTime() - oldestReceivedAt.getTime()) / 1_000 : 0,
  );
}
