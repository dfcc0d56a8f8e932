import { setTimeout as pause } from 'node:timers/promises';
import { startNodeProcess } from '../child-process.ts';
import { DatabaseTime, processorTime } from '../processor-time.ts';
import { median } from '../rounds.ts';
import { webhookPaths } from './bodies.ts';
import { beside, drained, openWebhookStage } from './stage.ts';

const bar = 0.55;
/** Of each contestant in each round. */
const deliveries = 16_000;

/**
 * Deliveries per second, from the database to a sink on this machine, against a bare loop that signs and posts the same
 * bodies.
 */
export async function benchWebhooks(
  serverUrl: (database: string) => string,
  rounds: number,
  profile: string | null,
  print: (text: string) => void,
): Promise<void> {
  const stage = await openWebhookStage(serverUrl);
  const sink = await startNodeProcess([beside('sink')]);
  const poster = await startNodeProcess([beside('poster'), sink.url]);
  const workspaceId = await stage.workspace(
    'bench',
    webhookPaths.map((path) => `${sink.url}${path}`),
  );
  const service = await stage.start(profile);
  const databaseTime = await DatabaseTime.open(stage.databaseUrl);

  const bareLaps: Lap[] = [];
  const laps: Lap[] = [];
  try {
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const bareLap = await measure(sink.url, poster.pid, () => post(poster.url));
      let databaseSpent: () => Promise<number> = async () => 0;
      const sent = await measure(sink.url, service.pid, async () => {
        await stage.enqueue(workspaceId, deliveries / webhookPaths.length);
        databaseSpent = await databaseTime.start();
      });
      await drained(stage.database);
      const lap = { ...sent, databaseMicroseconds: (await databaseSpent()) / deliveries };
      if (round === 0) continue;
      bareLaps.push(bareLap);
      laps.push(lap);
      const ratio = (lap.rate / bareLap.rate).toFixed(2);
      print(`round ${round}: bare ${lapText(bareLap)}, Tessera ${lapText(lap)}, ratio ${ratio}\n`);
    }
    const ratio = medianRatio(laps, bareLaps, ({ rate }) => rate);
    const byTime = medianRatio(bareLaps, laps, ({ microseconds }) => microseconds);
    print(
      `webhooks: bare ${lapText(medianLap(bareLaps))}, Tessera ${lapText(medianLap(laps))}, ` +
        `ratio ${ratio.toFixed(2)}, bar ${bar.toFixed(2)}${ratio >= bar ? '' : ' missed'}; ` +
        `by the sender's processor time ${byTime.toFixed(2)}\n`,
    );
  } finally {
    await databaseTime.close();
    await service.stop();
    await poster.stop();
    await sink.stop();
    await stage.close();
  }
}

interface Lap {
  /** Deliveries per second, as the sink counted them. */
  readonly rate: number;
  /** CPU time of the sending process for one delivery. */
  readonly microseconds: number;
  /** The same of all processes of PostgreSQL, until the last result was written; the bare loop has none. */
  readonly databaseMicroseconds?: number;
}

function lapText({ rate, microseconds, databaseMicroseconds }: Lap): string {
  const database = databaseMicroseconds ? ` + PostgreSQL ${databaseMicroseconds.toFixed(0)} µs` : '';
  return `${rate.toFixed(0)}/s ${microseconds.toFixed(0)} µs${database}`;
}

function medianLap(laps: readonly Lap[]): Lap {
  return {
    rate: median(laps.map(({ rate }) => rate)),
    microseconds: median(laps.map(({ microseconds }) => microseconds)),
    databaseMicroseconds: median(laps.map(({ databaseMicroseconds = 0 }) => databaseMicroseconds)),
  };
}

function medianRatio(laps: readonly Lap[], others: readonly Lap[], read: (lap: Lap) => number): number {
  return median(laps.map((lap, index) => read(lap) / read(others[index] ?? lap)));
}

async function post(posterUrl: string): Promise<void> {
  const answer = await fetch(`${posterUrl}/${deliveries}`);
  if (!answer.ok) throw new Error(await answer.text());
}

interface SinkFigures {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

async function figures(sinkUrl: string, path = ''): Promise<SinkFigures> {
  return (await fetch(`${sinkUrl}/${path}`)).json() as Promise<SinkFigures>;
}

async function measure(sinkUrl: string, senderPid: number, send: () => Promise<void>): Promise<Lap> {
  await figures(sinkUrl, 'reset');
  const before = processorTime(senderPid);
  await send();
  for (;;) {
    const { count, firstAt, lastAt } = await figures(sinkUrl);
    if (count > deliveries) throw new Error(`${count} of ${deliveries} deliveries`);
    if (count === deliveries) {
      const microseconds = (processorTime(senderPid) - before) / deliveries;
      return { rate: (deliveries * 1_000) / (lastAt - firstAt), microseconds };
    }
    await pause(100);
  }
}
