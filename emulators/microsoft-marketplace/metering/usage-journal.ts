import { closeSync, fchmodSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { AcceptedEvent } from './usage-ledger.ts';

/** Accepted events in a file, a line of JSON each, so that they outlive the emulator. */
export interface UsageJournal {
  read(): AcceptedEvent[];
  /** Written before the answer is sent: what was told to a caller is known after a restart. */
  append(event: AcceptedEvent): void;
  close(): void;
}

export function openUsageJournal(path: string): UsageJournal {
  const file = openSync(path, 'a+', 0o600);
  // One that an earlier version made could be read by everybody.
  fchmodSync(file, 0o600);
  return {
    read() {
      const text = readFileSync(path, 'utf8');
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      // An emulator that was killed may have left half a line, of which nobody was told.
      if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
      return whole
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as AcceptedEvent);
    },
    append(event) {
      writeSync(file, `${JSON.stringify(event)}\n`);
    },
    close: () => closeSync(file),
  };
}
