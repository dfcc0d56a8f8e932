import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../emulators/shell/random.ts';
import { type DatabaseFault, databaseFaults } from '../support/database/database-fault.ts';
import { TrialCallers } from '../support/requests/trial-callers.ts';
import { faultSeconds, faultSeed as seed } from '../support/run/fault-settings.ts';
import {
  DatabaseTrial,
  type Phase,
  pausing,
  phases,
  type TrialNode,
} from '../support/worlds/database-trial.ts';

/** Random faults follow for this long. */
const seconds = faultSeconds(0);
/** The promised limit is ten seconds; the default limit allows for a busy machine. */
const recovery = { timeout: seconds > 0 ? 10_000 : 60_000, interval: 50 };
const patience = { timeout: 60_000, interval: 10 };
const reporters = 3;
/** Slow enough for faults to hit transactions between their statements. */
const slightly = 15;

let trial: DatabaseTrial;
let callers: TrialCallers;
const recoveries: object[] = [];

beforeAll(async () => {
  trial = await DatabaseTrial.open(seed, 40 + seconds);
  callers = new TrialCallers(trial);
  await vi.waitUntil(isWorking, patience);
  callers.start(reporters);
});
afterAll(async () => {
  // biome-ignore lint/suspicious/noConsole: the figures are for whoever runs it.
  console.table(recoveries);
  await callers?.stop();
  await trial?.close();
});

const isReady = async (node: TrialNode) => (await trial.ready(node)) === 'ok';
const isWorking = async () => (await Promise.all(trial.nodes.map(isReady))).every(Boolean);

const slow = (milliseconds: number) => {
  for (const { proxy } of trial.nodes) proxy.slow(milliseconds);
};

/** Callers and workers are inside transactions: some of their statements pause. */
async function enterPhases(nodes: readonly TrialNode[], wanted: readonly Phase[]): Promise<void> {
  slow(slightly);
  await trial.closeGates();
  let isEntering = true;
  /** A report that was refused, on a busy machine, pauses nowhere: it is sent again. */
  const pause = async (quantity: number) => {
    while (isEntering) await callers.report(quantity);
  };
  for (const quantity of [pausing.insertInStatement, pausing.insertAtLock]) void pause(quantity);
  for (const [source, quantity] of [pausing.leaseInStatement, pausing.leaseAtLock].entries()) {
    void callers.report(quantity, source);
  }
  const lacking = async () => {
    const found = await Promise.all(nodes.map((node) => trial.phasesOf(node)));
    return nodes.flatMap(({ name }, index) =>
      wanted.filter((phase) => !found[index]?.includes(phase)).map((phase) => `${name}: ${phase}`),
    );
  };
  await expect
    .poll(lacking, patience)
    .toEqual([])
    .finally(() => {
      isEntering = false;
    });
}

interface Ordeal {
  readonly fault: DatabaseFault;
  readonly nodes: readonly TrialNode[];
  readonly phases: readonly Phase[];
  /** Runs between the start and the end of the fault. */
  readonly during: () => Promise<unknown>;
}

async function undergo({ fault, nodes, phases: wanted, during }: Ordeal): Promise<void> {
  try {
    await enterPhases(nodes, wanted);
    callers.warmReadsGoOn = fault.sparesFeed;
    trial.spareFeeds(fault.sparesFeed);
    const end = await fault.begin(trial, nodes);
    await during();
    await end?.();
  } finally {
    // The next fault waits for the gates, also if this one has failed.
    slow(0);
    trial.spareFeeds(true);
    await trial.openGates();
  }
  await recover(fault, nodes);
}

/** Refused callers retry, and every acknowledged report is at the marketplace, once. */
async function expectNothingLost(): Promise<void> {
  await expect.poll(() => callers.reportAgain(), patience).toBe(true);
  const { acknowledged } = callers;
  await expect.poll(() => callers.missing(acknowledged), patience).toEqual([]);
}

/** Waits until both nodes work again. */
async function recover({ name }: DatabaseFault, nodes: readonly TrialNode[]): Promise<void> {
  const since = performance.now();
  const secondsSince = () => ((performance.now() - since) / 1_000).toFixed(1);
  let usage: Awaited<ReturnType<TrialCallers['report']>>;
  const isApiBack = async () => {
    if (!(await isReady(trial.api)) || !(await callers.readCold())) return false;
    usage = await callers.report();
    return usage !== undefined;
  };
  await expect.poll(isApiBack, recovery).toBe(true);
  const api = secondsSince();
  const isWorkerBack = async () => (await isReady(trial.workers)) && usage && callers.isSent(usage);
  const left = Math.max(1_000, recovery.timeout - (performance.now() - since));
  await expect.poll(isWorkerBack, { ...recovery, timeout: left }).toBe(true);
  const workers = secondsSince();
  recoveries.push({
    fault: name,
    nodes: nodes.map((node) => node.name).join(', '),
    'API back after': api,
    'worker back after': workers,
  });
  callers.warmReadsGoOn = true;
  for (const { proxy } of trial.nodes) proxy.endSilent();
  expect(callers.complaints).toEqual([]);
  for (const { command } of trial.nodes) expect(command.hasEnded, command.errors).toBe(false);
}

describe('a node with --api and a node with --workers', () => {
  it('run only their half of the service', async () => {
    const statusOf = async ({ url }: TrialNode) => (await fetch(`${url}/api/v1/catalogue/products`)).status;
    expect(await Promise.all([trial.api, trial.workers].map(statusOf))).toEqual([401, 404]);
  });
});

describe('a database that fails both nodes in every phase', () => {
  it.each(databaseFaults)(
    'connections $name: callers get 503 or the right response, and the nodes recover',
    async (fault) => {
      const before = { ...callers.answers };
      const isMet = () =>
        fault.isNoticed ? callers.answers.refused > before.refused : callers.answers.warm > before.warm + 15;
      const during = () => expect.poll(isMet, patience).toBe(true);
      await undergo({ fault, nodes: trial.nodes, phases, during });
    },
  );

  it('loses nothing that was acknowledged', expectNothingLost);

  it('is logged in short lines, without nested errors', () => {
    for (const { command } of trial.nodes) {
      expect(command.errors).toBe('');
      expect(command.output).not.toMatch(/secretKey|processID|"level":50/);
      expect(Math.max(...command.output.split('\n').map((line) => line.length))).toBeLessThan(1_000);
    }
  });
});

const someOf = <Thing>(things: readonly Thing[], random: Random): Thing =>
  things[Math.floor(random() * things.length)] as Thing;

describe.runIf(seconds > 0)(`random database faults (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('lose nothing, end no process, and are recovered from within 10 seconds', {
    timeout: (seconds + 240) * 1_000,
  }, async () => {
    const random = createRandom(seed);
    const until = Date.now() + seconds * 1_000;
    while (Date.now() < until) {
      const fault = someOf(databaseFaults, random);
      const nodes = someOf([[trial.api], [trial.workers], trial.nodes], random);
      const phase = someOf(phases, random);
      const duration = 100 * 150 ** random();
      await undergo({ fault, nodes, phases: [phase], during: () => delay(duration) });
      await expectNothingLost();
    }
  });
});
