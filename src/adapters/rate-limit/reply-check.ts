/** Longer than any status or error of the store. */
const maxLineLength = 1_024;
/** The longest bulk string: the information that is read when a connection begins. */
const maxBulkBytes = 64 * 1_024;
/** The script's reply for two limits. */
const maxItems = 7;

const size = /^([$*])(\d{1,5})\r\n$/;
const integer = /^:\d{1,16}\r\n$/;
const statusOrError = /^[+-][^\r\n]*\r\n$/;

/**
 * Follows the replies on one connection to the store, and tells which bytes its client may read. Nulls, pushes, nested
 * arrays and replies that nobody asked for end the process in the client, and endless ones fill the memory.
 */
export class ReplyCheck {
  #expected = 0;
  #line = '';
  /** Bytes of a bulk string that are still to come, with its line end. */
  #bulkBytes = 0;
  /** Items of an array that are still to come. */
  #items = 0;

  /** One more reply is expected. */
  commandSent(): void {
    this.#expected += 1;
  }

  accepts(chunk: Buffer): boolean {
    let position = 0;
    while (position < chunk.length) {
      if (this.#bulkBytes > 0) {
        const length = Math.min(this.#bulkBytes, chunk.length - position);
        this.#bulkBytes -= length;
        position += length;
        continue;
      }
      const lineEnd = chunk.indexOf('\n', position);
      const end = lineEnd === -1 ? chunk.length : lineEnd + 1;
      if (this.#line.length + end - position > maxLineLength) return false;
      this.#line += chunk.toString('latin1', position, end);
      position = end;
      if (lineEnd === -1) return true;
      if (!this.#acceptsLine(this.#line)) return false;
      this.#line = '';
    }
    return true;
  }

  #acceptsLine(line: string): boolean {
    if (this.#items > 0) {
      this.#items -= 1;
      return integer.test(line);
    }
    this.#expected -= 1;
    if (this.#expected < 0) return false;
    const [, kind, written] = size.exec(line) ?? [];
    if (kind === undefined) return statusOrError.test(line) || integer.test(line);
    const count = Number(written);
    if (kind === '*') {
      this.#items = count;
      return count <= maxItems;
    }
    this.#bulkBytes = count + 2;
    return count <= maxBulkBytes;
  }
}
