import { fileURLToPath } from 'node:url';
import { startNodeProcess } from '../child-process.ts';
import { DatabaseTime, processorTime } from '../processor-time.ts';
import { median } from '../rounds.ts';
import { addReports } from './backlog.ts';
import { SendingWatch } from './sending-watch.ts';
import type { Shop } from './shop.ts';

const backlog = 100_000;
const bar = 0.6;
/** Reports become due when all are inserted and vacuumed, so that neither counts. */
const dueInSeconds = 8;

/** Reports per second from a backlog to the marketplace, against a bare loop with the same requests. */
export async function benchDispatch(
  shop: Shop,
  marketplace: { readonly url: string; readonly token: string },
  rounds: number,
  print: (text: string) => void,
): Promise<number> {
  const { name } = shop.channel;
  const program = fileURLToPath(new URL('./usage-poster.js', import.meta.url));
  const poster = await startNodeProcess([program, marketplace.url, marketplace.token]);
  const service = await shop.start('--workers');
  const watch = await SendingWatch.open(shop);
  const databaseTime = await DatabaseTime.open(shop.databaseUrl);
  const ratios: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const first = round * 2 * backlog;
      const bareTime = processorTime(poster.pid);
      const bareSeconds = await timed(() => post(poster.url, first, backlog));
      const bareCost = (processorTime(poster.pid) - bareTime) / backlog;
      await addReports(shop, first + backlog, backlog, dueInSeconds);
      await watch.begun();
      const serviceTime = processorTime(service.pid);
      const databaseSpent = await databaseTime.start();
      const seconds = await timed(() => watch.ended());
      const cost = (processorTime(service.pid) - serviceTime) / backlog;
      const databaseCost = (await databaseSpent()) / backlog;
      await watch.requireNonePending();
      const ratio = bareSeconds / seconds;
      const rates =
        `bare ${(backlog / bareSeconds).toFixed(0)}/s ${bareCost.toFixed(0)} µs, ` +
        `Tessera ${(backlog / seconds).toFixed(0)}/s ${cost.toFixed(0)} µs + PostgreSQL ${databaseCost.toFixed(0)} µs`;
      print(
        `${name}, round ${round}: ${rates}, ratio ${ratio.toFixed(2)}${round === 0 ? ' (warms up)' : ''}\n`,
      );
      if (round > 0) ratios.push(ratio);
    }
    const ratio = median(ratios);
    print(`${name}: ratio ${ratio.toFixed(2)}, bar ${bar.toFixed(2)}${ratio < bar ? ' missed' : ''}\n`);
    return ratio;
  } finally {
    await databaseTime.close();
    await watch.close();
    await service.stop();
    await poster.stop();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1_000;
}

async function post(url: string, first: number, count: number): Promise<void> {
  const answer = await fetch(`${url}/?first=${first}&count=${count}`);
  if (!answer.ok) throw new Error(await answer.text());
}
