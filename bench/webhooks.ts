import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addWebhookEndpoint } from '../src/actions/add-webhook-endpoint.ts';
import { createWorkspace } from '../src/actions/create-workspace.ts';
import { timeOrderedId } from '../src/core/identifiers.ts';
import { type Database, openDatabase } from '../src/storage/database.ts';
import { insertEvents } from '../src/storage/events.ts';
import { accepted } from './accepted.ts';
import { apiAppId } from './callers.ts';
import { runProgram, startNodeProcess } from './child-process.ts';
import { processorTime } from './processor-time.ts';
import { median } from './rounds.ts';
import { webhookData, webhookPaths } from './webhook-bodies.ts';

const command = fileURLToPath(new URL('../command.js', import.meta.url));
const beside = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url));
const bar = 0.5;
/** Of each contestant in each round. */
const deliveries = 16_000;

/** Deliveries a second, from the outbox to a sink on this machine, against a bare loop that signs and posts the same. */
export async function benchWebhooks(
  serverUrl: (database: string) => string,
  rounds: number,
  profile: string | null,
  say: (text: string) => void,
): Promise<void> {
  const databaseUrl = await makeDatabase(serverUrl);
  const encryptionKey = randomBytes(32);
  const environment = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    IDP_API_APP_ID: apiAppId,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    ALLOW_LOCAL_WEBHOOKS: 'true',
  };
  await runProgram(process.execPath, [command, 'migrate'], environment);
  const database = openDatabase({ url: databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
  const sink = await startNodeProcess([beside('webhook-sink')]);
  const poster = await startNodeProcess([beside('webhook-poster'), sink.url]);
  const workspaceId = await register(database, sink.url, encryptionKey);
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const service = await startNodeProcess([...profiling, command, '--workers'], environment);

  const bareLaps: Lap[] = [];
  const laps: Lap[] = [];
  try {
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const bareLap = await measure(sink.url, poster.pid, () => post(poster.url));
      const lap = await measure(sink.url, service.pid, () => enqueue(database, workspaceId));
      await drained(database);
      if (round === 0) continue;
      bareLaps.push(bareLap);
      laps.push(lap);
      const ratio = (lap.rate / bareLap.rate).toFixed(2);
      say(`round ${round}: bare ${lapText(bareLap)}, Tessera ${lapText(lap)}, ratio ${ratio}\n`);
    }
    const ratio = medianRatio(laps, bareLaps, ({ rate }) => rate);
    const byTime = medianRatio(bareLaps, laps, ({ microseconds }) => microseconds);
    say(
      `webhooks: bare ${lapText(medianLap(bareLaps))}, Tessera ${lapText(medianLap(laps))}, ` +
        `ratio ${ratio.toFixed(2)}, bar ${bar.toFixed(2)}${ratio >= bar ? '' : ' missed'}; ` +
        `by the sender's processor time ${byTime.toFixed(2)}\n`,
    );
  } finally {
    await service.stop();
    await poster.stop();
    await sink.stop();
    await database.destroy();
  }
}

interface Lap {
  /** Deliveries a second, as the sink saw them come. */
  readonly rate: number;
  /** Of a processor, that the sending process used for one. */
  readonly microseconds: number;
}

function lapText({ rate, microseconds }: Lap): string {
  return `${rate.toFixed(0)}/s ${microseconds.toFixed(0)} µs`;
}

function medianLap(laps: readonly Lap[]): Lap {
  return {
    rate: median(laps.map(({ rate }) => rate)),
    microseconds: median(laps.map(({ microseconds }) => microseconds)),
  };
}

function medianRatio(laps: readonly Lap[], others: readonly Lap[], read: (lap: Lap) => number): number {
  return median(laps.map((lap, index) => read(lap) / read(others[index] ?? lap)));
}

async function makeDatabase(serverUrl: (database: string) => string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  await client.query('create database bench_webhooks');
  await client.end();
  return serverUrl('bench_webhooks');
}

async function register(database: Database, sinkUrl: string, encryptionKey: Uint8Array): Promise<string> {
  const context = { database, now: new Date(), randomBytes };
  const workspace = { slug: 'bench', name: 'Bench', partnerPlan: 'Scale' } as const;
  const { workspaceId } = accepted(await createWorkspace(context, workspace));
  for (const path of webhookPaths) {
    const settings = {
      url: `${sinkUrl}${path}`,
      description: '',
      eventTypes: 'all',
      products: 'all',
      headers: {},
      rateLimitPerMinute: null,
    } as const;
    const terms = { encryptionKey, allowsLocalWebhooks: true };
    accepted(await addWebhookEndpoint(context, workspaceId, settings, terms));
  }
  return workspaceId;
}

/** Events as a change writes them, in one transaction: each goes to every endpoint. */
async function enqueue(database: Database, workspaceId: string): Promise<void> {
  const now = new Date();
  const events = Array.from({ length: deliveries / webhookPaths.length }, (_, index) => ({
    eventId: timeOrderedId(now, randomBytes),
    type: 'entitlement.changed' as const,
    occurredAt: now,
    data: webhookData(index),
  }));
  await insertEvents(database, workspaceId, events);
}

async function post(posterUrl: string): Promise<void> {
  const answer = await fetch(`${posterUrl}/${deliveries}`);
  if (!answer.ok) throw new Error(await answer.text());
}

interface SinkFigures {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

async function figures(sinkUrl: string, path = ''): Promise<SinkFigures> {
  return (await fetch(`${sinkUrl}/${path}`)).json() as Promise<SinkFigures>;
}

async function measure(sinkUrl: string, senderPid: number, send: () => Promise<void>): Promise<Lap> {
  await figures(sinkUrl, 'reset');
  const before = processorTime(senderPid);
  await send();
  for (;;) {
    const { count, firstAt, lastAt } = await figures(sinkUrl);
    if (count > deliveries) throw new Error(`${count} of ${deliveries} deliveries`);
    if (count === deliveries) {
      const microseconds = (processorTime(senderPid) - before) / deliveries;
      return { rate: (deliveries * 1_000) / (lastAt - firstAt), microseconds };
    }
    await pause(100);
  }
}

/** Until the last results are written down. */
async function drained(database: Database): Promise<void> {
  for (;;) {
    const row = await database
      .selectFrom('webhook_deliveries')
      .select('event_id')
      .where('status', '=', 'Pending')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    await pause(50);
  }
}
