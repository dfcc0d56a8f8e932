import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A file of entries, a line of JSON each, that outlives the process. */
export interface Journal<Entry> {
  read(): Entry[];
  /** Called before the answer is sent, so that what was accepted survives a restart. */
  append(entry: Entry): void;
  close(): void;
}

export function openJournal<Entry>(path: string): Journal<Entry> {
  const file = openSync(path, 'a+', 0o600);
  return {
    read() {
      const text = readFileSync(path, 'utf8');
      const complete = text.slice(0, text.lastIndexOf('\n') + 1);
      // A killed emulator may have left half a line, of an entry that was never answered.
      if (complete.length < text.length) ftruncateSync(file, Buffer.byteLength(complete));
      return complete
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry);
    },
    append(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`);
    },
    close: () => closeSync(file),
  };
}
