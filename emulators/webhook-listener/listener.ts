import { Webhook } from 'standardwebhooks';
import { createListener } from '../shell/listener.ts';
import { serveOnLoopback } from '../shell/serve-on-loopback.ts';

export interface ListenerOptions {
  readonly port: number;
  /** Null: signatures are not checked, and each line says so. */
  readonly secret: string | null;
  readonly print: (line: string) => void;
}

export interface RunningListener {
  readonly url: string;
  close(): Promise<void>;
}

const bodyLimitBytes = 1024 * 1024;

/** A receiver to develop with: prints a line for each webhook, and answers as a good receiver does. */
export async function startListener({ port, secret, print }: ListenerOptions): Promise<RunningListener> {
  const webhook = secret === null ? null : new Webhook(secret);
  const listener = createListener({
    bodyLimitBytes,
    answer({ method, headers, body }) {
      if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
      const signature = checkSignature(webhook, body, headers as Record<string, string>);
      print(describe(body, headers['webhook-id'], signature));
      return { status: signature.startsWith('signature bad') ? 401 : 204 };
    },
  });
  const { url, close } = await serveOnLoopback(() => listener, { port });
  return { url: `${url}/`, close };
}

function checkSignature(webhook: Webhook | null, body: string, headers: Record<string, string>): string {
  if (!webhook) return 'signature not checked: no secret';
  try {
    webhook.verify(body, headers);
    return 'signature ok';
  } catch (error) {
    return `signature bad: ${error instanceof Error ? error.message : error}`;
  }
}

interface Payload {
  readonly type?: unknown;
  readonly data?: {
    readonly tenantId?: unknown;
    readonly product?: { readonly slug?: unknown };
    readonly version?: unknown;
  };
}

/** One line for any body: a sender cannot begin another line. */
function describe(body: string, id: unknown, signature: string): string {
  let payload: Payload = {};
  try {
    payload = (JSON.parse(body) as Payload | null) ?? {};
  } catch {
    signature += ', body is not JSON';
  }
  const { type, data } = payload;
  const parts = [
    text(type) || '(no type)',
    data?.tenantId === undefined ? '' : `tenant ${text(data.tenantId)}`,
    data?.product?.slug === undefined ? '' : `product ${text(data.product.slug)}`,
    data?.version === undefined ? '' : `version ${text(data.version)}`,
    `id ${text(id)}`,
    text(signature),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

function text(value: unknown): string {
  return String(value ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
