import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from './read-json.ts';
import type { EmulatorResponse, Reply } from './response.ts';

/** A failure that an emulator shows on demand. Emulators add members that narrow it. */
export interface Fault<Kind extends string = string> {
  readonly kind: Kind;
  /** The number of requests that meet it; all, when absent. */
  readonly times?: number;
  /** The delay before the reply; a second for the kind `delay`, otherwise none. */
  readonly delayMilliseconds?: number;
  /** The `Retry-After` of `throttled`; a second when absent. */
  readonly retryAfterSeconds?: number;
}

/** The faults that are set, in the order they were set. */
export interface Faults<OneFault extends Fault> {
  /** Replaces the fault with the same key. */
  set(fault: OneFault): void;
  /** Ends the faults that match, or all. */
  clear(matches?: (fault: OneFault) => boolean): void;
  list(): readonly OneFault[];
  /** Counts a request that meets the fault, and ends a fault that has met its number of requests. */
  count(fault: OneFault): void;
  /** Finds the first fault that matches, and counts the request. */
  take(matches?: (fault: OneFault) => boolean): OneFault | undefined;
}

const maxFaults = 1_000;

export function createFaults<OneFault extends Fault>(keyOf: (fault: OneFault) => string): Faults<OneFault> {
  const faults = new Map<string, OneFault>();
  const any = () => true;
  const list = () => [...faults.values()];

  function count(fault: OneFault): void {
    const { times } = fault;
    if (times === undefined) return;
    if (times > 1) faults.set(keyOf(fault), { ...fault, times: times - 1 });
    else faults.delete(keyOf(fault));
  }

  return {
    set(fault) {
      const key = keyOf(fault);
      if (!faults.has(key) && faults.size >= maxFaults) throw new CommandError('there are too many faults');
      faults.set(key, fault);
    },
    clear(matches = any) {
      for (const fault of list().filter(matches)) faults.delete(keyOf(fault));
    },
    list,
    count,
    take(matches = any) {
      const fault = list().find(matches);
      if (fault) count(fault);
      return fault;
    },
  };
}

const usualDelayMilliseconds = 1_000;
const proxyPage = '<!doctype html><title>Sign in to the network</title>';

/** Waits the fault's delay, and gives the reply of a broken network; undefined for the emulator's own kinds. */
export async function meetFault({ kind, delayMilliseconds }: Fault): Promise<Reply | undefined> {
  const delay = delayMilliseconds ?? (kind === 'delay' ? usualDelayMilliseconds : 0);
  if (delay > 0) await pause(delay, undefined, { ref: false });
  switch (kind) {
    case 'hanging':
      return 'none';
    case 'reset':
      return 'reset';
    case 'proxy-page':
      return { status: 200, text: proxyPage };
    default:
      return undefined;
  }
}

export function retryAfter({ retryAfterSeconds = 1 }: Fault): Readonly<Record<string, string>> {
  return { 'retry-after': String(retryAfterSeconds) };
}

/**
 * Answers `POST /_emulator/faults`: sets the fault of the query; the kind `none` ends all faults of its scope.
 *
 * @param readScope reads the members that narrow this emulator's faults.
 */
export function answerFaultCommand<OneFault extends Fault>(
  query: URLSearchParams,
  faults: Faults<OneFault>,
  kinds: readonly OneFault['kind'][],
  readScope: (query: URLSearchParams) => Omit<OneFault, keyof Fault>,
): EmulatorResponse {
  const scope = readScope(query);
  const kind = query.get('kind');
  if (kind === 'none') {
    const members = Object.entries(scope) as [keyof OneFault, unknown][];
    faults.clear((fault) => members.every(([name, value]) => fault[name] === value));
  } else {
    const known = kinds.find((one) => one === kind);
    if (known === undefined) throw new CommandError(`kind must be none or one of ${kinds.join(', ')}`);
    faults.set({ kind: known, ...readNumbers(query), ...scope } as OneFault);
  }
  return { status: 200, body: { faults: faults.list() } };
}

function readNumbers(query: URLSearchParams): Omit<Fault, 'kind'> {
  const numbers: Record<string, number> = {};
  for (const name of ['times', 'delayMilliseconds', 'retryAfterSeconds']) {
    const text = query.get(name);
    if (text === null) continue;
    if (!/^\d{1,6}$/.test(text)) throw new CommandError(`${name} must be a whole number`);
    numbers[name] = Number(text);
  }
  if (numbers.times === 0) throw new CommandError('times must be at least 1');
  return numbers;
}
