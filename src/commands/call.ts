/** One call of a command: its values, checked against the command's description, and the environment. */
export class Call {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly #values: ReadonlyMap<string, string | true>;

  /** `values`: options and positional arguments by their names. */
  constructor(
    values: ReadonlyMap<string, string | true>,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.#values = values;
    this.environment = environment;
  }

  /** The value of a required option or of an argument. */
  text(name: string): string {
    const value = this.#values.get(name);
    if (typeof value !== 'string') throw new Error(`The command's description does not require ${name}`);
    return value;
  }

  optional(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }
}

/** A call that the command cannot take: exit code 2. The message says what to type instead. */
export class WrongCall extends Error {
  override readonly name = 'WrongCall';
}

/** A refusal, or a failure that the caller can fix: exit code 1. The message says what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** The code of the problem document, or one of the command's own. */
  readonly code: string;
  /** Whether the same call may succeed later. */
  readonly isTransient: boolean;

  constructor(code: string, message: string, { isTransient = false } = {}) {
    super(message);
    this.code = code;
    this.isTransient = isTransient;
  }
}
