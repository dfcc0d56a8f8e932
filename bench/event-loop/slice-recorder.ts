import { openSync, readSync } from 'node:fs';

/**
 * Loaded into the service's process before the service (`--import`). Records the longest time between two turns of the
 * event loop, in CPU time of the main thread: waiting for a processor does not count.
 */
const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const buffer = Buffer.alloc(64);
const millisecondsBetween = 1;

let before = processorMilliseconds();
let longest = 0;
let turns = 0;

/** The first number of the file: nanoseconds of CPU time. */
function processorMilliseconds(): number {
  return Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1_000_000;
}

setInterval(() => {
  const now = processorMilliseconds();
  longest = Math.max(longest, now - before);
  before = now;
  turns += 1;
}, millisecondsBetween).unref();

/** Answers each message with the longest slice since the last one. */
process.on('message', () => {
  process.send?.({ longest, turns });
  longest = 0;
  turns = 0;
});
process.channel?.unref();
