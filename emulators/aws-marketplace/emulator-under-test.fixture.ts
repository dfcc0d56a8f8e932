import { MarketplaceEntitlementServiceClient } from '@aws-sdk/client-marketplace-entitlement-service';
import {
  BatchMeterUsageCommand,
  MarketplaceMeteringClient,
  type UsageRecord,
} from '@aws-sdk/client-marketplace-metering';
import type { Agreement } from './directory.ts';
import { sha256, signatureOf } from './protocol/signature.ts';
import { contosoKey, sampleAws } from './sample-directory.ts';
import { type AwsEmulator, type AwsEmulatorOptions, startAwsEmulator } from './start.ts';

export type Json = Readonly<Record<string, unknown>>;

interface Key {
  readonly id: string;
  readonly secret: string;
  /** Of an assumed role. */
  readonly token?: string;
}

export interface RawCall {
  readonly key?: Key;
  readonly target?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly region?: string;
  readonly service?: string;
  readonly at?: Date;
  /** What is sent instead of the signed body. */
  readonly sentBody?: string;
}

/** The emulator, its clock, and Contoso's clients. */
export interface AwsUnderTest {
  readonly emulator: AwsEmulator;
  now(): Date;
  setNow(time: string): void;
  /** The official clients, which try once. */
  metering(region?: string, key?: Key): MarketplaceMeteringClient;
  entitlement(key?: Key, region?: string): MarketplaceEntitlementServiceClient;
  /** Sends a batch with the official client. */
  meter(records: readonly UsageRecord[], region?: string): Promise<Metered>;
  /** A record of this hour for the agreement. */
  record(agreement: Agreement, changes?: Partial<UsageRecord>): UsageRecord;
  /** A request signed by hand, to send what no client would. */
  raw(call: RawCall): Promise<Response>;
  command(text: string, body?: unknown, method?: string): Promise<Response>;
  /** A control command, which must succeed. */
  act(text: string, body?: unknown): Promise<Json>;
  stop(): Promise<void>;
}

interface Metered {
  /** The statuses of the results. */
  readonly statuses: readonly (string | undefined)[];
  readonly ids: readonly (string | undefined)[];
  readonly unprocessed: number;
}

// Each worker would be warned that releases of 2027 need a later Node than this project.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** Without the waits of AWS. */
const quick = { licenseMilliseconds: 0, deprovisionMilliseconds: 0, batchCallsPerSecond: 0 };

export async function startAwsUnderTest(options: Partial<AwsEmulatorOptions> = {}): Promise<AwsUnderTest> {
  let now = new Date('2026-11-15T09:30:00.000Z');
  const emulator = await startAwsEmulator({
    directory: sampleAws,
    now: () => now,
    ...options,
    settings: { ...quick, ...options.settings },
  });
  const clients: { destroy(): void }[] = [];
  const stored = <Client extends { destroy(): void }>(client: Client): Client => {
    clients.push(client);
    return client;
  };
  const configOf = (region: string, { id, secret, token }: Key) => ({
    endpoint: emulator.url,
    region,
    credentials: { accessKeyId: id, secretAccessKey: secret, ...(token ? { sessionToken: token } : {}) },
    maxAttempts: 1,
  });
  const metering = (region = 'us-east-1', key: Key = contosoKey) =>
    stored(new MarketplaceMeteringClient(configOf(region, key)));
  const command = (text: string, body: unknown = undefined, method = 'POST') =>
    fetch(`${emulator.url}/_emulator/${text}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    emulator,
    now: () => now,
    setNow(time) {
      now = new Date(time);
    },
    metering,
    entitlement: (key = contosoKey, region = 'us-east-1') =>
      stored(new MarketplaceEntitlementServiceClient(configOf(region, key))),
    async meter(records, region) {
      const sent = new BatchMeterUsageCommand({ UsageRecords: [...records] });
      const { Results = [], UnprocessedRecords = [] } = await metering(region).send(sent);
      return {
        statuses: Results.map(({ Status }) => Status),
        ids: Results.map(({ MeteringRecordId }) => MeteringRecordId),
        unprocessed: UnprocessedRecords.length,
      };
    },
    record: ({ buyerAccountId, licenseArn }, changes = {}) => ({
      Timestamp: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
      Dimension: 'projects',
      Quantity: 5,
      CustomerAWSAccountId: buyerAccountId,
      LicenseArn: licenseArn,
      ...changes,
    }),
    raw: (call) => signedFetch(emulator.url, call),
    command,
    async act(text, body) {
      const response = await command(text, body);
      const answer = (await response.json()) as Json;
      if (response.status !== 200) throw new Error(`${text}: ${answer.error}`);
      return answer;
    },
    async stop() {
      for (const client of clients) client.destroy();
      await emulator.close();
    },
  };
}

function signedFetch(url: string, call: RawCall): Promise<Response> {
  const key: Key = call.key ?? contosoKey;
  const { region = 'us-east-1', service = 'aws-marketplace', at = new Date() } = call;
  const { target, path = '/', body = '{}', headers: more = {}, sentBody } = call;
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    host: new URL(url).host,
    'x-amz-date': time,
    ...(target === undefined ? {} : { 'x-amz-target': target }),
    ...(key.token === undefined ? {} : { 'x-amz-security-token': key.token }),
  };
  const signedHeaders = Object.keys(headers).sort();
  const request = { method: 'POST', path, query: new URLSearchParams(), headers };
  const scope = { day, region, service, signedHeaders };
  const signature = signatureOf(request, scope, key.secret, time, sha256(body));
  const { host: _, ...sent } = headers;
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      ...sent,
      authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${day}/${region}/${service}/aws4_request, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`,
      ...more,
    },
    body: sentBody ?? (typeof body === 'string' ? body : new Uint8Array(body)),
  });
}
