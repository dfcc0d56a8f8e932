import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { standardRetention } from '../../../src/core/operations/retention.ts';
import { createLogger, type Service, startService } from '../../../src/service/start-service.ts';
import { TestClock } from '../nodes/test-clock.ts';
import { guidesFolder } from '../run/guides-folder.ts';
import { releaseFolder } from './releases.ts';

const databaseFile = 'database.sql.gz';
const answersFile = 'answers.json.gz';

/** How the database of a release answered, at one moment. */
export interface RecordedResponses {
  readonly now: string;
  /** Base64; of the fixture alone, like the keys. */
  readonly encryptionKey: string;
  readonly apiKey: string;
  readonly serviceAccountKey: string;
  readonly answers: readonly RecordedResponse[];
}

export interface RecordedResponse {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly body: unknown;
}

export async function readRelease(version: string) {
  const read = async (file: string) =>
    gunzipSync(await readFile(join(releaseFolder(version), file))).toString();
  const recorded: RecordedResponses = JSON.parse(await read(answersFile));
  return { dump: await read(databaseFile), recorded };
}

export async function writeRelease(dump: string, recorded: RecordedResponses): Promise<void> {
  await writeFile(join(releaseFolder(), databaseFile), gzipSync(dump));
  await writeFile(join(releaseFolder(), answersFile), gzipSync(`${JSON.stringify(recorded, null, 1)}\n`));
}

/** An API node at the moment of the recording. Nothing outside the process answers. */
export async function startRecordedNode(
  databaseUrl: string,
  { now, encryptionKey }: Pick<RecordedResponses, 'now' | 'encryptionKey'>,
): Promise<Service> {
  const clock = new TestClock();
  clock.forward(new Date(now).getTime() - clock.now().getTime());
  const nowhere = 'http://127.0.0.1:9';
  return startService(
    {
      host: '127.0.0.1',
      port: 0,
      shutdownDelay: 0,
      retention: standardRetention,
      metricsPort: null,
      publicUrl: 'https://tessera.example',
      databaseUrl,
      databaseMaxConnections: 5,
      redisUrl: null,
      idpAuthUrl: nowhere,
      idpApiAppId: 'e0000000-0000-4000-8000-000000000001',
      idpGraphUrl: nowhere,
      signIn: null,
      encryptionKey: { current: new Uint8Array(Buffer.from(encryptionKey, 'base64')), old: [] },
      securityContact: null,
      trustedProxies: [],
      mail: null,
      allowsLocalWebhooks: true,
      nodeCredentialUse: 'off',
      portalFolder: null,
      guidesFolder,
      nodeRoles: { api: true, workers: false },
    },
    { clock, logger: createLogger('silent') },
  );
}

/** Sends the requests at once, before the node writes down that its keys were used. */
export function askAll(
  node: Pick<Service, 'url'>,
  keys: Pick<RecordedResponses, 'apiKey' | 'serviceAccountKey'>,
  questions: readonly Pick<RecordedResponse, 'method' | 'path' | 'request'>[],
): Promise<readonly RecordedResponse[]> {
  return Promise.all(questions.map((question) => ask(node, keys, question)));
}

async function ask(
  { url }: Pick<Service, 'url'>,
  { apiKey, serviceAccountKey }: Pick<RecordedResponses, 'apiKey' | 'serviceAccountKey'>,
  { method, path, request }: Pick<RecordedResponse, 'method' | 'path' | 'request'>,
): Promise<RecordedResponse> {
  const credential: Record<string, string> = path.startsWith('/api/admin/')
    ? { authorization: `Bearer ${serviceAccountKey}` }
    : { 'x-api-key': apiKey };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...credential, ...(request !== undefined && { 'content-type': 'application/json' }) },
    ...(request !== undefined && { body: JSON.stringify(request) }),
  });
  const asked = { method, path, ...(request !== undefined && { request }) };
  return { ...asked, status: answer.status, body: await answer.json() };
}
