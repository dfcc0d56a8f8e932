import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second on every processor. */
const microsecondsPerTick = 10_000;

/** The CPU time of the process so far in microseconds; NaN where the system does not report it. */
export function processorTime(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything; user and system time are the 12th and 13th fields behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
  } catch {
    return Number.NaN;
  }
}
