import { setTimeout as pause } from 'node:timers/promises';
import type { EntraEmulator } from '../../emulators/entra/start.ts';
import { type HeavyRequest, heavyRequests } from './requests.ts';
import { type LoopStage, setLoopStage } from './stage.ts';

/** The requests of a fast route in one slice: the portal's rate limit allows ten a second. */
const maxTimes = 5;
const maxSlice = 50;

export interface EventLoopOptions {
  readonly serverUrl: (database: string) => string;
  readonly idp: EntraEmulator;
  readonly tenants: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly only: string;
  readonly profile: string | null;
  readonly print: (text: string) => void;
}

interface Slice {
  /** In milliseconds, of `/health/live` and of the entitlement. */
  readonly live: readonly number[];
  readonly read: readonly number[];
  /** The longest time that the event loop was blocked, in milliseconds of CPU time. */
  readonly longest: number;
  /** Of one request, in milliseconds. */
  readonly duration: number;
}

/**
 * The latency of other requests while a heavy admin request runs, and without one. An idle slice and one with the
 * request take turns.
 */
export async function benchEventLoop(options: EventLoopOptions): Promise<void> {
  const { serverUrl, idp, tenants, rounds, seconds, only, profile, print } = options;
  print(`Filling a workspace with ${tenants} tenants…\n`);
  const stage = await setLoopStage(serverUrl, idp, { tenants, profile });
  try {
    print(title);
    for (const request of heavyRequests.filter(({ name }) => name.includes(only))) {
      const idle: Slice[] = [];
      const busy: Slice[] = [];
      let times = 0;
      // The first round warms up and does not count.
      for (let round = 0; round <= rounds; round++) {
        const calm = await measure(stage, async () => {
          await pause(seconds * 1_000);
          return 0;
        });
        const held = await measure(stage, () => repeat(stage, request, seconds, () => times++));
        if (round === 0) continue;
        idle.push(calm);
        busy.push(held);
      }
      print(line(request.name, idle, busy));
    }
  } finally {
    await stage.close();
  }
}

/** Repeats the request until the slice is over, at least once; returns the mean duration. */
async function repeat(
  stage: LoopStage,
  request: HeavyRequest,
  seconds: number,
  next: () => number,
): Promise<number> {
  const begin = performance.now();
  for (let count = 1; ; count++) {
    await request.send(stage, next());
    const passed = performance.now() - begin;
    if (count === maxTimes || passed > seconds * 1_000) return passed / count;
  }
}

async function measure({ service, prober }: LoopStage, work: () => Promise<number>): Promise<Slice> {
  await service.request();
  await fetch(`${prober.url}/start`);
  const duration = await work();
  const answer = await fetch(`${prober.url}/stop`);
  if (!answer.ok) throw new Error(await answer.text());
  const times = (await answer.json()) as Pick<Slice, 'live' | 'read'>;
  const { longest } = (await service.request()) as Pick<Slice, 'longest'>;
  return { ...times, longest, duration };
}

const columns = (name: string, ...rest: readonly string[]) =>
  `${name.padEnd(28)}${rest.map((text) => text.padStart(18)).join('')}\n`;

const title = [
  columns('', 'request', 'longest slice', 'live p50/p99/max', 'read p50/p99/max', 'idle live', 'idle read'),
  columns('', 'ms', 'CPU ms', 'ms', 'ms', 'ms', 'ms'),
].join('');

function line(name: string, idle: readonly Slice[], busy: readonly Slice[]): string {
  const longest = (slices: readonly Slice[]) => Math.max(...slices.map((slice) => slice.longest));
  const figures = (slices: readonly Slice[], kind: 'live' | 'read') => {
    const times = slices.flatMap((slice) => slice[kind]).sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
    return [at(0.5), at(0.99), at(1)].map((time) => time.toFixed(time < 10 ? 1 : 0)).join('/');
  };
  const durations = busy.map(({ duration }) => duration);
  const mean = durations.reduce((sum, duration) => sum + duration, 0) / durations.length;
  return columns(
    longest(busy) > maxSlice ? `${name} (over ${maxSlice})` : name,
    mean.toFixed(0),
    `${longest(busy).toFixed(1)} (${longest(idle).toFixed(1)})`,
    figures(busy, 'live'),
    figures(busy, 'read'),
    figures(idle, 'live'),
    figures(idle, 'read'),
  );
}
