/** Loads once, when it is first needed. `loaded` is what has been loaded so far. */
export class Lazy<Value> {
  loaded: Value | undefined;
  readonly #load: () => Promise<Value>;
  #loading: Promise<Value> | undefined;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  get(): Promise<Value> {
    this.#loading ??= this.#load().then((value) => {
      this.loaded = value;
      return value;
    });
    return this.#loading;
  }
}
