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
