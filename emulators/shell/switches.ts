import { CommandError } from './read-json.ts';

/** Values that can be changed while the emulator runs, and reset to those of its start. */
export interface Switches<Values> {
  get(): Values;
  change(changes: Partial<Values>): void;
  reset(): void;
}

export function createSwitches<Values>(usual: Values, atStart: Partial<Values> = {}): Switches<Values> {
  let values = { ...usual, ...atStart };
  return {
    get: () => values,
    change(changes) {
      values = { ...values, ...changes };
    },
    reset() {
      values = { ...usual, ...atStart };
    },
  };
}

/**
 * Reads whole numbers from a query; `reset=true` first restores those of the start.
 *
 * @param atLeastOne the names of those that cannot be 0.
 */
export function changeNumbers<Values extends { readonly [Name in keyof Values]: number }>(
  query: URLSearchParams,
  switches: Switches<Values>,
  atLeastOne: readonly string[] = [],
): void {
  if (query.get('reset') === 'true') switches.reset();
  const changes: Record<string, number> = {};
  for (const [name, value] of query) {
    if (name === 'reset') continue;
    if (!Object.hasOwn(switches.get(), name)) throw unknownName(switches.get());
    if (!/^\d{1,9}$/.test(value)) throw new CommandError(`${name} must be a whole number`);
    if (atLeastOne.includes(name) && Number(value) === 0)
      throw new CommandError(`${name} must be at least 1`);
    changes[name] = Number(value);
  }
  switches.change(changes as Partial<Values>);
}

/** The first choice of each is the usual one. */
export type Choices = Readonly<Record<string, readonly string[]>>;

export type Chosen<From extends Choices> = { readonly [Name in keyof From]: From[Name][number] };

export function usualChoices<From extends Choices>(choices: From): Chosen<From> {
  const usual = Object.entries(choices).map(([name, [first]]) => [name, first]);
  return Object.fromEntries(usual) as Chosen<From>;
}

/** Reads choices from a query; `reset=true` first restores the usual ones. */
export function changeChoices<From extends Choices>(
  query: URLSearchParams,
  switches: Switches<Chosen<From>>,
  choices: From,
): void {
  if (query.get('reset') === 'true') switches.change(usualChoices(choices));
  const changes: Record<string, string> = {};
  for (const [name, value] of query) {
    if (name === 'reset') continue;
    const possible = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (!possible) throw unknownName(choices);
    if (!possible.includes(value)) throw new CommandError(`${name} must be one of ${possible.join(', ')}`);
    changes[name] = value;
  }
  switches.change(changes as Partial<Chosen<From>>);
}

function unknownName(known: object): CommandError {
  return new CommandError(`there are ${Object.keys(known).join(', ')}`);
}
