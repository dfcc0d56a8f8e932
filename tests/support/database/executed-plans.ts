import pg from 'pg';

/** A statement as it was executed. */
export interface ExecutedPlan {
  readonly text: string;
  /** The index conditions, with every literal as `?`: `(workspace_id = ?)`. */
  readonly conditions: readonly { readonly index: string; readonly condition: string }[];
  /** The tables that were read from beginning to end. */
  readonly fullReads: readonly string[];
  /** Pages that were touched, in memory or on disk. */
  readonly buffers: number;
}

/** Makes later sessions of the database send the plan of each statement that they execute as a notice. */
export async function reportPlans(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const all = {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_buffers': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'notice',
      ...settings,
    };
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    for (const [setting, value] of Object.entries(all)) {
      await client.query(`alter database ${name} set ${setting} = ${client.escapeLiteral(value)}`);
    }
  } finally {
    await client.end();
  }
}

const listening = new WeakSet<pg.Client>();
let collected: ExecutedPlan[] | undefined;

/** The plans of the statements that this process executes in such sessions while `use` runs, in order. */
export async function executedPlans(use: () => Promise<unknown>): Promise<readonly ExecutedPlan[]> {
  const found: ExecutedPlan[] = [];
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    if (!listening.has(this)) {
      listening.add(this);
      this.on('notice', ({ message }) => {
        const start = message?.indexOf('{') ?? -1;
        if (message?.startsWith('duration:') && start > 0) collected?.push(planFrom(message.slice(start)));
      });
    }
    return original.apply(this, args);
  };
  pg.Client.prototype.query = recording as typeof pg.Client.prototype.query;
  collected = found;
  try {
    await use();
  } finally {
    collected = undefined;
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
  return found;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

function planFrom(json: string): ExecutedPlan {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  const nodes = [...nodesOf(plan)];
  const conditions = nodes.flatMap(({ 'Index Name': index, 'Index Cond': condition }) =>
    index === undefined || condition === undefined ? [] : [{ index, condition: withoutLiterals(condition) }],
  );
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    conditions,
    fullReads: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [],
    ),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

function withoutLiterals(condition: string): string {
  return condition.replace(/'[^']*'::[a-z ]+(\(\d+\))?( without time zone| with time zone)?(\[\])?/g, '?');
}
