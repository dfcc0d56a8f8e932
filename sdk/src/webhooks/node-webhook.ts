import type { IncomingHttpHeaders } from 'node:http';
import type { ReadableStream } from 'node:stream/web';

/** The request of a Node framework for a `fetch`-style handler. */
export function webhookRequest(headers: IncomingHttpHeaders, body: Uint8Array | ReadableStream): Request {
  const signed = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('webhook-') && value !== undefined ? [[name, String(value)] as [string, string]] : [],
  );
  const init = { method: 'POST', headers: signed, body: body as BodyInit, duplex: 'half' };
  return new Request('http://localhost/', init);
}
