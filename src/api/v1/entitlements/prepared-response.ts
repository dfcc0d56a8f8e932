import type { ResponseText } from '../../../core/entitlements/response-text.ts';
import type { FastPathBody } from '../../fast-path/fast-path-response.ts';

const instantLength = '2026-01-01T00:00:00.000Z'.length;

let instant = Number.NaN;
let instantText = '';

/** Memoised: many responses are written in the same millisecond. */
function textOf(now: Date): string {
  if (now.getTime() !== instant) {
    instant = now.getTime();
    instantText = now.toISOString();
  }
  return instantText;
}

/** A JSON response without its evaluation time, valid until `changesAt`. */
export class PreparedResponse {
  readonly #head: string;
  readonly #tail: string;
  readonly #until: number;
  /** In bytes, the same at every instant. */
  readonly contentLength: string;
  readonly #encoding: FastPathBody['encoding'];

  constructor({ head, tail }: ResponseText, changesAt: Date | null) {
    this.#head = head;
    this.#tail = tail;
    this.#until = changesAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const bytes = Buffer.byteLength(head) + instantLength + Buffer.byteLength(tail);
    this.contentLength = String(bytes);
    this.#encoding = bytes === head.length + instantLength + tail.length ? 'latin1' : 'utf8';
  }

  isValidAt(now: Date): boolean {
    return now.getTime() < this.#until;
  }

  at(now: Date): string {
    return `${this.#head}${textOf(now)}${this.#tail}`;
  }

  bodyAt(now: Date): FastPathBody {
    return { text: this.at(now), encoding: this.#encoding };
  }
}

/** With the ETag of the response. */
export class TaggedResponse extends PreparedResponse {
  readonly tag: string;

  constructor(text: ResponseText, changesAt: Date | null, tag: string) {
    super(text, changesAt);
    this.tag = tag;
  }
}
