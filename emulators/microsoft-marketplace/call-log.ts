export interface Call {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly publisherId: string | undefined;
  /** The response's status; `reset` for a dropped connection, `none` for no response. */
  readonly status: number | 'reset' | 'none';
  readonly fault: string | undefined;
  /** The statuses of the usage events, as in `Accepted 3, Duplicate 1`, even when no response was sent. */
  readonly outcomes: string;
}

export interface CallLog {
  add(call: Call): void;
  /** The newest first. */
  recent(): readonly Call[];
  clear(): void;
}

const maxCalls = 100;

export function createCallLog(): CallLog {
  let calls: Call[] = [];
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

/** Counts the statuses in an answer's body, of a batch or of a single event. */
export function outcomesOf(body: unknown): string {
  const { result, status, code } = (body ?? {}) as {
    readonly result?: readonly { readonly status: string }[];
    readonly status?: string;
    readonly code?: string;
  };
  const statuses = result ? result.map((item) => item.status) : [status ?? code ?? ''];
  const counts = new Map<string, number>();
  for (const one of statuses) if (one !== '') counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}
