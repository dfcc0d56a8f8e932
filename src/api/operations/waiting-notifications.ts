import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../core/ports.ts';
import type { Database } from '../../storage/database.ts';
import { loadNotificationQueue, type NotificationQueue } from '../../storage/marketplace/notifications.ts';
import { readFigures } from './read-figures.ts';

/** Marketplace notifications that wait to be applied; queried on each scrape. */
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
    'Marketplace notifications that wait to be applied.',
    ({ waiting }) => waiting,
  );
  gauge(
    'tessera_marketplace_calls_waiting_oldest_seconds',
    'Age of the oldest waiting marketplace notification; 0 if none waits.',
    ({ oldestReceivedAt }) =>
      oldestReceivedAt ? (clock.now().getTime() - oldestReceivedAt.getTime()) / 1_000 : 0,
  );
}
