import { Worker } from 'node:worker_threads';
import type { TSchema } from 'typebox';
import { type Refusal, refuse, refuseInvalid } from '../core/refusal.ts';
import type { readYaml } from './read-text.js';

/** A file of the largest size takes a tenth of this on a slow machine. */
const budgetSeconds = 5;
const threadsAtOnce = 2;
const mostWaiting = 10;
/** Of one workspace, running and waiting: so no workspace fills the queue of all. */
const mostOfOne = 3;
const megabytesPerThread = 128;
/** Beside the bundle, and beside this file. */
const threadFile = new URL('./yaml-thread.js', import.meta.url);

let running = 0;
const waiting: (() => void)[] = [];
const countOf = new Map<string, number>();

/**
 * Reads a file in a thread of its own: a short text can keep the parser busy for minutes, which would block the event
 * loop. The thread is stopped when it exceeds its time or its memory.
 *
 * @param owner whose files count together: the workspace's id
 */
export async function readInThread(text: string, schema: TSchema, owner: string): Promise<unknown | Refusal> {
  return inTurn(owner, () =>
    performOnce({ read: text }, schema, tooCostly('file', 'read; write it more plainly')),
  );
}

/** Writes YAML in a thread: a large catalogue takes seconds. */
export async function writeInThread(value: unknown, owner: string): Promise<string | Refusal> {
  const costly = tooCostly('format', 'write as YAML; export it as JSON');
  return inTurn(owner, () => performOnce({ write: value }, {}, costly)) as Promise<string | Refusal>;
}

function tooCostly(path: string, work: string): Refusal {
  const message = `takes more than ${budgetSeconds} seconds or ${megabytesPerThread} MB to ${work}`;
  return refuseInvalid([{ path, rule: 'cost', message }]);
}

async function inTurn(owner: string, perform: () => Promise<unknown | Refusal>): Promise<unknown | Refusal> {
  const own = countOf.get(owner) ?? 0;
  if (own === mostOfOne) {
    const detail = `${mostOfOne} catalogue files of the workspace are being read or written at once. Try again when they are done.`;
    return refuse('request.rate_limited', { limit: mostOfOne, retryAfterSeconds: budgetSeconds }, detail);
  }
  if (running === threadsAtOnce && waiting.length === mostWaiting) return refuse('service.unavailable');
  countOf.set(owner, own + 1);
  try {
    if (running === threadsAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await perform();
    } finally {
      // The place is handed to the next in the queue, or is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  } finally {
    const left = (countOf.get(owner) ?? 1) - 1;
    if (left > 0) countOf.set(owner, left);
    else countOf.delete(owner);
  }
}

function performOnce(
  task: { readonly read: string } | { readonly write: unknown },
  schema: TSchema,
  costly: Refusal,
): Promise<unknown | Refusal> {
  const thread = new Worker(threadFile, {
    workerData: { schema },
    resourceLimits: { maxOldGenerationSizeMb: megabytesPerThread },
  });
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<unknown | Refusal>((resolve, reject) => {
    thread.on('message', (message: 'ready' | ReturnType<typeof readYaml>) => {
      if (message === 'ready') {
        // Time is counted from here: on a busy machine the start of a thread takes longer than reading.
        timer = setTimeout(() => resolve(costly), budgetSeconds * 1_000);
        thread.postMessage(task);
        return;
      }
      resolve('value' in message ? message.value : refuseInvalid(message.issues));
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(costly);
      else reject(error);
    });
    thread.on('exit', () => reject(new Error('The thread of a catalogue file ended without a result')));
  });
  return done.finally(() => {
    clearTimeout(timer);
    void thread.terminate();
  });
}
