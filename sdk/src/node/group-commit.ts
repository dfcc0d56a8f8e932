interface Group {
  readonly lines: string[];
  length: number;
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes lines together: those that arrive during a write share the next one. */
export class GroupCommit {
  readonly #write: (text: string) => Promise<void>;
  #next: Group | undefined;
  #writing: Promise<void> | undefined;
  #length = 0;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  /** Characters that are not written yet. */
  get length(): number {
    return this.#length;
  }

  /** Resolves when the line is written. */
  add(line: string): Promise<void> {
    this.#next ??= newGroup();
    this.#next.lines.push(line);
    this.#next.length += line.length;
    this.#length += line.length;
    this.#writing ??= this.#writeAll();
    return this.#next.written;
  }

  async idle(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // The lines of one turn of the event loop share a write.
    await Promise.resolve();
    for (let group = this.#next; group; group = this.#next) {
      this.#next = undefined;
      await this.#write(group.lines.join('')).then(group.resolve, group.reject);
      this.#length -= group.length;
    }
    this.#writing = undefined;
  }
}

function newGroup(): Group {
  let resolve = () => {};
  let reject: Group['reject'] = () => {};
  const written = new Promise<void>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  // Nobody has to wait for it.
  written.catch(() => {});
  return { lines: [], length: 0, written, resolve, reject };
}
