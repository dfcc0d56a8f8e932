import type { Call } from './call.ts';

/** A command as its help, its option parsing, its completion and the documentation describe it. */
export interface CommandDescription {
  /** One or two words, as typed; empty for the call without a command. */
  readonly name: string;
  readonly group: CommandGroup;
  /** One line for the overview: an imperative, without a full stop. */
  readonly summary: string;
  /** Paragraphs of the command's own help. */
  readonly description?: readonly string[];
  /** Positional arguments, all required, in order. */
  readonly arguments?: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  /** Complete calls, without the program's name. */
  readonly examples: readonly string[];
  /** What exit code 1 means, if more than a refusal. */
  readonly failure?: string;
  /** Loads the command's own module only: a start reads no other. */
  readonly load: () => Promise<RunCommand>;
}

/** Returns the exit code. A server keeps running after it. `table`: every command, for those that describe others. */
export type RunCommand = (call: Call, table: readonly CommandDescription[]) => Promise<number>;

export type CommandGroup = 'server' | 'database' | 'remote' | 'shell';

interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
}

export interface CommandOption {
  readonly name: string;
  /** The placeholder of its value; absent for a flag. */
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly description: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  /** Whether its value is the path of a file, for completion. */
  readonly isFile?: boolean;
}
