import { launchThrowAwayPostgres } from '../embedded-postgres/throw-away.ts';
import { startIdentityProvider } from './callers.ts';
import { type CaseResult, cases } from './cases.ts';
import { benchEventLoop } from './event-loop/event-loop.ts';
import { compareSizes } from './growth.ts';
import { chooseLoadGenerator } from './load.ts';
import { measureMemory } from './memory.ts';
import { readOptions, usage } from './options.ts';
import { caseLine, caseTitle, latencyLine, latencyTitle, requestLogLine } from './report.ts';
import { requestLogCost } from './request-log.ts';
import { benchSdk } from './sdk/sdk.ts';
import { setStage } from './stage.ts';
import { benchStreams } from './streams.ts';
import { benchEvents } from './usage/events.ts';
import { benchReservations } from './usage/reservations.ts';
import { benchUsage } from './usage/usage.ts';
import { benchWebhooks } from './webhooks/deliveries.ts';
import { benchFairness } from './webhooks/fairness.ts';

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  if (process.argv.includes('--help')) {
    print(usage);
    return;
  }
  const options = readOptions(process.argv.slice(2));
  const load = chooseLoadGenerator(options.sockets);
  const { rounds, seconds, profile } = options;
  print(`Node ${process.version}; load by ${load.name}; ${rounds} rounds of ${seconds} s slices; medians.\n`);

  const postgres = await launchThrowAwayPostgres();
  const idp = await startIdentityProvider();
  process.once('SIGINT', () => process.exit(130));
  try {
    if (options.usage) {
      const { old, only } = options;
      await benchUsage({ serverUrl: postgres.url, load, rounds, seconds, old, profile, only, print });
      return;
    }
    if (options.events) {
      const { old, only } = options;
      await benchEvents({ serverUrl: postgres.url, idp, load, rounds, seconds, old, profile, only, print });
      return;
    }
    if (options.reservations) {
      const { only } = options;
      await benchReservations({ serverUrl: postgres.url, idp, load, rounds, seconds, profile, only, print });
      return;
    }
    if (options.webhooks) {
      await benchWebhooks(postgres.url, rounds, profile, print);
      return;
    }
    if (options.fairness) {
      await benchFairness(postgres.url, rounds, print);
      return;
    }
    if (options.eventLoop) {
      const { tenants, only } = options;
      await benchEventLoop({ serverUrl: postgres.url, idp, tenants, rounds, seconds, only, profile, print });
      return;
    }
    if (options.sdk) {
      const { only } = options;
      await benchSdk({ serverUrl: postgres.url, idp, load, rounds, seconds, only, print });
      return;
    }
    const setting = { serverUrl: postgres.url, idp, profile };
    if (options.compare) {
      await compareSizes(options.compare, setting, { load, rounds, seconds }, print);
      return;
    }
    print(`Filling a database with ${options.tenants} tenants…\n`);
    const stage = await setStage({ ...setting, tenants: options.tenants });
    if (options.memory) {
      await measureMemory(stage, print);
      await stage.service.stop();
      return;
    }
    if (options.streams) {
      await benchStreams(stage, { load, rounds, seconds }, print);
      await stage.service.stop();
      return;
    }
    print(caseTitle);
    const results: CaseResult[] = [];
    for (const chosen of cases.filter(({ name }) => name.includes(options.only))) {
      const result = await chosen.run(stage, { load, rounds, seconds });
      results.push(result);
      print(caseLine(result));
    }
    print(latencyTitle);
    for (const result of results) print(latencyLine(result));
    const read = results.find(({ name }) => name === '200 warm, key');
    if (read) print(requestLogLine(requestLogCost(), read.cost));
    await stage.service.stop();
  } finally {
    await idp.close();
    await postgres.stop();
  }
}

function print(text: string): void {
  process.stdout.write(text);
}
