const mebibyte = 1024 * 1024;

/** Of bodies that have begun to arrive: a caller may take 30 seconds for each, and is charged for it when it is complete. */
const ceilings = { owner: 32 * mebibyte, node: 128 * mebibyte };

const heldByOwner = new Map<string, number>();
let heldByNode = 0;

/** The memory of one body while it arrives. */
export class BodyInMemory {
  readonly #owner: string;
  #bytes = 0;

  /** @param owner whoever shares a ceiling: the workspace of the caller, or the address. */
  constructor(owner: string) {
    this.#owner = owner;
  }

  /** False: there is no room for more of it. */
  grow(bytes: number): boolean {
    this.#add(bytes);
    return heldByNode <= ceilings.node && (heldByOwner.get(this.#owner) ?? 0) <= ceilings.owner;
  }

  /** The body is complete, refused or abandoned. */
  release(): void {
    if (this.#bytes > 0) this.#add(-this.#bytes);
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    heldByNode += bytes;
    const held = (heldByOwner.get(this.#owner) ?? 0) + bytes;
    if (held === 0) heldByOwner.delete(this.#owner);
    else heldByOwner.set(this.#owner, held);
  }
}
