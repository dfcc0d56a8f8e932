/** Holds lines back until they are released, so that log lines of a start do not come before its welcome. */
export class HeldOutput {
  readonly #output: Pick<NodeJS.WritableStream, 'write'>;
  #held: string[] | null = [];

  constructor(output: Pick<NodeJS.WritableStream, 'write'>) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#held) this.#held.push(line);
    else this.#output.write(line);
  }

  release(): void {
    for (const line of this.#held ?? []) this.#output.write(line);
    this.#held = null;
  }
}
