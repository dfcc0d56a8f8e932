import { TesseraConfigurationError, WebhookRefused } from '../errors.ts';
import { readKeys } from './webhook-keys.ts';

/**
 * A verified webhook of the service. Types and their data: `webhooks` in the service's OpenAPI document.
 *
 * @example
 * ```ts
 * import type { WebhookEvent } from '@tessera/client';
 *
 * const versions = new Map<string, number>();
 * function isOld({ data: { tenantId, product, version = 0 } }: WebhookEvent): boolean {
 *   const key = `${tenantId} ${product?.slug}`;
 *   if (version < (versions.get(key) ?? 0)) return true;
 *   versions.set(key, version);
 *   return false;
 * }
 * ```
 */
export interface WebhookEvent {
  /** The same in every attempt of the delivery. */
  readonly id: string;
  /** Such as `entitlement.changed`. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly tenantId?: string;
    readonly product?: { readonly slug: string; readonly name: string };
    /** Counts the changes of a tenant and a product: drop an event whose version is lower than yours. */
    readonly version?: number;
    readonly [member: string]: unknown;
  };
}

const toleranceSeconds = 300;
/** Payloads have less than 20 kB. */
const maxBodyBytes = 262_144;

/**
 * Verifies a request as Standard Webhooks describes, and returns its event. Throws `WebhookRefused`. During a rotation of the
 * secret the request has several signatures, and the receiver may have several secrets: one match is enough.
 */
export async function verifyWebhook(
  request: Request,
  secrets: string | readonly string[],
  now = Date.now(),
): Promise<WebhookEvent> {
  return verify(request, readKeys(secrets), now);
}

/** A `fetch`-style handler: 204 for an event, 400 or 401 with the reason, 500 if `onEvent` throws: it is delivered again. */
export function createWebhookHandler(
  secrets: string | readonly string[],
  onEvent: OnEvent,
): (request: Request) => Promise<Response> {
  const keys = readKeys(secrets);
  return (request) => handleWebhook(request, keys, onEvent);
}

export async function handleWebhook(request: Request, keys: Keys, onEvent: OnEvent): Promise<Response> {
  try {
    await onEvent(await verify(request, keys, Date.now()));
    return new Response(null, { status: 204 });
  } catch (error) {
    // A server that reads bodies before the handler refuses every event: that is for its developers.
    if (error instanceof TesseraConfigurationError) throw error;
    const [status, title] =
      error instanceof WebhookRefused
        ? [error.status, error.message]
        : [500, 'The event could not be handled'];
    const headers = { 'content-type': 'application/problem+json' };
    return new Response(JSON.stringify({ title, status }), { status, headers });
  }
}

type OnEvent = (event: WebhookEvent) => void | Promise<void>;
type Keys = readonly Uint8Array<ArrayBuffer>[];

async function verify(
  request: Request,
  keys: readonly Uint8Array<ArrayBuffer>[],
  now: number,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    request.headers.get(`webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) {
    throw new WebhookRefused(401, 'webhook-id, webhook-timestamp and webhook-signature are required');
  }
  const age = /^\d{1,12}$/.test(timestamp) ? Math.abs(now / 1_000 - Number(timestamp)) : Number.NaN;
  if (!(age <= toleranceSeconds)) {
    throw new WebhookRefused(401, 'webhook-timestamp must be within 5 minutes of now');
  }
  const body = await readBody(request);
  const signed = await joined([new TextEncoder().encode(`${id}.${timestamp}.`), body]);
  const isSigned = (await Promise.all(keys.map((key) => sign(key, signed)))).some((expected) =>
    signatures.split(' ').some((signature) => isEqual(signature, expected)),
  );
  if (!isSigned) throw new WebhookRefused(401, 'No signature matches a secret');
  const { type, timestamp: time, data } = parse(body) as Partial<WebhookEvent>;
  if (typeof type !== 'string' || typeof time !== 'string' || typeof data !== 'object' || !data) {
    throw new WebhookRefused(400, 'The body must have type, timestamp and data');
  }
  return { id, type, timestamp: time, data };
}

async function sign(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, signed);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

/** Takes the same time wherever the texts differ, so that a signature cannot be guessed from the time. */
function isEqual(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index++) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed) {
    throw new TesseraConfigurationError(
      'The body was read before: a webhook is verified by its bytes, so pass the request as it arrived.',
    );
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > maxBodyBytes) {
      await reader?.cancel();
      throw new WebhookRefused(400, `The body must have at most ${maxBodyBytes} bytes`);
    }
    chunks.push(read.value);
  }
  return joined(chunks);
}

async function joined(chunks: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

function parse(body: Uint8Array): object {
  try {
    return Object(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    throw new WebhookRefused(400, 'The body must be JSON');
  }
}
