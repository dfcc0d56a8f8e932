import pg from 'pg';
import { nodeEnvironment, RunningCommand } from '../nodes/running-command.ts';
import { SilenceableProxy } from '../nodes/silenceable-proxy.ts';
import { type Customer, MeteredShop } from './metered-shop.ts';

/** Reports of these quantities block in the database while the gates are closed: at their insert, or at their lease. */
export const pausing = {
  insertInStatement: 77,
  insertAtLock: 78,
  leaseInStatement: 66,
  leaseAtLock: 67,
} as const;

/** The phase of a connection. */
export const phases = ['idle', 'statement', 'transaction', 'lock'] as const;
export type Phase = (typeof phases)[number];

const feedName = 'tessera-changes';
const gateLock = 4_711;

export interface TrialNode {
  readonly name: string;
  readonly command: RunningCommand;
  readonly url: string;
  /** The node's connection to the database; by default faults spare its change feed. */
  readonly proxy: SilenceableProxy;
}

/** A shop with an API node and a worker node as real processes, and a database with every kind of fault. */
export class DatabaseTrial {
  readonly shop: MeteredShop;
  readonly api: TrialNode;
  readonly workers: TrialNode;
  readonly customers: readonly Customer[];
  readonly apiKey: string;
  /** A direct connection to the server, unaffected by faults. */
  readonly operator: pg.Pool;
  #gateKeeper: pg.PoolClient | undefined;

  private constructor(
    parts: Pick<DatabaseTrial, 'shop' | 'api' | 'workers' | 'customers' | 'apiKey' | 'operator'>,
  ) {
    this.shop = parts.shop;
    this.api = parts.api;
    this.workers = parts.workers;
    this.customers = parts.customers;
    this.apiKey = parts.apiKey;
    this.operator = parts.operator;
  }

  static async open(seed: number, customerCount: number): Promise<DatabaseTrial> {
    const shop = await MeteredShop.open(seed);
    const operator = new pg.Pool({
      connectionString: shop.databaseUrl,
      max: 6,
      options: '-c default_transaction_read_only=off',
    });
    operator.on('error', () => {});
    await operator.query(pauseStatements);
    const [api, workers, customers] = await Promise.all([
      startNode(shop.databaseUrl, 'API', '--api'),
      startNode(shop.databaseUrl, 'worker', '--workers'),
      shop.sell(customerCount),
    ]);
    const apiKey = await shop.client('trial');
    return new DatabaseTrial({ shop, api, workers, customers, apiKey, operator });
  }

  async close(): Promise<void> {
    for (const { command } of this.nodes) command.signal('SIGKILL');
    await Promise.all(this.nodes.map(({ command }) => command.ended()));
    await Promise.all(this.nodes.map(({ proxy }) => proxy.close()));
    await this.openGates();
    await this.operator.end();
    await this.shop.close();
  }

  get nodes(): readonly TrialNode[] {
    return [this.api, this.workers];
  }

  /** From now on statements about the pausing quantities block, some inside a transaction, some on a lock. */
  async closeGates(): Promise<void> {
    await this.operator.query('update trial_gate set is_closed = true');
    this.#gateKeeper = await this.operator.connect();
    await this.#gateKeeper.query('select pg_advisory_lock($1)', [gateLock]);
  }

  async openGates(): Promise<void> {
    await this.operator.query('update trial_gate set is_closed = false');
    await this.#gateKeeper?.query('select pg_advisory_unlock($1)', [gateLock]);
    this.#gateKeeper?.release();
    this.#gateKeeper = undefined;
  }

  /** The phases of the node's connections. */
  async phasesOf(node: TrialNode): Promise<readonly Phase[]> {
    const { rows } = await this.operator.query<{ phase: Phase }>(
      `select distinct case
         when state = 'idle' then 'idle'
         when state = 'idle in transaction' then 'transaction'
         when wait_event = 'PgSleep' then 'statement'
         when wait_event_type = 'Lock' then 'lock'
       end as phase
       from pg_stat_activity
       where datname = current_database() and application_name = 'tessera' and client_port = any ($1)`,
      [node.proxy.clientPorts],
    );
    return phases.filter((phase) => rows.some((row) => row.phase === phase));
  }

  /** Ends all backends of a node except that of its change feed. */
  async terminate({ proxy }: TrialNode): Promise<void> {
    await this.operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'tessera' and client_port = any ($1)`,
      [proxy.clientPorts],
    );
  }

  async ready({ url }: TrialNode): Promise<string> {
    const response = await fetch(`${url}/health/ready`);
    return ((await response.json()) as { status: string }).status;
  }

  /** Whether faults also affect the change feeds. */
  spareFeeds(spares: boolean): void {
    for (const { proxy } of this.nodes) proxy.spare(spares ? feedName : null);
  }
}

const pauseStatements = `
  create table trial_gate (is_closed boolean not null);
  insert into trial_gate values (false);
  create function trial_wait(phase text) returns void language plpgsql as $$ begin
    if phase = 'lock' then
      perform pg_advisory_xact_lock_shared(${gateLock});
    else
      while (select is_closed from trial_gate) loop perform pg_sleep(0.02); end loop;
    end if;
  end $$;
  create function trial_pause() returns trigger language plpgsql as $$ begin
    perform trial_wait(tg_argv[0]);
    return new;
  end $$;
  create function trial_pause_lease() returns trigger language plpgsql as $$ begin
    if exists (
      select from usage_reports
      where workspace_id = new.workspace_id and report_id = any (new.report_ids) and quantity = tg_argv[1]::numeric
    ) then
      perform trial_wait(tg_argv[0]);
    end if;
    return new;
  end $$;
  ${insertTrigger(pausing.insertInStatement, 'statement')};
  ${insertTrigger(pausing.insertAtLock, 'lock')};
  ${leaseTrigger(pausing.leaseInStatement, 'statement')};
  ${leaseTrigger(pausing.leaseAtLock, 'lock')}`;

function insertTrigger(quantity: number, phase: Phase): string {
  return `create trigger trial_${quantity} before insert on usage_reports for each row
    when (new.quantity = ${quantity}) execute function trial_pause('${phase}')`;
}

function leaseTrigger(quantity: number, phase: Phase): string {
  return `create trigger trial_${quantity} before insert on usage_leases for each row
    execute function trial_pause_lease('${phase}', '${quantity}')`;
}

async function startNode(databaseUrl: string, name: string, half: '--api' | '--workers'): Promise<TrialNode> {
  const address = new URL(databaseUrl);
  const proxy = await SilenceableProxy.start({ host: address.hostname, port: Number(address.port) });
  proxy.spare(feedName);
  address.host = `127.0.0.1:${proxy.port}`;
  const command = new RunningCommand([half], {
    ...nodeEnvironment(address.href),
    DATABASE_MAX_CONNECTIONS: '16',
    ALLOW_LOCAL_WEBHOOKS: 'true',
  });
  return { name, command, proxy, url: await command.listens() };
}
