/** A call to an emulator. Emulators add members that say whose it was. */
export interface Call {
  readonly at: string;
  /** The response's status; `reset` for a dropped connection, `none` for no response. */
  readonly status: number | 'reset' | 'none';
  readonly fault: string | undefined;
  /** The statuses of the items, as in `Accepted 3, Duplicate 1`, even when no response was sent. */
  readonly outcomes: string;
}

export interface CallLog<OneCall extends Call> {
  add(call: OneCall): void;
  /** The newest first. */
  recent(): readonly OneCall[];
  clear(): void;
}

const maxCalls = 100;

export function createCallLog<OneCall extends Call>(): CallLog<OneCall> {
  let calls: OneCall[] = [];
  return {
    add(call) {
      calls.unshift(call);
      if (calls.length > maxCalls) calls.pop();
    },
    recent: () => [...calls],
    clear() {
      calls = [];
    },
  };
}

/** Counts the statuses of a call's items; an empty status is none. */
export function countedOutcomes(statuses: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of statuses) if (one !== '') counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}
