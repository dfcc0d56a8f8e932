import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Journal, UsageEvent } from '../types.ts';
import { findDeadFolders, JournalFolder } from './file-journal-folder.ts';
import { encodeLine } from './file-journal-line.ts';
import { Segment, type SegmentLine } from './file-journal-segment.ts';
import { SegmentWriter } from './file-journal-writer.ts';
import { GroupCommit } from './group-commit.ts';

/**
 * The options of `fileJournal`.
 *
 * @example
 * ```ts
 * import type { FileJournalOptions } from '@tessera/client/node';
 *
 * const options: FileJournalOptions = { maxBytes: 67_108_864 }; // 64 MiB: about 250,000 events
 * ```
 */
export interface FileJournalOptions {
  /**
   * Bytes on disk: 512 MiB if it is absent, about two million events. When it is full, events stay in the client's buffer,
   * and the client emits `error`.
   */
  readonly maxBytes?: number;
}

/**
 * A journal in files of this folder, which the processes of a machine may share. `append` resolves when the event is on
 * disk; many events share one write. What a killed process has left is taken by another.
 *
 * @example
 * ```ts
 * import { createTessera } from '@tessera/client';
 * import { fileJournal } from '@tessera/client/node';
 *
 * const tessera = createTessera({
 *   url: 'http://127.0.0.1:4000',
 *   product: 'aqueduct',
 *   credential: { apiKey: process.env.TESSERA_API_KEY ?? '' },
 *   journal: fileJournal('.tessera/journal'),
 * });
 * await tessera.track(tenantId, 'api-calls', 0.001); // On disk: `kill -9` does not lose it.
 * ```
 */
export function fileJournal(folder: string, options: FileJournalOptions = {}): Journal {
  return new FileJournal(resolve(folder), options.maxBytes ?? 536_870_912);
}

const maxSegmentBytes = 4_194_304;
/** Characters of events that are not written yet. */
const maxPending = 16_777_216;
const touchInterval = 5_000;
const adoptInterval = 2_000;
const writeTries = 3;
const damagedName = 'damaged.log';

interface Position {
  readonly segment: Segment;
  readonly line: number;
}

class FileJournal implements Journal {
  readonly #root: string;
  readonly #maxBytes: number;
  readonly #segmentBytes: number;
  /** One object each, so that the client reports it once. */
  readonly #fullError: Error;
  readonly #slowError = new Error('Usage events are tracked faster than the disk can write them');
  #folder: Promise<JournalFolder> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #writer: SegmentWriter | undefined;
  /** Oldest first. */
  #segments: Segment[] = [];
  #segmentCount = 0;
  #bytes = 0;
  /** Where events in hand are, until they are settled. An id that was tracked twice has two positions. */
  readonly #taken = new Map<string, Position[]>();
  readonly #writes = new GroupCommit((text) => this.#write(text));
  #turn: Promise<unknown> = Promise.resolve();
  #adoptedAt = Number.NEGATIVE_INFINITY;
  /** Lines and errors to report when events are taken next. */
  #damaged: string[] = [];
  readonly #faults: unknown[] = [];
  #isClosed = false;

  constructor(root: string, maxBytes: number) {
    this.#root = root;
    this.#maxBytes = maxBytes;
    // Room is made by whole segments.
    this.#segmentBytes = Math.min(maxSegmentBytes, maxBytes / 8);
    this.#fullError = new Error(`The journal ${root} is full: it has ${maxBytes} bytes`);
  }

  append(event: UsageEvent): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The journal is closed'));
    const line = encodeLine(event);
    const pending = this.#writes.length + line.length;
    if (pending > maxPending) return Promise.reject(this.#slowError);
    if (this.#bytes + pending > this.#maxBytes) return Promise.reject(this.#fullError);
    return this.#writes.add(line);
  }

  take(count: number): Promise<readonly UsageEvent[]> {
    return this.#inTurn([], async () => {
      if (this.#isClosed) return [];
      await this.#reportFaults();
      await this.#adopt();
      const events: UsageEvent[] = [];
      for (const segment of this.#segments) {
        const lines = await this.#read(segment, count - events.length);
        for (const { number, event } of lines) {
          const positions = this.#taken.get(event.id);
          if (!positions) events.push(event);
          this.#taken.set(event.id, [...(positions ?? []), { segment, line: number }]);
        }
        if (events.length >= count) break;
      }
      await this.#removeFinished();
      return events;
    });
  }

  async #read(segment: Segment, count: number): Promise<readonly SegmentLine[]> {
    try {
      const lines = await segment.read(count, (line) => this.#damaged.push(line));
      return this.#segments.includes(segment) ? lines : [];
    } catch (error) {
      if (await this.#isLost()) throw error;
      // It stays on disk for the next process, and does not keep later events from being sent.
      if (this.#segments.includes(segment)) this.#faults.push(error);
      this.#segments = this.#segments.filter((other) => other !== segment);
      return [];
    }
  }

  settle(ids: readonly string[]): Promise<void> {
    return this.#inTurn(undefined, async () => {
      const settled = new Map<Segment, number[]>();
      for (const id of ids) {
        for (const { segment, line } of this.#taken.get(id) ?? []) {
          const lines = settled.get(segment) ?? [];
          lines.push(line);
          settled.set(segment, lines);
        }
        this.#taken.delete(id);
      }
      for (const [segment, lines] of settled) await segment.settle(lines);
      await this.#removeFinished();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writes.idle();
    await this.#inTurn(undefined, async () => {
      clearInterval(this.#heartbeat);
      await this.#writer?.seal();
      await this.#removeFinished();
      await (await this.#folder)?.release();
    });
  }

  async #write(text: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const folder = await this.#ownFolder();
        this.#writer ??= await this.#newWriter(folder);
        const { segment } = this.#writer;
        const size = segment.size + (await this.#writer.append(text));
        if (await folder.isOwned()) {
          segment.size = size;
          this.#countBytes();
          if (size >= this.#segmentBytes) await this.#seal();
          return;
        }
      } catch (error) {
        if (this.#writer?.segment.isSealed) await this.#seal().catch(() => {});
        if (tries === writeTries || !(await this.#isLost())) throw error;
      }
      // Another process took the folder, perhaps before this text was in it.
      await this.#lose();
    }
  }

  async #newWriter({ path }: JournalFolder): Promise<SegmentWriter> {
    this.#segmentCount += 1;
    const name = `${basename(path)}-${String(this.#segmentCount).padStart(9, '0')}`;
    const writer = await SegmentWriter.create(path, name);
    this.#segments.push(writer.segment);
    return writer;
  }

  async #seal(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    await writer?.seal();
  }

  #ownFolder(): Promise<JournalFolder> {
    this.#folder ??= this.#createFolder().catch((error: unknown) => {
      this.#folder = undefined;
      throw error;
    });
    return this.#folder;
  }

  async #createFolder(): Promise<JournalFolder> {
    // Names in the order of time, so that segments of several processes are in this order too.
    const name = `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`;
    const folder = await JournalFolder.create(this.#root, name);
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => void folder.touch(), touchInterval);
    this.#heartbeat.unref();
    return folder;
  }

  async #isLost(): Promise<boolean> {
    const folder = await this.#folder;
    return folder !== undefined && !(await folder.isOwned());
  }

  /** Another process has the folder and sends its events. Those in hand here are sent twice, and count once. */
  async #lose(): Promise<void> {
    this.#folder = undefined;
    this.#segments = [];
    this.#taken.clear();
    this.#countBytes();
    await this.#seal().catch(() => {});
  }

  /** Taking, settling and closing never overlap. If the folder is lost, there is nothing to do. */
  #inTurn<Result>(ifLost: Result, work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work).catch(async (error: unknown) => {
      if (!(await this.#isLost())) throw error;
      await this.#lose();
      return ifLost;
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  /** Takes the segments of dead processes. */
  async #adopt(): Promise<void> {
    const now = performance.now();
    if (now < this.#adoptedAt + adoptInterval) return;
    this.#adoptedAt = now;
    const own = this.#folder && basename((await this.#folder).path);
    const dead = (await findDeadFolders(this.#root)).filter((name) => name !== own);
    if (dead.length === 0) return;
    const folder = await this.#ownFolder();
    const known = new Set(this.#segments.map(({ name }) => name));
    for (const name of await folder.adopt(dead)) {
      // The own ones are known, or are being made.
      if (known.has(name) || name.startsWith(basename(folder.path))) continue;
      this.#segments.push(await Segment.openSealed(folder.path, name));
    }
    this.#segments.sort((one, other) => (one.name < other.name ? -1 : 1));
    this.#countBytes();
  }

  async #removeFinished(): Promise<void> {
    const finished = this.#segments.filter(({ isFinished }) => isFinished);
    if (finished.length === 0) return;
    this.#segments = this.#segments.filter((segment) => !finished.includes(segment));
    this.#countBytes();
    for (const segment of finished) await segment.remove();
  }

  #countBytes(): void {
    this.#bytes = this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** A damaged line may be an event that is lost, so it is kept for people and told as an error. */
  async #reportFaults(): Promise<void> {
    if (this.#faults.length > 0) throw this.#faults.shift();
    if (this.#damaged.length === 0) return;
    const lines = this.#damaged;
    this.#damaged = [];
    const path = join(this.#root, damagedName);
    await appendFile(path, lines.map((line) => `${line}\n`).join(''));
    throw new Error(`${lines.length} damaged lines of the usage journal were moved to ${path}`);
  }
}
