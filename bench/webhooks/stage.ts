import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createWorkspace } from '../../src/actions/workspaces/workspaces.ts';
import { timeOrderedId } from '../../src/core/identifiers.ts';
import { endpointSealContext } from '../../src/core/operations/seal-context.ts';
import { makeWebhookSecret } from '../../src/core/webhooks/secret.ts';
import { seal } from '../../src/secrets/seal.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { insertWebhookEndpoint } from '../../src/storage/webhooks/endpoints.ts';
import { insertEvents } from '../../src/storage/webhooks/events.ts';
import { accepted } from '../accepted.ts';
import { apiAppId } from '../callers.ts';
import { type RunningProcess, runProgram, startNodeProcess } from '../child-process.ts';
import { webhookData } from './bodies.ts';

const command = fileURLToPath(new URL('../command.js', import.meta.url));

/** Another program of the bench. */
export function beside(name: string): string {
  return fileURLToPath(new URL(`./webhooks/${name}.js`, import.meta.url));
}

/** A database with pending deliveries, and the service's workers. */
export interface WebhookStage {
  readonly database: Database;
  readonly databaseUrl: string;
  /** Starts the workers; they also find endpoints that are added later. */
  start(profile: string | null): Promise<RunningProcess>;
  /** A workspace with an endpoint at each of the addresses. */
  workspace(slug: string, urls: readonly string[]): Promise<string>;
  /** Inserts events in one transaction, as a change does; each goes to every endpoint. */
  enqueue(workspaceId: string, count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openWebhookStage(serverUrl: (database: string) => string): Promise<WebhookStage> {
  const databaseUrl = await makeDatabase(serverUrl);
  const encryptionKey = { current: randomBytes(32), old: [] };
  const environment = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    IDP_API_APP_ID: apiAppId,
    ENCRYPTION_KEY: encryptionKey.current.toString('base64'),
    ALLOW_LOCAL_WEBHOOKS: 'true',
  };
  await runProgram(process.execPath, [command, 'migrate'], environment);
  const database = openDatabase({ url: databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
  return {
    database,
    databaseUrl,
    start(profile) {
      const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
      return startNodeProcess([...profiling, command, '--workers'], environment);
    },
    async workspace(slug, urls) {
      const context = { database, now: new Date(), randomBytes };
      const { workspaceId } = accepted(
        await createWorkspace(context, { slug, name: slug, partnerPlan: 'Scale' }),
      );
      // Bypasses the limits of a plan: the bench needs more endpoints on one host.
      for (const url of urls) {
        const key = { workspaceId, endpointId: timeOrderedId(context.now, randomBytes) };
        const sealed = (part: 'headers' | 'secret', text: string) =>
          seal(text, encryptionKey, endpointSealContext(part, key));
        const endpoint = {
          ...key,
          url,
          description: '',
          eventTypes: 'all',
          products: 'all',
          headerNames: [],
          sealedHeaders: sealed('headers', '{}'),
          sealedSecret: sealed('secret', makeWebhookSecret(randomBytes)),
          rateLimitPerMinute: null,
        } as const;
        await insertWebhookEndpoint(database, endpoint, context.now);
      }
      return workspaceId;
    },
    async enqueue(workspaceId, count) {
      const now = new Date();
      const events = Array.from({ length: count }, (_, index) => ({
        eventId: timeOrderedId(now, randomBytes),
        type: 'entitlement.changed' as const,
        occurredAt: now,
        data: webhookData(index),
      }));
      await insertEvents(database, workspaceId, events);
    },
    close: () => database.destroy(),
  };
}

/** Until the last results are stored. */
export async function drained(database: Database): Promise<void> {
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

async function makeDatabase(serverUrl: (database: string) => string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  await client.query('create database bench_webhooks');
  await client.end();
  return serverUrl('bench_webhooks');
}
