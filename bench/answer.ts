import { Agent, request } from 'node:http';
import type { BenchRequest } from './deck.ts';

/** A response as received, without the headers that `node:http` adds to every response. */
export interface BenchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const addedByNode = ['connection', 'keep-alive', 'date'];
const agent = new Agent({ keepAlive: true });

export function send(url: string, { method, path, headers, body }: BenchRequest): Promise<BenchResponse> {
  const contentType = body === undefined ? undefined : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const options = { method, agent, headers: { ...headers, ...contentType } };
    const asking = request(`${url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: ownHeaders(response.rawHeaders),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** The size on the wire in bytes, without the parts that all responses share. */
export function sizeOf({ headers, body }: BenchResponse): number {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.byteLength(head.join('')) + Buffer.byteLength(body);
}

function ownHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!addedByNode.includes(name.toLowerCase())) headers[name] = raw[index + 1] ?? '';
  }
  return headers;
}
