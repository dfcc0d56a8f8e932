/** Events as JSON texts, oldest first, bounded by number and size. A text is compact, and is made once. */
export class EventBuffer {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  readonly #onDrop: (text: string) => void;
  #texts: string[] = [];
  #head = 0;
  #characters = 0;

  constructor(maxEvents: number, maxCharacters: number, onDrop: (text: string) => void) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#texts.length - this.#head;
  }

  /** Drops the oldest events if there are too many. */
  push(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
    while (this.size > this.#maxEvents || this.#characters > this.#maxCharacters) this.#onDrop(this.#shift());
  }

  take(count: number): string[] {
    const taken: string[] = [];
    while (taken.length < count && this.size > 0) taken.push(this.#shift());
    return taken;
  }

  #shift(): string {
    const text = this.#texts[this.#head] ?? '';
    this.#head += 1;
    this.#characters -= text.length;
    // Removing the first element of an array moves all others, so many are removed at once.
    if (this.#head * 2 > this.#texts.length) {
      this.#texts = this.#texts.slice(this.#head);
      this.#head = 0;
    }
    return text;
  }
}
