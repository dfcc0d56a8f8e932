import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that this process sends to databases while `use` runs, in order. */
export async function statementsOf(use: () => Promise<unknown>): Promise<readonly Statement[]> {
  const found: Statement[] = [];
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args;
    if (typeof first === 'string') found.push({ text: first, values: Array.isArray(second) ? second : [] });
    else if (first && typeof first === 'object' && 'text' in first) {
      const { text, values = [] } = first as { text: string; values?: unknown[] };
      found.push({ text, values: Array.isArray(second) ? second : values });
    }
    return original.apply(this, args);
  };
  pg.Client.prototype.query = recording as typeof pg.Client.prototype.query;
  try {
    await use();
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
  return found;
}
