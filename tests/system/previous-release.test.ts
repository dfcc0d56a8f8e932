import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { demoWorkspaceIds } from '../../src/demo/identities.ts';
import { loadDump } from '../support/database/database-dump.ts';
import { createEmptyDatabase, withClient } from '../support/database/postgres.ts';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { PreviousRelease } from '../support/releases/previous-release.ts';
import { type RecordedResponses, readRelease } from '../support/releases/recorded-release.ts';

/** A customer of the recorded database, whose subscription lasts for years. */
const tenantId = 'b0000000-0000-4000-8000-000000000001';
const product = 'aqueduct';
const hour = 3_600_000;
/** One instant for all callers: their hours differ also when the run crosses a full hour. */
const begun = Date.now();

let previous: PreviousRelease;
let recorded: RecordedResponses;
let databaseUrl: string;
const running: RunningCommand[] = [];

// Builds the release of before.
beforeAll(async () => {
  if (!PreviousRelease.isAvailable) return;
  previous = await PreviousRelease.build();
  const release = await readRelease(previous.version);
  recorded = release.recorded;
  databaseUrl = await createEmptyDatabase(inject('postgresUrl'));
  // A production node refuses the data of the demo, which it knows by these ids.
  const dump = demoWorkspaceIds.reduce((text, id) => text.replaceAll(id, randomUUID()), release.dump);
  await loadDump(databaseUrl, dump);
  await withClient(databaseUrl, async (client) => {
    await client.query("update workspaces set partner_plan = 'Scale'");
    await client.query('update api_clients set rate_limit_per_minute = 6000');
    // On the day of the recording, hours of the callers are reported already.
    await client.query("delete from usage_reports where dimension = 'rows-moved'");
  });
}, 300_000);
afterAll(async () => {
  for (const command of running) await command.stop();
  await previous?.remove();
});

function start(args: readonly string[], script?: string): RunningCommand {
  const environment = { ...nodeEnvironment(databaseUrl), ENCRYPTION_KEYS_OLD: recorded.encryptionKey };
  const command = new RunningCommand(args, environment, { script });
  running.push(command);
  return command;
}

/** Reads and writes one after the other until it is stopped. */
class Caller {
  readonly failures: string[] = [];
  readonly acknowledged: string[] = [];
  /** The last quantity of this caller's hour that was acknowledged; each report corrects the one before. */
  reported = 0;
  readonly hour: string;
  reads = 0;
  #isStopped = false;
  readonly #name: string;
  readonly #work: Promise<void>;

  constructor(name: string, url: string, hoursAgo: number) {
    this.#name = name;
    this.hour = new Date(Math.floor(begun / hour - hoursAgo) * hour).toISOString();
    this.#work = this.#loop(url);
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#work;
  }

  async #loop(url: string): Promise<void> {
    while (!this.#isStopped) {
      const id = `${this.#name}-${this.acknowledged.length + 1}`;
      const event = { id, source: 'upgrade', tenantId, product, dimension: 'api-calls', quantity: 1 };
      const events = [{ ...event, occurredAt: new Date().toISOString() }];
      const sent = await this.#send(`${url}/api/v1/usage-events`, { events });
      if (sent?.includes('"accepted":1')) this.acknowledged.push(id);
      else if (sent) this.failures.push(sent);
      const quantity = this.reported + 1;
      const record = { tenantId, product, dimension: 'rows-moved', quantity, usageStartAt: this.hour };
      const reported = await this.#send(`${url}/api/v1/metered-usage`, { records: [record] });
      if (reported?.includes('"refused":0')) this.reported = quantity;
      else if (reported) this.failures.push(reported);
      if (await this.#send(`${url}/api/v1/entitlements/${tenantId}?product=${product}`)) this.reads++;
    }
  }

  async #send(address: string, body?: object): Promise<string | undefined> {
    const key = { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' };
    const headers = { 'x-api-key': recorded.apiKey, ...(body && key) };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    try {
      const answer = await fetch(address, init);
      const text = await answer.text();
      if (answer.ok) return text;
      this.failures.push(`${answer.status} ${text}`);
    } catch (error) {
      this.failures.push(String(error));
    }
    return undefined;
  }
}

async function eventsStored(): Promise<readonly string[]> {
  const ids: string[] = [];
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query("select event_id from usage_events where source = 'upgrade'");
    ids.push(...rows.map((row) => row.event_id));
  });
  return ids.sort();
}

async function reportedIn(hour: string): Promise<number | undefined> {
  let quantity: number | undefined;
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select report.quantity::float from usage_reports as report join subscriptions using (workspace_id, subscription_id)
       where hour = $1 and dimension = 'rows-moved' and tenant_id = $2`,
      [hour, tenantId],
    );
    quantity = rows[0]?.quantity;
  });
  return quantity;
}

describe.runIf(PreviousRelease.isAvailable)('a node of the release before', () => {
  it('keeps answering and writing while this version migrates, and beside its nodes', async () => {
    const old = start(['serve'], previous.command);
    const oldUrl = await old.listens();
    const oldCaller = new Caller('old', oldUrl, 2);
    const goesOn = (caller: Caller) => {
      const [reads, writes] = [caller.reads + 20, caller.acknowledged.length + 20];
      const isPast = () => {
        if (caller.failures[0]) throw new Error(caller.failures[0]);
        return caller.reads >= reads && caller.acknowledged.length >= writes;
      };
      return vi.waitUntil(isPast, { timeout: 60_000 });
    };
    await goesOn(oldCaller);

    const migration = start(['migrate']);
    expect([await migration.ended(), migration.errors]).toEqual([0, '']);
    await goesOn(oldCaller);
    expect((await fetch(`${oldUrl}/health/ready`)).status).toBe(200);

    const present = start(['serve']);
    const newCaller = new Caller('new', await present.listens(), 3);
    await goesOn(newCaller);
    await goesOn(oldCaller);
    await oldCaller.stop();
    expect(await old.stop()).toBe(0);
    await goesOn(newCaller);
    await newCaller.stop();

    expect([oldCaller.failures, newCaller.failures]).toEqual([[], []]);
    expect(await eventsStored()).toEqual([...oldCaller.acknowledged, ...newCaller.acknowledged].sort());
    for (const { hour, reported } of [oldCaller, newCaller]) expect(await reportedIn(hour)).toBe(reported);
  });
});
