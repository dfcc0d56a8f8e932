import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { AcceptedEvent } from './accepted-event.ts';

/** A file of accepted events, a line of JSON each, that outlives the process. */
export interface UsageJournal {
  read(): AcceptedEvent[];
  /** Called before the answer is sent, so that an accepted event survives a restart. */
  append(event: AcceptedEvent): void;
  close(): void;
}

export function openUsageJournal(path: string): UsageJournal {
  const file = openSync(path, 'a+', 0o600);
  return {
    read() {
      const text = readFileSync(path, 'utf8');
      const complete = text.slice(0, text.lastIndexOf('\n') + 1);
      // A killed emulator may have left half a line, of an event that was never answered.
      if (complete.length < text.length) ftruncateSync(file, Buffer.byteLength(complete));
      return complete
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
