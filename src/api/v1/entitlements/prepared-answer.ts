const before = '"evaluatedAt":"';

let instant = Number.NaN;
let instantText = '';

/** Many are answered in the same millisecond. */
function textOf(now: Date): string {
  if (now.getTime() !== instant) {
    instant = now.getTime();
    instantText = now.toISOString();
  }
  return instantText;
}

/** An answer as JSON that lacks nothing but the instant of its evaluation; good until time changes it. */
export class PreparedAnswer {
  readonly #head: string;
  readonly #tail: string;
  readonly #until: number;

  constructor(answer: { readonly evaluatedAt: string }, changesAt: Date | null) {
    const text = JSON.stringify(answer);
    // In a value the quotes would be escaped, so this is the member and nothing else.
    const cut = text.lastIndexOf(before) + before.length;
    this.#head = text.slice(0, cut);
    this.#tail = text.slice(cut + answer.evaluatedAt.length);
    this.#until = changesAt?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  isGoodAt(now: Date): boolean {
    return now.getTime() < this.#until;
  }

  at(now: Date): string {
    return `${this.#head}${textOf(now)}${this.#tail}`;
  }
}
