import { Worker } from 'node:worker_threads';
import type { TSchema } from 'typebox';
import { type Refusal, refuse, refuseInvalid, type ValidationIssue } from '../core/refusal.ts';
import { ruleMessage } from '../core/values/rule-message.ts';
import type { Issue as FileIssue, readYaml } from './read-text.js';

/** The largest file takes half a second, and up to five on a slow and busy machine. */
const budgetSeconds = 8;
const maxThreads = 2;
const maxWaiting = 10;
/** Running and queued files of one workspace, so that none fills the shared queue. */
const maxPerWorkspace = 3;
const megabytesPerThread = 128;
/** Next to the bundle, and next to this file. */
const threadFile = new URL('./yaml-thread.js', import.meta.url);

let running = 0;
const waiting: (() => void)[] = [];
const countOf = new Map<string, number>();

/**
 * Reads a file in a worker thread: a short text can keep the parser busy for minutes, which would block the event loop.
 * The thread is stopped when it exceeds its time or memory.
 *
 * @param owner the workspace's id, for its limit of concurrent files
 */
export async function readInThread(text: string, schema: TSchema, owner: string): Promise<unknown | Refusal> {
  return withSlot(owner, () => performOnce({ read: text }, schema, tooCostly('file', 'read; simplify it')));
}

/** Parses the JSON body of a request with a file. */
export async function parseInThread(body: Uint8Array, owner: string): Promise<unknown | Refusal> {
  return withSlot(owner, () => performOnce({ parse: body }, {}, tooCostly('', 'parse')));
}

/** Writes YAML in a thread: a large catalogue takes seconds. */
export async function writeInThread(value: unknown, owner: string): Promise<string | Refusal> {
  const costly = tooCostly('format', 'write as YAML; export it as JSON');
  return withSlot(owner, () => performOnce({ write: value }, {}, costly)) as Promise<string | Refusal>;
}

function tooCostly(path: string, work: string): Refusal {
  const message = `takes more than ${budgetSeconds} seconds or ${megabytesPerThread} MB to ${work}`;
  return refuseInvalid([{ path, rule: 'cost', message }]);
}

async function withSlot(
  owner: string,
  perform: () => Promise<unknown | Refusal>,
): Promise<unknown | Refusal> {
  const own = countOf.get(owner) ?? 0;
  if (own === maxPerWorkspace) {
    const detail = `The workspace is already reading or writing ${maxPerWorkspace} files. Try again when they are done.`;
    return refuse(
      'request.rate_limited',
      { limit: maxPerWorkspace, retryAfterSeconds: budgetSeconds },
      detail,
    );
  }
  if (running === maxThreads && waiting.length === maxWaiting) return refuse('service.unavailable');
  countOf.set(owner, own + 1);
  try {
    if (running === maxThreads) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await perform();
    } finally {
      // Pass the slot to the next in the queue, or free it.
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

/** The words are in the core, which a thread cannot load without a build step. */
function inWords({ path, rule, message, params = {} }: FileIssue): ValidationIssue {
  return { path, rule, message: ruleMessage({ keyword: rule, params }) ?? message };
}

function performOnce(
  task: { readonly parse: Uint8Array } | { readonly read: string } | { readonly write: unknown },
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
        // The budget starts here: on a busy machine starting a thread takes longer than reading.
        timer = setTimeout(() => resolve(costly), budgetSeconds * 1_000);
        thread.postMessage(task);
        return;
      }
      resolve('value' in message ? message.value : refuseInvalid(message.issues.map(inWords)));
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
