interface Node<Value> {
  readonly key: string;
  value: Value;
  newer: Node<Value> | undefined;
  older: Node<Value> | undefined;
}

/** A bounded map that evicts the least recently used. A linked list, because moving a key of a `Map` costs ten times as much. */
export class Cache<Value> {
  readonly #nodes = new Map<string, Node<Value>>();
  readonly #limit: number;
  readonly #onEvict: (value: Value) => void;
  #newest: Node<Value> | undefined;
  #oldest: Node<Value> | undefined;

  constructor(limit: number, onEvict: (value: Value) => void = () => undefined) {
    this.#limit = limit;
    this.#onEvict = onEvict;
  }

  get(key: string): Value | undefined {
    const node = this.#nodes.get(key);
    if (node === undefined) return undefined;
    if (node !== this.#newest) {
      this.#unlink(node);
      this.#link(node);
    }
    return node.value;
  }

  /** Without counting as a use. */
  peek(key: string): Value | undefined {
    return this.#nodes.get(key)?.value;
  }

  set(key: string, value: Value): void {
    const known = this.#nodes.get(key);
    if (known) {
      known.value = value;
      this.get(key);
      return;
    }
    const node: Node<Value> = { key, value, newer: undefined, older: undefined };
    this.#nodes.set(key, node);
    this.#link(node);
    if (this.#nodes.size > this.#limit && this.#oldest) {
      const { value: evicted } = this.#oldest;
      this.#remove(this.#oldest);
      this.#onEvict(evicted);
    }
  }

  delete(key: string): void {
    const node = this.#nodes.get(key);
    if (node) this.#remove(node);
  }

  /** The most recently used first. The cache may change meanwhile. */
  values(): readonly Value[] {
    const values: Value[] = [];
    for (let node = this.#newest; node; node = node.older) values.push(node.value);
    return values;
  }

  #remove(node: Node<Value>): void {
    this.#nodes.delete(node.key);
    this.#unlink(node);
  }

  #link(node: Node<Value>): void {
    node.newer = undefined;
    node.older = this.#newest;
    if (this.#newest) this.#newest.newer = node;
    else this.#oldest = node;
    this.#newest = node;
  }

  #unlink({ newer, older }: Node<Value>): void {
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
  }
}
