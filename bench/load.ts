import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runProgram } from './child-process.ts';
import type { Deck } from './deck.ts';

/** Parallel connections, each with one request at a time. */
const connections = 32;

export interface Slice {
  readonly requests: number;
  /** Responses per second. */
  readonly rate: number;
}

export interface LoadGenerator {
  readonly name: string;
  /** Loads the server for `seconds`; any unsuccessful response is an error. */
  run(url: string, deck: Deck, seconds: number): Promise<Slice>;
}

export function chooseLoadGenerator(preferSockets: boolean): LoadGenerator {
  const hasWrk = !preferSockets && spawnSync('wrk', ['-v']).error === undefined;
  return hasWrk ? wrk : sockets;
}

const wrk: LoadGenerator = {
  name: 'wrk, one thread',
  async run(url, deck, seconds) {
    const script = fileURLToPath(new URL('../../bench/deck.lua', import.meta.url));
    // A large batch can take longer than wrk's default of 2 s.
    const limits = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s'];
    const args = [...limits, '-s', script, url, '--', deck.path];
    const text = await runProgram('wrk', args);
    const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
    const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
    if (/Non-2xx|Socket errors/.test(text) || !(rate > 0)) throw new Error(`The load went wrong:\n${text}`);
    return { requests, rate };
  },
};

const sockets: LoadGenerator = {
  name: 'the built-in generator on node:net',
  async run(url, deck, seconds) {
    const program = fileURLToPath(new URL('./socket-load.js', import.meta.url));
    const text = await runProgram(process.execPath, [
      program,
      url,
      deck.path,
      String(connections),
      String(seconds),
    ]);
    const { requests, bad, rate } = JSON.parse(text) as Slice & { bad: number };
    if (bad > 0) throw new Error(`The load went wrong: ${bad} bad answers of ${requests}`);
    return { requests, rate };
  },
};

/** Milliseconds from when a request was due to its whole response. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** Loads the server at a fixed rate; any request without a successful response is an error. */
export async function runPaced(
  url: string,
  deck: Deck,
  seconds: number,
  rate: number,
): Promise<Slice & Latency> {
  const program = fileURLToPath(new URL('./paced-load.js', import.meta.url));
  const args = [program, url, deck.path, String(connections), String(seconds), String(rate)];
  const text = await runProgram(process.execPath, args);
  const { requests, bad, unanswered, ...latency } = JSON.parse(text) as Latency & {
    requests: number;
    bad: number;
    unanswered: number;
  };
  if (bad + unanswered > 0) throw new Error(`The load went wrong: ${text}`);
  return { requests, rate, ...latency };
}
