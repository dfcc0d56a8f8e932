import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Shop } from './shop.ts';

/**
 * Sees when the sending of a backlog begins and ends. It polls by key: a search for pending reports scans all that were
 * just sent, and its cost would count as that of the service.
 */
export class SendingWatch {
  readonly #client: pg.Client;
  readonly #workspaceId: string;
  /** The report that is sent last, by its key. */
  #last: readonly unknown[] = [];

  private constructor(client: pg.Client, workspaceId: string) {
    this.#client = client;
    this.#workspaceId = workspaceId;
  }

  static async open({ databaseUrl, workspaceId }: Shop): Promise<SendingWatch> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return new SendingWatch(client, workspaceId);
  }

  /** Waits for the first lease. */
  async begun(): Promise<void> {
    const { rows } = await this.#client.query(
      `select hour, subscription_id, dimension from usage_reports
       where workspace_id = $1 and source_name = 'Shop' and status = 'Pending'
       order by due_at desc, hour desc, subscription_id desc, dimension desc limit 1`,
      [this.#workspaceId],
    );
    this.#last = Object.values(rows[0] ?? {});
    while (!(await this.#hasLeases())) await pause(5);
  }

  /** Waits until the last report is settled and no lease is left. */
  async ended(): Promise<void> {
    while ((await this.#isLastPending()) || (await this.#hasLeases())) await pause(10);
  }

  async requireNonePending(): Promise<void> {
    const { rows } = await this.#client.query(
      `select from usage_reports where workspace_id = $1 and status = 'Pending' limit 1`,
      [this.#workspaceId],
    );
    if (rows.length > 0) throw new Error('Some reports were not settled');
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #hasLeases(): Promise<boolean> {
    const { rows } = await this.#client.query({
      name: 'leases',
      text: 'select from usage_leases where workspace_id = $1 limit 1',
      values: [this.#workspaceId],
    });
    return rows.length > 0;
  }

  async #isLastPending(): Promise<boolean> {
    const { rows } = await this.#client.query({
      name: 'last',
      text: `select from usage_reports
        where workspace_id = $1 and hour = $2 and subscription_id = $3 and dimension = $4 and decided_at is null`,
      values: [this.#workspaceId, ...this.#last],
    });
    return rows.length > 0;
  }
}
