import { appendFile, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsageEvent } from '../types.ts';
import { decodeLine, encodeLine } from './file-journal-line.ts';

const chunkBytes = 262_144;
const lineBreak = 10;

export const eventsExtension = '.events';
export const settledExtension = '.settled';

export interface SegmentLine {
  readonly number: number;
  readonly event: UsageEvent;
}

/** A file of events that was or is being written, and the file with the numbers of its settled lines. */
export class Segment {
  readonly name: string;
  /** The end of what may be read: later bytes are not on disk yet, or are torn. */
  size: number;
  /** Nothing is added any more. */
  isSealed: boolean;
  readonly #path: string;
  #offset = 0;
  #lines = 0;
  /** Every line below this number is settled, and those in the set are too. */
  #settledBelow = 0;
  readonly #settled = new Set<number>();

  constructor(folder: string, name: string, size: number, isSealed: boolean) {
    this.name = name;
    this.#path = join(folder, name);
    this.size = size;
    this.isSealed = isSealed;
  }

  /** A segment that another process has left. */
  static async openSealed(folder: string, name: string): Promise<Segment> {
    const file = await open(join(folder, name + eventsExtension), 'r');
    const { size } = await file.stat().finally(() => file.close());
    const segment = new Segment(folder, name, size, true);
    const settled = await readFile(segment.#path + settledExtension, 'utf8').catch(() => '');
    for (const line of settled.split('\n')) {
      const ranges = decodeLine(line);
      if (Array.isArray(ranges)) for (const [first, last] of ranges) segment.#mark(first, last);
    }
    return segment;
  }

  /** Whether every event was read and settled, and none can be added. */
  get isFinished(): boolean {
    return this.isSealed && !this.hasMore && this.#settledBelow === this.#lines;
  }

  get hasMore(): boolean {
    return this.#offset < this.size;
  }

  /** The next events that are not settled. Damaged lines are given to `onDamaged`, and count as settled. */
  async read(count: number, onDamaged: (line: string) => void): Promise<SegmentLine[]> {
    const found: SegmentLine[] = [];
    if (!this.hasMore) return found;
    const file = await open(this.#path + eventsExtension, 'r');
    try {
      while (found.length < count && this.hasMore) {
        const length = Math.min(chunkBytes, this.size - this.#offset);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#offset);
        this.#readChunk(buffer.subarray(0, bytesRead), count, found, onDamaged);
      }
    } finally {
      await file.close();
    }
    return found;
  }

  #readChunk(chunk: Buffer, count: number, found: SegmentLine[], onDamaged: (line: string) => void): void {
    let start = 0;
    while (found.length < count) {
      const end = chunk.indexOf(lineBreak, start);
      if (end < 0) break;
      this.#readLine(chunk.toString('utf8', start, end), found, onDamaged);
      start = end + 1;
    }
    this.#offset += start;
    if (start > 0) return;
    // Without a line break it is the torn end of a killed process, or damage: no event is as long as a chunk.
    if (chunk.length === chunkBytes) onDamaged(chunk.toString('utf8'));
    this.#offset = chunk.length === chunkBytes ? this.#offset + chunkBytes : this.size;
  }

  #readLine(line: string, found: SegmentLine[], onDamaged: (line: string) => void): void {
    const number = this.#lines++;
    if (number < this.#settledBelow || this.#settled.has(number)) return;
    const event = decodeLine(line) as UsageEvent | undefined;
    if (event) {
      found.push({ number, event });
    } else {
      onDamaged(line);
      this.#mark(number, number);
    }
  }

  /** Records that these lines are never to be read again. */
  async settle(numbers: readonly number[]): Promise<void> {
    const ranges: [number, number][] = [];
    for (const number of [...numbers].sort((one, other) => one - other)) {
      const last = ranges.at(-1);
      if (last && last[1] === number - 1) last[1] = number;
      else ranges.push([number, number]);
    }
    for (const [first, last] of ranges) this.#mark(first, last);
    await appendFile(this.#path + settledExtension, encodeLine(ranges));
  }

  #mark(first: number, last: number): void {
    for (let number = first; number <= last; number++) this.#settled.add(number);
    while (this.#settled.delete(this.#settledBelow)) this.#settledBelow += 1;
  }

  /** The events first: their settled lines must not outlive in doubt. */
  async remove(): Promise<void> {
    await rm(this.#path + eventsExtension, { force: true });
    await rm(this.#path + settledExtension, { force: true });
  }
}
