const mebibyte = 1024 * 1024;

/** Of bodies that have begun to arrive: a caller may take 30 seconds for each, and is charged for it when it is complete. */
const ceilings = { owner: 32 * mebibyte, node: 128 * mebibyte };

const bytesByOwner = new Map<string, number>();
let bytesOfNode = 0;

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
    return bytesOfNode <= ceilings.node && (bytesByOwner.get(this.#owner) ?? 0) <= ceilings.owner;
  }

  /** The body is complete, refused or abandoned. */
  release(): void {
    if (this.#bytes > 0) this.#add(-this.#bytes);
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    bytesOfNode += bytes;
    const bytesOfOwner = (bytesByOwner.get(this.#owner) ?? 0) + bytes;
    if (bytesOfOwner === 0) bytesByOwner.delete(this.#owner);
    else bytesByOwner.set(this.#owner, bytesOfOwner);
  }
}
