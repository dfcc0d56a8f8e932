import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../core/ports.ts';
import type { Database } from '../../storage/database.ts';
import { loadWaitingMail } from '../../storage/workspaces/notices.ts';
import { readFigures } from './read-figures.ts';

type WaitingMail = Awaited<ReturnType<typeof loadWaitingMail>>;

/** Gauges of unsent notices, queried on each scrape. They are absent while the database is unavailable. */
export function measureWaitingMail(registry: Registry, database: Database, clock: Clock): void {
  const read = readFigures(() => loadWaitingMail(database));
  const gauge = (name: string, help: string, figureOf: (waiting: WaitingMail) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const waiting = await read();
        if (waiting) this.set(figureOf(waiting));
        else this.remove();
      },
    });
  gauge('tessera_notices_waiting', 'Notices that wait to be mailed to support.', ({ count }) => count);
  gauge(
    'tessera_notices_waiting_oldest_seconds',
    'Age of the oldest notice that waits to be mailed; 0 if none waits.',
    ({ oldestRaisedAt }) => (oldestRaisedAt ? (clock.now().getTime() - oldestRaisedAt.getTime()) / 1_000 : 0),
  );
}
