import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './file-journal-folder.ts';
import { eventsExtension, Segment } from './file-journal-segment.ts';

/** Appends to a new segment. */
export class SegmentWriter {
  readonly segment: Segment;
  readonly #file: FileHandle;

  private constructor(segment: Segment, file: FileHandle) {
    this.segment = segment;
    this.#file = file;
  }

  static async create(folder: string, name: string): Promise<SegmentWriter> {
    const file = await open(join(folder, name + eventsExtension), 'ax');
    await syncFolder(folder);
    return new SegmentWriter(new Segment(folder, name, 0, false), file);
  }

  /**
   * Resolves when the text is on disk. If writing fails, the part that was written is removed; if that fails too, or
   * syncing does, the segment is sealed, because what a file has after a failed sync is unknown.
   */
  async append(text: string): Promise<number> {
    const bytes = Buffer.from(text);
    let isWritten = false;
    try {
      await this.#file.writeFile(bytes);
      isWritten = true;
      await this.#file.datasync();
      return bytes.length;
    } catch (error) {
      if (isWritten) this.segment.isSealed = true;
      await this.#file.truncate(this.segment.size).catch(() => {
        this.segment.isSealed = true;
      });
      throw error;
    }
  }

  /** Nothing is added after this. */
  async seal(): Promise<void> {
    this.segment.isSealed = true;
    await this.#file.close();
  }
}
