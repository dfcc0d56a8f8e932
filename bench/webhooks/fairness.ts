import { setTimeout as pause } from 'node:timers/promises';
import { startNodeProcess } from '../child-process.ts';
import { median } from '../rounds.ts';
import { beside, openWebhookStage } from './stage.ts';

const bar = 2;
const goodEndpoints = 98;
/** Events of one round, with short pauses: a steady stream without a backlog that would hide the delay. */
const events = 20;
const millisecondsApart = 100;

/**
 * The delay of events to good endpoints beside one that hangs and one that fails, against the delay without those two.
 * The two workspaces take turns.
 */
export async function benchFairness(
  serverUrl: (database: string) => string,
  rounds: number,
  print: (text: string) => void,
): Promise<void> {
  const stage = await openWebhookStage(serverUrl);
  const sink = await startNodeProcess([beside('delay-sink')]);
  const good = Array.from({ length: goodEndpoints }, (_, index) => `${sink.url}/good-${index}`);
  const calm = await stage.workspace('calm', good);
  const faulty = await stage.workspace('troubled', [...good, `${sink.url}/hang`, `${sink.url}/fail`]);
  const service = await stage.start(null);

  /** The median delay of the good endpoints, in milliseconds. */
  const delayOf = async (workspaceId: string): Promise<number> => {
    await takeDelays(sink.url);
    for (let sent = 0; sent < events; sent++) {
      await stage.enqueue(workspaceId, 1);
      await pause(millisecondsApart);
    }
    const delays: number[] = [];
    while (delays.length < events * goodEndpoints) {
      delays.push(...(await takeDelays(sink.url)));
      await pause(50);
    }
    return median(delays);
  };

  try {
    const ratios: number[] = [];
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const without = await delayOf(calm);
      const beside = await delayOf(faulty);
      if (round === 0) continue;
      const ratio = beside / without;
      ratios.push(ratio);
      print(
        `round ${round}: median delay ${without} ms without, ${beside} ms beside, ratio ${ratio.toFixed(2)}\n`,
      );
    }
    const ratio = median(ratios);
    print(
      `fairness: good endpoints wait ${ratio.toFixed(2)} times as long beside one that hangs and one that fails, ` +
        `bar ${bar.toFixed(2)}${ratio <= bar ? '' : ' missed'}\n`,
    );
  } finally {
    await service.stop();
    await sink.stop();
    await stage.close();
  }
}

async function takeDelays(sinkUrl: string): Promise<readonly number[]> {
  return (await fetch(sinkUrl)).json() as Promise<number[]>;
}
