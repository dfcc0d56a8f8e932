import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startEntraEmulator } from '../../emulators/entra/start.ts';
import { settleUsage, takeUsage } from '../../src/actions/usage/sending.ts';
import { startNodeProcess } from '../child-process.ts';
import type { LoadGenerator } from '../load.ts';
import { median } from '../rounds.ts';
import { benchAgainstPgbench } from './against-pgbench.ts';
import { addOldReports, addReports } from './backlog.ts';
import { channels } from './channel.ts';
import { benchDispatch } from './dispatch.ts';
import { IntakeWalk } from './intake.ts';
import { publisher } from './meters.ts';
import { reportsScript } from './pgbench.ts';
import { openShop, type Shop } from './shop.ts';

const marketplaceResource = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
const intakeBar = 0.55;
const maxFall = 0.15;
/** The ratio of AWS's dispatch may be lower by this. */
const maxLess = 0.1;

export interface UsageBenchOptions {
  readonly serverUrl: (database: string) => string;
  readonly load: LoadGenerator;
  readonly rounds: number;
  readonly seconds: number;
  /** With this number of old reports in the table, against an empty one. */
  readonly old: number | null;
  readonly profile: string | null;
  /** Only `intake` or only `dispatch`. */
  readonly only: string;
  readonly print: (text: string) => void;
}

/** Metered usage: the intake against `pgbench`, the dispatch against a bare loop; or both with a table full of old reports. */
export async function benchUsage(options: UsageBenchOptions): Promise<void> {
  const { tenantId, clientId, secret } = publisher;
  const idp = await startEntraEmulator({
    tenants: [{ id: tenantId }],
    apis: [],
    applications: [{ clientId, tenantIds: [tenantId], secrets: [{ value: secret }], roles: {} }],
  });
  const programOf = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const marketplace = await startNodeProcess([programOf('marketplace-process'), idp.url]);
  const open = (name: string) =>
    openShop(options.serverUrl, name, { idpUrl: idp.url, url: marketplace.url }, options.profile);
  try {
    if (options.old !== null) {
      await compareWithOld(await open('bench_new'), await open('bench_old'), options.old, options);
      return;
    }
    const shop = await open('bench_usage');
    if ('intake'.includes(options.only)) await benchIntake(shop, options);
    const token = await idp.sign(idp.claimsFor({ tenantId, clientId, api: marketplaceResource }));
    const { rounds, print } = options;
    if ('dispatch'.includes(options.only)) {
      await shop.database.deleteFrom('usage_reports').execute();
      const ratio = await benchDispatch(shop, { url: marketplace.url, token }, rounds, print);
      const aws = await startNodeProcess([programOf('aws-process')]);
      const addresses = { idpUrl: idp.url, url: aws.url };
      const other = await openShop(
        options.serverUrl,
        'bench_aws',
        addresses,
        options.profile,
        undefined,
        channels.aws,
      );
      try {
        const awsRatio = await benchDispatch(other, { url: aws.url, token: '' }, rounds, print);
        const verdict = awsRatio < ratio * (1 - maxLess) ? ' missed' : '';
        print(
          `AWS to Microsoft: ${(awsRatio / ratio).toFixed(2)}, bar ${(1 - maxLess).toFixed(2)}${verdict}\n`,
        );
      } finally {
        await other.close();
        await aws.stop();
      }
    }
    await shop.close();
  } finally {
    await marketplace.stop();
    await idp.close();
  }
}

async function benchIntake(shop: Shop, options: UsageBenchOptions): Promise<void> {
  const { load, seconds } = options;
  const service = await shop.start('--api');
  const walk = new IntakeWalk(shop, load);
  await walk.warm(service.url);
  const { databaseUrl } = shop;
  try {
    await benchAgainstPgbench(
      {
        name: 'intake',
        unit: ' records',
        leastRatio: intakeBar,
        script: reportsScript,
        databaseUrl,
        service,
        ...options,
      },
      async () => {
        const { rate, records } = await walk.run(service.url, seconds);
        return { rate, count: records };
      },
    );
  } finally {
    await service.stop();
  }
}

async function compareWithOld(
  empty: Shop,
  full: Shop,
  old: number,
  options: UsageBenchOptions,
): Promise<void> {
  const { load, rounds, seconds, print } = options;
  print(`Adding ${old} old reports…\n`);
  await addOldReports(full, old);
  const shops = await Promise.all(
    [empty, full].map(async (shop) => ({
      shop,
      walk: new IntakeWalk(shop, load),
      node: await shop.start('--api'),
    })),
  );
  for (const { walk, node } of shops) await walk.warm(node.url);
  const intake = await takeTurns(
    rounds,
    shops,
    async ({ walk, node }) => (await walk.run(node.url, seconds)).rate,
  );
  report('intake', intake, print);
  for (const { node, shop } of shops) {
    await node.stop();
    await shop.database.deleteFrom('usage_reports').where('status', '=', 'Pending').execute();
    await addReports(shop, 0, (rounds + 1) * leasesOfSlice * reportsOfLease, -300);
  }
  report('lease and settle', await takeTurns(rounds, shops, ({ shop }) => leaseRate(shop)), print);
  for (const { shop } of shops) await shop.close();
}

const leasesOfSlice = 100;
const reportsOfLease = 100;

async function leaseRate({ database, workspaceId }: Shop): Promise<number> {
  const before = performance.now();
  const holder = randomUUID();
  for (let lease = 0; lease < leasesOfSlice; lease++) {
    const leaseId = randomUUID();
    const context = { database, now: new Date(), randomBytes };
    const queue = { workspaceId, sourceName: 'Shop' };
    const taken = await takeUsage(context, queue, { leaseId, holder }, reportsOfLease);
    if (taken.length !== reportsOfLease) throw new Error('There was too little to lease');
    const accepted = taken.map((sent) => ({ sent, outcome: { kind: 'accepted' } as const }));
    await settleUsage(context, { workspaceId, leaseId }, accepted);
  }
  return (leasesOfSlice * reportsOfLease * 1_000) / (performance.now() - before);
}

/** Each in turn, round by round; the first round warms up and does not count. */
async function takeTurns<Contestant>(
  rounds: number,
  contestants: readonly Contestant[],
  run: (contestant: Contestant) => Promise<number>,
): Promise<readonly (readonly number[])[]> {
  const results: number[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const rates: number[] = [];
    for (const contestant of contestants) rates.push(await run(contestant));
    if (round > 0) results.push(rates);
  }
  return results;
}

function report(name: string, results: readonly (readonly number[])[], print: (text: string) => void): void {
  const rates = [0, 1].map((index) => median(results.map((round) => round[index] ?? Number.NaN)).toFixed(0));
  const fall = 1 - median(results.map(([empty = Number.NaN, full = Number.NaN]) => full / empty));
  const verdict = fall < maxFall ? '' : ' missed';
  print(
    `${name}: ${rates[0]}/s without, ${rates[1]}/s with; fall ${(fall * 100).toFixed(1)} %, bar 15 %${verdict}\n`,
  );
}
